// Tells the next rank which collective calls this one makes, for call_order.h. The records of these calls travel like
// those of messages.
#pragma once

#include "check/state/checker.h"

namespace automap::check {

/// A collective call, with what all ranks have to name alike.
struct Collective {
  Call call;
  int root = -1; // -1: none
  MPI_Op operation = MPI_OP_NULL;

  /// Whether MPI makes this rank wait in the call, and not later.
  bool blocks() const;
};

/// Notes that this rank makes a collective call, and tells the next rank: at once if it is one of the first. Does nothing
/// on communicators between two groups, and if there may be calls that the checker does not see. If MPI `waits` in the call for the rank before, too, and it is
/// one of the first, takes in that rank's record for the same call. Under the lock.
void note_collective(Checker &checker, Communicator &communicator, const Collective &collective, bool waits);

/// Notes a call that moves no data and in which MPI waits for all ranks. Takes the lock.
void check_order(const Collective &collective, MPI_Comm communicator);

/// Takes in records as long as calls of this rank, or the data that they expect, have not been compared. Local.
void receive_wanted_calls(Checker &checker, Communicator &communicator);

} // namespace automap::check
