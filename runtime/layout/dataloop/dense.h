// The layout with the same basic types in the same order, without holes: that of the packed stream.
#pragma once

#include "../type_tree.h"

namespace automap::layout {

/// Example: vec(3, 16, struc(2, <0, 8>, <leaf(MPI_CHAR), leaf(MPI_INT)>)) gives
///   vec(3, 5, struc(2, <0, 1>, <leaf(MPI_CHAR), leaf(MPI_INT)>)).
TypeTree dense(const TypeTree &tree);

} // namespace automap::layout
