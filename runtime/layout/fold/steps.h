// The steps of fold(tree, model), see fold.h. Not installed. Each returns a tree for the same type map, which
// may cost more: it is for fold() to look at dag_cost() and take it or leave it. They throw std::length_error
// where a displacement would leave the 64-bit range.
#pragma once

#include "layout/cost_model.h"
#include "layout/type_tree.h"

namespace automap::layout {

/// The first element of every subtree is moved to displacement 0; the shift goes up into the displacements
/// of whatever uses the subtree, and at the root where it costs least. Children without elements and nodes
/// that are one copy of their child go.
TypeTree align(const TypeTree &tree, const CostModel &model);

/// What lies between shared nodes (regions.h) is solved anew by normalize(), the shared nodes being leaves
/// that cost nothing.
TypeTree resolve(const TypeTree &tree, const CostModel &model);

/// Where a node's children contain another node's, they are replaced by it.
TypeTree reuse(const TypeTree &tree, const CostModel &model);

/// The same where the copies of children do not match, but what is below them does: in regions, down to their
/// atoms. One node for each region.
TypeTree reuse_across(const TypeTree &tree, const CostModel &model);

/// Makes nodes of displacements that occur more than once.
TypeTree factor(const TypeTree &tree, const CostModel &model);

} // namespace automap::layout
