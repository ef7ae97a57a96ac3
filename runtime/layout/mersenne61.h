// Arithmetic modulo the prime 2^61 - 1 for polynomial hashes. All values are below the prime.
#pragma once

#include <cstdint>

namespace automap::layout::mersenne61 {

inline constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;

constexpr std::uint64_t add(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = a + b;
  return sum >= prime ? sum - prime : sum;
}

constexpr std::uint64_t subtract(std::uint64_t a, std::uint64_t b) { return add(a, prime - b); }

constexpr std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return add(static_cast<std::uint64_t>(product & prime), static_cast<std::uint64_t>(product >> 61));
}

constexpr std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t out = 1;
  for (; exponent > 0; exponent >>= 1, base = multiply(base, base))
    if (exponent & 1)
      out = multiply(out, base);
  return out;
}

/// Returns 1 / a; `a` must not be 0.
constexpr std::uint64_t inverse(std::uint64_t a) { return power(a, prime - 2); }

} // namespace automap::layout::mersenne61
