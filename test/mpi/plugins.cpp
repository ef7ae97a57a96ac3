// Two libraries with AutoMap in each are loaded at run time, into a program without it, and work on the same datatypes.
// One is closed before MPI_Finalize, the other one behind it. In C++, so that the C++ library is there before them: it
// would keep them else.
#include <dlfcn.h>
#include <mpi.h>

#include <iostream>

namespace {

using RunPlugin = int (*)(MPI_Datatype);

struct Plugin {
  explicit Plugin(const char *path) : library(dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
    if (library)
      run = reinterpret_cast<RunPlugin>(dlsym(library, "run_plugin"));
    if (!run)
      std::cerr << dlerror() << '\n';
  }

  void *library;
  RunPlugin run = nullptr;
};

} // namespace

int main(int argc, char **argv) {
  if (argc != 3)
    return 1;
  Plugin one(argv[1]);
  if (!one.run)
    return 1;
  MPI_Init(nullptr, nullptr);
  Plugin other(argv[2]);
  if (!other.run)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Datatype every_other;
  MPI_Type_create_resized(MPI_DOUBLE, 0, 2 * sizeof(double), &every_other);
  MPI_Type_commit(&every_other);
  int failures = 0;
  for (const Plugin &plugin : {one, other, one, other})
    failures += plugin.run(every_other);
  failures += dlclose(one.library) != 0;
  MPI_Type_free(&every_other);
  MPI_Finalize();
  failures += dlclose(other.library) != 0;
  return failures;
}
