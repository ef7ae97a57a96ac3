/* The functions that fortran_main.f90 calls. As in wrong.c, "wrong: KIND" marks the lines that must be reported. */
/* clang-format off */
#include <mpi.h>

static int ints[16];
static float floats[16];
static double doubles[16];

void exchange_in_c(int communicator) {
  const MPI_Comm comm = MPI_Comm_f2c(communicator);
  int rank;
  MPI_Comm_rank(comm, &rank);
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 1, comm);
  if (rank == 1) MPI_Recv(floats, 4, MPI_FLOAT, 0, 1, comm, MPI_STATUS_IGNORE); /* wrong: type mismatch */
  if (rank == 0) MPI_Send(doubles, 4, MPI_DOUBLE, 1, 1, comm);
  if (rank == 1) MPI_Recv(doubles, 4, MPI_DOUBLE, 0, 1, comm, MPI_STATUS_IGNORE);
  MPI_Barrier(comm); /* makes the report come before the checker has to give up messages */
}

void collect_in_c(int communicator) {
  const MPI_Comm comm = MPI_Comm_f2c(communicator);
  int rank;
  MPI_Comm_rank(comm, &rank);
  MPI_Bcast(ints, 4, MPI_INT, 0, comm);
  if (rank == 0) MPI_Bcast(ints, 4, MPI_INT, 0, comm);
  else MPI_Bcast(floats, 4, MPI_FLOAT, 0, comm); /* wrong: type mismatch */
}

void make_in_c(int *communicator, int *datatype) {
  MPI_Comm comm;
  MPI_Datatype type;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Type_contiguous(2, MPI_INT, &type);
  *communicator = MPI_Comm_c2f(comm);
  *datatype = MPI_Type_c2f(type);
}

void use_type_in_c(int datatype) {
  const MPI_Datatype type = MPI_Type_f2c(datatype);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Send(ints, 2, type, 1, 2, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(ints, 4, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* The first of these messages comes from Fortran. With Open MPI the checker does not see it, and must not confuse it
 * with the others. */
void mixed_in_c(int communicator) {
  const MPI_Comm comm = MPI_Comm_f2c(communicator);
  int rank;
  MPI_Comm_rank(comm, &rank);
  if (rank == 0) { MPI_Send(ints, 4, MPI_INT, 1, 9, comm); MPI_Send(floats, 4, MPI_FLOAT, 1, 9, comm); }
  if (rank == 1) { MPI_Recv(floats, 4, MPI_REAL, 0, 9, comm, MPI_STATUS_IGNORE); MPI_Recv(ints, 4, MPI_INT, 0, 9, comm, MPI_STATUS_IGNORE); MPI_Recv(floats, 4, MPI_FLOAT, 0, 9, comm, MPI_STATUS_IGNORE); }
}
