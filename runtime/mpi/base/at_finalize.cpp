// MPI_Finalize first deletes the attributes of MPI_COMM_SELF (MPI 4.0, section 11.2.4).
#include "at_finalize.h"

#include "failure.h"

#include "mpi/stay_loaded.h"

namespace automap::mpi {
namespace {

int run(MPI_Comm, int, void *, void *function) {
  reinterpret_cast<void (*)()>(function)();
  return MPI_SUCCESS;
}

} // namespace

void at_finalize(void (*function)()) {
  stay_loaded(reinterpret_cast<void *>(&run));
  int key = MPI_KEYVAL_INVALID;
  check_call(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, run, &key, reinterpret_cast<void *>(function)));
  check_call(MPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr));
  check_call(MPI_Comm_free_keyval(&key));
}

} // namespace automap::mpi
