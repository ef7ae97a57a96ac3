// The start of MPI, its end by MPI_Abort, and the function that AutoMap's library looks for.
#include "check/ends/early_end.h"
#include "check/ends/session.h"
#include "wrap.h"

namespace automap::check {
namespace {

/// Starts the checker after a call that has started MPI. Returns `code`.
int start_after(int code) {
  if (code == MPI_SUCCESS)
    start_checker();
  return code;
}

void report_abort(const Call &call) {
  if (Checker *const checker = check::checker())
    report_before_end(*checker, "calls " + to_text(call));
}

} // namespace
} // namespace automap::check

using namespace automap;
using namespace automap::check;

#include "environment.inc"

/// See mpi/base/named_call.h.
AUTOMAP_WRAPPER void automap_check_tell_named_call_3(const mpi::NamedCall &call) { named_call = call; }
