/* Right programs whose processes come from several MPI_COMM_WORLDs: the checker ignores what they do together and
 * checks the rest. The program spawns itself. */
/* clang-format off */
#include "cases.h"
#include "support/library_faults.h"

static char *program;
static int ints[64];
static double doubles[8];

static void ring_on(MPI_Comm comm) {
  int me, n;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &n);
  ints[0] = me;
  MPI_Sendrecv(ints, 4, MPI_INT, (me + 1) % n, 1, ints + 8, 4, MPI_INT, (me + n - 1) % n, 1, comm, IGNORE);
  REQUIRE(ints[8] == (me + n - 1) % n);
  MPI_Allreduce(MPI_IN_PLACE, doubles, 4, MPI_DOUBLE, MPI_SUM, comm);
}

/* The actions of both sides of `between`; the parents are `first`. */
static void meet(MPI_Comm between, int first) {
  MPI_Comm merged, again, half;
  MPI_Request request;
  int me;
  MPI_Comm_rank(between, &me);
  if (me == 0) {
    MPI_Irecv(ints + 32, 4, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, between, &request);
    MPI_Send(ints, 4, MPI_INT, 0, 5, between);
    MPI_Wait(&request, IGNORE);
    MPI_Sendrecv(doubles, 4, MPI_DOUBLE, 0, 6, doubles + 4, 4, MPI_DOUBLE, 0, 6, between, IGNORE);
  }
  MPI_Bcast(ints, 4, MPI_INT, !first ? 0 : me == 0 ? MPI_ROOT : MPI_PROC_NULL, between);
  MPI_Intercomm_merge(between, !first, &merged);
  ring_on(merged);
  MPI_Comm_dup(merged, &again);
  ring_on(again);
  MPI_Comm_split(merged, first, 0, &half);
  ring_on(half);
  MPI_Comm_free(&half);
  MPI_Comm_free(&again);
  MPI_Comm_free(&merged);
  ring_on(WORLD);
}

CASE(spawned) {
  MPI_Comm children;
  char *arguments[] = {"child", NULL};
  int codes[2];
  MPI_Comm_set_errhandler(WORLD, MPI_ERRORS_RETURN);
  if (MPI_Comm_spawn(program, arguments, 2, MPI_INFO_NULL, 0, WORLD, &children, codes) != MPI_SUCCESS) {
    puts("this launcher cannot spawn");
    fflush(stdout);
    MPI_Abort(WORLD, 0);
  }
  MPI_Comm_set_errhandler(WORLD, MPI_ERRORS_ARE_FATAL);
  meet(children, 1);
  MPI_Comm_disconnect(&children);
}

CASE(connected) {
  char port[MPI_MAX_PORT_NAME] = "";
  MPI_Comm half, between;
  const int first = rank % 2 == 0;
  if (mpi_has_no_ports()) return;
  MPI_Comm_split(WORLD, first, rank, &half);
  if (rank == 0) MPI_Open_port(MPI_INFO_NULL, port);
  MPI_Bcast(port, sizeof port, MPI_CHAR, 0, WORLD);
  if (first) MPI_Comm_accept(port, MPI_INFO_NULL, 0, half, &between);
  else MPI_Comm_connect(port, MPI_INFO_NULL, 0, half, &between);
  meet(between, first);
  ring_on(half);
  MPI_Comm_disconnect(&between);
  MPI_Comm_free(&half);
  if (rank == 0) MPI_Close_port(port);
}

int main(int argc, char **argv) {
  MPI_Comm parents;
  MPI_Init(&argc, &argv);
  program = argv[0];
  MPI_Comm_get_parent(&parents);
  if (parents == MPI_COMM_NULL) {
    run_cases(argc, argv);
  } else {
    meet(parents, 0);
    MPI_Comm_disconnect(&parents);
  }
  MPI_Finalize();
  return 0;
}
