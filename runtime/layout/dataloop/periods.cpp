// Periods of lists. See periods.h.
#include "periods.h"

#include <cstddef>

namespace automap::layout {
namespace {

/// Returns the shortest period of the steps between `pieces[first]` … `pieces[last]`, by the failure function of Knuth,
/// Morris and Pratt. A step is the difference to the next offset, together with the length of the piece that it leaves.
std::size_t shortest_period(const std::vector<ByteRange> &pieces, std::size_t first, std::size_t last) {
  const std::size_t n = last - first; // steps
  const auto same = [&](std::size_t i, std::size_t j) {
    const ByteRange *a = &pieces[first + i], *b = &pieces[first + j];
    return a[0].length == b[0].length && a[1].offset - a[0].offset == b[1].offset - b[0].offset;
  };
  std::vector<std::size_t> border(n, 0); // length of the longest border of the first i + 1 steps
  for (std::size_t i = 1, length = 0; i < n; ++i) {
    while (length > 0 && !same(i, length))
      length = border[length - 1];
    length += same(i, length) ? 1 : 0;
    border[i] = length;
  }
  return n - border[n - 1];
}

} // namespace

std::optional<std::int64_t> common_difference(const std::vector<std::int64_t> &offsets) {
  if (offsets.size() < 2)
    return std::nullopt;
  std::int64_t difference = 0, next = 0;
  if (__builtin_sub_overflow(offsets[1], offsets[0], &difference))
    return std::nullopt;
  for (std::size_t i = 2; i < offsets.size(); ++i)
    if (__builtin_sub_overflow(offsets[i], offsets[i - 1], &next) || next != difference)
      return std::nullopt;
  return difference;
}

std::optional<Period> find_period(const std::vector<ByteRange> &pieces) {
  const std::size_t n = pieces.size();
  if (n < 8)
    return std::nullopt;
  // Considers all steps except the first and the last, which joined pieces may have changed.
  const std::size_t period = shortest_period(pieces, 1, n - 1);
  const auto follows = [&](std::size_t i) { // whether piece i + period repeats piece i
    return pieces[i].length == pieces[i + period].length &&
           pieces[i + period].offset - pieces[i].offset == pieces[1 + period].offset - pieces[1].offset;
  };
  if (period + 1 >= n || 2 * period > n - 2)
    return std::nullopt;
  std::size_t first = 1, end = n - 1; // pieces [first, end) repeat
  if (follows(0))
    first = 0;
  while (end < n && end >= period && follows(end - period))
    ++end;
  const std::size_t repetitions = (end - first) / period;
  if (repetitions < 2)
    return std::nullopt;
  return Period{static_cast<std::int64_t>(first), static_cast<std::int64_t>(period),
                static_cast<std::int64_t>(repetitions), pieces[1 + period].offset - pieces[1].offset};
}

} // namespace automap::layout
