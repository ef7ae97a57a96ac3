// Leaves as equal parts at offsets, for kernels that are specialised for one length.
#pragma once

#include "dataloop.h"

#include <cstdint>
#include <span>
#include <vector>

namespace automap::layout {

/// The equal parts of a leaf; a block may be several parts. Offsets are 32-bit numbers, so that only half as much is
/// read beside the data.
class EqualParts {
public:
  /// Returns the length of the equal parts that the blocks of a leaf consist of; 0 if these are many more than the
  /// blocks, or too far apart.
  static std::int64_t length_in(const Dataloop &loop);

  /// Lists the parts of `loop`; `length` is length_in(loop) and not 0.
  EqualParts(const Dataloop &loop, std::int64_t length);

  std::int64_t length() const { return length_; }

  /// Returns the offsets of the parts of the blocks [first, first + count).
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
