// Whether all ranks of a communicator make the same collective calls in the same order, with the same root and
// operation. Each rank tells the next one, in a ring, which calls it makes. So a difference between any two ranks shows
// at two places of the ring at least. The records of these calls travel like those of messages.
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
/// if there may be calls that the checker does not see. If MPI `waits` in the call for the rank before, too, and it is
/// one of the first, takes in that rank's record for the same call. Under the lock.
void note_collective(Checker &checker, Communicator &communicator, const Collective &collective, bool waits);

/// Notes a call that moves no data and in which MPI waits for all ranks. Takes the lock.
void check_order(const Collective &collective, MPI_Comm communicator);

/// Takes in records as long as this rank has made calls that have not been compared. Local.
void receive_wanted_calls(Checker &checker, Communicator &communicator);

/// Takes records that have arrived: the rank before has made `times` collective calls in a row that `record` describes.
void deliver_collective(Checker &checker, Communicator &communicator, const RecordRef &record, std::int64_t times);

/// Reports the calls that one of the two ranks has made and the other has not, in MPI_Finalize, when no more records come.
void report_missing_calls(Checker &checker, Communicator &communicator);

} // namespace automap::check
