// Covers of sequences of units. See cover.h.
#include "cover.h"

#include "layout/checked.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace automap::layout {
namespace {

/// A cost above all others: constants are at most 2^40 and units 2^20 (see fold.cpp).
constexpr Cost never = Cost{1} << 62;

/// A new node that has begun: the cost of all parts up to this one, and the unit at which it began.
struct OpenNode {
  Cost cost = never;
  std::size_t begin = 0;
};

OpenNode cheaper(const OpenNode &a, const OpenNode &b) { return b.cost < a.cost ? b : a; }

/// Returns copies of `child` at `displacements`, in buckets of `stride`.
TypeTree buckets(const std::vector<std::int64_t> &displacements, std::int64_t stride, const TypeTree &child) {
  std::vector<std::int64_t> starts, sizes;
  for (std::size_t i = 0; i < displacements.size(); ++i)
    if (i > 0 && displacements[i] == checked_add(displacements[i - 1], stride))
      ++sizes.back();
    else {
      starts.push_back(displacements[i]);
      sizes.push_back(1);
    }
  return TypeTree::idxbuc(stride, std::move(starts), std::move(sizes), child);
}

} // namespace

Cover cover(const Units &units, std::vector<Piece> pieces, const CostModel &model) {
  const std::optional<std::int64_t> stride = most_frequent_gap(units);
  const auto end_of = [](const Piece &piece) { return piece.begin + piece.length; };
  std::ranges::stable_sort(pieces, {}, end_of);
  auto next_piece = pieces.begin();

  // least[k] is the cost of the cheapest parts for the first k units, last[k] the last of these parts. A new node that
  // contains unit k - 1 either begins there or continues, so one open node of each kind suffices.
  const Cost entry = checked_add(model.ix, model.type), bucket = checked_add(model.ix, model.bucket);
  std::vector<Cost> least(units.size() + 1, 0);
  std::vector<CoverPart> last(units.size() + 1);
  OpenNode idx, idxbuc, vec;
  for (std::size_t end = 1; end <= units.size(); ++end) {
    const std::size_t k = end - 1; // the unit that is added
    const bool goes_on = k > 0 && same_tree(units, k);
    const OpenNode new_idx = {least[k] + model.idx + model.ix, k};
    const OpenNode new_idxbuc = {least[k] + model.idxbuc + bucket, k};
    if (goes_on) {
      idx = cheaper({idx.cost + model.ix, idx.begin}, new_idx);
      idxbuc = cheaper({idxbuc.cost + (gap(units, k) == stride ? 0 : bucket), idxbuc.begin}, new_idxbuc);
      const OpenNode new_vec = {least[k - 1] + model.vec, k - 1};
      const bool vec_goes_on = k > 1 && same_tree(units, k - 1) && gap(units, k) == gap(units, k - 1);
      vec = vec_goes_on ? cheaper(vec, new_vec) : new_vec;
    } else {
      idx = new_idx;
      idxbuc = new_idxbuc;
      vec = {};
    }

    least[end] = never;
    const auto offer = [&](Cost cost, const CoverPart &part) {
      if (cost < least[end]) {
        least[end] = cost;
        last[end] = part;
      }
    };
    for (; next_piece != pieces.end() && end_of(*next_piece) == end; ++next_piece)
      offer(least[next_piece->begin], {CoverPart::Kind::piece, next_piece->begin, end, next_piece->node});
    offer(least[k], {CoverPart::Kind::unit, k, end, 0});
    offer(vec.cost, {CoverPart::Kind::vec, vec.begin, end, 0});
    offer(idx.cost, {CoverPart::Kind::idx, idx.begin, end, 0});
    offer(idxbuc.cost, {CoverPart::Kind::idxbuc, idxbuc.begin, end, 0});
    least[end] = checked_add(least[end], entry);
  }

  Cover out;
  out.cost = checked_add(least.back(), model.struc);
  out.bucket_stride = stride.value_or(0);
  for (std::size_t end = units.size(); end > 0; end = last[end].begin)
    out.parts.push_back(last[end]);
  std::ranges::reverse(out.parts);
  return out;
}

TypeTree cheapest_list(const std::vector<std::int64_t> &displacements, const TypeTree &child, const CostModel &model) {
  TypeTree best = TypeTree::idx(displacements, child);
  const auto offer = [&](TypeTree tree) {
    if (node_cost(tree, model) < node_cost(best, model))
      best = std::move(tree);
  };
  Units units;
  for (const std::int64_t displacement : displacements)
    units.push_back({displacement, 0});
  if (const auto stride = most_frequent_gap(units)) {
    TypeTree bucketed = buckets(displacements, *stride, child);
    const bool one_bucket = bucketed.count() == 1;
    offer(std::move(bucketed));
    if (one_bucket && displacements.front() == 0)
      offer(TypeTree::vec(std::ssize(displacements), *stride, child));
  }
  return best;
}

TypeTree build(const Cover &cover, const Units &units, const std::function<TypeTree(std::uint32_t)> &unit_tree,
               const std::function<TypeTree(std::size_t)> &piece_tree, const CostModel &model) {
  std::vector<std::int64_t> displacements;
  std::vector<TypeTree> children;
  for (const CoverPart &part : cover.parts) {
    const auto child = [&] { return unit_tree(units[part.begin].tree); };
    const auto relative = [&] {
      std::vector<std::int64_t> out;
      for (std::size_t k = part.begin; k < part.end; ++k)
        out.push_back(checked_subtract(units[k].at, units[part.begin].at));
      return out;
    };
    displacements.push_back(units[part.begin].at);
    switch (part.kind) {
    case CoverPart::Kind::unit:
      children.push_back(child());
      break;
    case CoverPart::Kind::piece:
      children.push_back(piece_tree(part.node));
      break;
    case CoverPart::Kind::idx:
      children.push_back(TypeTree::idx(relative(), child()));
      break;
    case CoverPart::Kind::idxbuc:
      children.push_back(buckets(relative(), cover.bucket_stride, child()));
      break;
    case CoverPart::Kind::vec:
      children.push_back(
          TypeTree::vec(static_cast<std::int64_t>(part.end - part.begin), gap(units, part.begin + 1), child()));
      break;
    }
  }
  const TypeTree struc = TypeTree::struc(displacements, children);
  if (!std::ranges::all_of(children, [&](const TypeTree &one) { return one.same_node(children.front()); }))
    return struc;
  TypeTree list = cheapest_list(displacements, children.front(), model);
  return node_cost(list, model) < node_cost(struc, model) ? list : struc;
}

} // namespace automap::layout
