// The basic types that tests of layouts use most, and the trees of one of each.
#pragma once

#include "layout/type_tree.h"

namespace automap::layout {

inline constexpr BasicType integer{BasicTypeId::INT, 4}, real{BasicTypeId::DOUBLE, 8}, character{BasicTypeId::CHAR, 1};
inline const TypeTree one_int = TypeTree::leaf(integer), one_double = TypeTree::leaf(real),
                      one_char = TypeTree::leaf(character);

} // namespace automap::layout
