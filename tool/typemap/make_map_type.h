// Makes the datatype that is printed from the type map of a file.
#pragma once

#include "model/map_type.h"
#include "type_map_file.h"

namespace automap {

/// Returns the type map with the tree that MPI users write by hand and the one of least cost. By hand,
/// elements that follow each other in memory are blocks: of one type, MPI_Type_create_hindexed takes them, or
/// hvector where they are regular; of several, MPI_Type_create_struct. Bounds that `file` leaves open are
/// those of the elements, as in MPI, without its padding of structs. Throws std::length_error if a cost or
/// the extent leaves the 64-bit range.
MapType make_map_type(const TypeMapFile &file, const layout::CostModel &model);

} // namespace automap
