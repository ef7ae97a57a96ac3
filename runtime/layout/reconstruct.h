// The least-cost type tree of a type map: the MPI type tree reconstruction problem of "Polynomial-time Construction of
// Optimal MPI Derived Datatype Trees" (Ganian, Kalany, Szeider, Träff), sections III and IV.
#pragma once

#include "cost_model.h"
#include "least_cost.h"
#include "type_map.h"
#include "type_tree.h"

namespace automap::layout {

struct Reconstruction {
  TypeTree tree;
  Cost cost = 0;
  bool proved = false;  // whether no tree that represents the type map costs less
  Cost lower_bound = 0; // a bound of all trees that represent it; the cost if it is proved
};

/// Returns the tree of least cost that represents `map`: flatten(result.tree) == map. If the budget is used up, returns
/// the best tree found and a lower bound of all others.
///
/// Throws std::length_error if a cost or the distance of two displacements leaves the 64-bit range.
///
/// Example, with the papers' constants: MPI_INT at 12, 16, 20, 24, 28 gives idxbuc(1, 4, <12>, <5>, leaf(MPI_INT)),
/// whose cost is 8.
Reconstruction reconstruct(const TypeMap &map, const CostModel &model, const ReconstructionBudget &budget = {});

/// Returns a tree for the same type map as `tree` that costs no more. Small trees are flattened and solved exactly. The
/// structure of a larger tree is kept where it repeats, and the repeated subtrees are improved. If the result does not
/// reach the lower bound, long arrays are solved as shorter ones; this is exact if each of them has a place in its
/// period that nothing else resembles (see long_arrays.cpp). If that proves nothing, trees of up to
/// budget.flattened_elements are flattened.
Reconstruction normalize(const TypeTree &tree, const CostModel &model, const ReconstructionBudget &budget = {});

} // namespace automap::layout
