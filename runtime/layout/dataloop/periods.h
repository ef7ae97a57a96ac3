// Regularity in lists of blocks, looked for in the differences between neighbours.
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

/// A list is `head` pieces, then `repetitions` times `period` pieces, each time `step` bytes further, then
/// the rest.
struct Period {
  std::int64_t head = 0;
  std::int64_t period = 0;
  std::int64_t repetitions = 0;
  std::int64_t step = 0;
};

/// The difference of all neighbours' offsets, if it is the same.
std::optional<std::int64_t> common_difference(const std::vector<std::int64_t> &offsets);

/// The shortest period that covers all pieces but, at most, the first and a last incomplete period and piece.
/// Where pieces that touch have been joined, those two may differ from what the period would have them be.
/// Nothing if there would be fewer than two repetitions. Linear time.
std::optional<Period> find_period(const std::vector<ByteRange> &pieces);

} // namespace automap::layout
