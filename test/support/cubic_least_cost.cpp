// The least cost in O(n³) time and O(n²) space. See cubic_least_cost.h.
//
// Segments are [begin, begin + length) of the map, moved to displacement 0 (aligned). best(i, l) is the cost of the
// cheapest tree of a segment. list(i, l) is the cost of the cheapest way to cut it into struc children. A segment has a
// root other than leaf and struc only if it is a repeated block; its inner tokens then are those of the block. If the
// beginning is fixed, the cheapest list to each end extends the lists to earlier ends; the papers' program searches for
// each list anew.
#include "cubic_least_cost.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace automap::layout {
namespace {

constexpr Cost unknown = std::numeric_limits<Cost>::max() / 4; // a sum of several does not overflow

/// The distances from each block to the next.
class Gaps {
public:
  void add(std::int64_t gap) { most_ = std::max(most_, ++times_[gap]); }

  bool all_equal() const { return times_.size() <= 1; }
  std::int64_t most() const { return most_; } // how often the commonest distance occurs

private:
  std::unordered_map<std::int64_t, std::int64_t> times_;
  std::int64_t most_ = 0;
};

/// Costs of the segments of a map: begin < n, 1 <= length <= n - begin.
class SegmentCosts {
public:
  explicit SegmentCosts(std::size_t n) : n_(n), costs_(n * (n + 1) / 2, unknown) {}

  Cost &operator()(std::size_t begin, std::size_t length) {
    return costs_[begin * n_ - begin * (begin - 1) / 2 + length - 1];
  }

private:
  std::size_t n_;
  std::vector<Cost> costs_;
};

class Solver {
public:
  Solver(const TypeMap &map, const CostModel &model)
      : map_(map), model_(model), n_(map.size()), best_(n_), list_(n_), tokens_(make_tokens()), agreeing_(n_ + 1) {
    measure_agreement();
  }

  Cost operator()() {
    for (std::size_t begin = 0; begin < n_; ++begin)
      best_(begin, 1) = model_.leaf;
    // Proceeds by length, because the parts of a segment are shorter than the segment.
    for (std::size_t length = 1; length <= n_; ++length)
      for (std::size_t begin = 0; begin + length <= n_; ++begin) {
        const Cost several = list_of_several(begin, length);
        improve(best_(begin, length), model_.struc + several);
        list_(begin, length) = std::min(several, child_cost(begin, length));
        extend_repetitions(begin, length);
      }
    return map_[0].displacement == 0 ? best_(0, n_) : shifted_cost();
  }

private:
  std::vector<std::uint32_t> make_tokens() const {
    std::map<std::tuple<BasicTypeId, BasicTypeId, std::int64_t>, std::uint32_t> ids;
    std::vector<std::uint32_t> tokens;
    for (std::size_t t = 0; t + 1 < n_; ++t) {
      const auto key = std::tuple(map_[t].type.id, map_[t + 1].type.id, distance(t, t + 1));
      tokens.push_back(ids.try_emplace(key, static_cast<std::uint32_t>(ids.size())).first->second);
    }
    return tokens;
  }

  /// Computes agreeing_[q][t]: the number of tokens from t on that equal those q further on.
  void measure_agreement() {
    for (std::size_t q = 1; 2 * q <= n_; ++q) {
      std::vector<std::uint32_t> &run = agreeing_[q];
      run.assign(n_, 0);
      for (std::size_t t = tokens_.size() - q; t-- > 0;)
        run[t] = tokens_[t] == tokens_[t + q] ? run[t + 1] + 1 : 0;
    }
  }

  /// Whether the blocks of length q at `begin` and q further on hold the same elements, up to a shift.
  bool repeats(std::size_t begin, std::size_t q) const {
    return q == 1 ? map_[begin].type == map_[begin + 1].type : agreeing_[q][begin] >= q - 1;
  }

  std::int64_t distance(std::size_t from, std::size_t to) const {
    return map_[to].displacement - map_[from].displacement;
  }

  static void improve(Cost &cost, Cost candidate) { cost = std::min(cost, candidate); }

  Cost child_cost(std::size_t begin, std::size_t length) { return model_.ix + model_.type + best_(begin, length); }

  /// Returns the cost of the cheapest list of at least two children.
  Cost list_of_several(std::size_t begin, std::size_t length) {
    Cost cheapest = unknown;
    for (std::size_t cut = 1; cut < length; ++cut)
      improve(cheapest, list_(begin, cut) + child_cost(begin + cut, length - cut));
    return cheapest;
  }

  /// Offers the block to all segments that repeat it.
  void extend_repetitions(std::size_t begin, std::size_t q) {
    const Cost block = best_(begin, q);
    Gaps gaps;
    std::int64_t count = 1;
    for (std::size_t at = begin; at + 2 * q <= n_ && repeats(at, q); at += q) {
      gaps.add(distance(at, at + q));
      ++count;
      Cost &cost = best_(begin, static_cast<std::size_t>(count) * q);
      improve(cost, irregular(count, gaps) + block);
      if (gaps.all_equal())
        improve(cost, model_.vec + block);
    }
  }

  /// Returns the cost of an idx or idxbuc node: each gap that is the commonest saves a bucket.
  Cost irregular(std::int64_t count, const Gaps &gaps) const {
    return std::min(model_.idx + count * model_.ix,
                    model_.idxbuc + (count - gaps.most()) * (model_.ix + model_.bucket));
  }

  /// Returns the cost if the first element is not at 0. The shift is free in a node with displacements, which may have
  /// one child. A vec has none and leaves the shift to its child.
  Cost shifted_cost() {
    std::vector<Cost> shifted(n_ + 1, unknown); // entry i is for the first i elements of the map
    for (std::size_t q = 1; q <= n_; ++q) {
      improve(shifted[q], model_.struc + list_(0, q));
      Gaps gaps;
      for (std::size_t length = q; true; length += q) {
        improve(shifted[length], irregular(static_cast<std::int64_t>(length / q), gaps) + best_(0, q));
        if (length > q && gaps.all_equal())
          improve(shifted[length], model_.vec + shifted[q]);
        if (length + q > n_ || !repeats(length - q, q))
          break;
        gaps.add(distance(length - q, length));
      }
    }
    return shifted[n_];
  }

  const TypeMap &map_;
  const CostModel &model_;
  std::size_t n_;
  SegmentCosts best_;
  SegmentCosts list_;                 // costs of struc children that together form the segment
  std::vector<std::uint32_t> tokens_; // the token of each element and the one after it
  std::vector<std::vector<std::uint32_t>> agreeing_;
};

} // namespace

Cost cubic_least_cost(const TypeMap &map, const CostModel &model) {
  return map.empty() ? cost(TypeTree::empty(), model) : Solver(map, model)();
}

} // namespace automap::layout
