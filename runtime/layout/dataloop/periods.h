// Regularity in lists of blocks, found from the differences between neighbours.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace automap::layout {

/// A contiguous part of memory.
struct ByteRange {
  std::int64_t offset = 0;
  std::int64_t length = 0;

  friend bool operator==(const ByteRange &, const ByteRange &) = default;
};

/// A list that is `head` pieces, then `repetitions` times `period` pieces, each time `step` bytes later, then the rest.
struct Period {
  std::int64_t head = 0;
  std::int64_t period = 0;
  std::int64_t repetitions = 0;
  std::int64_t step = 0;
};

/// Returns the difference of all neighbours' offsets if it is always the same.
std::optional<std::int64_t> common_difference(const std::vector<std::int64_t> &offsets);

/// Returns the shortest period that covers all pieces except, at most, the first one, an incomplete last period and the
/// last piece. If adjacent pieces have been joined, the first and the last piece may differ from the period. Returns
/// nothing if there would be fewer than two repetitions. Takes linear time.
std::optional<Period> find_period(const std::vector<ByteRange> &pieces);

} // namespace automap::layout
