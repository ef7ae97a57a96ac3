// What the error handlers of communicators are called with.
#pragma once

#include <gtest/gtest.h>
#include <mpi.h>

#include <string>
#include <utility>
#include <vector>

namespace automap::test {

/// Whose error handler calls without a communicator have (MPI 4.0, section 9.3).
inline const MPI_Comm without_communicator = MPI_VERSION >= 4 ? MPI_COMM_SELF : MPI_COMM_WORLD;

/// While it lives, the handlers of these communicators note what they are called with. One at a time.
class HandledErrors {
public:
  explicit HandledErrors(std::vector<MPI_Comm> comms = {MPI_COMM_SELF, MPI_COMM_WORLD})
      : comms_(std::move(comms)) {
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

  /// Those since this was called last.
  std::vector<Call> calls() const { return std::exchange(calls_, {}); }

  /// A call has found a mistake and returned `code`: that is a class, and the handler of `comm` was called once,
  /// with a code for a text that has `text` in it.
  void expect(int code, int expected_class, const std::string &text,
              MPI_Comm comm = without_communicator) const {
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

  /// MPI has failed in a call that returned `code`, of this class: MPI has called the handler of `comm`, or if
  /// that is MPI_COMM_NULL, whichever it likes.
  void expect_of_mpi(int code, int expected_class, MPI_Comm comm) const {
    const std::vector<Call> handled = calls();
    int error_class = MPI_SUCCESS;
    MPI_Error_class(code, &error_class);
    EXPECT_EQ(error_class, expected_class);
    ASSERT_EQ(handled.size(), 1u);
    if (comm != MPI_COMM_NULL) {
      EXPECT_EQ(handled[0].comm, comm);
    }
    EXPECT_EQ(handled[0].code, code);
  }

private:
  static void note(MPI_Comm *comm, int *code, ...) { calls_.push_back({*comm, *code}); }

  static inline std::vector<Call> calls_;
  std::vector<MPI_Comm> comms_;
};

} // namespace automap::test
