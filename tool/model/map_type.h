// A datatype of a type map that is no struct (--from-typemap), as its printers get it.
#pragma once

#include "optimal_tree.h"

#include <cstdint>
#include <string>

namespace automap {

/// The value of a type map.
struct MapType {
  std::string name; // the datatype's, without AutoMap_
  std::string file; // the file's name, without its directory
  layout::TypeTree naive = layout::TypeTree::empty();
  const char *naive_call = ""; // the MPI constructor that stands for `naive`
  OptimalTree optimal;
  std::int64_t lower_bound = 0, extent = 0; // bytes
};

} // namespace automap
