// Libraries that MPI calls at its end, for both libraries. They are installed apart, so this is a header alone.
#pragma once

#include <dlfcn.h>
#include <link.h>

namespace automap::mpi {

/// Keeps the library that contains `function` loaded: MPI could not call it after the program had closed the library.
inline void stay_loaded(void *function) {
  Dl_info here;
  link_map *library = nullptr; // has no name if it is the program itself
  if (dladdr1(function, &here, reinterpret_cast<void **>(&library), RTLD_DL_LINKMAP) && library && library->l_name[0])
    dlopen(library->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

} // namespace automap::mpi
