/* A program that makes a mistake and then ends as its argument says. It is for command_test.cpp, which searches for
 * its comments. */
/* clang-format off */
#define _GNU_SOURCE
#include "autolink/autolink.h"
#include "automap/automap.h"

#include <mpi.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

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

/* Sends eight bytes where twelve are expected: four, and half a double. */
static void exchange_structs(void) {
  const int lengths[2] = {1, 1};
  const MPI_Aint places[2] = {0, 8};
  const MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE};
  MPI_Datatype both;
  double buffer[2];
  MPI_Type_create_struct(2, lengths, places, types, &both);
  MPI_Type_commit(&both);
  if (rank == 0) MPI_Send(ints, 2, MPI_INT, 1, 7, MPI_COMM_WORLD); /* line: send ints */
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(buffer, 1, both, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* line: receive struct */
  MPI_Type_free(&both);
}

#define LONG_NAME "AutoMap_of_a_struct_whose_name_leaves_no_room_for_its_long_tree_in_a_record"

/* Names are set before and after the commit, and another one later. */
static void exchange_named(void) {
  const int lengths[2] = {1, 1};
  const MPI_Aint places[2] = {0, 8};
  const MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE};
  const int short_lengths[8] = {2, 1, 2, 1, 2, 1, 2, 1};
  const MPI_Aint odd_places[8] = {0, 3, 5, 8, 12, 14, 19, 23};
  MPI_Datatype cell, later, long_one, short_types[8];
  double buffer[3] = {0, 0, 0};
  for (int i = 0; i < 8; ++i) short_types[i] = i % 2 ? MPI_SIGNED_CHAR : MPI_UNSIGNED_CHAR;
  MPI_Type_create_struct(8, short_lengths, odd_places, short_types, &long_one);
  MPI_Type_commit(&long_one);
  MPI_Type_set_name(long_one, LONG_NAME);
  MPI_Type_create_struct(2, lengths, places, types, &cell);
  MPI_Type_set_name(cell, "AutoMap_cell");
  MPI_Type_commit(&cell);
  MPI_Type_contiguous(3, MPI_INT, &later);
  MPI_Type_commit(&later);
  MPI_Type_set_name(later, "AutoMap_later");
  if (rank == 0) MPI_Send(buffer, 1, cell, 1, 7, MPI_COMM_WORLD);
  else MPI_Recv(ints, 1, later, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 0) MPI_Bcast(buffer, 1, long_one, 0, MPI_COMM_WORLD);
  else MPI_Bcast(ints, 1, later, 0, MPI_COMM_WORLD);
  MPI_Type_free(&long_one);
  MPI_Type_free(&cell);
  MPI_Type_free(&later);
}

/* Stops this rank some time after both ranks have entered their calls. Both are stopped at the same time, since the
 * launcher ends the other rank soon after the first. */
static void stop_later(int signal, int milliseconds) {
  struct sigevent event;
  struct itimerspec time;
  timer_t timer;
  memset(&event, 0, sizeof event);
  memset(&time, 0, sizeof time);
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = signal;
  time.it_value.tv_sec = milliseconds / 1000;
  time.it_value.tv_nsec = milliseconds % 1000 * 1000 * 1000;
  timer_create(CLOCK_REALTIME, &event, &timer);
  PMPI_Barrier(MPI_COMM_WORLD); /* which the checker does not see */
  timer_settime(timer, 0, &time, NULL);
}

static void hang(void) {
  enum { cells = 1 << 16 };
  double *const data = calloc(cells, 2 * sizeof(double));
  MPI_Datatype every_other;
  MPI_Type_create_resized(MPI_DOUBLE, 0, 2 * sizeof(double), &every_other);
  MPI_Type_commit(&every_other);
  stop_later(SIGTERM, 700);
  if (rank == 0) AM_Bcast(data, cells, every_other, 1, MPI_COMM_WORLD); /* line: hangs by AutoMap */
  else MPI_Recv(data, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* line: hangs */
}

static const AL_Run one_int[] = {{AL_INT, 0, 1, 0}};
static const AL_TypeInfo number[1] = {{AL_TYPE_ABI, 0, "number", sizeof(int), sizeof(int), UINT64_C(1), 1, 1, one_int, 0, NULL, NULL}};

/* Uses calls that test for messages and rest between MPI calls. */
static void poll_in_vain(int is_stopped) {
  enum { cells = 1 << 17 };
  double *const data = calloc(cells, 2 * sizeof(double));
  MPI_Datatype every_other;
  MPI_Comm comm;
  void *root;
  MPI_Type_vector(cells, 1, 2, MPI_DOUBLE, &every_other);
  MPI_Type_commit(&every_other);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  AL_Init(NULL, NULL);
  AM_Comm_set_pipeline(comm, AM_PIPELINE_DEFAULT);
  if (is_stopped) stop_later(SIGTERM, 700);
  if (rank == 0) AL_Recv(&root, number, 1, 7, comm, MPI_STATUS_IGNORE); /* line: polls by AutoLink */
  else AM_Send(data, 1, every_other, 0, 8, comm); /* line: polls by AutoMap */
}

static void finalize_alone(void) {
  stop_later(SIGTERM, 700);
  if (rank == 0) MPI_Finalize(); /* line: finalize */
  else MPI_Recv(ints, 4, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* line: receive in vain */
}

static volatile double sum;
static void compute(void) {
  stop_later(SIGTERM, 700);
  while (1) sum += 1;
}

/* The checker does not see this send. */
static void send_unrecorded(void) {
  if (rank == 0) PMPI_Send(ints, 4, MPI_INT, 1, 7, MPI_COMM_WORLD);
  else MPI_Recv(ints, 4, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Sends this many wrong messages; then each rank waits for one that never comes. */
static void get_stuck(int messages, int signal) {
  MPI_Request request;
  for (int i = 0; i < messages; ++i) {
    if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 7, MPI_COMM_WORLD); /* line: send wrongly */
    else MPI_Recv(floats, 4, MPI_FLOAT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* line: receive wrongly */
  }
  stop_later(signal, 1500);
  MPI_Irecv(ints, 1, MPI_INT, 1 - rank, 8, MPI_COMM_WORLD, &request);
  if (rank == 0) MPI_Recv(ints, 1, MPI_INT, 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else MPI_Wait(&request, MPI_STATUS_IGNORE); /* line: stuck */
}

/* Receives the length of the next message wrongly. Rank 0 then waits in one call or the other. */
static void misread_length(int right_ones, int in_collective) {
  double length = 1;
  int two[2], all;
  for (int i = 0; i < right_ones; ++i) {
    if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 7, MPI_COMM_WORLD);
    else MPI_Recv(ints, 4, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (rank == 0) {
    MPI_Send(&length, 1, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD); /* line: send length */
    MPI_Send(ints, 4, MPI_INT, 1, 8, MPI_COMM_WORLD); /* line: send data */
    if (!in_collective) MPI_Recv(ints, 4, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(two, 2, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* line: receive length */
    MPI_Recv(ints, two[0], MPI_INT, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* line: receive data */
  }
  MPI_Allreduce(&rank, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

/* Receives an index wrongly after so many right messages that their records travel in groups, and then uses it. */
static void use_wrong_index(void) {
  static char table[16];
  float index_sent = -2.5e30f;
  int index = 0;
  for (int i = 0; i < 1000; ++i) {
    if (rank == 0) MPI_Send(&index, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    else MPI_Recv(&index, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (rank == 0) MPI_Send(&index_sent, 1, MPI_FLOAT, 1, 7, MPI_COMM_WORLD); /* line: send index */
  else MPI_Recv(&index, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* line: receive index */
  if (rank == 1) ++*(volatile char *)(table + 64L * index);
}

static int recurse(volatile int *depth) {
  volatile char room[4096];
  room[*depth % 4096] = 1;
  return ++*depth < 1 << 30 ? recurse(depth) + room[0] : 0;
}

/* The handler of the signal runs on the stack that has no room left, unless it has one of its own. */
static void overflow_stack(void) {
  volatile int depth = 0;
  exchange(4);
  if (rank == 1) ints[0] = recurse(&depth);
}

/* MPICH ends the program by an assertion where the root receives from itself. */
static void gather_wrongly(void) {
  double all[8];
  MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD); /* line: gather */
}

/* MPI refuses the call, too. */
static void allgather_wrongly(void) {
  int all[8];
  MPI_Allgather(ints, 2, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD); /* line: allgather */
}

/* Compared in MPI_Finalize. */
static void reduce_wrongly(void) {
  int all[8];
  MPI_Request request;
  MPI_Iallreduce(ints, all, 1, rank == 0 ? MPI_INT : MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD, &request); /* line: reduce */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* Each rank waits in its call for the other one. */
static void wait_in_different_calls(void) {
  int all;
  if (rank == 0) MPI_Barrier(MPI_COMM_WORLD); /* line: barrier */
  else MPI_Allreduce(&rank, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* line: allreduce */
}
static void wait_for_different_roots(void) {
  MPI_Bcast(ints, 1, MPI_INT, 1 - rank, MPI_COMM_WORLD); /* line: bcast */
}
static void receive_before_sending(void) {
  MPI_Recv(ints, 1, MPI_INT, 1 - rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(ints, 1, MPI_INT, 1 - rank, 7, MPI_COMM_WORLD);
}

/* Rank 0 waits for a window that rank 1 does not open, rank 1 for rank 0. */
static void wait_in_vain(void) {
  MPI_Win window;
  MPI_Win_create(ints, sizeof ints, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  if (rank == 0) MPI_Win_fence(0, window);
  else MPI_Recv(ints, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Both ranks compute without MPI for some time, and each waits and asks for the other for shorter ones. */
static void compute_slowly(void) {
  MPI_Request request;
  for (int i = 0, done = 0; i < 3; ++i, done = 0) {
    usleep(i == 1 ? 1200 * 1000 : 100 * 1000);
    MPI_Irecv(&ints[i], 1, MPI_INT, 1 - rank, 7, MPI_COMM_WORLD, &request);
    MPI_Send(ints + 3, 1, MPI_INT, 1 - rank, 7, MPI_COMM_WORLD);
    while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

/* The second message ends within the datatype of the receiver, which is right. */
static void receive_partly(void) {
  MPI_Datatype two;
  MPI_Type_contiguous(2, MPI_INT, &two);
  MPI_Type_commit(&two);
  for (int n = 2; n < 4; ++n) {
    if (rank == 0) MPI_Send(ints, n, MPI_INT, 1, 7, MPI_COMM_WORLD); /* line: send partly */
    else MPI_Recv(ints, 2, two, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* line: receive partly */
  }
  MPI_Type_free(&two);
}

static void put_to_nobody(void) {
  MPI_Win window;
  MPI_Win_create(ints, sizeof ints, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  if (rank == 1) MPI_Put(floats, 1, MPI_INT, 77, 0, 1, MPI_INT, window); /* line: put */
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

static int free_copy(MPI_Comm comm, int key, void *value, void *state) {
  (void)comm, (void)key, (void)state;
  return MPI_Comm_free((MPI_Comm *)value);
}

/* Libraries keep a communicator in an attribute, which frees it when MPI deletes the attribute in MPI_Finalize. */
static void keep_in_attribute(void) {
  static MPI_Comm copy;
  int key;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_copy, &key, NULL);
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, &copy);
  MPI_Comm_free_keyval(&key);
}

static void duplicate_alone(void) {
  MPI_Comm comm;
  if (rank == 0) MPI_Comm_dup(MPI_COMM_WORLD, &comm); /* line: dup */
  else MPI_Barrier(MPI_COMM_WORLD);
}

/* Makes the mistake on a fiber whose stack has only this much room. */
static ucontext_t thread, fiber;
static void run_fiber(void) { exchange(4); swapcontext(&fiber, &thread); }
static void exchange_on_fiber(int stack_bytes) {
  getcontext(&fiber);
  fiber.uc_stack.ss_sp = malloc((size_t)stack_bytes);
  fiber.uc_stack.ss_size = (size_t)stack_bytes;
  makecontext(&fiber, run_fiber, 0);
  swapcontext(&thread, &fiber);
}

static void receive_unseen(void) {
  MPI_Request request;
  if (rank == 1) { MPI_Irecv(ints, 4, MPI_INT, 0, 7, MPI_COMM_WORLD, &request); MPI_Request_free(&request); }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 7, MPI_COMM_WORLD);
}

static void exchange_and_finalize(void) { exchange(4); MPI_Finalize(); }

static jmp_buf back;
static void leave(MPI_Comm *comm, int *code, ...) { (void)comm, (void)code; longjmp(back, 1); }

static void end(MPI_Comm *comm, int *code, ...) { (void)comm, (void)code; exit(4); }

static void fail(MPI_Comm_errhandler_function *on_error) {
  MPI_Errhandler handler;
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  MPI_Comm_create_errhandler(on_error, &handler);
  MPI_Comm_set_errhandler(comm, handler);
  if (setjmp(back) == 0) MPI_Recv(ints, -1, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE); /* line: fail */
}

static void exchange_packed(void) {
  if (rank == 0) MPI_Send(ints, 4, MPI_PACKED, 1, 7, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(ints, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void make_and_leave(void) {
  MPI_Datatype type;
  MPI_Type_contiguous(2, MPI_INT, &type);
}

/* Its name would denote a type if it were read as a mangled name. */
static void f(void) {
  MPI_Type_contiguous(-2, MPI_INT, NULL); /* line: f */
}

int main(int argc, char **argv) {
  int provided;
  if (argc > 1) strncpy(name, argv[1], sizeof name - 1);
  if (is("never")) return 0;
  if (is("handler")) atexit(exchange_and_finalize);
  if (is("threads")) MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  else MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (is("handler")) return 0;
  if (is("late")) { /* rank 0's record may be sent only by MPI_Finalize */
    if (rank == 0) { MPI_Send(ints, 4, MPI_INT, 1, 7, MPI_COMM_WORLD); usleep(700 * 1000); }
    else MPI_Recv(floats, 4, MPI_FLOAT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
  }
  if (is("alone")) { MPI_Sendrecv(ints, 4, MPI_INT, 0, 7, floats, 4, MPI_FLOAT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* line: alone */ }
  else if (is("structs")) exchange_structs();
  else if (is("names")) exchange_named();
  else if (is("hang")) hang();
  else if (is("polls")) poll_in_vain(1);
  else if (is("finalize")) finalize_alone();
  else if (is("compute")) compute();
  else if (is("unrecorded")) send_unrecorded();
  else if (is("stuck")) get_stuck(atoi(argv[2]), strcmp(argv[3], "INT") == 0 ? SIGINT : SIGTERM);
  else if (is("misread")) misread_length(atoi(argv[2]), strcmp(argv[3], "collective") == 0);
  else if (is("index")) use_wrong_index();
  else if (is("overflow")) overflow_stack();
  else if (is("gather")) gather_wrongly();
  else if (is("allgather")) allgather_wrongly();
  else if (is("reduce")) reduce_wrongly();
  else if (is("calls")) wait_in_different_calls();
  else if (is("roots")) wait_for_different_roots();
  else if (is("dup")) duplicate_alone();
  else if (is("attribute")) keep_in_attribute();
  else if (is("partial")) receive_partly();
  else if (is("put")) put_to_nobody();
  else if (is("deadlock")) receive_before_sending();
  else if (is("vain")) wait_in_vain();
  else if (is("slow")) compute_slowly();
  else if (is("polled")) poll_in_vain(0);
  else if (is("fiber")) exchange_on_fiber(atoi(argv[2]));
  else if (is("unseen")) receive_unseen();
  else if (is("packed")) exchange_packed();
  else if (is("leak")) make_and_leave();
  else if (!is("only_rank") && !is("own_handler")) exchange(is("truncate") ? 3 : 4);
  if (is("exit")) exit(0);
  if ((is("abort") || is("unrecorded")) && rank == 1) MPI_Abort(MPI_COMM_WORLD, 3); /* line: abort */
  if (is("signal") && rank == 1) abort();
  if (is("longjmp")) fail(leave);
  if (is("own_handler") && rank == 1) fail(end);
  if ((is("rank") || is("only_rank") || is("longjmp")) && rank == 1) MPI_Send(ints, 1, MPI_INT, 17, 7, MPI_COMM_WORLD); /* line: rank */
  if (is("am_count") && rank == 1) AM_Send(ints, -1, MPI_INT, 0, 7, MPI_COMM_WORLD); /* line: am_count */
  if (is("am_rank") && rank == 1) AM_Recv(ints, 4, MPI_INT, 17, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* line: am_rank */
  if (is("al_null") && rank == 1) AL_Wait(NULL, MPI_STATUS_IGNORE); /* line: al_null */
  if (is("threads") && rank == 1) f();
  if (is("communicator") && rank == 1) MPI_Comm_rank(MPI_COMM_NULL, &rank); /* line: communicator */
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
