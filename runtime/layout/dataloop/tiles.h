// Tiles that kernels transpose.
#pragma once

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

} // namespace automap::layout
