// MPI's own functions, for libraries that stand before them under the same names.
#pragma once

#include <dlfcn.h>

namespace automap::mpi {

/// Returns the next function of this name, PMPI_…, after the library that calls this; or that of the name MPI_… where the
/// MPI library lacks it, as Debian's of MPICH 5.0.2 for the standard ABI lacks PMPI_File_close. Null if there is neither.
inline void *next_function(const char *profiling_name) {
  void *const out = dlsym(RTLD_NEXT, profiling_name);
  return out ? out : dlsym(RTLD_NEXT, profiling_name + 1);
}

} // namespace automap::mpi
