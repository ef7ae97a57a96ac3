// The least cost of a DAG for a tiny type map, by exhaustive search. It shares no code and no ideas with
// runtime/layout/fold: it enumerates every tree and counts its distinct subtrees.
#pragma once

#include "layout/cost_model.h"
#include "layout/type_map.h"

namespace automap::layout {

/// Returns the least cost for maps of one to about seven elements whose first element is at displacement 0. Two kinds
/// of trees are skipped: those in which the first element of a subtree is elsewhere, and those in which a node is a
/// single copy of its child. Moving such a subtree, or omitting such a node, never makes the DAG of such a map dearer.
Cost exhaustive_least_dag_cost(const TypeMap &map, const CostModel &model);

} // namespace automap::layout
