// Calls on error handlers. The checker's own, which replace MPI_ERRORS_ARE_FATAL, are not seen by the program.
#include "wrap.h"

namespace automap::check {
namespace {

/// Notes that the program makes an error handler.
void note_handler() { program_has_handler.store(true, std::memory_order_relaxed); }

/// Replaces MPI_ERRORS_ARE_FATAL, which the program sets.
void hide_fatal(MPI_Errhandler &handler, MPI_Errhandler (*replacement)()) {
  if (checker() && handler == MPI_ERRORS_ARE_FATAL)
    handler = replacement();
}

/// Puts MPI_ERRORS_ARE_FATAL into the place of its replacement, which a call has returned. Returns `code`.
int show_fatal(int code, MPI_Errhandler *handler, MPI_Errhandler (*replacement)()) {
  if (code == MPI_SUCCESS && checker() && *handler == replacement()) {
    PMPI_Errhandler_free(handler);
    *handler = MPI_ERRORS_ARE_FATAL;
  }
  return code;
}

template <typename Mpi> int free_handler(Mpi mpi, MPI_Errhandler *handler) {
  if (!checker() || !handler || *handler != MPI_ERRORS_ARE_FATAL)
    return mpi();
  // show_fatal() has returned this handler without a reference that MPI counts, so there is none to free.
  *handler = MPI_ERRHANDLER_NULL;
  return MPI_SUCCESS;
}

} // namespace
} // namespace automap::check

using namespace automap::check;

#include "error_handlers.inc"
