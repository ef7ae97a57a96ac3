// Looks at the loaded libraries. See program_library.h.
#include "program_library.h"

#include "mpi/open_mpi.h"

#include <elf.h>
#include <link.h>
#include <mpi.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace automap::mpi {
namespace {

#if AUTOMAP_STANDARD_MPI_ABI
constexpr Family own_family = Family::standard_abi;
#else
constexpr Family own_family = is_open_mpi() ? Family::openmpi : Family::mpich;
#endif

/// Returns the family of a library by its name. MPICH and libraries with its binary interface are libmpi.so.12. Open
/// MPI has libmpi.so.40 and other high numbers. Both have libmpi_abi.so for programs of the standard ABI.
Family family_of(std::string_view library) {
  if (library.starts_with("libmpi_abi.so"))
    return Family::standard_abi;
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

} // namespace

const char *name_of(Family family) {
  switch (family) {
  case Family::openmpi:
    return "Open MPI";
  case Family::standard_abi:
    return "MPI's ABI";
  default:
    return "MPICH";
  }
}

void write_to_stderr(const std::string &text) {
  if (write(STDERR_FILENO, text.data(), text.size()) < 0)
    return;
}

void require_own_family(const char *tool, const char *what) {
  if (!_r_debug.r_map)
    return;
  const Family needed = needed_by(*_r_debug.r_map); // the executable comes first
  if (needed == Family::none || needed == own_family)
    return;
  const std::string which = needed == Family::standard_abi ? "abi" : needed == Family::openmpi ? "openmpi" : "mpich";
  const bool one_is_abi = needed == Family::standard_abi || own_family == Family::standard_abi;
  write_to_stderr(std::string(tool) + ": the program needs the library of " + name_of(needed) + ", and this is " +
                  what + " for " + name_of(own_family) + ": " +
                  (one_is_abi ? "use --mpi=" + which
                              : std::string("start the program with ") + name_of(needed) +
                                    "'s mpiexec, or compile it with " + name_of(own_family) + "'s mpicc") +
                  "\n");
  _exit(2);
}

bool program_needs_mpi(const char *own) {
  for (const link_map *object = _r_debug.r_map; object; object = object->l_next) {
    const std::string_view path = object->l_name;
    if (path.find(own) == std::string_view::npos && path.find("libmpi") == std::string_view::npos &&
        needed_by(*object) != Family::none)
      return true;
  }
  return false;
}

} // namespace automap::mpi
