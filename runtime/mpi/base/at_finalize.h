// Functions that run at the end of MPI.
#pragma once

namespace automap::mpi {

/// Makes MPI_Finalize call `function` first, while MPI can still be used. Throws CallFailure.
void at_finalize(void (*function)());

} // namespace automap::mpi
