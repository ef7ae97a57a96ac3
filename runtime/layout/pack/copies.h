// Small copies of a length that is known when a kernel is created. Lengths between the sizes of registers are copied by
// two moves that overlap.
#pragma once

#include <cstdint>
#include <cstring>

namespace automap::layout {

/// Copies N bytes, where N is a size of registers.
template <std::size_t N> struct CopyExactly {
  void operator()(char *to, const char *from) const { std::memcpy(to, from, N); }
};

/// The number of bytes that a copy by one move copies; 0 for other copies.
template <typename Copy> inline constexpr std::int64_t move_size = 0;
template <std::size_t N> inline constexpr std::int64_t move_size<CopyExactly<N>> = N;

/// Copies `length` bytes by two moves, N <= length <= 2N.
template <std::size_t N> struct CopyTwice {
  std::int64_t length;
  void operator()(char *to, const char *from) const {
    char head[N], tail[N];
    std::memcpy(head, from, N);
    std::memcpy(tail, from + length - N, N);
    std::memcpy(to, head, N);
    std::memcpy(to + length - N, tail, N);
  }
};

/// Copies `length` bytes by N moves, 16 (N - 1) < length <= 16 N.
template <int N> struct CopyChunks {
  std::int64_t length;
  void operator()(char *to, const char *from) const {
    for (int i = 0; i < N - 1; ++i)
      std::memcpy(to + 16 * i, from + 16 * i, 16);
    std::memcpy(to + length - 16, from + length - 16, 16);
  }
};

/// The number of bytes from which on the library's copy is at least as fast: it moves as much at once as the processor
/// can.
constexpr std::int64_t least_long = 256;

struct CopyLong {
  std::int64_t length;
  void operator()(char *to, const char *from) const { std::memcpy(to, from, static_cast<std::size_t>(length)); }
};

/// Copies `length` > 64 bytes without a call.
struct CopyMedium {
  std::int64_t length;
  void operator()(char *to, const char *from) const {
    for (std::int64_t i = 0; i < length - 32; i += 32)
      std::memcpy(to + i, from + i, 32);
    std::memcpy(to + length - 32, from + length - 32, 32);
  }
};

/// Copies any length, which is tested at each copy.
inline void copy_any(char *to, const char *from, std::int64_t length) {
  if (length >= least_long)
    CopyLong{length}(to, from);
  else if (length > 64)
    CopyMedium{length}(to, from);
  else if (length > 32)
    CopyTwice<32>{length}(to, from);
  else if (length >= 16)
    CopyTwice<16>{length}(to, from);
  else if (length >= 8)
    CopyTwice<8>{length}(to, from);
  else if (length >= 4)
    CopyTwice<4>{length}(to, from);
  else if (length >= 2)
    CopyTwice<2>{length}(to, from);
  else if (length == 1)
    *to = *from;
}

/// Calls use(copy) with the copy for `length` > 0 bytes, and returns its result.
template <typename Use> auto with_copy(std::int64_t length, Use use) {
  switch (length) {
  case 1:
    return use(CopyExactly<1>{});
  case 2:
    return use(CopyExactly<2>{});
  case 3:
    return use(CopyTwice<2>{length});
  case 4:
    return use(CopyExactly<4>{});
  case 5:
  case 6:
  case 7:
    return use(CopyTwice<4>{length});
  case 8:
    return use(CopyExactly<8>{});
  case 16:
    return use(CopyExactly<16>{});
  default:
    if (length < 16)
      return use(CopyTwice<8>{length});
    if (length <= 32)
      return use(CopyTwice<16>{length});
    if (length <= 48)
      return use(CopyChunks<3>{length});
    if (length <= 64)
      return use(CopyChunks<4>{length});
    if (length < least_long)
      return use(CopyMedium{length});
    return use(CopyLong{length});
  }
}

} // namespace automap::layout
