// Whether MPI can be called. AutoMap's and AutoLink's libraries are installed apart, so this is a header
// alone.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdio>

namespace automap::mpi {

/// Returns MPI_SUCCESS after MPI_Init and before MPI_Finalize, else MPI_ERR_OTHER or the code of a failed MPI
/// call.
inline int running_status() noexcept {
  static std::atomic<bool> was_initialized = false; // never becomes false again
  int initialized = 1, finalized = 0, code = MPI_SUCCESS;
  if (!was_initialized.load(std::memory_order_relaxed)) {
    code = MPI_Initialized(&initialized);
    was_initialized.store(code == MPI_SUCCESS && initialized, std::memory_order_relaxed);
  }
  if (code == MPI_SUCCESS)
    code = MPI_Finalized(&finalized);
  return code == MPI_SUCCESS && (!initialized || finalized) ? MPI_ERR_OTHER : code;
}

/// Says on stderr that `call` was made while MPI is not running and has no error handler, and returns `code`.
inline int report_not_running(int code, const char *call) noexcept {
  std::fprintf(stderr, "%s: MPI is not initialized, or is finalized already\n", call);
  return code;
}

} // namespace automap::mpi
