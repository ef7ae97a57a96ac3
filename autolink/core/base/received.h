// Checks of received bytes.
#pragma once

#include "failure.h"

#include <cstdint>
#include <string>

namespace autolink {

[[noreturn]] inline void fail_received(const char *what) {
  throw Failure(AL_ERR_MESSAGE, std::string("AutoLink: ") + what);
}

/// Throws Failure unless `condition` holds.
inline void check_message(bool condition, const char *what) {
  if (!condition) [[unlikely]]
    fail_received(what);
}

/// Returns a * b. Throws Failure if that is more than memory can hold.
inline std::uint64_t checked_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t out = 0;
  check_message(!__builtin_mul_overflow(a, b, &out) && out <= PTRDIFF_MAX, "a number in a message is too large");
  return out;
}

/// Returns a + b. Throws Failure if that is more than memory can hold.
inline std::uint64_t checked_sum(std::uint64_t a, std::uint64_t b) {
  std::uint64_t out = 0;
  check_message(!__builtin_add_overflow(a, b, &out) && out <= PTRDIFF_MAX, "a number in a message is too large");
  return out;
}

} // namespace autolink
