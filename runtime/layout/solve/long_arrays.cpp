// Trees with long arrays. See long_arrays.h.
//
// Each array is reduced to a few copies of its element, and the type map of the rest is solved. In its tree, vecs (or
// buckets) in the same places get the missing copies. The result is a tree for the whole; the following shows when no
// other tree costs less.
//
// Call (type, next type, distance) of two neighbours in a type map a token. Let z be a token of the map M that occurs N
// times, p elements apart, such that all tokens from its first to its last occurrence repeat with period p. Let M' be M
// without one period in that range; it does not matter which one.
//
//   Lemma. Let M begin at displacement 0, 0 < K_ix <= K_vec + K_leaf, and let no node over two or more
//   equidistant copies cost less than a vec or an idxbuc of one bucket. If a tree for M costs K < N K_ix,
//   there is one for M' that costs no more.
//
// We may assume that nodes begin at 0, because the displacements of idx, idxbuc and struc contain shifts for free, and
// that they are not empty. The proof is by induction on the tree. Subtrees stand for stretches of M, in which the
// occurrences of z are p apart, too, and a subtree of two elements costs at least K_ix.
//   - A node over one copy or child: the copy or child has the same z and costs no more.
//   - A struc of m children has at most m - 1 occurrences between children and pays m K_ix for itself.
//     Therefore the lemma holds for one of the children. The later children move.
//   - A node over k >= 2 copies of a block B of q elements with z inside B: z recurs q elements later in the
//     next copy, thus q = a p. The stretch from the first z to the last has period p; because the copies are
//     equal, the whole node has it. If a = 1, one copy can be removed. If a >= 2, the node is the first p
//     elements W, repeated k a times. W has z once and costs no more than B (see least_cost.cpp). Therefore
//     k a - 1 copies of W in the cheapest node over equidistant copies cost no more than the node did.
//   - An idx of k >= 2 copies without z in B has z between copies: N < k, but it pays k K_ix.
//   - A vec likewise has z between all of its copies or nowhere. If N = 1, K >= K_vec + K_leaf >= N K_ix.
//     Otherwise q = p, and one copy can be removed.
//   - An idxbuc of k buckets likewise. If two junctions in a row are z, then q = p. If some bucket then has
//     two copies joined by z, one of them can be removed; if there is none, z is only between buckets, and
//     N < k. If no two in a row are z, each bucket has at most one z inside it or after it, and N <= k, but
//     it pays k K_ix.
//
// Now let U be the least cost of a map with N K_ix >= U. If periods are added there, the cost does not rise, because
// the least-cost tree grows by copies: by the cases of the lemma, this tree or one of the same cost has a vec or bucket
// over the period. Nor does the cost fall: by the lemma, the periods can be removed again one by one. This holds for
// one array after the other if each has a z of its own. No other array then contains it, because each token of an
// array's period recurs at the distance of the period.
//
// If arrays lie within arrays, a z occurs in several places, and the optimum may depend on the relation of their
// lengths. Such arrays are shortened only to find a tree.
#include "long_arrays.h"

#include "layout/checked.h"
#include "layout/reconstruct.h"
#include "layout/type_map.h"
#include "layout/type_map_hash.h"
#include "token_sequence.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace automap::layout {
namespace {

using Kind = TypeTree::Kind;

/// An array that has been shortened: its first copy begins at element `begin` of the short map.
struct ShortArray {
  Index begin = 0, element = 0; // `element`: the number of elements of one copy
  std::int64_t missing = 0;     // the number of copies
};

bool is_wrapper(const TypeTree &tree) {
  return tree.kind() != Kind::leaf && tree.kind() != Kind::struc && tree.count() == 1 &&
         (tree.kind() != Kind::idxbuc || tree.bucket_sizes()[0] == 1);
}

std::int64_t first_displacement(const TypeTree &wrapper) {
  return wrapper.kind() == Kind::vec ? 0 : wrapper.displacements()[0];
}

/// The type map with short arrays.
class ShortMap {
public:
  /// Keeps at least `copies` copies of each array. Arrays of different lengths keep different numbers of copies where
  /// possible, so that they stay different.
  ShortMap(const TypeTree &tree, std::int64_t copies, std::size_t most_elements, Shorten shorten)
      : copies_(copies), shorten_(shorten) {
    const Size size = size_of(tree, true);
    is_short_ = size.is_short && size.elements <= most_elements;
    if (is_short_)
      append(tree, 0, true);
  }

  /// Whether something has been left out and the map has no more than the given number of elements.
  bool is_short() const { return is_short_; }

  const TypeMap &map() const { return map_; }
  const std::vector<ShortArray> &arrays() const { return arrays_; }

private:
  struct Size {
    std::size_t elements = 0;
    bool is_short = false; // whether something has been left out
  };

  /// Returns how many copies an array keeps; `outermost` means that it is not part of another array.
  std::int64_t copies_of(const TypeTree &tree, bool outermost) {
    if (tree.count() <= 2 * copies_ || (!outermost && shorten_ == Shorten::outermost))
      return tree.count();
    const std::int64_t number = lengths_.try_emplace(tree.count(), lengths_.size()).first->second;
    return copies_ + std::min(copies_, number);
  }

  /// Returns the number of elements, at most 2^32 - 1.
  Size size_of(const TypeTree &tree, bool outermost) {
    if (tree.element_count() <= 1)
      return {static_cast<std::size_t>(tree.element_count()), false};
    const auto [known, is_new] = sizes_[outermost].try_emplace(tree.node_address());
    if (!is_new)
      return known->second;
    Size out;
    if (tree.kind() == Kind::struc)
      for (const TypeTree &child : tree.children())
        out = sum(out, size_of(child, outermost), 1);
    else if (is_wrapper(tree))
      out = size_of(tree.child(), outermost);
    else if (tree.kind() == Kind::vec) {
      const std::int64_t copies = copies_of(tree, outermost);
      out = sum({0, copies < tree.count()}, size_of(tree.child(), false), static_cast<std::size_t>(copies));
    } else
      out = sum({}, {static_cast<std::size_t>(tree.element_count()), false}, 1);
    return sizes_[outermost][tree.node_address()] = out;
  }

  static Size sum(const Size &a, const Size &b, std::size_t times) {
    constexpr std::size_t most = UINT32_MAX;
    if (b.elements != 0 && times > (most - a.elements) / b.elements)
      return {most, a.is_short || b.is_short};
    return {a.elements + times * b.elements, a.is_short || b.is_short};
  }

  void append(const TypeTree &tree, std::int64_t displacement, bool outermost) {
    if (!size_of(tree, outermost).is_short)
      for (const TypeMapEntry &entry : flatten(tree))
        map_.push_back({entry.type, checked_subtract(checked_add(displacement, entry.displacement), missing_bytes_)});
    else if (tree.kind() == Kind::struc)
      for (std::size_t i = 0; i < tree.children().size(); ++i)
        append(tree.children()[i], checked_add(displacement, tree.displacements()[i]), outermost);
    else if (is_wrapper(tree))
      append(tree.child(), checked_add(displacement, first_displacement(tree)), outermost);
    else
      append_array(tree, displacement, copies_of(tree, outermost));
  }

  void append_array(const TypeTree &tree, std::int64_t displacement, std::int64_t copies) {
    const std::int64_t missing = tree.count() - copies;
    const std::size_t array = arrays_.size(), begin = map_.size();
    if (missing > 0)
      arrays_.push_back({static_cast<Index>(begin), 0, missing});
    for (std::int64_t i = 0; i < copies; ++i)
      append(tree.child(), checked_add(displacement, i * tree.stride_bytes()), false);
    if (missing == 0)
      return;
    arrays_[array].element = static_cast<Index>((map_.size() - begin) / static_cast<std::size_t>(copies));
    missing_bytes_ = checked_add(missing_bytes_, checked_multiply(missing, tree.stride_bytes()));
  }

  std::int64_t copies_;
  Shorten shorten_;
  bool is_short_ = false;
  TypeMap map_;
  std::vector<ShortArray> arrays_;
  std::map<std::int64_t, std::int64_t> lengths_;    // the number of each length of a shortened array
  std::unordered_map<const void *, Size> sizes_[2]; // each node's size, within arrays and outermost
  std::int64_t missing_bytes_ = 0;                  // the bytes left out before the next element
};

/// A run that is to grow: the tokens [begin, end) have a period of `period`, and `missing` more periods are needed.
struct Growth {
  Index begin = 0, end = 0, period = 0;
  std::int64_t missing = 0;
  std::int64_t unique = 0; // N of the lemma; 0 if there is no z

  bool operator==(const Growth &) const = default;
};

/// Finds the runs of the arrays, and a token for the lemma in each.
class ArrayRuns {
public:
  explicit ArrayRuns(const TypeMap &map) : sequence_(placed(map)), tokens_(sequence_) {
    for (const Index token : tokens_.tokens()) {
      if (token >= occurrences_.size())
        occurrences_.resize(token + 1, 0);
      ++occurrences_[token];
    }
  }

  Growth operator()(const ShortArray &array) const {
    const std::span<const Index> tokens = tokens_.tokens();
    const auto agrees = [&](Index at, Index period) { return tokens[at] == tokens[at + period]; };
    Growth out{.begin = array.begin, .end = array.begin + 2 * array.element, .period = array.element};
    for (Index period = 1; period < array.element; ++period)
      if (array.element % period == 0) {
        Index at = array.begin;
        while (at < array.begin + array.element && agrees(at, period))
          ++at;
        if (at == array.begin + array.element) {
          out.period = period;
          break;
        }
      }
    while (out.begin > 0 && agrees(out.begin - 1, out.period))
      --out.begin;
    while (out.end < tokens.size() && agrees(out.end - out.period, out.period))
      ++out.end;
    out.missing = checked_multiply(array.missing, array.element / out.period);
    const auto in_run = [&](Index at) { // the occurrences of a token that occurs once in a period
      return (at - out.begin) / out.period + 1 + (out.end - 1 - at) / out.period;
    };
    for (Index at = array.begin; at < array.begin + out.period && out.unique == 0; ++at)
      if (occurrences_[tokens[at]] == in_run(at))
        out.unique = in_run(at);
    return out;
  }

private:
  static std::vector<PlacedPart> placed(const TypeMap &map) {
    std::map<std::pair<BasicTypeId, std::uint32_t>, std::size_t> parts;
    std::vector<PlacedPart> out;
    out.reserve(map.size());
    for (const TypeMapEntry &entry : map)
      out.push_back(
          {parts.try_emplace({entry.type.id, entry.type.size_bytes}, parts.size()).first->second, entry.displacement});
    return out;
  }

  const std::vector<PlacedPart> sequence_;
  const TokenSequence tokens_;
  std::vector<std::int64_t> occurrences_;
};

/// Gives the nodes over the runs the missing copies.
class Grower {
public:
  /// Returns the tree with all missing copies; nothing if some run has no node.
  static std::optional<TypeTree> grow(const TypeTree &tree, std::vector<Growth> growths) {
    Grower grower(std::move(growths));
    TypeTree out = grower.grow(tree, 0);
    return grower.growths_.empty() ? std::optional(std::move(out)) : std::nullopt;
  }

private:
  explicit Grower(std::vector<Growth> growths) : growths_(std::move(growths)) {}

  /// Returns the grown tree, whose first element has the number `begin`. Removes the growths that it has used from
  /// growths_, and adds the new bytes to shift_.
  TypeTree grow(const TypeTree &tree, Index begin) {
    if (growths_.empty() || tree.kind() == Kind::leaf)
      return tree;
    if (tree.kind() != Kind::struc)
      return grow_repetition(tree, begin);
    std::vector<std::int64_t> displacements;
    std::vector<TypeTree> children;
    const std::int64_t before = shift_;
    for (std::size_t i = 0; i < tree.children().size(); ++i) {
      displacements.push_back(checked_add(tree.displacements()[i], shift_ - before));
      children.push_back(grow(tree.children()[i], begin));
      begin += static_cast<Index>(tree.children()[i].element_count());
    }
    return TypeTree::struc(std::move(displacements), std::move(children));
  }

  TypeTree grow_repetition(const TypeTree &tree, Index begin) {
    const auto block = static_cast<Index>(tree.child().element_count());
    const auto copies = static_cast<Index>(tree.element_count() / block);
    const auto [child, child_shift] = grow_block(tree.child(), begin, block, copies);
    if (tree.kind() == Kind::vec) {
      const std::int64_t stride = checked_add(tree.stride_bytes(), child_shift);
      const std::int64_t more = take_growth(begin, block, copies);
      add_shift(copies, child_shift);
      add_shift(more, stride);
      return TypeTree::vec(checked_add(tree.count(), more), stride, child);
    }
    std::vector<std::int64_t> displacements, sizes;
    const std::int64_t stride = tree.kind() == Kind::idxbuc ? checked_add(tree.stride_bytes(), child_shift) : 0;
    const std::int64_t before = shift_;
    for (std::size_t i = 0; i < tree.displacements().size(); ++i) {
      const std::int64_t size = tree.kind() == Kind::idxbuc ? tree.bucket_sizes()[i] : 1;
      const std::int64_t more = tree.kind() == Kind::idxbuc ? take_growth(begin, block, static_cast<Index>(size)) : 0;
      displacements.push_back(checked_add(tree.displacements()[i], shift_ - before));
      sizes.push_back(checked_add(size, more));
      add_shift(size, child_shift);
      add_shift(more, stride);
      begin += static_cast<Index>(size) * block;
    }
    return tree.kind() == Kind::idx ? TypeTree::idx(std::move(displacements), child)
                                    : TypeTree::idxbuc(stride, std::move(displacements), std::move(sizes), child);
  }

  void add_shift(std::int64_t copies, std::int64_t bytes) {
    shift_ = checked_add(shift_, checked_multiply(copies, bytes));
  }

  /// Returns the number of copies to add to equidistant ones. If they share as many tokens with a run as both have in a
  /// period, all of them lie in the run.
  std::int64_t take_growth(Index begin, Index block, Index copies) {
    std::int64_t more = 0;
    std::erase_if(growths_, [&](const Growth &growth) {
      const Index first = std::max(begin, growth.begin), end = std::min(begin + copies * block - 1, growth.end);
      if (block % growth.period != 0 || growth.missing % (block / growth.period) != 0 ||
          end < first + block + growth.period)
        return false;
      more = checked_add(more, growth.missing / (block / growth.period));
      return true;
    });
    return more;
  }

  /// Returns the child of a repetition if the same is to grow in all of its copies, and by how many bytes each copy
  /// grows.
  std::pair<TypeTree, std::int64_t> grow_block(const TypeTree &child, Index begin, Index block, Index copies) {
    std::vector<std::vector<Growth>> inside(copies);
    for (const Growth &growth : growths_)
      if (growth.begin >= begin && growth.end <= begin + copies * block) {
        const Index copy = (growth.begin - begin) / block, from = begin + copy * block;
        if (growth.end <= from + block) {
          inside[copy].push_back(growth);
          inside[copy].back().begin -= from;
          inside[copy].back().end = std::min(growth.end - from, block - 1);
          inside[copy].back().unique = 0;
        }
      }
    if (inside[0].empty() || !std::ranges::all_of(inside, [&](const auto &of) { return of == inside[0]; }))
      return {child, 0};
    Grower grower(inside[0]);
    TypeTree out = grower.grow(child, 0);
    if (!grower.growths_.empty())
      return {child, 0};
    std::erase_if(growths_, [&](const Growth &growth) {
      return growth.begin >= begin && growth.end <= begin + copies * block &&
             (growth.begin - begin) / block == (growth.end - 1 - begin) / block;
    });
    return {std::move(out), grower.shift_};
  }

  std::vector<Growth> growths_; // the growths that are left
  std::int64_t shift_ = 0;      // the bytes by which the following elements move
};

/// Whether the costs fulfil the conditions of the lemma.
bool is_usual(const CostModel &model) {
  const Cost vec = std::min(model.vec, checked_add(model.idxbuc, checked_add(model.ix, model.bucket)));
  return model.ix > 0 && model.ix <= checked_add(model.vec, model.leaf) &&
         vec <= checked_add(model.idx, checked_multiply(2, model.ix));
}

} // namespace

std::optional<LeastCostTree> tree_with_long_arrays(const TypeTree &tree, const CostModel &model,
                                                   const ReconstructionBudget &budget, Shorten shorten) try {
  // The number of copies that the lemma needs, because the least cost is not above that of `tree`.
  constexpr std::int64_t most_copies = 10'000;
  const Cost known = cost(tree, model);
  const std::int64_t copies =
      4 + (shorten == Shorten::all ? 8 : std::min<std::int64_t>(most_copies, known / std::max<Cost>(1, model.ix)));
  const ShortMap shortened(tree, copies, budget.shortened_elements, shorten);
  if (!shortened.is_short())
    return std::nullopt;
  const Reconstruction found = reconstruct(shortened.map(), model, budget);
  const ArrayRuns runs(shortened.map());
  std::vector<Growth> growths;
  bool proved =
      found.proved && shorten == Shorten::outermost && is_usual(model) && shortened.map()[0].displacement == 0;
  for (const ShortArray &array : shortened.arrays()) {
    growths.push_back(runs(array));
    const std::int64_t unique = growths.back().unique;
    proved = proved && unique > 0 && checked_multiply(unique, model.ix) >= found.cost;
  }
  const std::optional<TypeTree> grown = Grower::grow(found.tree, std::move(growths));
  if (!grown || !have_one_type_map(*grown, tree))
    return std::nullopt;
  return LeastCostTree{*grown, proved};
} catch (const std::length_error &) { // a number leaves the 64-bit range
  return std::nullopt;
}

} // namespace automap::layout
