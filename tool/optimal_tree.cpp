// The type tree of least cost of a layout. See optimal_tree.h.
#include "optimal_tree.h"

#include "layout/reconstruct.h"

namespace automap {
namespace {

OptimalTree compared(const layout::Reconstruction &found, const layout::TypeTree &naive,
                     const layout::CostModel &model) {
  const layout::Cost naive_cost = layout::cost(naive, model);
  const bool better = found.cost <= naive_cost;
  const layout::TypeTree &tree = better ? found.tree : naive;
  return {.tree = tree,
          .cost = better ? found.cost : naive_cost,
          .dag_cost = layout::dag_cost(tree, model),
          .naive_cost = naive_cost,
          .lower_bound = found.lower_bound,
          .proved = found.proved};
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
