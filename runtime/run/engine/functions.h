// MPI's own functions, behind those of this library.
#pragma once

#include "mpi/base/mpi_version.h" // IWYU pragma: export

#include <dlfcn.h>
#include <mpi.h>

namespace automap::run {

/// Returns the next function of this name after this library. Ends the process if there is none, which no MPI program
/// can run without.
void *next_function(const char *name);

/// Returns MPI's own function. Its type is that of the PMPI_ function `name`.
template <typename Function> Function *real_function(const char *name) {
  return reinterpret_cast<Function *>(next_function(name));
}

/// Returns the function of this name of another tool that stands between this library and MPI, or null.
void *function_of_next_tool(const char *name);
template <typename Function> Function *function_of_tool(const char *name) {
  return reinterpret_cast<Function *>(function_of_next_tool(name));
}

} // namespace automap::run

/// MPI's own function, inside of a function that uses it.
#define AUTOMAP_REAL(name) ::automap::run::real_function<decltype(PMPI_##name)>("PMPI_" #name)
