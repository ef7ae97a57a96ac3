// Records the arguments with which the error handlers of communicators are called.
#pragma once

#include "library_faults.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <string>
#include <utility>
#include <vector>

namespace automap::test {

/// The communicator whose error handler serves calls without a communicator (MPI 4.0, section 9.3).
inline const MPI_Comm without_communicator = MPI_VERSION >= 4 ? MPI_COMM_SELF : MPI_COMM_WORLD;

/// Records, during its lifetime, the calls of these communicators' error handlers. At most one may exist at a time.
class HandledErrors {
public:
  explicit HandledErrors(std::vector<MPI_Comm> comms = {MPI_COMM_SELF, MPI_COMM_WORLD}) : comms_(std::move(comms)) {
    calls_.clear();
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(note, &handler);
    for (const MPI_Comm comm : comms_)
      MPI_Comm_set_errhandler(comm, handler);
    MPI_Errhandler_free(&handler);
  }
  HandledErrors(const HandledErrors &) = delete;
  HandledErrors &operator=(const HandledErrors &) = delete;
  ~HandledErrors() {
    for (const MPI_Comm comm : comms_)
      MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  }

  struct Call {
    MPI_Comm comm;
    int code;
  };

  /// Returns the calls since this function was last called.
  std::vector<Call> calls() const { return std::exchange(calls_, {}); }

  /// Expects that a call found a mistake and returned `code`, an error class. The handler of `comm` must have been
  /// called once, with an error code whose text contains `text`.
  void expect(int code, int expected_class, const std::string &text, MPI_Comm comm = without_communicator) const {
    const std::vector<Call> handled = calls();
    EXPECT_EQ(code, expected_class) << text;
    ASSERT_EQ(handled.size(), 1u) << text;
    EXPECT_EQ(handled[0].comm, comm) << text;
    char found[MPI_MAX_ERROR_STRING];
    int length = 0;
    MPI_Error_string(handled[0].code, found, &length);
    EXPECT_NE(std::string(found).find(text), std::string::npos) << found << " is not " << text;
    EXPECT_TRUE(std::string(found).starts_with("AM_")) << found << " names no call";
  }

  /// Returns the class of the error with which a call has ended that returned `code`, and whose failures called the
  /// handlers with `handled`. If MPI hides a failure behind them, the code may be MPI_SUCCESS, or tell only that there was
  /// one.
  static int class_of(int code, const std::vector<Call> &handled) {
    const bool is_hidden =
        mpi_hides_handled_codes() && handled.size() == 1 && (code == MPI_SUCCESS || code == MPI_ERR_OTHER);
    int out = MPI_SUCCESS;
    MPI_Error_class(is_hidden ? handled[0].code : code, &out);
    return out;
  }

  /// Expects that MPI failed, with this class, in a call that returned `code`. MPI must have called the handler of
  /// `comm`, or any handler if `comm` is MPI_COMM_NULL.
  void expect_of_mpi(int code, int expected_class, MPI_Comm comm) const {
    const std::vector<Call> handled = calls();
    ASSERT_EQ(handled.size(), 1u);
    EXPECT_EQ(class_of(code, handled), expected_class);
    if (comm != MPI_COMM_NULL) {
      EXPECT_EQ(handled[0].comm, comm);
    }
    EXPECT_TRUE(code == handled[0].code || mpi_hides_handled_codes());
  }

private:
  static void note(MPI_Comm *comm, int *code, ...) { calls_.push_back({*comm, *code}); }

  static inline std::vector<Call> calls_;
  std::vector<MPI_Comm> comms_;
};

} // namespace automap::test
