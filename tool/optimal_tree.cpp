// The type tree of least cost of a layout. See optimal_tree.h.
#include "optimal_tree.h"

#include "layout/reconstruct.h"

namespace automap {

OptimalTree optimal_tree(const layout::TypeTree &naive, const layout::CostModel &model) {
  const layout::Reconstruction found = layout::normalize(naive, model);
  return {.tree = found.tree,
          .cost = found.cost,
          .dag_cost = layout::dag_cost(found.tree, model),
          .naive_cost = layout::cost(naive, model),
          .lower_bound = found.lower_bound,
          .proved = found.proved};
}

} // namespace automap
