// Costs of the solver. See fine_costs.h.
#include "fine_costs.h"

#include <algorithm>
#include <stdexcept>

namespace automap::layout {

FineCosts::FineCosts(const CostModel &model, const std::vector<Part> &parts, std::size_t elements) {
  // A useful tree of n elements has at most n leaves and n nodes above them. Of trees of equal cost, the one with fewer
  // struc children is better: each child adds the smallest unit.
  __extension__ using Wide = __int128;
  Wide most = 1, sum = model.vec;
  for (const Cost constant : {model.idx, model.ix, model.idxbuc, model.bucket, model.struc, model.type})
    sum += constant;
  for (const Part &part : parts)
    most = std::max<Wide>(most, part.cost);
  const Wide total = (most + 2 * sum) * (static_cast<Wide>(elements) + 1);
  if (total >= unreachable)
    throw std::length_error("type tree: its cost leaves the 64-bit range");
  const FineCost unit =
      total * (static_cast<Wide>(elements) + 1) < unreachable ? static_cast<FineCost>(elements) + 1 : 1;
  repeat = {unit * model.vec, unit * model.idx, unit * model.ix, unit * model.idxbuc, unit * (model.ix + model.bucket)};
  struc = unit * model.struc;
  child = unit * (model.ix + model.type) + (unit > 1 ? 1 : 0);
  cheapest_leaf = unreachable;
  for (const Part &part : parts) {
    leaf.push_back(unit * part.cost);
    cheapest_leaf = std::min(cheapest_leaf, leaf.back());
  }
  const FineCost two_by_repetition = std::min({repeat.vec, repeat.idx + 2 * repeat.ix, repeat.idxbuc + repeat.bucket});
  strict = std::min(repeat.vec, repeat.idxbuc + repeat.bucket);
  strict_kind = repeat.vec == strict ? TypeTree::Kind::vec : TypeTree::Kind::idxbuc;
  strict_is_best = two_by_repetition == strict;
  const FineCost two_by_struc = struc + 2 * child + cheapest_leaf;
  at_least_for_two = cheapest_leaf + std::min(two_by_repetition, two_by_struc);
}

} // namespace automap::layout
