// Programs that end without MPI_Finalize: by exit, MPI_Abort, an MPI error or a signal. The checker then reports what
// it can still find out, and this rank's summary. It does not wait for what other ranks know.
#pragma once

#include "check/state/source.h"

#include <chrono>
#include <string>

namespace automap::check {

struct Checker;

/// Notes which signals the program handles itself. Call it before MPI_Init, which may set handlers of its own.
void note_program_signals();

/// Begins to watch for exit, until MPI_Finalize, and for signals that end the program, even in MPI_Finalize.
void watch_for_early_end(Checker &checker);
/// Begins to watch for a rank that waits in a call, or asks in vain again and again, for `limit`. It then names the call
/// and ends the program with a status of its own.
void watch_for_hang(std::chrono::milliseconds limit);
/// Ends both watches.
void stop_watching();

/// Reports before this process ends, as `how` says ("calls MPI_Abort"). `by_error`: that itself is an error, whether
/// the checker has found it or not. Finds out what it can, but without `may_call_mpi` reports only what is known. Acts
/// only once. Local; takes a moment.
void report_before_end(Checker &checker, const std::string &how, bool by_error = false, bool may_call_mpi = true);

/// Ends the program after an error in `call`, which --mode=abort has found, even in MPI_Finalize. If the end is being
/// reported already, only notes that this is why.
void end_by_mode(Checker &checker, const Call &call);

/// Returns a call and its place: "MPI_Recv at solver.c:12 (main)".
std::string to_text(const Call &call);

} // namespace automap::check
