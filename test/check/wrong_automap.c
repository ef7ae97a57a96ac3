/* Wrong programs whose messages are packed by AutoMap's calls, so that MPI sees MPI_PACKED. See wrong.c. */
/* clang-format off */
#include "automap/automap.h"

#include <stddef.h>

#include "cases.h"

enum { some_cells = 500, most_cells = 20000, part_bytes = 2000 }; /* MPI sends parts at once, received or not */
static struct { char c; double d; } cells[most_cells]; /* { char, double }, or { char, long } with the same bytes */
static int ints[64];
static float floats[64];
static MPI_Datatype cell, other;
static MPI_Comm with_pipeline;

static MPI_Datatype padded(MPI_Datatype second) {
  const int lengths[] = {1, 1};
  const MPI_Aint places[] = {0, 8};
  const MPI_Datatype types[] = {MPI_CHAR, second};
  MPI_Datatype out;
  MPI_Type_create_struct(2, lengths, places, types, &out);
  MPI_Type_commit(&out);
  return out;
}

CASE(packed_to_packed) {
  if (rank == 0) AM_Send(cells, 5, cell, 1, 1, WORLD);
  if (rank == 1) AM_Recv(cells, 5, other, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 1 MPI_LONG MPI_DOUBLE */
}

CASE(packed_to_mpi) {
  if (rank == 0) AM_Send(cells, 5, cell, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(cells, 5, other, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 1 MPI_LONG MPI_DOUBLE */
}

CASE(mpi_to_packed) {
  if (rank == 0) MPI_Send(cells, 5, cell, 1, 1, WORLD);
  if (rank == 1) AM_Recv(cells, 5, other, MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 1 MPI_LONG MPI_DOUBLE */
}

CASE(without_holes) {
  for (int i = 0; i < 3; ++i) { /* from the second round on, the fast path is used */
    if (rank == 0) AM_Send(ints, 4, MPI_INT, 1, i, WORLD);
    if (rank == 1 && i < 2) AM_Recv(ints, 4, MPI_INT, 0, i, WORLD, IGNORE);
    if (rank == 1 && i == 2) AM_Recv(floats, 4, MPI_FLOAT, 0, i, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  }
}

CASE(nonblocking) {
  AM_Request request;
  if (rank == 0) { AM_Isend(cells, 5, cell, 1, 1, WORLD, &request); AM_Wait(&request, IGNORE); }
  if (rank == 1) {
    AM_Irecv(cells, 5, other, 0, 1, WORLD, &request); /* wrong: type mismatch; 1 from 0; 1 MPI_LONG MPI_DOUBLE */
    AM_Wait(&request, IGNORE);
  }
}

CASE(both_ways) {
  if (rank == 0) AM_Sendrecv(cells, 5, cell, 1, 1, cells + 50, 5, cell, 1, 1, WORLD, IGNORE); /* wrong: type mismatch; 0 from 1; 1 MPI_DOUBLE MPI_LONG */
  if (rank == 1) AM_Sendrecv(cells, 5, other, 0, 1, cells + 50, 5, other, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 1 MPI_LONG MPI_DOUBLE */
}

CASE(in_parts) {
  AM_Request request;
  if (rank == 0) AM_Send(cells, most_cells, cell, 1, 1, with_pipeline);
  if (rank == 1) AM_Recv(cells, most_cells, other, 0, 1, with_pipeline, IGNORE); /* wrong: type mismatch; 1 from 0; 1 MPI_LONG MPI_DOUBLE */
  if (rank == 0) { AM_Isend(cells, most_cells, cell, 1, 1, with_pipeline, &request); AM_Wait(&request, IGNORE); }
  if (rank == 1) {
    AM_Irecv(cells, most_cells, other, 0, 1, with_pipeline, &request); /* wrong: type mismatch; 1 from 0; 1 MPI_LONG MPI_DOUBLE */
    AM_Wait(&request, IGNORE);
  }
}

CASE(too_long_in_parts) {
  MPI_Comm_set_errhandler(with_pipeline, MPI_ERRORS_RETURN);
  if (rank == 0) AM_Send(cells, most_cells, cell, 1, 1, with_pipeline);
  if (rank == 1) AM_Recv(cells, most_cells - 1, cell, 0, 1, with_pipeline, IGNORE); /* wrong: truncation; 1 from 0; 39998 nothing MPI_CHAR */
  MPI_Comm_set_errhandler(with_pipeline, MPI_ERRORS_ARE_FATAL);
}

CASE(in_parts_to_mpi) { /* few enough cells for few parts, which nobody receives */
  enum { sends = 5 };
  AM_Request requests[2];
  MPI_Request request;
  MPI_Message message;
  MPI_Status status;
  MPI_Comm_set_errhandler(with_pipeline, MPI_ERRORS_RETURN);
  if (rank == 0) {
    for (int i = 0; i < sends - 2; ++i) AM_Send(cells, some_cells, cell, 1, i, with_pipeline);
    for (int i = 0; i < 2; ++i) AM_Isend(cells, some_cells, cell, 1, sends - 2 + i, with_pipeline, &requests[i]);
    AM_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  if (rank == 1) {
    MPI_Recv(cells, some_cells, cell, 0, 0, with_pipeline, IGNORE); /* wrong: message in parts; 1 from 0 */
    MPI_Recv(cells, some_cells, other, 0, 1, with_pipeline, IGNORE); /* wrong: message in parts; 1 from 0 */
    MPI_Recv(cells, 2, cell, 0, 2, with_pipeline, IGNORE); /* wrong: message in parts; 1 from 0 */
    MPI_Irecv(cells, some_cells, cell, MPI_ANY_SOURCE, MPI_ANY_TAG, with_pipeline, &request); /* wrong: message in parts; 1 from 0 */
    MPI_Wait(&request, IGNORE);
    MPI_Mprobe(0, MPI_ANY_TAG, with_pipeline, &message, &status);
    MPI_Mrecv(cells, some_cells, cell, &message, IGNORE); /* wrong: message in parts; 1 from 0 */
  }
  MPI_Comm_set_errhandler(with_pipeline, MPI_ERRORS_ARE_FATAL);
}

CASE(both_ways_in_parts) {
  if (rank == 0) AM_Sendrecv(cells, some_cells, cell, 1, 1, cells, some_cells, cell, 1, 1, with_pipeline, IGNORE);
  if (rank == 1) MPI_Sendrecv(cells, 1, cell, 0, 1, cells, some_cells, cell, 0, 1, with_pipeline, IGNORE); /* wrong: message in parts; 1 from 0 */
}

CASE(broadcasts) {
  const int counts[] = {1, 50, most_cells}; /* in one part, and in several */
  for (int i = 0; i < 3; ++i) {
    if (rank == 0) AM_Bcast(cells, counts[i], cell, 0, WORLD);
    if (rank != 0 && i < 2) AM_Bcast(cells, counts[i], cell, 0, WORLD);
    if (rank != 0 && i == 2) AM_Bcast(cells, counts[i], other, 0, WORLD); /* wrong: type mismatch; each but 0 from 0; 1 MPI_LONG MPI_DOUBLE */
  }
  AM_Bcast(rank == 0 ? (void *)ints : (void *)floats, 64, rank == 0 ? MPI_INT : MPI_FLOAT, 0, WORLD); /* wrong: type mismatch; each but 0 from 0; 0 MPI_FLOAT MPI_INT */
}

CASE(collectives) {
  const int counts[] = {5, 5, 5, 5}, places[] = {0, 5, 10, 15}, in_bytes[] = {0, 80, 160, 240};
  const MPI_Datatype types[] = {cell, cell, cell, cell}, others[] = {rank == 1 ? other : cell, cell, cell, cell};
  AM_Request request;
  AM_Gather(cells, 5, rank == 1 ? other : cell, cells + 50, 5, cell, 0, WORLD); /* wrong: type mismatch; 0 from 1; 1 MPI_DOUBLE MPI_LONG */
  AM_Scatterv(cells, counts, places, cell, cells + 50, 5, rank == 1 ? other : cell, 0, WORLD); /* wrong: type mismatch; 1 from 0; 1 MPI_LONG MPI_DOUBLE */
  AM_Allgather(ints, 2, rank == 1 ? MPI_FLOAT : MPI_INT, ints + 16, 2, MPI_INT, WORLD); /* wrong: type mismatch; each from 1; 0 MPI_INT MPI_FLOAT */
  AM_Alltoallv(cells, counts, places, rank == 0 ? other : cell, cells + 50, counts, places, cell, WORLD); /* wrong: type mismatch; each from 0; 1 MPI_DOUBLE MPI_LONG */
  AM_Ialltoallw(cells, counts, in_bytes, types, cells + 50, counts, in_bytes, others, WORLD, &request); /* wrong: type mismatch; 1 from 0; 1 MPI_LONG MPI_DOUBLE */
  AM_Wait(&request, IGNORE);
  AM_Igather(rank == 0 ? MPI_IN_PLACE : cells, 5, rank == 1 ? other : cell, cells + 50, 5, cell, 0, WORLD, &request); /* wrong: type mismatch; 0 from 1; 1 MPI_DOUBLE MPI_LONG */
  AM_Wait(&request, IGNORE);
}

CASE(shorter) { /* right: receives into part of a buffer */
  if (rank == 0) AM_Send(cells, 5, cell, 1, 1, WORLD);
  if (rank == 1) AM_Recv(cells, 9, cell, 0, 1, WORLD, IGNORE);
}

CASE(overlapping) {
  MPI_Datatype type;
  MPI_Type_create_resized(cell, 0, 4, &type);
  MPI_Type_commit(&type);
  if (rank == 0) AM_Send(cells, 5, cell, 1, 1, WORLD);
  if (rank == 1) AM_Recv(cells, 5, type, 0, 1, WORLD, IGNORE); /* wrong: overlapping type; 1 */
  MPI_Type_free(&type);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  cell = padded(MPI_DOUBLE);
  other = padded(MPI_LONG);
  MPI_Comm_dup(WORLD, &with_pipeline);
  AM_Comm_set_pipeline(with_pipeline, part_bytes);
  run_cases(argc, argv);
  MPI_Comm_free(&with_pipeline);
  MPI_Type_free(&cell);
  MPI_Type_free(&other);
  MPI_Finalize();
  return 0;
}
