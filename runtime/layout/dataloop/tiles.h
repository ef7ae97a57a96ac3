// Tiles that kernels transpose.
#pragma once

#include "dataloop.h"

#include <cstdint>

namespace automap::layout {

/// A grid of tiles, each of which is 8 rows of 8 elements of 8 bytes.
struct Tiles {
  struct Loop {
    std::int64_t count, in_step, out_step;
  };
  std::int64_t in_row, out_row;     // from one row of a tile to the next
  Loop outer, inner;                // from one tile to the next
  std::int64_t in_ahead, out_ahead; // to the same tile of the grid that will be next
};

/// Calls transpose(in, in_row, out, out_row) for each tile, and has the lines of a later one fetched. Becomes part of
/// its caller, and so is compiled for the same processor.
template <typename Transpose>
[[gnu::always_inline]] inline void transpose_tiles(const Tiles &tiles, const char *in, char *out,
                                                   Transpose transpose) {
  const Tiles t = tiles; // no store can change it
  for (std::int64_t i = 0; i < t.outer.count; ++i)
    for (std::int64_t j = 0; j < t.inner.count; ++j) {
      const char *from = moved(in, i * t.outer.in_step + j * t.inner.in_step);
      char *to = moved(out, i * t.outer.out_step + j * t.inner.out_step);
      for (std::int64_t row = 0; row < 8; ++row) {
        __builtin_prefetch(moved(from, row * t.in_row + t.in_ahead), 0);
        __builtin_prefetch(moved(to, row * t.out_row + t.out_ahead), 1);
      }
      transpose(from, t.in_row, to, t.out_row);
    }
}

} // namespace automap::layout
