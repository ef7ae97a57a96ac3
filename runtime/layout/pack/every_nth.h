// Every second, third or fourth of adjacent elements, as of complex numbers, points or pixels.
#pragma once

#include <cstdint>
#include <cstring>

namespace automap::layout {

/// Packs `count` elements.
using CopyNth = void (*)(char *to, const char *from, std::int64_t count);

/// Packs every S-th element of N bytes. Both are known to the compiler, which makes moves of whole registers and
/// shuffles of it, with the instructions of the function that this is part of.
template <std::size_t N, std::size_t S>
[[gnu::always_inline]] inline void copy_every(char *__restrict to, const char *__restrict from,
                                              std::int64_t count) {
#pragma GCC unroll 4
  for (std::int64_t i = 0; i < count; ++i)
    std::memcpy(to + i * std::int64_t{N}, from + i * std::int64_t{S * N}, N);
}

/// Of functions for every second, third and fourth element of `bytes`, the one for this stride; null for others.
inline CopyNth nth_at_stride(std::int64_t stride, std::int64_t bytes, const CopyNth (&by_step)[3]) {
  const std::int64_t step = stride / bytes;
  return stride % bytes == 0 && step >= 2 && step <= 4 ? by_step[step - 2] : nullptr;
}

} // namespace automap::layout
