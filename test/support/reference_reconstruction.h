// Two computations of the least cost of a type map that share no code and no ideas with runtime/layout/reconstruct: the
// papers' own dynamic program, and an exhaustive search for tiny maps that uses none of their lemmas.
#pragma once

#include "layout/cost_model.h"
#include "layout/type_map.h"

namespace automap::layout {

/// Computes the cost literally as Listings 3 and 4 of "Polynomial-time Construction of Optimal MPI Derived Datatype
/// Trees", for the aligned map (moved to displacement 0), in O(n⁴).
Cost papers_least_cost(const TypeMap &map, const CostModel &model);

/// Tries every root, every way of cutting the map into parts that the root repeats or joins, and every shift of the
/// children that could matter. Meant for maps of up to about seven elements.
Cost exhaustive_least_cost(const TypeMap &map, const CostModel &model);

} // namespace automap::layout
