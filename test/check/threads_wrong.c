/* Wrong programs whose threads call MPI at the same time. As in wrong.c, "wrong: KIND" marks the lines that must be
 * reported; right calls go on around them. */
/* clang-format off */
#include "threads.h"

#define ROUNDS 10

static int next(void) { return (rank + 1) % size; }
static int before(void) { return (rank + size - 1) % size; }

static void one_thread_is_wrong(int me) {
  double data[4] = {0}, got[4];
  for (int i = 0; i < ROUNDS; ++i) {
    if (me == 2) MPI_Sendrecv(data, 4, MPI_DOUBLE, next(), me, got, 4, MPI_LONG, before(), me, WORLD, IGNORE); /* wrong: type mismatch */
    else MPI_Sendrecv(data, 4, MPI_DOUBLE, next(), me, got, 4, MPI_DOUBLE, before(), me, WORLD, IGNORE);
  }
}
CASE(shared_communicator) { on_threads(one_thread_is_wrong); }

static void wrong_now_and_then(int me) {
  long data[4] = {0}, got[4];
  for (int i = 0; i < ROUNDS; ++i) {
    MPI_Request requests[2];
    MPI_Isend(data, 4, MPI_LONG, next(), me, WORLD, &requests[0]);
    if (me == 1 && i == 7) MPI_Irecv(got, 4, MPI_DOUBLE, MPI_ANY_SOURCE, me, WORLD, &requests[1]); /* wrong: type mismatch */
    else MPI_Irecv(got, 4, MPI_LONG, MPI_ANY_SOURCE, me, WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
}
CASE(nonblocking) { on_threads(wrong_now_and_then); }

static void matched_probes(int me) {
  long data[4] = {0}, got[4];
  for (int i = 0; i < ROUNDS; ++i) {
    MPI_Request request;
    MPI_Message message;
    MPI_Isend(data, 4, MPI_LONG, next(), 3, own_comm[me], &request);
    MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, own_comm[me], &message, IGNORE);
    if (me == 3) MPI_Mrecv(got, 4, MPI_DOUBLE, &message, IGNORE); /* wrong: type mismatch */
    else MPI_Mrecv(got, 4, MPI_LONG, &message, IGNORE);
    MPI_Wait(&request, IGNORE);
  }
}
CASE(own_communicators) { make_own_comms(); on_threads(matched_probes); free_own_comms(); }

static void all_are_wrong(int me) {
  long data[4] = {0}, got[4];
  MPI_Request request;
  MPI_Isend(data, 4, MPI_LONG, next(), me, WORLD, &request);
  MPI_Recv(got, 32, MPI_BYTE, before(), me, WORLD, IGNORE); /* wrong: bytes against types */
  MPI_Wait(&request, IGNORE);
}
CASE(all_threads) { on_threads(all_are_wrong); }

static void collectives(int me) {
  long data[4] = {0}, got[16];
  for (int i = 0; i < ROUNDS; ++i) {
    if (me == 0 && rank == 1) MPI_Bcast(data, 4, MPI_DOUBLE, 0, own_comm[me]); /* wrong: type mismatch */
    else MPI_Bcast(data, 4, MPI_LONG, 0, own_comm[me]);
    if (me == 1) MPI_Allgather(data, 2, MPI_LONG, got, 2, rank == 0 ? MPI_DOUBLE : MPI_LONG, own_comm[me]); /* wrong: type mismatch */
    else MPI_Allgather(data, 2, MPI_LONG, got, 2, MPI_LONG, own_comm[me]);
  }
}
CASE(collective_calls) { make_own_comms(); on_threads(collectives); free_own_comms(); }

int main(int argc, char **argv) { return run_threaded_cases(argc, argv); }
