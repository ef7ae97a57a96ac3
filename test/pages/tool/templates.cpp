// run: automap particle.h -o mpitypes.cpp && mpicxx.mpich -std=c++17 -Wall -Wextra -Werror templates.cpp mpitypes.cpp -o templates && mpiexec.mpich -n 2 ./templates
#include "mpitypes.h"

#include <vector>

int main(int argc, char **argv) {
  const std::size_t n = 3;
  int rank;

  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Build_MPI_Types();
  bool right = true;
  if (rank == 0) {
    /* @BLOCK@ */
    right = t == AutoMap_particle && b.count() == 3;
  } else {
    std::vector<particle> received(n);
    MPI_Recv(received.data(), n, AutoMap_particle, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  Free_MPI_Types();
  MPI_Finalize();
  return !right;
}
