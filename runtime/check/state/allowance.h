// Limits how much the checker does in each tick of a clock that costs next to nothing to read.
#pragma once

#include <time.h>

namespace automap::check {

/// Returns the time in nanoseconds. It advances in ticks of some milliseconds.
inline long long coarse_clock_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

/// Permits an action a few times in each tick. So records are compared at once where messages are few, and gathered
/// where they are many: nothing is pending when most programs come to hang or fail.
class Allowance {
public:
  /// Returns whether the action is still permitted so many times in this tick, and counts that. `tick_ns` is
  /// coarse_clock_ns().
  bool take(long long tick_ns, int times = 1) {
    if (tick_ns != tick_ns_) {
      tick_ns_ = tick_ns;
      left_ = most;
    }
    if (left_ < times)
      return false;
    left_ -= times;
    return true;
  }

private:
  static constexpr int most = 32; // takes some 20 us of some milliseconds
  long long tick_ns_ = 0;
  int left_ = 0;
};

} // namespace automap::check
