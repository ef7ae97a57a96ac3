// Marks calls by MPI's own names that the checker itself makes, through code that it shares with the rest of AutoMap,
// or MPI: they are no calls of the program.
#pragma once

namespace automap::check {

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
