// The type tree of least cost of a layout. See optimal_tree.h.
#include "optimal_tree.h"

#include "layout/fold.h"
#include "layout/reconstruct.h"

namespace automap {
namespace {

OptimalTree compared(const layout::Reconstruction &found, const layout::TypeTree &naive,
                     const layout::CostModel &model) {
  OptimalTree out;
  out.naive_cost = layout::cost(naive, model);
  const layout::TypeTree &least = found.cost <= out.naive_cost ? found.tree : naive;
  out.tree = layout::fold(least, model);
  out.cost = layout::cost(out.tree, model);
  if (out.cost > out.naive_cost) { // cheaper with what it shares alone
    out.tree = layout::fold(least);
    out.cost = layout::cost(out.tree, model);
  }
  out.dag_cost = layout::dag_cost(out.tree, model);
  out.lower_bound = found.lower_bound;
  out.proved = found.proved && out.cost <= out.lower_bound;
  return out;
}

} // namespace

OptimalTree optimal_tree(const layout::TypeTree &naive, const layout::CostModel &model) {
  return compared(layout::normalize(naive, model), naive, model);
}

OptimalTree optimal_tree(const layout::TypeMap &map, const layout::TypeTree &naive,
                         const layout::CostModel &model) {
  return compared(layout::reconstruct(map, model), naive, model);
}

} // namespace automap
