// What the library does without being called. When it is loaded, it makes sure that it is the right one for the
// program. When the program ends, it says so if nothing was checked.
#include "check/state/settings.h"
#include "session.h"

#include <elf.h>
#include <link.h>
#include <mpi.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace automap::check {
namespace {

enum class Family { none, mpich, openmpi };

#ifdef OPEN_MPI
constexpr Family own_family = Family::openmpi;
#else
constexpr Family own_family = Family::mpich;
#endif

const char *name_of(Family family) { return family == Family::openmpi ? "Open MPI" : "MPICH"; }

/// Returns the family of a library by its name. MPICH and libraries with its binary interface are libmpi.so.12. Open
/// MPI has libmpi.so.40 and other high numbers.
Family family_of(std::string_view library) {
  if (library.starts_with("libmpich.so."))
    return Family::mpich;
  constexpr std::string_view both = "libmpi.so.";
  if (!library.starts_with(both))
    return Family::none;
  return std::atoi(library.substr(both.size()).data()) >= 20 ? Family::openmpi : Family::mpich;
}

/// Returns the family that a loaded object needs. On most machines, the address of its string table is relocated.
Family needed_by(const link_map &object) {
  const char *strings = nullptr;
  for (const ElfW(Dyn) *entry = object.l_ld; entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == DT_STRTAB)
      strings = reinterpret_cast<const char *>(entry->d_un.d_ptr >= object.l_addr ? entry->d_un.d_ptr
                                                                                  : entry->d_un.d_ptr + object.l_addr);
  for (const ElfW(Dyn) *entry = object.l_ld; strings && entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == DT_NEEDED)
      if (const Family family = family_of(strings + entry->d_un.d_val); family != Family::none)
        return family;
  return Family::none;
}

void write_to_stderr(const std::string &text) {
  if (write(STDERR_FILENO, text.data(), text.size()) < 0)
    return;
}

/// Whether the program needs an MPI library, or a library does that is neither this one nor MPI's own.
bool program_needs_mpi() {
  for (const link_map *object = _r_debug.r_map; object; object = object->l_next) {
    const std::string_view path = object->l_name;
    if (path.find("libautomap_check") == std::string_view::npos && path.find("libmpi") == std::string_view::npos &&
        needed_by(*object) != Family::none)
      return true;
  }
  return false;
}

pid_t loaded_in = 0; // this process, which may fork

__attribute__((constructor)) void require_own_mpi() {
  loaded_in = getpid();
  if (!_r_debug.r_map)
    return;
  const Family needed = needed_by(*_r_debug.r_map); // the executable comes first
  if (needed == Family::none || needed == own_family)
    return;
  write_to_stderr(std::string("automap-check: the program needs the library of ") + name_of(needed) +
                  ", and this is the checker for " + name_of(own_family) + ": start the program with " +
                  name_of(needed) + "'s mpiexec, or compile it with " + name_of(own_family) + "'s mpicc\n");
  _exit(2);
}

__attribute__((destructor)) void report_if_unused() {
  int initialized = 0;
  if (started || getpid() != loaded_in || read_settings().mode == Mode::off || !program_needs_mpi())
    return;
  PMPI_Initialized(&initialized);
  write_to_stderr(initialized ? "automap-check: MPI was not started by MPI_Init of C or Fortran: nothing was checked\n"
                              : "automap-check: the program has not called MPI_Init: nothing was checked\n");
}

} // namespace
} // namespace automap::check
