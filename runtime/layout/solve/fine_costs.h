// A cost model as the solver needs it: in units fine enough to tell trees of equal cost apart, with the
// bounds that follow from it.
#pragma once

#include "layout/least_cost.h"
#include "repeating.h"
#include "token_sequence.h"

#include <vector>

namespace automap::layout {

struct FineCosts {
  /// For sequences of so many elements. Throws std::length_error if a tree's cost may leave the 64-bit range.
  FineCosts(const CostModel &model, const std::vector<Part> &parts, std::size_t elements);

  RepetitionCosts repeat;
  FineCost struc = 0;
  FineCost child = 0;         // of a struc, without its tree
  std::vector<FineCost> leaf; // by part
  FineCost cheapest_leaf = 0;
  FineCost at_least_for_two = 0; // any tree of two elements or more
  FineCost strict = 0;           // the cheapest node over any number of blocks at equal distances
  TypeTree::Kind strict_kind = TypeTree::Kind::vec;
  bool strict_is_best = false; // nothing costs less over two such blocks

  FineCost idx(Index blocks) const { return repeat.idx + FineCost{blocks} * repeat.ix; }
  FineCost idxbuc(Index buckets) const { return repeat.idxbuc + FineCost{buckets} * repeat.bucket; }
};

} // namespace automap::layout
