// What the wrappers of MPI's functions share. A wrapper does its part and calls the PMPI_ function of its name. While
// there is no checker, it only calls that function.
#pragma once

#include "check/ends/fatal_errors.h"
#include "check/state/checker.h"

#define AUTOMAP_WRAPPER extern "C" __attribute__((visibility("default")))

// Expands FORM(suffix, type of counts, type of displacements) for MPI's functions and, since MPI 4, for their forms
// with large counts.
#if MPI_VERSION >= 4
#define AUTOMAP_FOR_COUNTS(FORM) FORM(, int, int) FORM(_c, MPI_Count, MPI_Aint)
#else
#define AUTOMAP_FOR_COUNTS(FORM) FORM(, int, int)
#endif

namespace automap::check {

/// Returns the error class of what an MPI call has returned.
inline int error_class(int code) {
  if (code == MPI_SUCCESS)
    return MPI_SUCCESS;
  int out = MPI_ERR_UNKNOWN;
  PMPI_Error_class(code, &out);
  return out;
}

} // namespace automap::check
