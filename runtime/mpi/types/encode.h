// Type tree → MPI_Datatype.
#pragma once

#include "layout/construction.h"
#include "layout/type_tree.h"

#include <mpi.h>

#include <map>

namespace automap::mpi {

/// The datatype with the type map of `tree` and exactly these bounds, not committed; the caller frees it.
/// Equal subtrees are built once.
/// A leaf that `precise_types` names becomes that datatype, every other one the predefined datatype of its
/// name. Nothing is left behind on failure. Throws CallFailure, UsageFailure, std::length_error and
/// std::bad_alloc.
MPI_Datatype encode(const layout::TypeTree &tree, layout::Bounds bounds,
                    const std::map<layout::BasicTypeId, MPI_Datatype> &precise_types = {});

/// The same by the constructors that `tree` is of, where encode() finds cheaper ones.
MPI_Datatype encode_as_it_is(const layout::TypeTree &tree, layout::Bounds bounds,
                             const std::map<layout::BasicTypeId, MPI_Datatype> &precise_types);

} // namespace automap::mpi
