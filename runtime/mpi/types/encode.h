// Encodes a type tree as an MPI_Datatype.
#pragma once

#include "layout/construction.h"
#include "layout/type_tree.h"

#include <mpi.h>

#include <map>

namespace automap::mpi {

/// Returns a datatype with the type map of `tree` and exactly these bounds. It is not committed; the caller frees it.
/// Equal subtrees are constructed once. A leaf in `precise_types` becomes the datatype there, every other leaf the
/// predefined datatype of its name. On failure, no datatype is left. Throws CallFailure, UsageFailure,
/// std::length_error and std::bad_alloc.
MPI_Datatype encode(const layout::TypeTree &tree, layout::Bounds bounds,
                    const std::map<layout::BasicTypeId, MPI_Datatype> &precise_types = {});

/// Does the same, but constructs equal subtrees once only if `tree` shares them already.
MPI_Datatype encode_as_it_is(const layout::TypeTree &tree, layout::Bounds bounds,
                             const std::map<layout::BasicTypeId, MPI_Datatype> &precise_types);

} // namespace automap::mpi
