// The type tree of least cost of a layout, with what is known of its cost. It stands between the readers,
// which make a tree that follows the fields, and the printers.
#pragma once

#include "layout/cost_model.h"
#include "layout/type_map.h"
#include "layout/type_tree.h"

namespace automap {

struct OptimalTree {
  layout::TypeTree tree = layout::TypeTree::empty(); // what generated code builds
  layout::Cost cost = 0;                             // of `tree`
  layout::Cost dag_cost = 0;                         // of `tree`, each shared subtree counted once
  layout::Cost naive_cost = 0;                       // of the tree that it was made from
  layout::Cost lower_bound = 0;                      // of every tree of the layout
  bool proved = false;                               // no tree of the layout costs less than `cost`
  bool shares = false;                               // a subtree that is no basic type is used more than once
};

/// The best tree for the layout that `naive` describes: `naive` itself where none costs less. Throws
/// std::length_error where a cost leaves the 64-bit range.
OptimalTree optimal_tree(const layout::TypeTree &naive, const layout::CostModel &model);

/// The same for a type map; `naive` is a tree of it.
OptimalTree optimal_tree(const layout::TypeMap &map, const layout::TypeTree &naive,
                         const layout::CostModel &model);

} // namespace automap
