// The start of MPI, its end by MPI_Abort, and the function that AutoMap's library looks for.
#include "check/ends/early_end.h"
#include "check/ends/session.h"
#include "wrap.h"

using namespace automap;
using namespace automap::check;

AUTOMAP_WRAPPER int MPI_Init(int *argc, char ***argv) {
  note_program_signals();
  const int code = PMPI_Init(argc, argv);
  if (code == MPI_SUCCESS)
    start_checker();
  return code;
}

AUTOMAP_WRAPPER int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  note_program_signals();
  const int code = PMPI_Init_thread(argc, argv, required, provided);
  if (code == MPI_SUCCESS)
    start_checker();
  return code;
}

AUTOMAP_WRAPPER int MPI_Abort(MPI_Comm communicator, int code) {
  if (Checker *const checker = automap::check::checker())
    report_before_end(*checker, "calls " + to_text(AUTOMAP_THIS_CALL(Abort)));
  return PMPI_Abort(communicator, code);
}

/// See mpi/base/named_call.h.
AUTOMAP_WRAPPER void automap_check_tell_named_call_2(const mpi::NamedCall &call) { named_call = call; }
