// Looks up functions. See functions.h.
#include "functions.h"

#include "mpi/base/next_function.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace automap::run {

void *next_function(const char *name) {
  if (void *const out = mpi::next_function(name))
    return out;
  std::fprintf(stderr, "automap-run: the program's MPI library has no %s\n", name);
  std::abort();
}

void *function_of_next_tool(const char *name) {
  void *const next = dlsym(RTLD_NEXT, name);
  Dl_info tool, mpi;
  if (!next || !dladdr(next, &tool) || !dladdr(next_function("PMPI_Init"), &mpi) || tool.dli_fbase == mpi.dli_fbase)
    return nullptr;
  return next;
}

} // namespace automap::run
