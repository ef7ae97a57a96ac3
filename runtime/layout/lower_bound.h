// What any type tree of a layout costs at least, from what each of its nodes can account for.
#pragma once

#include "cost_model.h"
#include "type_tree.h"

namespace automap::layout {

/// A lower bound of the cost of all trees with the type map of `tree`. Time and memory depend on the size of
/// the tree, not of its type map.
///
/// Each basic type needs a leaf, and several need struc nodes that join them. Call (type, next type,
/// distance) of two neighbours in the type map a token. Where two neighbours lie in different children of a
/// node or in different copies of its child, a vec accounts for one token, an idx of k indices for k - 1, an
/// idxbuc of k buckets for k and a struc of k children for k - 1; each distinct token needs a node that
/// accounts for it.
Cost lower_bound(const TypeTree &tree, const CostModel &model);

} // namespace automap::layout
