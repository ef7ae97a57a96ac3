// Whether the program handles MPI's errors itself, and which errors do not concern it.
#pragma once

#include <mpi.h>

#include <atomic>

namespace automap::check {

/// Whether the program has created an error handler, which may leave an MPI call by longjmp.
inline std::atomic<bool> program_has_handler = false;
inline bool program_handles_errors() { return program_has_handler.load(std::memory_order_relaxed); }

/// Ignores errors that would end the program while it lives. Some are of calls by which the checker asks, for the
/// program, whether something has ended; the program's own call shows the error again. Others are of the checker's
/// requests, which Open MPI reports on MPI_COMM_WORLD.
class IgnoreErrors {
public:
  IgnoreErrors() {
    ++depth_;
    code_ = MPI_SUCCESS;
  }
  ~IgnoreErrors() { --depth_; }
  IgnoreErrors(const IgnoreErrors &) = delete;
  IgnoreErrors &operator=(const IgnoreErrors &) = delete;

  static bool active() { return depth_ > 0; }

  /// Notes an error that is ignored.
  static void note(int code) { code_ = code; }

  /// Returns how a call has ended that has returned `code`: MPICH 5.0.2's return MPI_SUCCESS after an error handler.
  int code_of(int code) const { return code == MPI_SUCCESS ? code_ : code; }

private:
  static inline thread_local int depth_ __attribute__((tls_model("initial-exec"))) = 0;
  static inline thread_local int code_ __attribute__((tls_model("initial-exec"))) = MPI_SUCCESS;
};

} // namespace automap::check
