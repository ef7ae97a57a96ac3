// Failures inside the library travel as exceptions and leave it as MPI error codes.
#pragma once

#include "mpi/running.h"

#include <mpi.h>

#include <exception>

namespace automap::mpi {

/// Whose error handler calls without a communicator have (MPI 4.0, section 9.3).
inline const MPI_Comm without_communicator = MPI_VERSION >= 4 ? MPI_COMM_SELF : MPI_COMM_WORLD;

/// An MPI call failed. MPI has called its error handler already.
struct CallFailure : std::exception {
  explicit CallFailure(int code) : code(code) {}
  int code;
};

/// Throws CallFailure unless `code`, which an MPI call has returned, is MPI_SUCCESS.
inline void check(int code) {
  if (code != MPI_SUCCESS)
    throw CallFailure(code);
}

/// A mistake of the caller's. `message` lives until it is handled. `comm`: whose error handler is to be called, if
/// that is not the one that the call is given.
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

// What is required of the arguments of most calls.
inline void require_arguments(bool are_given) {
  require(are_given, MPI_ERR_ARG, "AutoMap: an argument is null");
}
inline void require_count(MPI_Count count) {
  require(count >= 0, MPI_ERR_COUNT, "AutoMap: a count is negative");
}
inline void require_type(MPI_Datatype type) {
  require(
      type != MPI_DATATYPE_NULL, MPI_ERR_TYPE,
      "AutoMap: the datatype is MPI_DATATYPE_NULL, as those of generated code are before Build_MPI_Types()");
}
inline void require_comm(MPI_Comm comm) {
  require(comm != MPI_COMM_NULL, MPI_ERR_COMM, "AutoMap: the communicator is MPI_COMM_NULL");
}

/// Calls the error handler of `comm`, or that of calls without a communicator if it is MPI_COMM_NULL, for an
/// error that MPI does not know of, with a code whose MPI_Error_string is `message` with the name of the user's `call` in
/// the place of "AutoMap", or `error_class` where MPI makes no more codes, or for more than 1000 texts in a process.
/// Returns error_class: the code is of a class of ours, for MPICH 4.0 garbles the text of codes that are added to its own.
int raise_error(int error_class, const char *message, MPI_Comm comm, const char *call);

/// The code for the exception that is being handled. `comm` and `call` as for raise_error().
int code_of_current_exception(MPI_Comm comm, const char *call) noexcept;

/// Runs body(), where MPI is up, and returns MPI_SUCCESS, or the error code for what it throws. Nothing is thrown. `comm`
/// and `call` as for raise_error(); the call is the function where this stands.
template <typename Body>
int code_of(Body body, MPI_Comm comm = MPI_COMM_NULL, const char *call = __builtin_FUNCTION()) noexcept {
  try {
    body();
    return MPI_SUCCESS;
  } catch (...) {
    return code_of_current_exception(comm, call);
  }
}

/// As code_of(), and an error code where MPI is not up.
template <typename Body>
int error_code_of(Body body, MPI_Comm comm = MPI_COMM_NULL,
                  const char *call = __builtin_FUNCTION()) noexcept {
  const int code = running_status();
  return code == MPI_SUCCESS ? code_of(body, comm, call) : report_not_running(code, call);
}

} // namespace automap::mpi
