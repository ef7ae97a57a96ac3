// The least-cost tree in O(n³) time and O(n²) space. See cubic_reconstruction.h.
//
// Segments are [begin, begin + length) of the sequence, moved to displacement 0 (aligned). best(i, l) is the
// cheapest tree of a segment; list(i, l) the cheapest way to cut it into struc children. A segment has a root
// other than leaf and struc only if it is a block that is repeated; its inner tokens then are those of the
// block. For a fixed beginning the cheapest list to each end extends those before it, where the papers'
// program looks for each anew.
#include "cubic_reconstruction.h"

#include "layout/least_cost.h"

#include <algorithm>
#include <compare>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace automap::layout {
namespace {

constexpr Cost unknown = std::numeric_limits<Cost>::max() / 4; // sums of a few of them are no overflow

using Kind = TypeTree::Kind;

/// The cost of a list of children; of equal costs the one with fewer children is less.
struct ListCost {
  Cost cost = unknown;
  std::uint32_t children = 0;

  friend auto operator<=>(const ListCost &, const ListCost &) = default;
};

/// How the root of a segment's tree is made.
struct Root {
  Cost cost = unknown;
  Kind kind = Kind::leaf;
  std::size_t block = 0;   // vec, idx, idxbuc: the length of the block that is repeated
  std::int64_t stride = 0; // idxbuc: the substride
};

/// The distances from each block to the next.
class Gaps {
public:
  void add(std::int64_t gap) {
    if (const std::int64_t times = ++times_[gap]; times > most_) {
      most_ = times;
      commonest_ = gap;
    }
  }

  bool all_equal() const { return times_.size() == 1; }
  std::int64_t commonest() const { return commonest_; }
  std::int64_t most() const { return most_; } // how often the commonest occurs

private:
  std::unordered_map<std::int64_t, std::int64_t> times_;
  std::int64_t commonest_ = 0, most_ = 0;
};

/// A table over the segments of a sequence: begin < n, 1 <= length <= n - begin.
template <typename T> class SegmentTable {
public:
  explicit SegmentTable(std::size_t n) : n_(n), values_(n * (n + 1) / 2) {}

  T &operator()(std::size_t begin, std::size_t length) {
    return values_[begin * n_ - begin * (begin - 1) / 2 + length - 1];
  }

private:
  std::size_t n_;
  std::vector<T> values_;
};

class Solver {
public:
  Solver(const std::vector<PlacedPart> &sequence, const std::vector<Part> &parts, const CostModel &model)
      : sequence_(sequence), parts_(parts), model_(model), n_(sequence.size()), best_(n_), list_(n_),
        cut_(n_), tokens_(make_tokens()), agreeing_(n_ + 1, std::vector<std::uint32_t>()) {
    measure_agreement();
    solve();
  }

  TypeTree tree() {
    const std::int64_t shift = sequence_[0].displacement;
    if (shift == 0)
      return build(0, n_);
    return build_shifted(n_, shift);
  }

private:
  std::vector<std::uint32_t> make_tokens() const {
    std::map<std::tuple<std::size_t, std::size_t, std::int64_t>, std::uint32_t> ids;
    std::vector<std::uint32_t> tokens;
    for (std::size_t t = 0; t + 1 < n_; ++t) {
      const auto key = std::tuple(sequence_[t].part, sequence_[t + 1].part,
                                  sequence_[t + 1].displacement - sequence_[t].displacement);
      tokens.push_back(ids.try_emplace(key, static_cast<std::uint32_t>(ids.size())).first->second);
    }
    return tokens;
  }

  /// agreeing_[q][t]: how many tokens from t on equal those q further on.
  void measure_agreement() {
    for (std::size_t q = 1; 2 * q <= n_; ++q) {
      std::vector<std::uint32_t> &run = agreeing_[q];
      run.assign(n_, 0);
      for (std::size_t t = tokens_.size() - q; t-- > 0;)
        run[t] = tokens_[t] == tokens_[t + q] ? run[t + 1] + 1 : 0;
    }
  }

  /// Do the blocks of length q at `begin` and q further on hold the same, up to a shift?
  bool repeats(std::size_t begin, std::size_t q) const {
    return q == 1 ? sequence_[begin].part == sequence_[begin + 1].part : agreeing_[q][begin] >= q - 1;
  }

  std::int64_t distance(std::size_t from, std::size_t to) const {
    return sequence_[to].displacement - sequence_[from].displacement;
  }

  void solve() {
    for (std::size_t begin = 0; begin < n_; ++begin)
      improve(best_(begin, 1), {parts_[sequence_[begin].part].cost, Kind::leaf});
    // By length: whatever a segment is made of is shorter.
    for (std::size_t length = 1; length <= n_; ++length)
      for (std::size_t begin = 0; begin + length <= n_; ++begin) {
        const CutList several = list_of_several(begin, length);
        improve(best_(begin, length), {model_.struc + several.cost.cost, Kind::struc});
        finish_list(begin, length, several);
        extend_repetitions(begin, length);
      }
  }

  static void improve(Root &root, const Root &candidate) {
    if (candidate.cost < root.cost)
      root = candidate;
  }

  Cost child_cost(std::size_t begin, std::size_t length) {
    return model_.ix + model_.type + best_(begin, length).cost;
  }

  /// A list with where its last child begins.
  struct CutList {
    ListCost cost;
    std::size_t cut = 0;
  };

  /// The cheapest list of at least two children.
  CutList list_of_several(std::size_t begin, std::size_t length) {
    CutList cheapest;
    for (std::size_t cut = 1; cut < length; ++cut) {
      const ListCost &before = list_(begin, cut);
      const ListCost cost{before.cost + child_cost(begin + cut, length - cut), before.children + 1};
      if (cost < cheapest.cost)
        cheapest = {cost, cut};
    }
    return cheapest;
  }

  /// As a part of a longer list the segment may also be one child.
  void finish_list(std::size_t begin, std::size_t length, const CutList &several) {
    const ListCost whole{child_cost(begin, length), 1};
    list_(begin, length) = std::min(whole, several.cost);
    cut_(begin, length) = static_cast<std::uint32_t>(whole <= several.cost ? 0 : several.cut);
  }

  /// Offers the block to all segments that repeat it.
  void extend_repetitions(std::size_t begin, std::size_t q) {
    const Cost block = best_(begin, q).cost;
    Gaps gaps;
    std::int64_t count = 1;
    for (std::size_t at = begin; at + 2 * q <= n_ && repeats(at, q); at += q) {
      gaps.add(distance(at, at + q));
      ++count;
      Root &root = best_(begin, static_cast<std::size_t>(count) * q);
      if (gaps.all_equal())
        improve(root, {model_.vec + block, Kind::vec, q});
      improve(root, idx_of(q, count, block));
      improve(root, idxbuc_of(q, count, gaps, block));
    }
  }

  Root idx_of(std::size_t q, std::int64_t count, Cost block) const {
    return {model_.idx + count * model_.ix + block, Kind::idx, q};
  }

  /// Each gap that is the commonest saves a bucket.
  Root idxbuc_of(std::size_t q, std::int64_t count, const Gaps &gaps, Cost block) const {
    return {model_.idxbuc + (count - gaps.most()) * (model_.ix + model_.bucket) + block, Kind::idxbuc, q,
            gaps.commonest()};
  }

  TypeTree build(std::size_t begin, std::size_t length) {
    const Root &root = best_(begin, length);
    if (root.kind == Kind::leaf)
      return parts_[sequence_[begin].part].tree;
    return root.kind == Kind::struc ? build_struc(begin, length, 0)
                                    : build_repetition(begin, length, root, 0);
  }

  TypeTree build_struc(std::size_t begin, std::size_t length, std::int64_t shift) {
    std::vector<std::size_t> starts; // from the last child on
    std::size_t left = length;
    for (std::size_t cut = list_of_several(begin, length).cut; true; cut = cut_(begin, left)) {
      starts.push_back(cut);
      if (cut == 0)
        break;
      left = cut;
    }
    std::reverse(starts.begin(), starts.end());
    std::vector<std::int64_t> displacements;
    std::vector<TypeTree> children;
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const std::size_t end = i + 1 < starts.size() ? starts[i + 1] : length;
      displacements.push_back(shift + distance(begin, begin + starts[i]));
      children.push_back(build(begin + starts[i], end - starts[i]));
    }
    return TypeTree::struc(std::move(displacements), std::move(children));
  }

  TypeTree build_repetition(std::size_t begin, std::size_t length, const Root &root, std::int64_t shift) {
    const TypeTree block = build(begin, root.block);
    const auto count = static_cast<std::int64_t>(length / root.block);
    if (root.kind == Kind::vec)
      return TypeTree::vec(count, distance(begin, begin + root.block), block);
    std::vector<std::int64_t> displacements, sizes;
    for (std::size_t at = begin; at < begin + length; at += root.block) {
      if (root.kind == Kind::idxbuc && at != begin && distance(at - root.block, at) == root.stride) {
        ++sizes.back();
        continue;
      }
      displacements.push_back(shift + distance(begin, at));
      sizes.push_back(1);
    }
    if (root.kind == Kind::idx)
      return TypeTree::idx(std::move(displacements), block);
    return TypeTree::idxbuc(root.stride, std::move(displacements), std::move(sizes), block);
  }

  /// The cheapest root of [0, length) that can carry a shift: an irregular node, if need be with a count of
  /// one, or a vec of what can.
  struct ShiftedRoot {
    Root root;
    bool wraps = false; // an irregular node of one above the best tree
  };

  ShiftedRoot shifted(std::size_t length) {
    const Cost aligned = best_(0, length).cost;
    ShiftedRoot out;
    const auto offer = [&](const Root &root, bool wraps) {
      if (root.cost < out.root.cost)
        out = {root, wraps};
    };
    const Kind kind = best_(0, length).kind;
    if (kind == Kind::idx || kind == Kind::idxbuc || kind == Kind::struc)
      offer(best_(0, length), false);
    if (length > 1)
      offer({model_.struc + list_of_several(0, length).cost.cost, Kind::struc}, false);
    offer({model_.idx + model_.ix + aligned, Kind::idx}, true);
    offer({model_.idxbuc + model_.ix + model_.bucket + aligned, Kind::idxbuc}, true);
    offer({model_.struc + model_.ix + model_.type + aligned, Kind::struc}, true);
    for (std::size_t q = 1; 2 * q <= length; ++q)
      if (length % q == 0)
        offer_repetitions(length, q, offer);
    return out;
  }

  template <typename Offer> void offer_repetitions(std::size_t length, std::size_t q, Offer offer) {
    Gaps gaps;
    for (std::size_t at = 0; at + 2 * q <= length; at += q) {
      if (!repeats(at, q))
        return;
      gaps.add(distance(at, at + q));
    }
    const auto count = static_cast<std::int64_t>(length / q);
    const Cost block = best_(0, q).cost;
    offer(idx_of(q, count, block), false);
    offer(idxbuc_of(q, count, gaps, block), false);
    if (gaps.all_equal())
      offer({model_.vec + shifted(q).root.cost, Kind::vec, q}, false);
  }

  TypeTree build_shifted(std::size_t length, std::int64_t shift) {
    const ShiftedRoot chosen = shifted(length);
    const Root &root = chosen.root;
    if (chosen.wraps) {
      const TypeTree aligned = build(0, length);
      return root.kind == Kind::idx      ? TypeTree::idx({shift}, aligned)
             : root.kind == Kind::idxbuc ? TypeTree::idxbuc(0, {shift}, {1}, aligned)
                                         : TypeTree::struc({shift}, {aligned});
    }
    if (root.kind == Kind::struc)
      return build_struc(0, length, shift);
    if (root.kind == Kind::vec)
      return TypeTree::vec(static_cast<std::int64_t>(length / root.block), distance(0, root.block),
                           build_shifted(root.block, shift));
    return build_repetition(0, length, root, shift);
  }

  const std::vector<PlacedPart> &sequence_;
  const std::vector<Part> &parts_;
  const CostModel &model_;
  std::size_t n_;
  SegmentTable<Root> best_;
  SegmentTable<ListCost> list_;       // of struc children that make up the segment
  SegmentTable<std::uint32_t> cut_;   // where the last of them begins
  std::vector<std::uint32_t> tokens_; // of each element and the next
  std::vector<std::vector<std::uint32_t>> agreeing_;
};

} // namespace

TypeTree cubic_reconstruction(const TypeMap &map, const CostModel &model) {
  if (map.empty())
    return TypeTree::empty();
  std::vector<PlacedPart> sequence;
  std::vector<Part> parts;
  for (const TypeMapEntry &entry : map) {
    const TypeTree leaf = TypeTree::leaf(entry.type);
    const auto found = std::ranges::find(parts, leaf, &Part::tree);
    sequence.push_back({static_cast<std::size_t>(found - parts.begin()), entry.displacement});
    if (found == parts.end())
      parts.push_back({leaf, model.leaf});
  }
  return Solver(sequence, parts, model).tree();
}

} // namespace automap::layout
