// A datatype of a type map that is no struct (--from-typemap), between its reader and its printers.
#pragma once

#include "optimal_tree.h"
#include "typemap/type_map_file.h"

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

/// The type map with the tree that MPI users write by hand and the one of least cost. By hand, elements that
/// follow each other in memory are blocks: of one type, MPI_Type_create_hindexed takes them, or hvector where
/// they are regular; of several, MPI_Type_create_struct. Where `file` does not say them, the bounds are those
/// of the elements, as MPI has them but for its padding of structs. Throws std::length_error where a cost or
/// the extent leaves the 64-bit range.
MapType make_map_type(const TypeMapFile &file, const layout::CostModel &model);

} // namespace automap
