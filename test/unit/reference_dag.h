// The least cost of a DAG for a tiny type map, by exhaustive search. It shares no code and no ideas with
// runtime/layout/fold: every tree is enumerated and its distinct subtrees are counted.
#pragma once

#include "layout/cost_model.h"
#include "layout/type_map.h"

namespace automap::layout {

/// For maps of one to some seven elements of which the first is at displacement 0. Trees in which some
/// subtree has its first element elsewhere, or some node is one copy of its child, are not looked at: moving
/// the subtree, or leaving out the node, never makes such a map's DAG dearer.
Cost exhaustive_least_dag_cost(const TypeMap &map, const CostModel &model);

} // namespace automap::layout
