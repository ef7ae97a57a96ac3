// Copies of every second, third or fourth of adjacent elements, such as parts of complex numbers, points or pixels.
#pragma once

#include <cstdint>
#include <cstring>

namespace automap::layout {

/// A function that packs `count` elements.
using CopyNth = void (*)(char *to, const char *from, std::int64_t count);

/// Packs every S-th element of N bytes. The compiler knows both numbers, so it moves whole registers and shuffles them,
/// with the instructions of the function that this is inlined into.
template <std::size_t N, std::size_t S>
[[gnu::always_inline]] inline void copy_every(char *__restrict to, const char *__restrict from, std::int64_t count) {
#pragma GCC unroll 4
  for (std::int64_t i = 0; i < count; ++i)
    std::memcpy(to + i * std::int64_t{N}, from + i * std::int64_t{S * N}, N);
}

/// Returns the function for this stride, of the functions for every second, third and fourth element of `bytes`; null
/// for other strides.
inline CopyNth nth_at_stride(std::int64_t stride, std::int64_t bytes, const CopyNth (&by_step)[3]) {
  const std::int64_t step = stride / bytes;
  return stride % bytes == 0 && step >= 2 && step <= 4 ? by_step[step - 2] : nullptr;
}

} // namespace automap::layout
