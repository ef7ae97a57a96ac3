// Type trees as diagrams, with the cost of each node.
#pragma once

#include "layout/cost_model.h"
#include "layout/type_tree.h"

#include "llvm/Support/raw_ostream.h"

namespace automap {

/// Prints a tree as a nested list, whose costs add up to that of the tree: long lists of children and deep parts are one
/// line with their costs.
void print_tree(const layout::TypeTree &tree, const layout::CostModel &model, llvm::raw_ostream &out);

} // namespace automap
