// The trees of what MPI programs write by hand for a type map, to compare their costs.
#pragma once

#include "layout/type_map.h"

namespace automap::test {

/// MPI_Type_create_hindexed over the maximal runs of adjacent elements: an idxbuc with a bucket for each run.
/// Several basic types cannot be written so: then struct_tree().
layout::TypeTree indexed_tree(const layout::TypeMap &map);

/// MPI_Type_create_struct over the maximal runs of adjacent elements of one type: a struc with a leaf or a
/// vec of leaves for each run.
layout::TypeTree struct_tree(const layout::TypeMap &map);

// Both are MPI_Type_contiguous, a vec, where the map is one run at displacement 0.

} // namespace automap::test
