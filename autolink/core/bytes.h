// Bytes of nodes: unaligned words, and copies of small records without a call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace autolink {

/// What elements of messages have in the places of pointers: as long as those, so that it fits.
using Word = std::uintptr_t;

template <typename T> T load(const void *from) {
  T out;
  std::memcpy(&out, from, sizeof out);
  return out;
}

template <typename T> void store(void *to, T value) { std::memcpy(to, &value, sizeof value); }

/// Copies `size` bytes, quickly where they are few: in blocks of which the last overlaps.
inline void copy_record(std::byte *to, const std::byte *from, std::size_t size) {
  struct Block {
    std::byte bytes[16];
  };
  if (size < 16 || size > 256) {
    if (size == 8) {
      store(to, load<std::uint64_t>(from));
      return;
    }
    std::memcpy(to, from, size);
    return;
  }
  const auto last = load<Block>(from + size - 16);
  for (std::size_t at = 0; at + 16 < size; at += 16)
    store(to + at, load<Block>(from + at));
  store(to + size - 16, last);
}

inline void prefetch(const void *address) { __builtin_prefetch(address); }

} // namespace autolink
