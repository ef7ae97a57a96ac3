/* Right programs whose threads call MPI at the same time: the checker reports nothing about them, checks everything
 * that they do, and blocks none of them. */
/* clang-format off */
#include "threads.h"

#define ROUNDS 10

static int next(void) { return (rank + 1) % size; }
static int before(void) { return (rank + size - 1) % size; }

/* All types have elements of the same size, so that lengths do not distinguish them. */
static MPI_Datatype type_of(int i) {
  const MPI_Datatype types[4] = {MPI_DOUBLE, MPI_LONG, MPI_UNSIGNED_LONG, MPI_2INT};
  return types[i % 4];
}

static void ring_on_own_comm(int me) {
  long data[8], got[8];
  for (int i = 0; i < ROUNDS; ++i) {
    for (int k = 0; k < 8; ++k) data[k] = 100 * me + i;
    if (i % 3 == 2) {
      memcpy(got, data, sizeof got);
      MPI_Sendrecv_replace(got, 8, type_of(me + i), next(), 1, before(), 1, own_comm[me], IGNORE);
    } else {
      MPI_Sendrecv(data, 8, type_of(me + i), next(), 1, got, 8, type_of(me + i), before(), 1, own_comm[me], IGNORE);
    }
    REQUIRE(got[0] == 100 * me + i && got[7] == data[7]);
  }
}
CASE(own_communicators) { make_own_comms(); on_threads(ring_on_own_comm); free_own_comms(); }

static void ring_with_own_tag(int me) {
  long data[8] = {me}, got[8];
  for (int i = 0; i < ROUNDS; ++i) {
    MPI_Request requests[2];
    MPI_Irecv(got, 8, type_of(me), before(), me, WORLD, &requests[0]);
    if (i % 2) { MPI_Isend(data, 8, type_of(me), next(), me, WORLD, &requests[1]); MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); }
    else { MPI_Send(data, 8, type_of(me), next(), me, WORLD); MPI_Wait(&requests[0], IGNORE); }
    REQUIRE(got[0] == me);
  }
}
CASE(shared_communicator_own_tags) { on_threads(ring_with_own_tag); }

/* All threads send with one tag and receive whatever arrives, whose type is determined only by its size. The records
 * must arrive in the order of the messages, whichever thread sends them. */
static void anyone_on(MPI_Comm comm, int me) {
  long data[8] = {0}, got[8];
  MPI_Request sends[ROUNDS];
  for (int i = 0; i < ROUNDS; ++i) {
    const int kind = (me + i) % 4;
    MPI_Isend(data, 1 + kind, type_of(kind), next(), 5, comm, &sends[i]);
  }
  for (int i = 0; i < ROUNDS; ++i) {
    MPI_Message message;
    MPI_Status status;
    int n, found = 0;
    if (i % 2) MPI_Mprobe(MPI_ANY_SOURCE, 5, comm, &message, &status);
    else while (!found) MPI_Improbe(before(), MPI_ANY_TAG, comm, &found, &message, &status);
    MPI_Get_count(&status, MPI_BYTE, &n);
    const int kind = n / 8 - 1;
    if (i % 3) MPI_Mrecv(got, 1 + kind, type_of(kind), &message, IGNORE);
    else { MPI_Request request; MPI_Imrecv(got, 8, type_of(kind), &message, &request); MPI_Wait(&request, IGNORE); }
  }
  MPI_Waitall(ROUNDS, sends, MPI_STATUSES_IGNORE);
}
static void anyone_to_anyone(int me) { anyone_on(WORLD, me); }
static void anyone_on_own_comm(int me) { anyone_on(own_comm[me], me); }
CASE(shared_tag) { on_threads(anyone_to_anyone); }

static void receive_from_anyone(int me) {
  double data[4] = {me}, got[4];
  for (int i = 0; i < ROUNDS; ++i) {
    MPI_Request request;
    MPI_Status status;
    MPI_Isend(data, 1 + me % 4, MPI_DOUBLE, next(), 6, WORLD, &request);
    MPI_Recv(got, 4, MPI_DOUBLE, MPI_ANY_SOURCE, 6, WORLD, &status);
    REQUIRE(status.MPI_SOURCE == before());
    MPI_Wait(&request, IGNORE);
  }
}
CASE(shared_wildcard) { on_threads(receive_from_anyone); }

static void probe_on_own_comm(int me) {
  long data[8] = {0}, got[8];
  for (int i = 0; i < ROUNDS; ++i) {
    MPI_Request request;
    MPI_Status status;
    int found = 0;
    MPI_Isend(data, 8, type_of(me + i), next(), i % 4, own_comm[me], &request);
    if (i % 2) MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, own_comm[me], &status);
    else while (!found) MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, own_comm[me], &found, &status);
    REQUIRE(status.MPI_TAG == i % 4);
    MPI_Recv(got, 8, type_of(me + i), status.MPI_SOURCE, status.MPI_TAG, own_comm[me], IGNORE);
    MPI_Wait(&request, IGNORE);
  }
}
CASE(probes) { make_own_comms(); on_threads(probe_on_own_comm); free_own_comms(); }

static void complete_in_all_ways(int me) {
  for (int i = 0; i < ROUNDS; ++i) {
    MPI_Request requests[6];
    long data[3][4] = {{0}}, got[3][4];
    int n = 0, done = 0, all = 0, index, indices[6];
    for (int k = 0; k < 3; ++k) MPI_Irecv(got[k], 4, type_of(me + k), before(), 10 * me + k, WORLD, &requests[k]);
    for (int k = 0; k < 3; ++k) (k == i % 3 ? MPI_Issend : MPI_Isend)(data[k], 4, type_of(me + k), next(), 10 * me + k, WORLD, &requests[3 + k]);
    switch (i % 7) {
    case 0: MPI_Waitall(6, requests, MPI_STATUSES_IGNORE); break;
    case 1: for (int k = 5; k >= 0; --k) MPI_Wait(&requests[k], IGNORE); break;
    case 2: for (int k = 0; k < 6; ++k) MPI_Waitany(6, requests, &index, IGNORE); break;
    case 3: for (; all < 6; all += n) MPI_Waitsome(6, requests, &n, indices, MPI_STATUSES_IGNORE); break;
    case 4: while (!done) MPI_Testall(6, requests, &done, MPI_STATUSES_IGNORE); break;
    case 5: while (all < 6) { MPI_Testany(6, requests, &index, &done, IGNORE); all += done; } break;
    case 6: for (; all < 6; all += n) MPI_Testsome(6, requests, &n, indices, MPI_STATUSES_IGNORE); break;
    }
  }
}
CASE(waits_and_tests) { on_threads(complete_in_all_ways); }

static void persistent_of_each(int me) {
  MPI_Request requests[2];
  long data[4] = {0}, got[4];
  MPI_Recv_init(got, 4, type_of(me), before(), me, WORLD, &requests[0]);
  MPI_Send_init(data, 4, type_of(me), next(), me, WORLD, &requests[1]);
  for (int i = 0; i < ROUNDS; ++i) { MPI_Startall(2, requests); MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
}
CASE(persistent) { on_threads(persistent_of_each); }

static void cancel_some(int me) {
  long data[4] = {0}, got[4], nothing[4];
  for (int i = 0; i < ROUNDS; ++i) {
    MPI_Request open, request;
    MPI_Status status;
    int cancelled;
    MPI_Irecv(nothing, 4, MPI_DOUBLE, MPI_ANY_SOURCE, 1000 + me, WORLD, &open);
    MPI_Irecv(got, 4, type_of(me), before(), me, WORLD, &request);
    MPI_Send(data, 4, type_of(me), next(), me, WORLD);
    MPI_Cancel(&open);
    MPI_Wait(&open, &status);
    MPI_Test_cancelled(&status, &cancelled);
    REQUIRE(cancelled);
    MPI_Wait(&request, IGNORE);
  }
}
CASE(cancelled) { on_threads(cancel_some); }

static void collectives_on_own_comm(int me) {
  const MPI_Comm comm = own_comm[me];
  int ints[32] = {0}, all[32];
  double doubles[4] = {0}, sum[4];
  for (int i = 0; i < ROUNDS; ++i) {
    MPI_Request requests[2];
    MPI_Bcast(ints, 4, me % 2 ? MPI_INT : MPI_FLOAT, i % size, comm);
    MPI_Allreduce(doubles, sum, 1 + me, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Alltoall(ints, 2, MPI_INT, all, 1, MPI_2INT, comm);
    MPI_Iallgather(ints, 4, MPI_INT, all, 4, MPI_INT, comm, &requests[0]);
    MPI_Ireduce(doubles, sum, 2, MPI_DOUBLE, MPI_MAX, 0, comm, &requests[1]);
    MPI_Sendrecv(ints, 4, MPI_INT, next(), 1, ints + 8, 4, MPI_INT, before(), 1, WORLD, IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Barrier(comm);
  }
}
CASE(collectives) { make_own_comms(); on_threads(collectives_on_own_comm); free_own_comms(); }

static void make_communicators(int me) {
  for (int i = 0; i < 6; ++i) {
    MPI_Comm made;
    int got[4], n = me;
    if (i % 2) MPI_Comm_dup(own_comm[me], &made);
    else MPI_Comm_split(own_comm[me], 0, rank, &made);
    MPI_Sendrecv(&n, 1, MPI_INT, next(), 1, got, 4, MPI_INT, before(), 1, made, IGNORE);
    REQUIRE(got[0] == me);
    MPI_Comm_free(&made);
  }
}
CASE(communicators) { make_own_comms(); on_threads(make_communicators); free_own_comms(); }

/* Half of the threads create communicators while the others use some. */
static void make_or_use_communicators(int me) {
  if (me % 2) { probe_on_own_comm(me); anyone_on_own_comm(me); }
  else make_communicators(me);
}
CASE(communicators_made_meanwhile) { make_own_comms(); on_threads(make_or_use_communicators); free_own_comms(); }

static void make_types(int me) {
  for (int i = 0; i < ROUNDS; ++i) {
    MPI_Datatype part, type;
    long data[16] = {0}, got[16];
    MPI_Type_contiguous(1 + i % 2, type_of(me + i), &part);
    MPI_Type_vector(2, 1, 2, part, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&part);
    MPI_Sendrecv(data, 1, type, next(), me, got, 8, type_of(me + i), before(), me, WORLD, IGNORE);
    MPI_Type_free(&type);
  }
}
CASE(types) { on_threads(make_types); }

/* One thread waits for a message while the others work: none of them waits for it. */
static void one_waits(int me) {
  long data[4] = {0}, got[4];
  if (me == 0) {
    MPI_Recv(got, 4, MPI_DOUBLE, MPI_ANY_SOURCE, 77, WORLD, IGNORE);
    return;
  }
  for (int i = 0; i < ROUNDS; ++i) MPI_Sendrecv(data, 4, type_of(me), next(), me, got, 4, type_of(me), before(), me, WORLD, IGNORE);
  if (me == 1) MPI_Send(data, 4, MPI_DOUBLE, next(), 77, WORLD);
}
CASE(a_thread_waits) { on_threads(one_waits); }

/* One thread posts a receive and another one completes it. */
static MPI_Request handed_over[THREADS];
static pthread_barrier_t all_posted;
static void complete_another_ones(int me) {
  static double data[4];
  static long got[THREADS][4];
  for (int i = 0; i < ROUNDS; ++i) {
    MPI_Irecv(got[me], 4, MPI_DOUBLE, before(), me, WORLD, &handed_over[me]);
    MPI_Send(data, 4, MPI_DOUBLE, next(), me, WORLD);
    pthread_barrier_wait(&all_posted);
    MPI_Wait(&handed_over[(me + 1) % THREADS], IGNORE);
    pthread_barrier_wait(&all_posted);
  }
}
CASE(completed_by_another_thread) {
  pthread_barrier_init(&all_posted, NULL, THREADS);
  on_threads(complete_another_ones);
  pthread_barrier_destroy(&all_posted);
}

/* Thread 0 sends while it holds a mutex for which a callback of the program waits, within a call of thread 1. */
static pthread_mutex_t held_by_sender = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t sender_holds, callback_begins;
static void wait_for_the_sender(void) {
  pthread_barrier_wait(&callback_begins);
  pthread_mutex_lock(&held_by_sender);
  pthread_mutex_unlock(&held_by_sender);
}
static int on_type_delete(MPI_Datatype type, int key, void *value, void *state) {
  (void)type, (void)key, (void)value, (void)state;
  wait_for_the_sender();
  return MPI_SUCCESS;
}
static void free_type_with_attribute(void) {
  MPI_Datatype type;
  int key;
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, on_type_delete, &key, NULL);
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Type_set_attr(type, key, NULL);
  MPI_Type_free_keyval(&key);
  pthread_barrier_wait(&sender_holds);
  MPI_Type_free(&type);
}
static void (*free_with_callback)(void);
static void send_or_free(int me) {
  int sent = 1, got = 0;
  if (me == 1) free_with_callback();
  if (me != 0) return;
  pthread_mutex_lock(&held_by_sender);
  pthread_barrier_wait(&sender_holds);
  pthread_barrier_wait(&callback_begins);
  MPI_Sendrecv(&sent, 1, MPI_INT, 0, 0, &got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, IGNORE);
  pthread_mutex_unlock(&held_by_sender);
  REQUIRE(got == 1);
}
static void on_sender_and(void (*callback)(void)) {
  free_with_callback = callback;
  pthread_barrier_init(&sender_holds, NULL, 2);
  pthread_barrier_init(&callback_begins, NULL, 2);
  on_threads(send_or_free);
  pthread_barrier_destroy(&sender_holds);
  pthread_barrier_destroy(&callback_begins);
}
CASE(callback_of_a_freed_type) { on_sender_and(free_type_with_attribute); }
#ifdef OPEN_MPI /* MPICH itself blocks other threads during this callback */
static int on_query(void *state, MPI_Status *status) {
  (void)state;
  MPI_Status_set_elements(status, MPI_INT, 0);
  MPI_Status_set_cancelled(status, 0);
  return MPI_SUCCESS;
}
static int on_free(void *state) { (void)state; wait_for_the_sender(); return MPI_SUCCESS; }
static int on_cancel(void *state, int complete) { (void)state, (void)complete; return MPI_SUCCESS; }
static void free_generalized_request(void) {
  MPI_Request request;
  MPI_Grequest_start(on_query, on_free, on_cancel, NULL, &request);
  MPI_Grequest_complete(request);
  pthread_barrier_wait(&sender_holds);
  MPI_Request_free(&request);
}
CASE(callback_of_a_freed_request) { on_sender_and(free_generalized_request); }
#endif

/* Must be the last case: from then on the checker treats errors differently. */
static void on_no_error(MPI_Comm *comm, int *code, ...) { (void)comm, (void)code; REQUIRE(0); }
static void make_handler_or_send(int me) {
  MPI_Errhandler handler;
  if (me) { ring_with_own_tag(me); return; }
  MPI_Comm_create_errhandler(on_no_error, &handler);
  MPI_Errhandler_free(&handler);
}
CASE(error_handler_made_meanwhile) { on_threads(make_handler_or_send); }

int main(int argc, char **argv) { return run_threaded_cases(argc, argv); }
