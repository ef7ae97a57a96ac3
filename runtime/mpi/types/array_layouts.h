// The layouts of MPI_Type_create_subarray and MPI_Type_create_darray (MPI 4.0, sections 5.1.3 and 5.1.4),
// from their arguments. No MPI here.
#pragma once

#include "layout/compose.h"

#include <cstdint>
#include <span>

namespace automap::mpi {

enum class StorageOrder { c, fortran }; // c: the last dimension is the one whose elements are adjacent

/// The part of an array with `sizes` elements in each dimension that has `subsizes` elements from `starts`
/// on. `element` is placed at each, `extent` bytes apart. Sequences of one length. Throws std::length_error.
layout::Placed subarray(std::span<const std::int64_t> sizes, std::span<const std::int64_t> subsizes,
                        std::span<const std::int64_t> starts, StorageOrder order,
                        const layout::Placed &element, std::int64_t extent);

/// How the elements of a dimension are dealt to `processes` processes: blocks of `block` of them in turn.
struct Distribution {
  std::int64_t size = 0; // elements in the dimension
  std::int64_t block = 1;
  std::int64_t processes = 1;
};

/// The elements that the process `rank` of the grid owns; ranks count the last dimension first in both
/// orders.
layout::Placed distributed_array(std::int64_t rank, std::span<const Distribution> dimensions,
                                 StorageOrder order, const layout::Placed &element, std::int64_t extent);

/// `count` copies of `element`, `stride` bytes apart.
layout::Placed copies(std::int64_t count, std::int64_t stride, const layout::Placed &element);

/// `element` moved by `displacement` bytes.
layout::Placed moved(std::int64_t displacement, layout::Placed element);

} // namespace automap::mpi
