// Loads two libraries that contain AutoMap or AutoLink into a program without it, and lets both use the same datatypes
// and communicators. One is closed before these are freed, the other one after MPI_Finalize. The program is in C++ so
// that the C++ library is loaded before them, and uses threads that end before the libraries are closed. Otherwise
// either would prevent unloading.
#include <dlfcn.h>
#include <mpi.h>

#include <iostream>
#include <thread>

namespace {

using RunPlugin = int (*)(MPI_Datatype, MPI_Comm);

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
  int level = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level);
  Plugin other(argv[2]);
  if (!other.run)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Datatype every_other;
  MPI_Type_create_resized(MPI_DOUBLE, 0, 2 * sizeof(double), &every_other);
  MPI_Type_commit(&every_other);
  int failures = 0;
  MPI_Comm comms[2];
  for (MPI_Comm &comm : comms)
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
  for (int i = 0; i < 4; ++i)
    std::thread([&] { failures += (i % 2 == 0 ? one : other).run(every_other, comms[i / 2]); }).join();
  failures += dlclose(one.library) != 0;
  for (MPI_Comm &comm : comms)
    MPI_Comm_free(&comm);
  MPI_Type_free(&every_other);
  MPI_Finalize();
  failures += dlclose(other.library) != 0;
  return failures;
}
