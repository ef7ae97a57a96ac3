/* Right programs that the checker can check only in part: it must report nothing and must not get in the way. */
/* clang-format off */
#include "cases.h"

#include <setjmp.h>
#include <unistd.h>

/* Some programs call PMPI functions, as other languages do. The checker takes a program with these functions for one
   that may do so, and does not miss what it has not seen. */
void mpi_type_vector_f08_(void) {}
void ompi_barrier_f(void) {}

/* Debian's MPICH 5.0.2 for the standard ABI lacks this function, and the checker must not need it either. */
#pragma weak PMPI_File_close

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

static long resident_bytes(void) {
  long all = 0, resident = 0;
  FILE *const file = fopen("/proc/self/statm", "r");
  REQUIRE(file && fscanf(file, "%ld %ld", &all, &resident) == 2);
  fclose(file);
  return resident * sysconf(_SC_PAGESIZE);
}

/* Nobody knows what these records could be compared with, so the checker must not keep them. Most records are sent
 * whole, because there are more tags than the two ranks agree on. */
CASE(many_behind_a_freed_receive) {
  MPI_Request request;
  MPI_Comm comm;
  long before = 0;
  if (size > 2) return; /* waiting ranks would occupy the processors */
  MPI_Comm_dup(WORLD, &comm);
  if (rank == 1) { MPI_Irecv(ints, 4, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &request); MPI_Request_free(&request); }
  for (int round = 0; round < 200; ++round) {
    for (int tag = 0; tag < 120; ++tag)
      if (rank == 0) MPI_Send(ints, 1, MPI_INT, 1, tag, comm);
      else if (round + tag > 0) MPI_Recv(ints, 1, MPI_INT, 0, tag, comm, IGNORE);
    if (rank == 0) PMPI_Recv(NULL, 0, MPI_INT, 1, 200, comm, IGNORE);
    else PMPI_Send(NULL, 0, MPI_INT, 0, 200, comm);
    if (round == 20) before = resident_bytes();
  }
#if AUTOMAP_IS_SANITIZED /* this sanitizer keeps freed memory */
  before = resident_bytes();
#endif
  if (rank == 1) REQUIRE(resident_bytes() - before < 1 << 20);
  MPI_Comm_free(&comm);
}

/* Simulates another language's binding that completes a request: its handle may be reused by the next one. The types
 * have the same size. */
static int no_status(void *state, MPI_Status *status) { (void)state; MPI_Status_set_elements(status, MPI_INT, 0); MPI_Status_set_cancelled(status, 0); return MPI_SUCCESS; }
static int no_free(void *state) { (void)state; return MPI_SUCCESS; }
static int no_cancel(void *state, int complete) { (void)state, (void)complete; return MPI_SUCCESS; }

CASE(completed_out_of_sight) {
  static long memory[4];
  MPI_Comm comm;
  MPI_Win window;
  MPI_File file;
  char name[64];
  snprintf(name, sizeof name, "passes.%d.data", size);
  MPI_File_open(WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, WORLD, &window);
  MPI_Win_lock_all(0, window);
  for (int way = 0; way < 7; ++way) {
    MPI_Request request, receive;
    MPI_Comm_dup(WORLD, &comm);
    if (rank == 0) { MPI_Send(ints, 4, MPI_INT, 1, 3, comm); MPI_Send(floats, 4, MPI_FLOAT, 1, 3, comm); }
    if (rank == 1) { MPI_Irecv(ints, 4, MPI_INT, 0, 3, comm, &receive); PMPI_Wait(&receive, IGNORE); }
    switch (way) {
    case 0: MPI_Ibarrier(comm, &request); break;
    case 1: MPI_Iallreduce(ints, ints + 8, 4, MPI_INT, MPI_MAX, comm, &request); break;
    case 2: MPI_Rput(ints, 1, MPI_INT, rank, 0, 1, MPI_INT, window, &request); break;
    case 3: MPI_File_iwrite_at(file, 16 * rank, ints, 4, MPI_INT, &request); break;
    case 4: MPI_Isend(ints, 4, MPI_INT, MPI_PROC_NULL, 3, comm, &request); break;
    case 5: MPI_Recv_init(ints, 4, MPI_INT, MPI_PROC_NULL, 3, comm, &request); MPI_Start(&request); break;
    case 6: MPI_Grequest_start(no_status, no_free, no_cancel, NULL, &request); MPI_Grequest_complete(request); break;
    }
    MPI_Wait(&request, IGNORE);
    if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
    if (rank == 1) MPI_Recv(floats, 4, MPI_FLOAT, 0, 3, comm, IGNORE);
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_File_close(&file);
}

static jmp_buf back;
static void leave(MPI_Comm *comm, int *code, ...) { (void)comm, (void)code; longjmp(back, 1); }

/* The standard does not define this, but both MPI libraries tolerate it without threads. */
CASE(calls_left_by_longjmp) {
  MPI_Errhandler handler;
  MPI_Request request;
  MPI_Comm comm, other;
  MPI_Comm_dup(WORLD, &comm);
  MPI_Comm_dup(WORLD, &other);
#ifdef MPICH
  MPI_Errhandler_create(leave, &handler); /* the name in MPI-1 */
#else
  MPI_Comm_create_errhandler(leave, &handler);
#endif
  MPI_Comm_set_errhandler(comm, handler);
  MPI_Comm_set_errhandler(other, handler);
  if (rank == 0) {
    MPI_Send(ints, 8, MPI_INT, 1, 3, comm);
    MPI_Send(floats, 8, MPI_FLOAT, 1, 3, comm);
    if (setjmp(back) == 0) { MPI_Send(ints, -1, MPI_INT, 1, 3, other); REQUIRE(0); }
    MPI_Send(ints, 8, MPI_INT, 1, 3, other);
    MPI_Send(floats, 8, MPI_FLOAT, 1, 3, other);
  }
  if (rank == 1) {
    if (setjmp(back) == 0) { MPI_Recv(ints, 4, MPI_INT, 0, 3, comm, IGNORE); REQUIRE(0); }
    MPI_Irecv(floats, 8, MPI_FLOAT, 0, 3, comm, &request);
    MPI_Wait(&request, IGNORE);
    MPI_Recv(ints, 8, MPI_INT, 0, 3, other, IGNORE);
    MPI_Recv(floats, 8, MPI_FLOAT, 0, 3, other, IGNORE);
  }
  MPI_Errhandler_free(&handler);
  MPI_Barrier(WORLD);
  MPI_Comm_free(&comm);
  MPI_Comm_free(&other);
}

static int failures;
static void count(MPI_Comm *comm, int *code, ...) { (void)comm, (void)code; ++failures; }

/* MPICH 5.0.2's calls return MPI_SUCCESS after such a handler. */
CASE(probes_that_fail) {
  MPI_Errhandler handler;
  MPI_Message message;
  MPI_Comm comm;
  MPI_Comm_dup(WORLD, &comm);
  MPI_Comm_create_errhandler(count, &handler);
  MPI_Comm_set_errhandler(comm, handler);
  MPI_Probe(size, 3, comm, IGNORE);
  MPI_Mprobe(size, 3, comm, &message, IGNORE);
  REQUIRE(failures == 2);
  MPI_Errhandler_free(&handler);
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

/* Neither MPI library cancels a message that is already under way, but a program must not rely on that. */
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

CASE(file_closed_out_of_sight) {
  for (int i = 0; i < 4; ++i) {
    MPI_File file;
    char name[64];
    snprintf(name, sizeof name, "passes.%d.data", size);
    MPI_File_open(WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_write_at(file, 64 * rank, floats, 4, MPI_FLOAT, IGNORE);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    (PMPI_File_close ? PMPI_File_close : MPI_File_close)(&file);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  run_cases(argc, argv);
  MPI_Finalize();
  return 0;
}
