// The hand-written sides of the AutoLink benchmark.
#pragma once

#include "autolink_sides.h"

namespace bench::by_hand {

// The nodes are gathered in a vector, and its length is sent before it; trees with arrays, by recursion.
extern const Side small, slim, large, tree, shared_array, own_arrays, graph, mixed, rows;

// The same, where the nodes are counted first, and by recursion.
extern const Side small_counted, tree_recursive;

// The array of the nodes is kept for the next structure.
extern const Side small_kept, slim_kept, tree_kept, graph_kept, mixed_kept;

// The same, with MPI_Isend and MPI_Irecv.
extern const Side small_nonblocking;

} // namespace bench::by_hand
