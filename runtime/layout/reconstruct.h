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
/// Throws std::length_error where a cost or the distance of two displacements leaves the 64-bit range.
///
/// Example, with the papers' constants: MPI_INT at 12, 16, 20, 24, 28 gives idxbuc(1, 4, <12>, <5>,
/// leaf(MPI_INT)) at a cost of 8.
Reconstruction reconstruct(const TypeMap &map, const CostModel &model,
                           const ReconstructionBudget &budget = {});

/// A tree for the same type map as `tree` that costs no more. Small trees are flattened and solved exactly.
/// Of larger ones the structure is kept where it repeats, and what it repeats is made better; where that does
/// not reach the lower bound, long arrays are solved as shorter ones, which is exact if each has a place of
/// its period that nothing else resembles (see long_arrays.cpp); and where that proves nothing, trees of up
/// to budget.flattened_elements are flattened.
Reconstruction normalize(const TypeTree &tree, const CostModel &model,
                         const ReconstructionBudget &budget = {});

} // namespace automap::layout
