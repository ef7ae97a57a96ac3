// Type maps: the ordered sequence of (basic type, displacement) pairs that a type tree stands for (MPI 4.0, section
// 5.1), as a list of entries or of runs.
#pragma once

#include "type_tree.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace automap::layout {

struct TypeMapEntry {
  BasicType type;
  std::int64_t displacement = 0; // bytes

  friend bool operator==(const TypeMapEntry &, const TypeMapEntry &) = default;
};

using TypeMap = std::vector<TypeMapEntry>;

/// Returns the type map of `tree`, element by element: tree.element_count() entries.
TypeMap flatten(const TypeTree &tree);

/// A run: `count` elements of one basic type at `offset`, `offset + stride`, … in bytes. The stride of a run of one
/// element is the size of its type.
struct Run {
  BasicType type;
  std::int64_t offset = 0;
  std::int64_t count = 0;
  std::int64_t stride = 0;

  std::int64_t end() const { return offset + count * stride; }

  friend bool operator==(const Run &, const Run &) = default;
};

struct Runs {
  std::vector<Run> runs;
  bool complete = true; // whether `runs` holds all runs, not only the first ones up to the limit
};

/// Returns the type map of `tree` as runs, in type-map order. Neighbours in memory come first: each maximal sequence of
/// two or more adjacent elements of one type is a run. The remaining single elements are grouped, from left to right,
/// into the longest runs of one type and one stride. Thus the runs depend on the type map alone, not on the tree.
///
/// Example: int a, b; char c; double d[3] at 0, 4, 8, 16 gives
///   {MPI_INT, 0, 2, 4} {MPI_CHAR, 8, 1, 1} {MPI_DOUBLE, 16, 3, 8}.
///
/// Time and memory depend on the number of runs, not on that of elements. Stops after `limit` runs.
Runs runs(const TypeTree &tree, std::size_t limit = std::numeric_limits<std::size_t>::max());

} // namespace automap::layout
