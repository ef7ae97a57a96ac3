// Folding by hash-consing, and the local search. See fold.h; the steps are in steps.h.
#include "layout/fold.h"

#include "layout/dag.h"
#include "steps.h"

#include <stdexcept>
#include <string_view>

namespace automap::layout {
namespace {

/// The largest constant for which sums over 2^20 displacements stay in the 64-bit range.
constexpr Cost largest_constant = Cost{1} << 40;

/// Returns the result of one round of all steps. A step's result is kept if it does not cost more, because alignment
/// pays off only later.
TypeTree improve_once(TypeTree tree, const CostModel &model) {
  for (const auto step : {align, resolve, reuse, reuse_across, factor}) {
    try {
      TypeTree next = fold(step(tree, model));
      if (dag_cost(next, model) <= dag_cost(tree, model))
        tree = std::move(next);
    } catch (const std::length_error &) { // a shift does not fit into 64 bits
    }
  }
  return tree;
}

} // namespace

TypeTree fold(const TypeTree &tree) {
  NodeTable table;
  Replacements folded;
  for (const TypeTree &node : children_first(tree))
    folded.set(node, table.unique(folded.over(node)));
  return folded[tree];
}

TypeTree fold(const TypeTree &tree, const CostModel &model) {
  TypeTree best = fold(tree);
  for (CostModel constants = model; const std::string_view key : cost_keys())
    if (*constants.find(key) > largest_constant)
      return best;
  for (Cost cost = dag_cost(best, model);;) {
    TypeTree next = improve_once(best, model);
    const Cost next_cost = dag_cost(next, model);
    if (next_cost >= cost)
      return best;
    best = std::move(next);
    cost = next_cost;
  }
}

} // namespace automap::layout
