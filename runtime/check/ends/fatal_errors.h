// MPI's errors. Where the program leaves MPI_ERRORS_ARE_FATAL, a message that is too long ends it inside MPI;
// the checker puts a handler of its own in that place, so that it can say first what is wrong, and then lets
// MPI end the program as it would have.
#pragma once

#include "check/state/program_handlers.h"

#include <mpi.h>

namespace automap::check {

/// Around an MPI call whose errors are to be seen before they are fatal. Holds none where such a handler could
/// leave the call, and what holds them would stay.
class HoldErrors {
public:
  HoldErrors();
  ~HoldErrors();
  HoldErrors(const HoldErrors &) = delete;
  HoldErrors &operator=(const HoldErrors &) = delete;

  /// Whether an error is held. It ends the program in the end of this object's life.
  bool is_fatal() const;

private:
  const bool holds_ = !program_handles_errors();
};

/// Around calls by which the checker asks, on the program's behalf, whether something has ended: an error is told by
/// the program's own call, or handed to its handler. For use where no handler of the program's can be called.
class IgnoreErrors {
public:
  IgnoreErrors();
  ~IgnoreErrors();
  IgnoreErrors(const IgnoreErrors &) = delete;
  IgnoreErrors &operator=(const IgnoreErrors &) = delete;
};

/// Handlers in place of MPI_ERRORS_ARE_FATAL, for what MPI_Init has made; and their removal.
void take_over_errors();
void give_errors_back();

/// The handler that stands for MPI_ERRORS_ARE_FATAL.
MPI_Errhandler fatal_stand_in();

} // namespace automap::check
