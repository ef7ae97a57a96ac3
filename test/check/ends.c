/* A program that is wrong in a place and then ends as its argument says, for command_test.cpp, which looks for the
 * comments in it. */
/* clang-format off */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int rank, ints[4];
static float floats[4];
static char name[16];

static int is(const char *other) { return strcmp(name, other) == 0; }

static void collect(int n) {
  MPI_Recv(floats, n, MPI_FLOAT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* line: receive */
}

static void exchange(int n) {
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 7, MPI_COMM_WORLD); /* line: send */
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) collect(n); /* line: call */
}

int main(int argc, char **argv) {
  if (argc > 1) strncpy(name, argv[1], sizeof name - 1);
  if (is("never")) return 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (is("alone")) { MPI_Sendrecv(ints, 4, MPI_INT, 0, 7, floats, 4, MPI_FLOAT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* line: alone */ }
  else exchange(is("truncate") ? 3 : 4);
  if (is("exit")) exit(0);
  if (is("abort") && rank == 1) MPI_Abort(MPI_COMM_WORLD, 3); /* line: abort */
  if (is("signal") && rank == 1) abort();
  if (is("rank") && rank == 1) MPI_Send(ints, 1, MPI_INT, 17, 7, MPI_COMM_WORLD); /* line: rank */
  if (is("communicator") && rank == 1) MPI_Comm_rank(MPI_COMM_NULL, &rank); /* line: communicator */
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
