// Programs that end without MPI_Finalize: by exit, MPI_Abort, an error of MPI or a signal. What is still to be
// known then is told, and this rank's summary; what other ranks know is not waited for.
#pragma once

#include "check/state/call.h"

#include <string>

namespace automap::check {

struct Checker;

/// Before MPI_Init, which may put handlers of its own: which signals the program handles itself.
void look_at_signals();

/// Looks out for exit, until MPI_Finalize, and for signals that end the program, also while ranks wait there.
void watch_for_early_end(Checker &checker);
void stop_watching();

/// This process is about to end, as `how` says ("calls MPI_Abort"); `by_error`: which is an error of its own, found or
/// not. Tells what can still be known, without `may_call_mpi` what is known. Once. Local; takes a moment.
void report_before_end(Checker &checker, const std::string &how, bool by_error = false,
                       bool may_call_mpi = true);

/// "MPI_Recv at solver.c:12 (main)".
std::string in_words(const Call &call);

} // namespace automap::check
