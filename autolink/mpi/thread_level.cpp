// How many threads may be in MPI. See thread_level.h.
#include "thread_level.h"

#include "errors.h"

#include <mpi.h>

namespace autolink {
namespace {

bool one_thread = false;

} // namespace

void find_thread_level() {
  int level = MPI_THREAD_MULTIPLE;
  check_call(MPI_Query_thread(&level));
  one_thread = level != MPI_THREAD_MULTIPLE;
}

bool has_one_thread() { return one_thread; }

} // namespace autolink
