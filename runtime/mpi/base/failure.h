// Failures: exceptions inside the library, MPI error codes outside.
#pragma once

#include "mpi/error_codes.h"

#include <mpi.h>

#include <cstdint>
#include <exception>

namespace automap::mpi {

/// The communicator whose error handler calls without a communicator use (MPI 4.0, section 9.3).
inline const MPI_Comm without_communicator = MPI_VERSION >= 4 ? MPI_COMM_SELF : MPI_COMM_WORLD;

/// The failure of an MPI call, for which MPI has called the error handler already.
struct CallFailure : std::exception {
  explicit CallFailure(int code) : code(code) {}
  int code;
};

/// Throws CallFailure unless `code`, which an MPI call has returned, is MPI_SUCCESS.
inline void check_call(int code) {
  if (code != MPI_SUCCESS)
    throw CallFailure(code);
}

// MPICH 5.0.2 returns MPI_SUCCESS from a call that has failed if an error handler of the program has returned. So some
// failures are found by what a call leaves.

/// Throws CallFailure unless a call has returned MPI_SUCCESS and started `request`, which was MPI_REQUEST_NULL before.
inline void check_started(int code, const MPI_Request *request) {
  check_call(code == MPI_SUCCESS && *request == MPI_REQUEST_NULL ? MPI_ERR_OTHER : code);
}

/// Throws CallFailure if a receive has ended with more `bytes` in its status than MPI had `room` for.
inline void check_received(std::int64_t bytes, std::int64_t room) {
  check_call(bytes > room ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
}

/// A mistake of the caller. `message` must live until the exception is handled. If `comm` is not MPI_COMM_NULL, its
/// error handler is called in place of that of the call's own communicator.
struct UsageFailure : std::exception {
  UsageFailure(int error_class, const char *message, MPI_Comm comm = MPI_COMM_NULL)
      : error_class(error_class), message(message), comm(comm) {}
  int error_class;
  const char *message;
  MPI_Comm comm;
};

/// Throws UsageFailure unless `condition` holds.
inline void require(bool condition, int error_class, const char *message) {
  if (!condition)
    throw UsageFailure(error_class, message);
}

// Checks of the arguments of most calls.
inline void require_arguments(bool are_given) { require(are_given, MPI_ERR_ARG, "AutoMap: an argument is null"); }
inline void require_count(MPI_Count count) { require(count >= 0, MPI_ERR_COUNT, "AutoMap: a count is negative"); }
inline void require_type(MPI_Datatype type) {
  require(type != MPI_DATATYPE_NULL, MPI_ERR_TYPE,
          "AutoMap: the datatype is MPI_DATATYPE_NULL, as those of generated code are before Build_MPI_Types()");
}
inline void require_comm(MPI_Comm comm) {
  require(comm != MPI_COMM_NULL, MPI_ERR_COMM, "AutoMap: the communicator is MPI_COMM_NULL");
}

/// Calls the error handler of `comm` for an error that MPI does not know, and returns `error_class`. If `comm` is
/// MPI_COMM_NULL, calls the handler of calls without a communicator. The handler gets a code whose MPI_Error_string is
/// `message`, with the name of the user's `call` in place of "AutoMap". If MPI makes no more codes, or after 1000 texts
/// in a process, it gets `error_class`. The code is of a class of our own: MPICH 4.0 garbles texts of codes added to
/// its own.
int raise_error(int error_class, const char *message, MPI_Comm comm, const char *call);

/// Returns the code for the exception that is being handled. `comm` and `call` are as for raise_error().
int code_of_current_exception(MPI_Comm comm, const char *call) noexcept;

/// Runs body() while MPI is running, and returns MPI_SUCCESS or the error code for what it throws. `comm` and `call`
/// are as for raise_error(); the default call is the calling function.
template <typename Body>
int catch_failures(Body body, MPI_Comm comm = MPI_COMM_NULL, const char *call = __builtin_FUNCTION()) noexcept {
  try {
    body();
    return MPI_SUCCESS;
  } catch (...) {
    return code_of_current_exception(comm, call);
  }
}

/// Does the same as catch_failures(), but returns an error code if MPI is not running.
template <typename Body>
int run_call(Body body, MPI_Comm comm = MPI_COMM_NULL, const char *call = __builtin_FUNCTION()) noexcept {
  const int code = running_status();
  return code == MPI_SUCCESS ? catch_failures(body, comm, call) : report_not_running(code, call);
}

} // namespace automap::mpi
