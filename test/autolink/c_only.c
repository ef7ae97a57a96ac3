/* AutoLink from C99, as in the paper: AL_Init begins MPI, AL_Finalize ends it; a list, and Figure 3, around
 * the ring. */
#include <autolink/autolink.h>

#include "figure3_routines.h"
#include "pointer_kinds_routines.h"

#include <stdlib.h>
#include <string.h>

static void require(int condition, const char *what) {
  if (!condition) {
    fprintf(stderr, "failed: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

int main(int argc, char **argv) {
  int rank, size, i, finalized, class_of_error;
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
  for (i = 0; i < 1000; ++i) {
    List *node = malloc(sizeof *node);
    node->data[0] = rank + i;
    node->data[1] = node->data[2] = node->data[3] = 0;
    node->next = list;
    list = node;
  }
  AL_Isend(list, AutoLink_List, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  AL_Recv(&received, AutoLink_List, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  AL_Wait(&request, MPI_STATUS_IGNORE);
  for (at = received, i = 1000; at; at = at->next)
    require(at->data[0] == (rank + size - 1) % size + --i, "the list's data");
  require(i == 0, "the list's length");
  for (; received; received = at) { /* single nodes may be freed */
    at = received->next;
    free(received);
  }
  AL_Free(list, AutoLink_List);

  AL_Isend(&a, AutoLink_Square, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  AL_Recv(&square, AutoLink_Square, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  AL_Wait(&request, MPI_STATUS_IGNORE);
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
  return finalized && AL_Free(square, AutoLink_Square) == MPI_SUCCESS ? 0 : 1; /* which needs no MPI */
}
