// Equal parts of leaves. See equal_parts.h.
#include "equal_parts.h"

#include <limits>
#include <numeric>

namespace automap::layout {

std::int64_t EqualParts::length_in(const Dataloop &loop) {
  constexpr std::int64_t limit = std::numeric_limits<std::int32_t>::max();
  if (loop.true_lower_bound < -limit || loop.true_upper_bound > limit)
    return 0;
  std::int64_t length = loop.block_bytes;
  for (std::int64_t i = 0; !loop.uniform() && i < loop.count; ++i)
    length = std::gcd(length, loop.bytes_of(i));
  const bool few = loop.uniform() || loop.size / length <= 2 * loop.count;
  return few ? length : 0;
}

EqualParts::EqualParts(const Dataloop &loop, std::int64_t length) : loop_(loop), length_(length) {
  for (std::int64_t i = 0; i < loop.count; ++i)
    for (std::int64_t done = 0; done < loop.bytes_of(i); done += length)
      offsets_.push_back(static_cast<std::int32_t>(loop.offset(i) + done));
}

} // namespace automap::layout
