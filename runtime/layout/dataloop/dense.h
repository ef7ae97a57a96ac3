// The dense layout: the same basic types in the same order without holes, which is the layout of the packed stream.
#pragma once

#include "../type_tree.h"

#include <cstdint>
#include <optional>

namespace automap::layout {

/// Returns the dense layout of `tree`.
///
/// Example: vec(3, 16, struc(2, <0, 8>, <leaf(MPI_CHAR), leaf(MPI_INT)>)) gives
///   vec(3, 5, struc(2, <0, 1>, <leaf(MPI_CHAR), leaf(MPI_INT)>)).
TypeTree dense(const TypeTree &tree);

/// Returns the elements of `count` copies of `tree` without holes, as structs that end where their elements may begin
/// again if they are aligned as in C. Each struct contains as many copies as that takes. Thus there are no holes even
/// if MPI pads structs as C does (MPI 4.0, section 5.1.6). Returns nothing if these are too many parts.
///
/// Example: 9 of struc(2, <0, 8>, <leaf(MPI_DOUBLE), leaf(MPI_INT)>) give
///   struc(3, <0, 96, 104>,
///         <vec(4, 24, struc(4, <0, 8, 12, 20>, <MPI_DOUBLE, MPI_INT, MPI_DOUBLE, MPI_INT>)),
///          leaf(MPI_DOUBLE), leaf(MPI_INT)>).
std::optional<TypeTree> dense_in_aligned_structs(const TypeTree &tree, std::int64_t count);

} // namespace automap::layout
