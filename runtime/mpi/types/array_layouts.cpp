// Layouts of sub-arrays and distributed arrays. See array_layouts.h.
//
// Both are built as the standard defines them: one dimension after the other, that of adjacent elements first.
#include "array_layouts.h"

#include "layout/checked.h"

#include <algorithm>
#include <vector>

namespace automap::mpi {
namespace {

using layout::checked_add;
using layout::checked_multiply;
using layout::Placed;
using layout::TypeTree;

/// Calls visit(d) for each dimension, first for that of adjacent elements.
template <typename Visit> void for_each_dimension(std::size_t dimensions, StorageOrder order, Visit visit) {
  for (std::size_t i = 0; i < dimensions; ++i)
    visit(order == StorageOrder::c ? dimensions - 1 - i : i);
}

/// Returns the layout of the elements of one dimension that process `coordinate` owns (MPI 4.0, section 5.1.4,
/// cyclic()).
Placed distribute(const Distribution &dimension, std::int64_t coordinate, const Placed &element, std::int64_t extent) {
  const std::int64_t round = checked_multiply(dimension.block, dimension.processes);
  const std::int64_t first = checked_multiply(dimension.block, coordinate);
  if (first >= dimension.size)
    return {0, TypeTree::empty()};
  const std::int64_t remaining = dimension.size - first;
  const std::int64_t partial = std::min(remaining % round, dimension.block); // elements of the last round
  const std::int64_t whole_blocks = remaining / round + (partial == dimension.block ? 1 : 0);
  const std::int64_t rest = partial == dimension.block ? 0 : partial;
  const std::int64_t round_bytes = checked_multiply(round, extent);

  const Placed blocks = copies(whole_blocks, round_bytes, copies(dimension.block, extent, element));
  const Placed last = moved(checked_multiply(whole_blocks, round_bytes), copies(rest, extent, element));
  const std::int64_t displacement = checked_multiply(first, extent);
  if (last.tree.element_count() == 0)
    return moved(displacement, blocks);
  if (blocks.tree.element_count() == 0)
    return moved(displacement, last);
  return {displacement, TypeTree::struc({blocks.displacement, last.displacement}, {blocks.tree, last.tree})};
}

} // namespace

Placed moved(std::int64_t displacement, Placed element) {
  if (element.tree.element_count() == 0)
    return {0, TypeTree::empty()};
  return {checked_add(displacement, element.displacement), std::move(element.tree)};
}

Placed copies(std::int64_t count, std::int64_t stride, const Placed &element) {
  return moved(element.displacement, {0, layout::array_of(count, stride, element.tree)});
}

Placed subarray(std::span<const std::int64_t> sizes, std::span<const std::int64_t> subsizes,
                std::span<const std::int64_t> starts, StorageOrder order, const Placed &element, std::int64_t extent) {
  Placed part = element;
  for_each_dimension(sizes.size(), order, [&](std::size_t d) {
    part = moved(checked_multiply(starts[d], extent), copies(subsizes[d], extent, part));
    extent = checked_multiply(extent, sizes[d]);
  });
  return part;
}

Placed distributed_array(std::int64_t rank, std::span<const Distribution> dimensions, StorageOrder order,
                         const Placed &element, std::int64_t extent) {
  std::vector<std::int64_t> coordinates(dimensions.size());
  for (std::size_t d = dimensions.size(); d-- > 0; rank /= dimensions[d].processes)
    coordinates[d] = rank % dimensions[d].processes;

  Placed part = element;
  for_each_dimension(dimensions.size(), order, [&](std::size_t d) {
    part = distribute(dimensions[d], coordinates[d], part, extent);
    extent = checked_multiply(extent, dimensions[d].size);
  });
  return part;
}

} // namespace automap::mpi
