// A lower bound of the cost of all type trees of a layout, which follows from what each node can account for.
#pragma once

#include "cost_model.h"
#include "type_tree.h"

namespace automap::layout {

/// Returns a lower bound of the cost of all trees with the type map of `tree`. Time and memory depend on the size of
/// the tree, not on that of its type map.
///
/// Each basic type needs a leaf, and several basic types need struc nodes that join them. Call (type, next type,
/// distance) of two neighbours in the type map a token. Consider two neighbours that lie in different children of a
/// node or in different copies of its child. Then a vec accounts for one token, an idx of k indices for k - 1, an
/// idxbuc of k buckets for k and a struc of k children for k - 1. Each distinct token needs a node that accounts for
/// it.
Cost lower_bound(const TypeTree &tree, const CostModel &model);

} // namespace automap::layout
