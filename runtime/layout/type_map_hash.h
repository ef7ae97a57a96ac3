// Whether two trees have one type map, without writing it out: what checks a tree that stands for too many
// elements to be flattened. Not installed.
#pragma once

#include "type_tree.h"

namespace automap::layout {

/// True if the type maps are equal; if they are not, false but for a collision of 61-bit hashes. Takes
/// O(log count) for each distinct node, and O(length) for lists of displacements.
bool have_one_type_map(const TypeTree &a, const TypeTree &b);

} // namespace automap::layout
