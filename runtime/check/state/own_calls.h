// Marks calls of MPI functions that are not the program's: those of code that the checker shares with the rest of
// AutoMap, and those that MPI makes itself.
#pragma once

namespace automap::check {

/// Marks this thread's calls as not the program's while it lives.
class OwnCalls {
public:
  OwnCalls() { ++depth_; }
  ~OwnCalls() { --depth_; }
  OwnCalls(const OwnCalls &) = delete;
  OwnCalls &operator=(const OwnCalls &) = delete;

  static bool active() { return depth_ > 0; }

private:
  static inline thread_local int depth_ __attribute__((tls_model("initial-exec"))) = 0;
};

} // namespace automap::check
