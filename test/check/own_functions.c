/* A right program that defines some of MPI's functions, as tools do: the checker does not see how its requests end. */
/* clang-format off */
#include "cases.h"

int MPI_Test(MPI_Request *request, int *done, MPI_Status *status) { return PMPI_Test(request, done, status); }
int MPI_Comm_free(MPI_Comm *comm) { return PMPI_Comm_free(comm); }

CASE(receives_that_end_unseen) {
  static int buffer[4];
  MPI_Comm comm;
  MPI_Request request;
  MPI_Comm_dup(WORLD, &comm);
  for (int i = 0, done = 0; i < 3; ++i, done = 0) {
    if (rank == 0) MPI_Send(buffer, 4, MPI_INT, 1, i, comm);
    if (rank == 1) {
      MPI_Irecv(buffer, 4, MPI_INT, 0, i, comm, &request);
      while (!done) MPI_Test(&request, &done, IGNORE);
    }
  }
  MPI_Comm_free(&comm);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  run_cases(argc, argv);
  MPI_Finalize();
  return 0;
}
