// AutoLink's error classes and codes, and how failures leave the library.
#pragma once

#include "core/base/failure.h"

#include "mpi/error_codes.h"

#include <mpi.h>

#include <exception>

namespace autolink {

using automap::mpi::report_not_running;
using automap::mpi::running_status;

/// The failure of an MPI call. `raised`: whether it was on the caller's communicator, whose error handler MPI has then
/// called.
struct CallFailure : std::exception {
  CallFailure(int code, bool raised) : code(code), raised(raised) {}
  int code;
  bool raised;
};

/// Throws CallFailure unless `code` is MPI_SUCCESS. An MPI call on the caller's communicator has returned it.
inline void check_call(int code) {
  if (code != MPI_SUCCESS)
    throw CallFailure(code, true);
}

/// Does the same for calls on a communicator of AutoLink's own, whose error handler reports nothing.
inline void check_own_call(int code) {
  if (code != MPI_SUCCESS)
    throw CallFailure(code, false);
}

/// Returns the size of a message that was received as bytes.
inline std::size_t received_bytes(const MPI_Status &status) {
  int count = 0;
  check_own_call(MPI_Get_count(&status, MPI_BYTE, &count));
  return count == MPI_UNDEFINED ? 0 : static_cast<std::size_t>(count);
}

/// Makes the error code for lack of memory, which cannot be made once memory has run out.
void prepare_errors();

/// Returns the text of an AL_ERR_…, for codes that have none of their own.
const char *text_of_class(int error);

/// Returns the MPI error code for an AL_ERR_… with this text.
int error_code(int error, const std::string &message);

/// Returns the AL_ERR_… of an error code, or 0.
int al_class_of(int code);

/// Returns the text of an error code; it stays until this thread's next failure, or call of this function.
const char *error_text(int code);

/// An error code; `raised`: whether a handler has been called for it.
struct Outcome {
  int code = MPI_SUCCESS;
  bool raised = true;
};
/// Returns the outcome of the exception that is being handled. Without MPI, its code is a negative AL_ERR_…. `call`: the
/// user's call, whose name replaces "AutoLink" at the beginning of the text.
Outcome outcome_of_current_exception(const char *call) noexcept;

/// Calls the handler of `comm`, or of MPI_COMM_WORLD for MPI_COMM_NULL, unless one has been called. Returns the code.
int raise(MPI_Comm comm, Outcome outcome) noexcept;

/// Runs body() and returns MPI_SUCCESS, or the code of what it throws, after the handler of `comm` has been called.
/// `call` is the function that calls this one.
template <typename Body>
int run_call(MPI_Comm comm, Body body, const char *call = __builtin_FUNCTION(), bool raises = true) noexcept {
  if (const int code = running_status(); code != MPI_SUCCESS)
    return report_not_running(code, call);
  try {
    require(comm != MPI_COMM_NULL, AL_ERR_ARGUMENT, "AutoLink: the communicator is MPI_COMM_NULL");
    body();
    return MPI_SUCCESS;
  } catch (...) {
    const Outcome outcome = outcome_of_current_exception(call);
    return raises ? raise(comm, outcome) : outcome.code;
  }
}

/// Does the same, and calls no handler: the caller throws an exception.
template <typename Body> int run_quiet_call(MPI_Comm comm, const char *call, Body body) noexcept {
  return run_call(comm, body, call, false);
}

/// Does what run_call() does for calls that need no MPI.
template <typename Body>
int run_local_call(Body body, const char *call = __builtin_FUNCTION(), bool raises = true) noexcept {
  try {
    body();
    return MPI_SUCCESS;
  } catch (...) {
    const Outcome outcome = outcome_of_current_exception(call);
    return raises && running_status() == MPI_SUCCESS ? raise(MPI_COMM_WORLD, outcome) : outcome.code;
  }
}

} // namespace autolink
