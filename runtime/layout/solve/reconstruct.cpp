// Least-cost type trees of type maps and of trees. See reconstruct.h.
#include "layout/reconstruct.h"

#include "layout/compose.h"
#include "layout/dag.h"
#include "layout/lower_bound.h"
#include "layout/type_map_hash.h"
#include "long_arrays.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <optional>
#include <unordered_map>
#include <utility>

namespace automap::layout {
namespace {

using Kind = TypeTree::Kind;

/// The number of copies or children up to which an idx, idxbuc or struc is solved anew. A longer one is kept, with
/// better children.
constexpr std::size_t longest_list = std::size_t{1} << 22;

/// The number of copies above which those of an idxbuc's bucket are not examined one by one.
constexpr std::int64_t long_bucket = 64;

/// The sizes up to which a part is taken apart when the layout that contains it is solved: the number of elements, and
/// the number of children of a struc.
constexpr std::int64_t small_part = 16, small_struc = 1024;

/// A sequence of parts that grows. Equal trees are one part.
class Parts {
public:
  explicit Parts(const CostModel &model) : model_(model) {}

  void append(std::int64_t displacement, const TypeTree &tree) { sequence_.push_back({add_part(tree), displacement}); }

  /// Appends the smallest parts of `tree` that are worth examining.
  void append_pieces(std::int64_t displacement, const TypeTree &tree) {
    if (tree.kind() == Kind::struc && tree.count() <= small_struc)
      for (std::size_t i = 0; i < tree.children().size(); ++i)
        append_pieces(displacement + tree.displacements()[i], tree.children()[i]);
    else if (tree.kind() != Kind::leaf && tree.element_count() <= small_part)
      for (const TypeMapEntry &entry : flatten(tree))
        append(displacement + entry.displacement, TypeTree::leaf(entry.type));
    else
      append(displacement, tree);
  }

  LeastCostTree solve(const ReconstructionBudget &budget) const {
    return least_cost_tree(sequence_, parts_, model_, budget);
  }

  /// Returns the straightforward tree, without any search.
  TypeTree compose() const {
    std::vector<Placed> placed;
    for (const PlacedPart &one : sequence_)
      placed.push_back({one.displacement, parts_[one.part].tree});
    return sequence(placed);
  }

private:
  std::size_t add_part(const TypeTree &tree) {
    const std::size_t hash = static_cast<std::size_t>(tree.kind()) + 5 * static_cast<std::size_t>(tree.count()) +
                             31 * static_cast<std::size_t>(tree.data_bytes()) +
                             1009 * static_cast<std::size_t>(tree.true_upper_bound());
    const auto [first, last] = index_.equal_range(hash);
    for (auto at = first; at != last; ++at)
      if (parts_[at->second].tree == tree)
        return at->second;
    parts_.push_back({tree, layout::cost(tree, model_)});
    index_.emplace(hash, parts_.size() - 1);
    return parts_.size() - 1;
  }

  const CostModel &model_;
  std::vector<PlacedPart> sequence_;
  std::vector<Part> parts_;
  std::unordered_multimap<std::size_t, std::size_t> index_;
};

/// Returns the copies or children of an idx, idxbuc or struc, long buckets as arrays; nothing if there are more than
/// `limit`.
std::optional<std::vector<Placed>> pieces_of(const TypeTree &tree, std::size_t limit) {
  std::vector<Placed> out;
  for (std::size_t i = 0; i < tree.displacements().size(); ++i) {
    const TypeTree &piece = tree.kind() == Kind::struc ? tree.children()[i] : tree.child();
    const std::int64_t copies = tree.kind() == Kind::idxbuc ? tree.bucket_sizes()[i] : 1;
    if (copies > long_bucket) {
      out.push_back({tree.displacements()[i], array_of(copies, tree.stride_bytes(), piece)});
      continue;
    }
    if (static_cast<std::uint64_t>(copies) > limit - out.size())
      return std::nullopt;
    for (std::int64_t k = 0; k < copies; ++k)
      out.push_back({tree.displacements()[i] + k * tree.stride_bytes(), piece});
  }
  return out;
}

/// Returns the cheapest tree of the empty layout, which can be written in several ways.
TypeTree cheapest_empty(const CostModel &model) {
  const TypeTree nothing[] = {TypeTree::empty(), TypeTree::idx({}, TypeTree::leaf({})),
                              TypeTree::vec(0, 0, TypeTree::leaf({})), TypeTree::idxbuc(0, {}, {}, TypeTree::leaf({}))};
  return *std::ranges::min_element(nothing, {}, [&](const TypeTree &one) { return cost(one, model); });
}

class Normalizer {
public:
  Normalizer(const CostModel &model, const ReconstructionBudget &budget)
      : model_(model), budget_(budget), end_(std::chrono::steady_clock::now() + within_a_year(budget.time)) {}

  LeastCostTree operator()(const TypeTree &tree) {
    if (tree.element_count() == 0)
      return {cheapest_empty(model_), true};
    if (const auto known = known_.find(tree.node_address()); known != known_.end())
      return known->second;
    if (std::int64_t span = 0; __builtin_sub_overflow(tree.true_upper_bound(), tree.true_lower_bound(), &span))
      return {tree, false}; // distances in it leave the 64-bit range
    LeastCostTree better = improve(tree);
    if (cost(better.tree, model_) > cost(tree, model_))
      better.tree = tree;
    known_.emplace(tree.node_address(), better);
    return better;
  }

private:
  LeastCostTree improve(const TypeTree &tree) {
    constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();
    const bool is_small = tree.element_count() <= budget_.small_tree;
    if (is_small && budget_.elements_per_word == any)
      return solve_flat(tree);
    LeastCostTree better = check_bound(improve_by_structure(tree));
    const Cost savings = cost(better.tree, model_) - lower_bound(better.tree, model_);
    if (better.proved || tree.element_count() / budget_.elements_per_word >= savings)
      return better;
    if (is_small)
      return solve_flat(tree);
    for (const Shorten shorten : {Shorten::outermost, Shorten::all}) {
      if (better.proved)
        return better;
      const auto found = tree_with_long_arrays(better.tree, model_, remaining_budget(), shorten);
      if (found && found->proved)
        return *found;
      if (found && cost(found->tree, model_) < cost(better.tree, model_))
        better = check_bound(found->tree);
    }
    if (better.proved || static_cast<std::uint64_t>(tree.element_count()) > budget_.flattened_elements ||
        remaining_budget().time <= std::chrono::milliseconds(0))
      return better;
    LeastCostTree flat = solve_flat(tree);
    return flat.proved || cost(flat.tree, model_) < cost(better.tree, model_) ? flat : better;
  }

  /// Returns the tree, proved if it costs as little as the lower bound of all trees of its type map.
  LeastCostTree check_bound(const TypeTree &tree) const {
    return {tree, cost(tree, model_) == lower_bound(tree, model_)};
  }

  LeastCostTree solve_flat(const TypeTree &tree) const {
    const Reconstruction found = reconstruct(flatten(tree), model_, remaining_budget());
    return {found.tree, found.proved};
  }

  TypeTree improve_by_structure(const TypeTree &tree) {
    if (tree.kind() == Kind::vec)
      return array_of(tree.count(), tree.stride_bytes(), (*this)(tree.child()).tree);
    std::optional<std::vector<Placed>> pieces = pieces_of(tree, longest_list);
    if (!pieces) // too many to examine: only the repeated subtree improves
      return improve_children(tree);
    for (Placed &piece : *pieces)
      piece.tree = (*this)(piece.tree).tree;
    const TypeTree composed = sequence(*pieces);
    if (composed.kind() != Kind::struc)
      return composed;
    Parts parts(model_);
    for (std::size_t i = 0; i < composed.children().size(); ++i)
      parts.append_pieces(composed.displacements()[i], composed.children()[i]);
    return parts.solve(remaining_budget()).tree;
  }

  TypeTree improve_children(const TypeTree &tree) {
    std::vector<TypeTree> children;
    for (const TypeTree &child : tree.children())
      children.push_back((*this)(child).tree);
    return with_children(tree, std::move(children));
  }

  ReconstructionBudget remaining_budget() const {
    ReconstructionBudget out = budget_;
    out.time = std::chrono::duration_cast<std::chrono::milliseconds>(end_ - std::chrono::steady_clock::now());
    return out;
  }

  const CostModel &model_;
  const ReconstructionBudget &budget_;
  std::chrono::steady_clock::time_point end_;
  std::unordered_map<const void *, LeastCostTree> known_;
};

Reconstruction make_result(LeastCostTree found, const CostModel &model) {
  const Cost total = cost(found.tree, model);
  const Cost bound = found.proved ? total : lower_bound(found.tree, model);
  return {std::move(found.tree), total, bound == total, bound};
}

} // namespace

Reconstruction reconstruct(const TypeMap &map, const CostModel &model, const ReconstructionBudget &budget) {
  if (map.empty())
    return make_result({cheapest_empty(model), true}, model);
  Parts parts(model);
  for (const TypeMapEntry &entry : map)
    parts.append(entry.displacement, TypeTree::leaf(entry.type));
  LeastCostTree found = parts.solve(budget);
  if (!found.proved)
    if (TypeTree plain = parts.compose(); cost(plain, model) < cost(found.tree, model))
      found.tree = std::move(plain);
  assert(flatten(found.tree) == map);
  return make_result(found, model);
}

Reconstruction normalize(const TypeTree &tree, const CostModel &model, const ReconstructionBudget &budget) {
  const LeastCostTree better = Normalizer(model, budget)(tree);
  assert(tree.element_count() > 100'000 ? have_one_type_map(better.tree, tree) : flatten(better.tree) == flatten(tree));
  return make_result(better, model);
}

} // namespace automap::layout
