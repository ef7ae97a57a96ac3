// The operations of reductions, as all processes of a program can name them. The handles of Open MPI are addresses.
#pragma once

#include <mpi.h>

namespace automap::check {

/// Returns the number of an operation: the same in each process for each predefined one, and one number for all that
/// the program has made.
int operation_number(MPI_Op operation);

/// Returns the name of an operation with this number: "MPI_SUM", or "one that the program has made".
const char *operation_name(int number);

} // namespace automap::check
