/* Right programs of which the checker cannot check all: it reports nothing and does not get in the way. */
/* clang-format off */
#include "cases.h"

static int ints[4096];
static float floats[64];
static double doubles[64];
static char bytes[4096];

static void ring_on(MPI_Comm comm) {
  int me, n;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &n);
  MPI_Sendrecv(ints, 4, MPI_INT, (me + 1) % n, 1, ints + 8, 4, MPI_INT, (me + n - 1) % n, 1, comm, IGNORE);
  MPI_Allreduce(MPI_IN_PLACE, doubles, 4, MPI_DOUBLE, MPI_SUM, comm);
}

CASE(packed) {
  int place = 0;
  MPI_Pack(ints, 4, MPI_INT, bytes, sizeof bytes, &place, WORLD);
  MPI_Pack(doubles, 2, MPI_DOUBLE, bytes, sizeof bytes, &place, WORLD);
  if (rank == 0) { MPI_Send(bytes, place, MPI_PACKED, 1, 3, WORLD); MPI_Send(ints, 4, MPI_INT, 1, 3, WORLD); }
  if (rank == 1) {
    MPI_Recv(bytes, sizeof bytes, MPI_PACKED, 0, 3, WORLD, IGNORE);
    MPI_Recv(bytes, sizeof bytes, MPI_PACKED, 0, 3, WORLD, IGNORE);
    place = 0;
    MPI_Unpack(bytes, sizeof bytes, &place, ints, 4, MPI_INT, WORLD);
  }
  place = 0;
  MPI_Pack(ints, 4, MPI_INT, bytes, sizeof bytes, &place, WORLD);
  if (rank == 0) MPI_Send(bytes, place, MPI_PACKED, 1, 3, WORLD);
  if (rank == 1) MPI_Recv(ints, 4, MPI_INT, 0, 3, WORLD, IGNORE);
}

#ifdef MPIX_C_FLOAT16
CASE(duplicate_of_what_no_standard_names) {
  MPI_Datatype copy;
  MPI_Type_dup(MPIX_C_FLOAT16, &copy);
  if (rank == 0) MPI_Send(ints, 2, copy, 1, 3, WORLD);
  if (rank == 1) MPI_Recv(ints, 2, copy, 0, 3, WORLD, IGNORE);
  MPI_Type_free(&copy);
}
#endif

CASE(receive_request_freed) {
  MPI_Request request;
  static int received[4];
  MPI_Comm comm;
  MPI_Comm_dup(WORLD, &comm);
  received[0] = -1;
  ints[0] = 5;
  if (rank == 1) { MPI_Irecv(received, 4, MPI_INT, 0, MPI_ANY_TAG, comm, &request); MPI_Request_free(&request); }
  if (rank == 0) { MPI_Send(ints, 4, MPI_INT, 1, 3, comm); MPI_Ssend(floats, 4, MPI_FLOAT, 1, 3, comm); }
  if (rank == 1) { MPI_Recv(floats, 4, MPI_FLOAT, 0, 3, comm, IGNORE); REQUIRE(received[0] == 5); }
  MPI_Comm_free(&comm);
}

CASE(two_groups) {
  MPI_Comm half, between, merged;
  int n, me;
  MPI_Comm_split(WORLD, rank % 2, rank, &half);
  MPI_Intercomm_create(half, 0, WORLD, rank % 2 ? 0 : 1, 4, &between);
  MPI_Comm_remote_size(between, &n);
  MPI_Comm_rank(between, &me);
  if (me == 0) MPI_Sendrecv(ints, 4, MPI_INT, 0, 1, ints + 64, 4, MPI_INT, 0, 1, between, IGNORE);
  MPI_Bcast(ints, 4, MPI_INT, rank % 2 ? 0 : me == 0 ? MPI_ROOT : MPI_PROC_NULL, between);
  MPI_Barrier(between);
  MPI_Intercomm_merge(between, rank % 2, &merged);
  ring_on(merged);
  MPI_Comm_free(&merged);
  MPI_Comm_disconnect(&between);
  MPI_Comm_free(&half);
}

/* Neither MPI library cancels what is under way already; a program must not rely on that. */
CASE(cancelled_send) {
  MPI_Request request;
  MPI_Status status;
  MPI_Comm comm;
  int cancelled;
  MPI_Comm_dup(WORLD, &comm);
  if (rank == 0) {
    MPI_Isend(ints, 4, MPI_INT, 1, 3, comm, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    MPI_Send(&cancelled, 1, MPI_INT, 1, 4, comm);
    MPI_Send(floats, 4, MPI_FLOAT, 1, 3, comm);
  }
  if (rank == 1) {
    MPI_Recv(&cancelled, 1, MPI_INT, 0, 4, comm, IGNORE);
    if (!cancelled) MPI_Recv(ints, 4, MPI_INT, 0, 3, comm, IGNORE);
    MPI_Recv(floats, 4, MPI_FLOAT, 0, 3, comm, IGNORE);
  }
  MPI_Comm_free(&comm);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  run_cases(argc, argv);
  MPI_Finalize();
  return 0;
}
