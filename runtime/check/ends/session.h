// The checker's life in one process: from MPI_Init until within MPI_Finalize.
#pragma once

namespace automap::check {

/// Whether start_checker() has been called.
inline bool started = false;

/// Starts the checker, after MPI_Init. Collective over MPI_COMM_WORLD. It stops by itself within MPI_Finalize.
void start_checker();

} // namespace automap::check
