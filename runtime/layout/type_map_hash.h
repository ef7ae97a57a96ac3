// A test whether two trees have one type map that does not write it out, for trees with too many elements to be
// flattened. This header is not installed.
#pragma once

#include "type_tree.h"

namespace automap::layout {

/// Whether the type maps are equal. If they are not, the answer is false unless 61-bit hashes collide. Takes O(log
/// count) for each distinct node, and O(length) for lists of displacements.
bool have_one_type_map(const TypeTree &a, const TypeTree &b);

} // namespace automap::layout
