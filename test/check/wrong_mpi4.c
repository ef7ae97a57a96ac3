/* Wrong programs with calls that MPI has had since version 4, marked as in wrong.c. */
/* clang-format off */
#include "cases.h"

static int ints[64];
static float floats[64];
static char bytes[512];

static int next(void) { return (rank + 1) % size; }
static int before(void) { return (rank + size - 1) % size; }

CASE(large_counts_in_messages) {
  MPI_Request request;
  MPI_Message message;
  if (rank == 0) for (int tag = 1; tag < 5; ++tag) MPI_Send_c(ints, 4, MPI_INT, 1, tag, WORLD);
  if (rank == 1) {
    MPI_Recv_c(floats, 4, MPI_FLOAT, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
    MPI_Irecv_c(floats, 4, MPI_FLOAT, 0, 2, WORLD, &request); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
    MPI_Wait(&request, IGNORE);
    MPI_Recv_init_c(floats, 4, MPI_FLOAT, 0, 3, WORLD, &request); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
    MPI_Start(&request);
    MPI_Wait(&request, IGNORE);
    MPI_Request_free(&request);
    MPI_Mprobe(0, 4, WORLD, &message, IGNORE);
    MPI_Mrecv_c(floats, 4, MPI_FLOAT, &message, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  }
  MPI_Sendrecv_c(ints, 4, MPI_INT, next(), 5, floats, 4, MPI_FLOAT, before(), 5, WORLD, IGNORE); /* wrong: type mismatch; each from the one before; 0 MPI_FLOAT MPI_INT */
}

CASE(large_counts_in_types) {
  MPI_Datatype a, b;
  MPI_Type_vector_c(4, 1, 2, MPI_INT, &a);
  MPI_Type_contiguous_c(4, MPI_FLOAT, &b);
  MPI_Type_commit(&a);
  MPI_Type_commit(&b);
  if (rank == 0) MPI_Send(ints, 1, a, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(floats, 1, b, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Type_free(&a);
  MPI_Type_free(&b);
}

CASE(large_counts_in_collectives) {
  const MPI_Count counts[4] = {2, 2, 2, 2};
  const MPI_Aint places[4] = {0, 2, 4, 6};
  const MPI_Datatype mine = rank == 1 ? MPI_FLOAT : MPI_INT;
  MPI_Request request;
  MPI_Bcast_c(ints, 4, mine, 0, WORLD); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Gatherv_c(ints, 2, mine, floats, counts, places, MPI_INT, 0, WORLD); /* wrong: type mismatch; 0 from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Alltoallv_c(ints, counts, places, mine, floats, counts, places, MPI_INT, WORLD); /* wrong: type mismatch; each from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Iallgather_c(ints, 2, mine, floats, 2, MPI_INT, WORLD, &request); /* wrong: type mismatch; each from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Wait(&request, IGNORE);
}

CASE(send_and_receive_nonblocking) {
  MPI_Request request;
  MPI_Isendrecv(ints, 4, MPI_INT, next(), 1, floats, 4, MPI_FLOAT, before(), 1, WORLD, &request); /* wrong: type mismatch; each from the one before; 0 MPI_FLOAT MPI_INT */
  MPI_Wait(&request, IGNORE);
  MPI_Isendrecv_replace(ints, 4, rank == 0 ? MPI_INT : MPI_FLOAT, next(), 2, before(), 2, WORLD, &request); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */ /* wrong: type mismatch; 0 from the last; 0 MPI_INT MPI_FLOAT */
  MPI_Wait(&request, IGNORE);
}

/* Such calls are checked when they are created, and so reported once. */
CASE(persistent_collectives) {
  const int counts[4] = {2, 2, 2, 2}, places[4] = {0, 2, 4, 6};
  const MPI_Datatype mine = rank == 1 ? MPI_FLOAT : MPI_INT;
  MPI_Request requests[6];
  MPI_Bcast_init(ints, 2, mine, 0, WORLD, MPI_INFO_NULL, &requests[0]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Gatherv_init(ints + 4, 2, mine, floats, counts, places, MPI_INT, 0, WORLD, MPI_INFO_NULL, &requests[1]); /* wrong: type mismatch; 0 from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Scatter_init(ints + 8, 2, MPI_INT, floats + 8, 2, mine, 0, WORLD, MPI_INFO_NULL, &requests[2]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Allgather_init(ints + 16, 2, mine, floats + 16, 2, MPI_INT, WORLD, MPI_INFO_NULL, &requests[3]); /* wrong: type mismatch; each from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Alltoallv_init(ints + 24, counts, places, mine, floats + 24, counts, places, MPI_INT, WORLD, MPI_INFO_NULL, &requests[4]); /* wrong: type mismatch; each from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Allreduce_init(ints + 40, ints + 44, 2, mine, MPI_SUM, WORLD, MPI_INFO_NULL, &requests[5]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  for (int i = 0; i < 6; ++i) { /* MPICH 4.0 would mix them up if they were active together */
    MPI_Start(&requests[i]);
    MPI_Wait(&requests[i], IGNORE);
    MPI_Request_free(&requests[i]);
  }
}

CASE(uncommitted_in_large_counts_and_parts) {
  MPI_Datatype a;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Count place = 0;
  MPI_Type_contiguous(4, MPI_INT, &a);
  MPI_Comm_set_errhandler(WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Pack_c(ints, 1, a, bytes, sizeof bytes, &place, WORLD); /* wrong: uncommitted type; each */
  place = 0;
  MPI_Unpack_c(bytes, sizeof bytes, &place, ints, 1, a, WORLD); /* wrong: uncommitted type; each */
  place = 0;
  MPI_Pack_external_c("external32", ints, 1, a, bytes, sizeof bytes, &place); /* wrong: uncommitted type; each */
  place = 0;
  MPI_Unpack_external_c("external32", bytes, sizeof bytes, &place, ints, 1, a); /* wrong: uncommitted type; each */
  MPI_Reduce_local_c(ints, ints + 8, 1, a, MPI_SUM); /* wrong: uncommitted type; each */
  if (MPI_Psend_init(ints, 2, 1, a, next(), 1, WORLD, MPI_INFO_NULL, &request) == MPI_SUCCESS) /* wrong: uncommitted type; each */
    MPI_Request_free(&request);
  if (MPI_Precv_init(ints, 2, 1, a, before(), 1, WORLD, MPI_INFO_NULL, &request) == MPI_SUCCESS) /* wrong: uncommitted type; each */
    MPI_Request_free(&request);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_set_errhandler(WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Type_free(&a);
}

CASE(file_never_closed) {
  MPI_File file;
  char name[64];
  snprintf(name, sizeof name, "wrong_mpi4.%d.data", size);
  MPI_File_open(WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file); /* wrong: file never closed; each */
  MPI_Barrier(WORLD);
  if (rank == 0) remove(name);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  run_cases(argc, argv);
  MPI_Finalize();
  return 0;
}
