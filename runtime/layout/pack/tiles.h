// Tiles, which kernels transpose.
#pragma once

#include "layout/dataloop/dataloop.h"

#include <cstdint>

namespace automap::layout {

/// A grid of tiles, each of which is 8 rows of 8 elements of 8 bytes.
struct Tiles {
  struct Loop {
    std::int64_t count, in_step, out_step;
  };
  std::int64_t in_row, out_row;   // bytes from one row of a tile to the next
  Loop outer, inner;              // the steps from one tile to the next
  std::int64_t prefetch_distance; // bytes to the same tile of the next grid, whose cache lines are prefetched
};

/// The side whose cache lines are prefetched. This is memory, whose steps processors do not predict as they predict
/// adjacent packed data.
enum class Fetched { in, out, nowhere };

/// The functions that transpose tiles, from memory to packed data and back; null if elements are moved one by one.
struct Transposes {
  using Function = void (*)(const Tiles &, const char *in, char *out);
  Function pack = nullptr, unpack = nullptr;
  // These write past the caches, to rows that are whole cache lines; null if there are no such functions. Other stores
  // may overtake theirs until `fence` is called.
  Function pack_past_caches = nullptr, unpack_past_caches = nullptr;
  void (*fence)() = nullptr;
};

/// Calls transpose(in, in_row, out, out_row) for each tile, and prefetches the cache lines of a later tile. It is
/// inlined into its caller, and so compiled for the same processor.
template <Fetched fetched, typename Transpose>
[[gnu::always_inline]] inline void transpose_tiles(const Tiles &tiles, const char *in, char *out, Transpose transpose) {
  const Tiles t = tiles; // no store can change it
  for (std::int64_t i = 0; i < t.outer.count; ++i)
    for (std::int64_t j = 0; j < t.inner.count; ++j) {
      const char *from = moved(in, i * t.outer.in_step + j * t.inner.in_step);
      char *to = moved(out, i * t.outer.out_step + j * t.inner.out_step);
      const char *later = moved(fetched == Fetched::in ? from : to, t.prefetch_distance);
      std::int64_t in_row = t.in_row, out_row = t.out_row;
      // If compilers know the origin of these values, they keep more addresses between tiles than there are registers.
      asm("" : "+r"(from), "+r"(to), "+r"(later), "+r"(in_row), "+r"(out_row));
      for (std::int64_t row = 0; row < 8 && fetched != Fetched::nowhere; ++row)
        __builtin_prefetch(moved(later, row * (fetched == Fetched::in ? in_row : out_row)), fetched == Fetched::out);
      transpose(from, in_row, to, out_row);
    }
}

} // namespace automap::layout
