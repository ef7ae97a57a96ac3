// Arithmetic on bytes, counts and costs that throws, or wraps around, if a result leaves the 64-bit range.
#pragma once

#include <cstdint>
#include <stdexcept>

namespace automap::layout {

/// Returns a + b; throws std::length_error if it leaves the 64-bit range.
inline std::int64_t checked_add(std::int64_t a, std::int64_t b) {
  std::int64_t sum;
  if (__builtin_add_overflow(a, b, &sum))
    throw std::length_error("type tree: a size or cost leaves the 64-bit range");
  return sum;
}

/// Returns a - b; throws std::length_error if it leaves the 64-bit range.
inline std::int64_t checked_subtract(std::int64_t a, std::int64_t b) {
  std::int64_t difference;
  if (__builtin_sub_overflow(a, b, &difference))
    throw std::length_error("type tree: a size or cost leaves the 64-bit range");
  return difference;
}

/// Returns a * b; throws std::length_error if it leaves the 64-bit range.
inline std::int64_t checked_multiply(std::int64_t a, std::int64_t b) {
  std::int64_t product;
  if (__builtin_mul_overflow(a, b, &product))
    throw std::length_error("type tree: a size or cost leaves the 64-bit range");
  return product;
}

/// Returns base + count * step, which wraps around. Displacements of elements fit into 64 bits, but sums on the path to
/// them may not.
inline std::int64_t wrapping_sum(std::int64_t base, std::int64_t count, std::int64_t step) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(base) +
                                   static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(step));
}

} // namespace automap::layout
