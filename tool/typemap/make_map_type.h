// Makes the datatype that is printed from the type map of a file.
#pragma once

#include "model/map_type.h"
#include "type_map_file.h"

namespace automap {

/// Returns the type map with the tree of least cost and the one that MPI users write themselves. In the latter,
/// elements that follow each other in memory form blocks. Blocks of one type become an hindexed type, or an hvector if
/// they are regular, and blocks of several types a struct. Bounds that `file` leaves open are those of the elements, as
/// in MPI, without its padding of structs. Throws std::length_error if a cost or the extent leaves the 64-bit range.
MapType make_map_type(const TypeMapFile &file, const layout::CostModel &model);

} // namespace automap
