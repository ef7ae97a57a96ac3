// The type tree of least cost of a layout. The readers make a tree that follows the fields; this stage replaces it
// before the printers run.
#pragma once

#include "layout/cost_model.h"
#include "layout/type_map.h"
#include "layout/type_tree.h"

namespace automap {

/// The best tree that was found, and its cost.
struct OptimalTree {
  layout::TypeTree tree = layout::TypeTree::empty(); // what generated code builds
  layout::Cost cost = 0;                             // the cost of `tree`
  layout::Cost dag_cost = 0;                         // the cost if each shared subtree counts once
  layout::Cost naive_cost = 0;                       // the cost of the tree that follows the fields
  layout::Cost lower_bound = 0;                      // no tree of the layout costs less than this
  bool proved = false;                               // no tree of the layout costs less than `cost`
  bool shares = false;                               // a subtree other than a basic type is used more than once
};

/// Returns the best tree for the layout that `naive` describes, or `naive` itself if none costs less. Throws
/// std::length_error if a cost leaves the 64-bit range.
OptimalTree optimal_tree(const layout::TypeTree &naive, const layout::CostModel &model);

/// Returns the best tree for a type map; `naive` is one of its trees.
OptimalTree optimal_tree(const layout::TypeMap &map, const layout::TypeTree &naive, const layout::CostModel &model);

} // namespace automap
