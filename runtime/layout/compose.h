// Composition: type trees from the parts of a record, simplified as they grow. Adjacent elements of one basic type
// become one block, and nested structs are spliced in. The result is what a careful person would pass to
// MPI_Type_create_struct. Composition takes linear time and does not aim at an optimal tree.
#pragma once

#include "type_tree.h"

#include <cstdint>
#include <vector>

namespace automap::layout {

/// A tree at a displacement in bytes.
struct Placed {
  std::int64_t displacement = 0;
  TypeTree tree;
};

/// Returns an array: `count` copies of `element`, `extent_bytes` apart. A block of blocks becomes one block. Throws
/// std::length_error if a number of bytes or elements leaves the 64-bit range.
TypeTree array_of(std::int64_t count, std::int64_t extent_bytes, const TypeTree &element);

/// Returns the parts as one tree, in the order given.
///
/// Example: MPI_INT at 0, MPI_INT at 4, MPI_DOUBLE at 8 gives
///   struc(2, <0, 8>, <vec(2, 4, leaf(MPI_INT)), leaf(MPI_DOUBLE)>).
TypeTree sequence(const std::vector<Placed> &parts);

} // namespace automap::layout
