/* run: automap mesh.hpp --autolink -o mpitypes.cpp && mpicxx.mpich -std=c++17 -Wall -Wextra -Werror objects_checkpoint.cpp $(pkg-config --cflags --libs automap-autolink-mpich) -o checkpoint && mpiexec.mpich -n 2 ./checkpoint && automap inspect state.al | grep -q 'groups *map of string to vector of int32_t$' && automap inspect state.al --values '1.groups["boundary"][1]' | grep -qx '1.groups\["boundary"\]\[1\] = 7' */
#include "al_objects.hpp"

#include <autolink/autolink.hpp>

int main(int argc, char **argv) {
  int rank = 0, size = 0;
  AL_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  Mesh mesh;
  mesh.x = {1.0 * rank};
  mesh.groups["boundary"] = {0, 7};
  std::vector<Mesh> parts;

  /* @BLOCK@ */
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].x[0] != rank + size * static_cast<double>(i))
      MPI_Abort(MPI_COMM_WORLD, 1);
  AL_Finalize();
  return file.count() != size;
}
