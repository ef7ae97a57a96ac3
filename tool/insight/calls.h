// The MPI calls that build a datatype, for people.
#pragma once

#include "model/record.h"

#include <string>
#include <vector>

namespace automap {

/// Returns the calls that build the datatype of a mapped record, in order, as C. Long lists of arguments and long
/// sequences of calls are shortened.
///
/// Example: MPI_Type_create_struct(2, {1, 3}, {0, 8}, {MPI_CHAR, MPI_DOUBLE}, &t0);
///          MPI_Type_create_resized(t0, 0, 40, &AutoMap_particle);
std::vector<std::string> mpi_calls(const Record &record);

} // namespace automap
