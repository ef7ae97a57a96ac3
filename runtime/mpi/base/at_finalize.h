// What is to be done at the end of MPI.
#pragma once

namespace automap::mpi {

/// Has MPI_Finalize call `function` before all else, while MPI is still there. Throws CallFailure.
void at_finalize(void (*function)());

} // namespace automap::mpi
