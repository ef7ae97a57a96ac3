/* Uses AutoLink from C99, as in the paper: AL_Init initializes MPI and AL_Finalize finalizes it. Sends a list, and
 * Figure 3, around the ring. */
#include <autolink/autolink.h>

#include "figure3_routines.h"
#include "pointer_kinds_routines.h"

#include <stdlib.h>
#include <string.h>

#if defined __GNUC__ && !defined __clang__
#pragma GCC diagnostic error "-Wstringop-overflow" /* MPI_STATUSES_IGNORE may be an address without memory */
#endif

static void require(int condition, const char *what) {
  if (!condition) {
    fprintf(stderr, "failed: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

static List *make_list(int n, double first) {
  List *list = NULL;
  while (n-- > 0) {
    List *node = malloc(sizeof *node);
    node->data[0] = first + n;
    node->data[1] = node->data[2] = node->data[3] = 0;
    node->next = list;
    list = node;
  }
  return list;
}

static void require_list(const List *at, int n, double first) {
  int i;
  for (i = 0; at && i < n; at = at->next)
    require(at->data[0] == first + i++, "the list's data");
  require(!at && i == n, "the list's length");
}

/* Sends small structures and a few larger ones, by blocking calls: rank 0 gets an answer to each. */
static void ping_pong(int rank, MPI_Comm comm) {
  int n;
  for (n = 0; n < 70; ++n) {
    List *list = make_list(n, 100 * rank), *received = NULL;
    MPI_Status status;
    MPI_Count bytes = -1;
    if (rank == 0)
      AL_Send(list, AutoLink_List, 1, n, comm);
    AL_Recv(&received, AutoLink_List, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status);
    if (rank == 1)
      AL_Send_flags(list, AutoLink_List, 0, n, comm, AL_NO_SHARING);
    require_list(received, n, 100 * (1 - rank));
    MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
    require(status.MPI_SOURCE == 1 - rank && status.MPI_TAG == n && bytes == n * (MPI_Count)sizeof *list,
            "the status");
    AL_Free(list, AutoLink_List);
    AL_Free(received, AutoLink_List);
  }
}

static void require_no_such_rank(int size) {
  List one = {{0}, NULL};
  int code;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  code = AL_Send(&one, AutoLink_List, size, 0, MPI_COMM_WORLD);
  MPI_Error_class(code, &code);
  require(code == MPI_ERR_RANK, "the error of a rank that there is not");
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv) {
  MPI_Comm arena;
  MPI_Info info;
  int rank, size, finalized, class_of_error;
  List *list = NULL, *received = NULL, *at;
  Triangle c = {{1, 2, 3}};
  Circle b = {1, NULL}, b_prime = {2, &c};
  Square a = {3, &b_prime, &b, &c}, *square = NULL;
  AL_Request request;
  FILE *file = tmpfile();
  char line[64] = "";

  AL_Error_class(AL_Finalize(), &class_of_error);
  AL_Init(&argc, &argv);
  AL_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  list = make_list(1000, rank);
  AL_Isend(list, AutoLink_List, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  AL_Recv(&received, AutoLink_List, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  AL_Wait(&request, MPI_STATUS_IGNORE);
  require_list(received, 1000, (rank + size - 1) % size);
  for (; received; received = at) { /* single nodes may be freed */
    at = received->next;
    free(received);
  }
  AL_Free(list, AutoLink_List);

  require_no_such_rank(size);
  if (size == 2) {
    ping_pong(rank, MPI_COMM_WORLD);
    MPI_Comm_dup(MPI_COMM_WORLD, &arena);
    MPI_Info_create(&info);
    MPI_Info_set(info, "autolink_allocation", "arena");
    AL_Comm_set_info(arena, info);
    MPI_Info_free(&info);
    ping_pong(rank, arena);
    MPI_Comm_free(&arena);
  }

  AL_Isend(&a, AutoLink_Square, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  AL_Recv(&square, AutoLink_Square, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  AL_Waitall(1, &request, MPI_STATUSES_IGNORE);
  require(square->id == 3 && square->first->radius == 2 && square->second->radius == 1, "the circles");
  require(square->first->inner == square->third && !square->second->inner, "the triangle");
  AL_Trace(square, AutoLink_Square, file);
  rewind(file);
  require(fgets(line, sizeof line, file) &&
              strcmp(line, "NEXT Square 0, Circle 0, Circle 1, Triangle 0\n") == 0,
          "the trace");
  fclose(file);
  AL_Finalize();
  AL_Finalize();
  MPI_Finalized(&finalized);
  require(finalized, "MPI ended");
  require(AL_Init(NULL, NULL) != MPI_SUCCESS && AL_Finalize() != MPI_SUCCESS, "no second beginning of MPI");
  return AL_Free(square, AutoLink_Square) == MPI_SUCCESS ? 0 : 1; /* AL_Free works after MPI has ended */
}
