// Arithmetic on bytes, counts and costs that throws if a result leaves the 64-bit range.
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

} // namespace automap::layout
