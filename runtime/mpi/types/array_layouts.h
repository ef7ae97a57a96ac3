// Computes the layouts of MPI_Type_create_subarray and MPI_Type_create_darray (MPI 4.0, sections 5.1.3 and 5.1.4) from
// their arguments. Makes no MPI calls.
#pragma once

#include "layout/compose.h"

#include <cstdint>
#include <span>

namespace automap::mpi {

enum class StorageOrder { c, fortran }; // c: elements of the last dimension are adjacent

/// Returns the layout of a part of an array: `subsizes` elements in each dimension, from `starts` on, of an array with
/// `sizes` elements. A copy of `element` is placed at each, `extent` bytes apart. All sequences have the same length.
/// Throws std::length_error.
layout::Placed subarray(std::span<const std::int64_t> sizes, std::span<const std::int64_t> subsizes,
                        std::span<const std::int64_t> starts, StorageOrder order, const layout::Placed &element,
                        std::int64_t extent);

/// A distribution of one dimension over processes, each of which gets a block of elements in turn.
struct Distribution {
  std::int64_t size = 0;  // elements in the dimension
  std::int64_t block = 1; // elements in a block
  std::int64_t processes = 1;
};

/// Returns the layout of the elements that process `rank` of the grid owns. In both orders, the coordinate in the last
/// dimension of the grid changes fastest with the rank.
layout::Placed distributed_array(std::int64_t rank, std::span<const Distribution> dimensions, StorageOrder order,
                                 const layout::Placed &element, std::int64_t extent);

/// Returns the layout of `count` copies of `element`, `stride` bytes apart.
layout::Placed copies(std::int64_t count, std::int64_t stride, const layout::Placed &element);

/// Returns `element` moved by `displacement` bytes.
layout::Placed moved(std::int64_t displacement, layout::Placed element);

} // namespace automap::mpi
