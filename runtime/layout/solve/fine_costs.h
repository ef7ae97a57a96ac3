// A cost model for the solver, in units fine enough to distinguish trees of equal cost, with the bounds that follow
// from it.
#pragma once

#include "layout/least_cost.h"
#include "repeating.h"
#include "token_sequence.h"

#include <vector>

namespace automap::layout {

struct FineCosts {
  /// Computes the costs for sequences of `elements` elements. Throws std::length_error if a tree's cost may leave the
  /// 64-bit range.
  FineCosts(const CostModel &model, const std::vector<Part> &parts, std::size_t elements);

  RepetitionCosts repeat;
  FineCost struc = 0;
  FineCost child = 0;         // a child of a struc, without its tree
  std::vector<FineCost> leaf; // the leaf of each part
  FineCost cheapest_leaf = 0;
  FineCost at_least_for_two = 0; // a lower bound for all trees of two or more elements
  FineCost strict = 0;           // the cheapest node over any number of equally spaced blocks
  TypeTree::Kind strict_kind = TypeTree::Kind::vec;
  bool strict_is_best = false; // whether no node over two such blocks costs less

  FineCost idx(Index blocks) const { return repeat.idx + FineCost{blocks} * repeat.ix; }
  FineCost idxbuc(Index buckets) const { return repeat.idxbuc + FineCost{buckets} * repeat.bucket; }
};

} // namespace automap::layout
