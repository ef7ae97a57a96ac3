// MPI_Finalize first deletes the attributes of MPI_COMM_SELF (MPI 4.0, section 11.2.4).
#include "at_finalize.h"

#include "failure.h"

#include <dlfcn.h>
#include <link.h>

namespace automap::mpi {
namespace {

int run(MPI_Comm, int, void *, void *function) {
  reinterpret_cast<void (*)()>(function)();
  return MPI_SUCCESS;
}

/// Keeps the library that this code is part of loaded: MPI could not call `run` after the program had closed it.
void stay_loaded() {
  Dl_info here;
  link_map *library = nullptr; // has no name if it is the program itself
  if (dladdr1(reinterpret_cast<void *>(&run), &here, reinterpret_cast<void **>(&library), RTLD_DL_LINKMAP) && library &&
      library->l_name[0])
    dlopen(library->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

} // namespace

void at_finalize(void (*function)()) {
  stay_loaded();
  int key = MPI_KEYVAL_INVALID;
  check_call(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, run, &key, reinterpret_cast<void *>(function)));
  check_call(MPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr));
  check_call(MPI_Comm_free_keyval(&key));
}

} // namespace automap::mpi
