// The steps of fold(tree, model), see fold.h. This header is not installed. Each step returns a tree for the same type
// map. The tree may cost more: fold() checks dag_cost() and keeps or drops it. The steps throw std::length_error if a
// displacement leaves the 64-bit range.
#pragma once

#include "layout/cost_model.h"
#include "layout/type_tree.h"

namespace automap::layout {

/// Moves the first element of each subtree to displacement 0. The shift goes into the displacements of the subtree's
/// users, and at the root where it costs least. Removes children without elements and nodes that are one copy of their
/// child.
TypeTree align(const TypeTree &tree, const CostModel &model);

/// Solves the nodes between shared nodes (regions.h) anew by normalize(). The shared nodes are leaves that cost
/// nothing.
TypeTree resolve(const TypeTree &tree, const CostModel &model);

/// Replaces those children of a node that contain another node's children by that node.
TypeTree reuse(const TypeTree &tree, const CostModel &model);

/// Does the same if the copies of children do not match but the nodes below them do: within regions, in terms of their
/// atoms. Uses one node for each region.
TypeTree reuse_across(const TypeTree &tree, const CostModel &model);

/// Turns displacements that occur more than once into nodes.
TypeTree factor(const TypeTree &tree, const CostModel &model);

} // namespace automap::layout
