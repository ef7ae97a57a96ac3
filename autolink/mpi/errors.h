// AutoLink's error classes and codes, and how failures leave the library.
#pragma once

#include "core/base/failure.h"

#include "mpi/running.h"

#include <mpi.h>

#include <exception>

namespace autolink {

using automap::mpi::report_not_running;
using automap::mpi::running_status;

/// An MPI call failed. `raised`: on the caller's communicator, so that its error handler has been called.
struct CallFailure : std::exception {
  CallFailure(int code, bool raised) : code(code), raised(raised) {}
  int code;
  bool raised;
};

/// Throws CallFailure unless `code`, which an MPI call on the caller's communicator has returned, is
/// MPI_SUCCESS.
inline void check_call(int code) {
  if (code != MPI_SUCCESS)
    throw CallFailure(code, true);
}

/// The same for calls on a communicator of AutoLink's own, whose errors nobody has heard of.
inline void check_own_call(int code) {
  if (code != MPI_SUCCESS)
    throw CallFailure(code, false);
}

/// Of a message that was received as bytes.
inline std::size_t received_bytes(const MPI_Status &status) {
  int count = 0;
  check_own_call(MPI_Get_count(&status, MPI_BYTE, &count));
  return count == MPI_UNDEFINED ? 0 : static_cast<std::size_t>(count);
}

/// Makes the error code for lack of memory, which is not to be made when there is none.
void prepare_errors();

/// The MPI error code for an AL_ERR_… with this text.
int error_code(int error, const std::string &message);

/// The AL_ERR_… of an MPI error code, or 0.
int al_class_of(int code);

/// What is being handled, as an error code; `raised` tells whether a handler has been called for it.
struct Outcome {
  int code = MPI_SUCCESS;
  bool raised = true;
};
/// `call`: that of the user, whose name takes the place of "AutoLink" in what the code's text begins with.
Outcome outcome_of_current_exception(const char *call) noexcept;

/// Calls the handler of `comm`, or of MPI_COMM_WORLD if that is MPI_COMM_NULL, if none has been called, and returns the
/// code.
int raise(MPI_Comm comm, Outcome outcome) noexcept;

/// Runs body() and returns MPI_SUCCESS, or the code of what it throws, after the handler of `comm` has been
/// called. The call is the function where this stands.
template <typename Body>
int guarded(MPI_Comm comm, Body body, const char *call = __builtin_FUNCTION()) noexcept {
  if (const int code = running_status(); code != MPI_SUCCESS)
    return report_not_running(code, call);
  try {
    require(comm != MPI_COMM_NULL, AL_ERR_ARGUMENT, "AutoLink: the communicator is MPI_COMM_NULL");
    body();
    return MPI_SUCCESS;
  } catch (...) {
    return raise(comm, outcome_of_current_exception(call));
  }
}

/// The same for what needs no MPI but to tell of a failure.
template <typename Body> int guarded_local(Body body, const char *call = __builtin_FUNCTION()) noexcept {
  try {
    body();
    return MPI_SUCCESS;
  } catch (...) {
    const int code = running_status();
    return code == MPI_SUCCESS ? raise(MPI_COMM_WORLD, outcome_of_current_exception(call)) : code;
  }
}

} // namespace autolink
