// A structure on its way: a state machine that goes on for as long as it can without waiting, so that one thread can
// have many. Blocking calls step one of them until it is done, and meanwhile all that others have started (engine.h).
#pragma once

#include <mpi.h>

namespace autolink {

class Transfer {
public:
  virtual ~Transfer() = default;

  /// Goes on, and returns whether anything has happened. Throws Failure or CallFailure if the transfer has failed; then
  /// nothing of it is left.
  virtual bool step() = 0;
  virtual bool done() const = 0;

  /// Whether an MPI call has been made for it.
  virtual bool has_begun() const { return true; }

  /// Lets step() block in MPI from now on: the thread waits for nothing else.
  virtual void may_block() {}

  /// See AL_Cancel.
  virtual void cancel() {}

  /// Returns the status of a transfer that is done.
  virtual MPI_Status status() const = 0;
};

} // namespace autolink
