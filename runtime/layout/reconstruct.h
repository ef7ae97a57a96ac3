// The least-cost type tree of a type map: the MPI type tree reconstruction problem of "Polynomial-time
// Construction of Optimal MPI Derived Datatype Trees" (Ganian, Kalany, Szeider, Träff), section III and IV.
#pragma once

#include "cost_model.h"
#include "least_cost.h"
#include "type_map.h"
#include "type_tree.h"

namespace automap::layout {

struct Reconstruction {
  TypeTree tree;
  Cost cost = 0;
  bool proved = false;  // no tree that represents the type map costs less
  Cost lower_bound = 0; // of any tree that represents it; equals the cost if it is proved
};

/// The tree of least cost that represents `map`: flatten(result.tree) == map. Beyond the budget, the best
/// tree that was found and what is known of a better one.
///
/// Example, with the papers' constants: MPI_INT at 12, 14, 16, 18, 20 gives idx(1, <12>, vec(5, 2,
/// leaf(MPI_INT))).
Reconstruction reconstruct(const TypeMap &map, const CostModel &model,
                           const ReconstructionBudget &budget = {});

/// A tree for the same type map as `tree` that costs no more. Short type maps are flattened and solved
/// exactly; of longer ones the structure of `tree` is kept where it repeats, and what it repeats is made
/// better.
Reconstruction normalize(const TypeTree &tree, const CostModel &model,
                         const ReconstructionBudget &budget = {});

} // namespace automap::layout
