// A datatype of a type map that is no struct (--from-typemap), as its printers take it.
#pragma once

#include "optimal_tree.h"
#include <cstdint>
#include <string>

namespace automap {

struct MapType {
  std::string name; // of the datatype: AutoMap_ and this
  std::string file; // by name alone
  layout::TypeTree naive = layout::TypeTree::empty();
  const char *naive_call = ""; // the MPI constructor that stands for `naive`
  OptimalTree optimal;
  std::int64_t lower_bound = 0, extent = 0; // bytes
};

} // namespace automap
