// MPI errors that end the program. With MPI_ERRORS_ARE_FATAL, a message that is too long ends the program inside MPI.
// The checker replaces that handler by one of its own, which first says what is wrong. Then it lets MPI end the program
// as it would have.
#pragma once

#include "check/state/program_handlers.h"

#include <mpi.h>

namespace automap::check {

/// Holds back fatal errors of the MPI calls that are made while it lives, so that they can be reported first. Does
/// nothing if the program has error handlers of its own: one could jump past our destructor.
class HoldErrors {
public:
  HoldErrors();
  ~HoldErrors();
  HoldErrors(const HoldErrors &) = delete;
  HoldErrors &operator=(const HoldErrors &) = delete;

  /// Whether an error is held back. The destructor ends the program with it.
  bool is_fatal() const;

  /// Returns how a call has ended that has returned `code`: MPICH 5.0.2's return MPI_SUCCESS after an error handler.
  int code_of(int code) const;

private:
  const bool holds_ = !program_handles_errors();
};

/// Replaces MPI_ERRORS_ARE_FATAL on the communicators that MPI_Init creates, and puts it back.
void replace_error_handlers();
void restore_error_handlers();

/// Replaces it on a new window.
void replace_window_handler(MPI_Win window);

/// Return the handlers that replace MPI_ERRORS_ARE_FATAL on communicators and on windows.
MPI_Errhandler fatal_replacement();
MPI_Errhandler fatal_window_replacement();

} // namespace automap::check
