// Leaves as equal parts at offsets, for kernels that are made for one length.
#pragma once

#include "dataloop.h"

#include <cstdint>
#include <span>
#include <vector>

namespace automap::layout {

/// Offsets are 32-bit numbers: half of what is read beside the data. A block of the loop may be several
/// parts.
class EqualParts {
public:
  /// The length of the equal parts that the blocks of a leaf consist of, if they are not many more than the
  /// blocks, and near enough to each other; else 0.
  static std::int64_t length_in(const Dataloop &loop);

  /// The parts of `loop`; `length` is length_in(loop) and not 0.
  EqualParts(const Dataloop &loop, std::int64_t length);

  std::int64_t length() const { return length_; }

  /// The offsets of the parts of blocks [first, first + count).
  std::span<const std::int32_t> of_blocks(std::int64_t first, std::int64_t count) const {
    std::int64_t begin = first, end = first + count;
    if (!loop_.uniform()) {
      begin = loop_.bytes_before(begin) / length_;
      end = loop_.bytes_before(end) / length_;
    }
    return {offsets_.data() + begin, offsets_.data() + end};
  }

private:
  const Dataloop &loop_;
  std::int64_t length_;
  std::vector<std::int32_t> offsets_;
};

} // namespace automap::layout
