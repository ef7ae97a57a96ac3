// A repeated block, from left to right: the cost of the cheapest vec, idx or idxbuc that ends at the current block,
// over all blocks at which it may have begun. The cost of a repetition is linear in the number of its blocks or
// buckets, so O(1) state stands for all beginnings.
#pragma once

#include "layout/type_tree.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace automap::layout {

/// A cost in the solver's units, which are fine enough to distinguish trees of equal cost.
using FineCost = std::int64_t;
inline constexpr FineCost unreachable = std::numeric_limits<FineCost>::max() / 4; // sums of some are no overflow

/// A cost, and the element at which the structure with this cost begins.
struct From {
  FineCost cost = unreachable;
  std::uint32_t start = 0;

  void improve(FineCost other, std::uint32_t other_start) {
    start = other < cost ? other_start : start; // without a branch, because both cases are equally likely
    cost = std::min(cost, other);
  }
};

struct RepetitionCosts {
  FineCost vec = 0, idx = 0, ix = 0, idxbuc = 0;
  FineCost bucket = 0; // one bucket with its index
};

class Repeating {
public:
  struct Cheapest {
    From from;
    TypeTree::Kind kind = TypeTree::Kind::leaf;
  };

  void reset() { *this = Repeating(std::move(gaps_)); }

  /// Moves on to the next block, which lies `gap` bytes after the last one.
  void advance(std::int64_t gap, const RepetitionCosts &costs) {
    if (gap != last_gap_ || !has_gap_) { // a vec begins at the last block or later
      vec_ = last_;
      last_gap_ = gap;
      has_gap_ = true;
    }
    // All strides except `gap` pay for a bucket: all pay, and this one gets it back.
    buckets_ += costs.bucket;
    From &of_gap = gaps_.at(gap);
    of_gap.improve(any_stride_.cost, any_stride_.start);
    of_gap.cost -= costs.bucket;
    best_stride_.improve(of_gap.cost, of_gap.start);
  }

  /// Allows a repetition to begin with this block at element `start`, if the part before it costs `before`.
  void begin(FineCost before, std::uint32_t start, const RepetitionCosts &costs) {
    idx_.improve(before - indices_, start);
    vec_.improve(before, start);
    any_stride_.improve(before + costs.bucket - buckets_, start);
    last_ = {before, start};
    indices_ += costs.ix;
  }

  /// Returns the cheapest repetition that ends with this block, with the cost of the part before it and of its own
  /// node.
  Cheapest cheapest(const RepetitionCosts &costs) const {
    Cheapest out{{vec_.cost + costs.vec, vec_.start}, TypeTree::Kind::vec};
    const auto offer = [&](FineCost cost, const From &from, TypeTree::Kind kind) {
      if (cost < out.from.cost)
        out = {{cost, from.start}, kind};
    };
    offer(idx_.cost + indices_ + costs.idx, idx_, TypeTree::Kind::idx);
    const From &stride = best_stride_.cost < any_stride_.cost ? best_stride_ : any_stride_;
    offer(stride.cost + buckets_ + costs.idxbuc, stride, TypeTree::Kind::idxbuc);
    return out;
  }

private:
  /// A map from gap to cost: open addressing, cleared in O(1).
  class Gaps {
  public:
    From &at(std::int64_t gap) {
      if (2 * (size_ + 1) > slots_.size())
        grow();
      Slot &slot = find(gap);
      if (slot.epoch != epoch_) {
        slot = {gap, epoch_, {}};
        ++size_;
      }
      return slot.from;
    }

    void clear() { ++epoch_, size_ = 0; }

  private:
    struct Slot {
      std::int64_t gap = 0;
      std::uint64_t epoch = 0;
      From from;
    };

    Slot &find(std::int64_t gap) {
      std::size_t at = (static_cast<std::uint64_t>(gap) * 0x9e37'79b9'7f4a'7c15) >> 32;
      for (at &= slots_.size() - 1; slots_[at].epoch == epoch_ && slots_[at].gap != gap;)
        at = (at + 1) & (slots_.size() - 1);
      return slots_[at];
    }

    void grow() {
      std::vector<Slot> before(slots_.empty() ? 8 : 2 * slots_.size());
      before.swap(slots_);
      for (const Slot &slot : before)
        if (slot.epoch == epoch_)
          find(slot.gap) = slot;
    }

    std::vector<Slot> slots_;
    std::size_t size_ = 0;
    std::uint64_t epoch_ = 1;
  };

  explicit Repeating(Gaps &&gaps) : gaps_(std::move(gaps)) { gaps_.clear(); }

public:
  Repeating() = default;

private:
  From idx_;         // its cost without the indices of the blocks before its start
  From vec_;         // all gaps up to here are equal
  From any_stride_;  // an idxbuc whose stride is none of the gaps since its start; its cost minus buckets_
  From best_stride_; // an idxbuc whose stride is the best of the gaps; its cost minus buckets_
  From last_;        // begins with the last block
  FineCost indices_ = 0, buckets_ = 0;
  std::int64_t last_gap_ = 0;
  bool has_gap_ = false;
  Gaps gaps_;
};

} // namespace automap::layout
