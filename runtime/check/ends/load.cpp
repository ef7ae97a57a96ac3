// What the library does without being called. When it is loaded, it makes sure that it is the right one for the
// program. When the program ends, it says so if nothing was checked.
#include "check/state/settings.h"
#include "session.h"

#include "mpi/base/program_library.h"

#include <mpi.h>
#include <unistd.h>

namespace automap::check {
namespace {

pid_t loaded_in = 0; // this process, which may fork

__attribute__((constructor)) void require_own_mpi() {
  loaded_in = getpid();
  mpi::require_own_family("automap-check", "the checker");
}

__attribute__((destructor)) void report_if_unused() {
  int initialized = 0;
  if (started || getpid() != loaded_in || read_settings().mode == Mode::off || !mpi::program_needs_mpi("libautomap_"))
    return;
  PMPI_Initialized(&initialized);
  mpi::write_to_stderr(initialized
                           ? "automap-check: MPI was not started by MPI_Init of C or Fortran: nothing was checked\n"
                           : "automap-check: the program has not called MPI_Init: nothing was checked\n");
}

} // namespace
} // namespace automap::check
