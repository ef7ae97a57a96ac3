// Bytes of nodes: unaligned words, and copies of small records without a call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace autolink {

/// What stands in the place of a pointer in a message. It is as long as a pointer, so that it fits.
using Word = std::uintptr_t;

template <typename T> T load(const void *from) {
  T out;
  std::memcpy(&out, from, sizeof out);
  return out;
}

template <typename T> void store(void *to, T value) { std::memcpy(to, &value, sizeof value); }

/// Copies `size` bytes. Few bytes are copied in blocks that overlap, which is faster than a call.
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

constexpr std::size_t cache_line = 64;

/// Copies whole cache lines past the caches if the processor can. Use it for memory that another processor has read and
/// will read next: fetching such lines back for writing takes longer than anything else done with them.
inline void copy_past_caches(std::byte *to, const std::byte *from, std::size_t bytes) {
#ifdef __SSE2__
  for (std::size_t at = 0; at < bytes; at += sizeof(__m128i))
    _mm_stream_si128(reinterpret_cast<__m128i *>(to + at),
                     _mm_loadu_si128(reinterpret_cast<const __m128i *>(from + at)));
#else
  std::memcpy(to, from, bytes);
#endif
}

/// Does the same for any bytes. Lines that are not whole go through the cache.
inline void copy_bytes_past_caches(std::byte *to, const std::byte *from, std::size_t bytes) {
  const std::size_t before = (0 - reinterpret_cast<std::uintptr_t>(to)) % cache_line;
  if (bytes >= before + cache_line) {
    const std::size_t end = before + (bytes - before) / cache_line * cache_line;
    std::memcpy(to, from, before);
    copy_past_caches(to + before, from + before, end - before);
    to += end;
    from += end;
    bytes -= end;
  }
  std::memcpy(to, from, bytes);
}

/// Makes such copies visible to other processors before anything that is written later.
inline void finish_copies_past_caches() {
#ifdef __SSE2__
  _mm_sfence();
#endif
}

/// Returns the first beginning of a cache line that is not before `at`.
inline std::byte *next_cache_line(std::byte *at) {
  return at + (0 - reinterpret_cast<std::uintptr_t>(at)) % cache_line;
}

inline void prefetch(const void *address) { __builtin_prefetch(address); }

} // namespace autolink
