// Initialization of MPI for tests with several threads.
#pragma once

#include <mpi.h>

#include <cstdio>

/// Calls MPI_Init_thread. Returns false, after finalizing MPI, if this MPI library has no MPI_THREAD_MULTIPLE.
inline bool init_with_threads(int &argc, char **&argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided == MPI_THREAD_MULTIPLE)
    return true;
  std::puts("skipped: this MPI library has no MPI_THREAD_MULTIPLE");
  MPI_Finalize();
  return false;
}
