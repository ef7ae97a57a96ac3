// Trees of the datatypes that MPI programs usually build for a type map, for a comparison of costs.
#pragma once

#include "layout/type_map.h"

namespace automap::test {

/// Returns the tree of MPI_Type_create_hindexed over the maximal runs of adjacent elements: an idxbuc with a bucket for
/// each run. A map with several basic types needs struct_tree() instead.
layout::TypeTree indexed_tree(const layout::TypeMap &map);

/// Returns the tree of MPI_Type_create_struct over the maximal runs of adjacent elements of one type: a struc with a
/// leaf or a vec of leaves for each run.
layout::TypeTree struct_tree(const layout::TypeMap &map);

// Both return a vec (MPI_Type_contiguous) if the map is one run at displacement 0.

} // namespace automap::test
