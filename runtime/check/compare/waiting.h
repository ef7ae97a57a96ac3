// What the checker does while the program waits.
#pragma once

#include "check/state/checker.h"

namespace automap::check {

/// Takes in and sends all records that it can, for a program that may wait for ever or is about to end. Returns whether
/// no receive that has its message still waits for its record. Local.
bool receive_all_records(Checker &checker);

/// Returns whether a call that waits for several requests may ask for each beforehand, which costs more than to wait.
bool may_ask_for_many(Checker &checker);

/// Calls receive_all_records() if its last call is long enough ago. `next` is when that is; 0: not known yet.
void poll_while_waiting(Checker &checker, long long &next);

/// Calls ended() until it returns true, which may be for ever. If that takes long, it sends the gathered records and
/// compares what has arrived in between. Not for use where threads run at the same time.
template <typename Ended> void wait_patiently(Checker &checker, Ended ended) {
  for (long long next = 0; !ended();)
    poll_while_waiting(checker, next);
}

} // namespace automap::check
