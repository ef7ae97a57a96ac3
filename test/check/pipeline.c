/* A right program with AutoMap's messages in parts, which the checker sees as the MPI calls that send them. */
#include "automap/automap.h"

#include <stddef.h>

#include "cases.h"

typedef struct {
  char c;
  double d;
} cell;

enum { some_cells = 800, most_cells = 20000, part_bytes = 4096 };
static cell sent[most_cells], received[2][most_cells];
static double doubles[most_cells];
static MPI_Comm with_pipeline, turned_off;
static MPI_Datatype cell_type;
static int left, right;

static void expect(const cell cells[], int n, int from) {
  for (int i = 0; i < n; ++i)
    REQUIRE(cells[i].c == 'c' && cells[i].d == from + i);
}

CASE(ring) {
  const int sizes[] = {1, 400, most_cells};
  for (int i = 0; i < 3; ++i) {
    AM_Sendrecv(sent, sizes[i], cell_type, right, 1, received[0], most_cells, cell_type, left, 1,
                with_pipeline, IGNORE);
    expect(received[0], sizes[i], left);
  }
}

CASE(send_to_one_that_waits) {
  AM_Request request;
  AM_Irecv(received[0], most_cells, cell_type, MPI_ANY_SOURCE, MPI_ANY_TAG, with_pipeline, &request);
  AM_Send(sent, most_cells, cell_type, right, 2, with_pipeline);
  MPI_Barrier(WORLD);
  AM_Wait(&request, IGNORE);
  expect(received[0], most_cells, left);
}

CASE(several_at_once) {
  AM_Request requests[4];
  for (int i = 0; i < 2; ++i)
    AM_Irecv(received[i], most_cells, cell_type, left, 3, with_pipeline, &requests[i]);
  AM_Isend(sent, most_cells, cell_type, right, 3, with_pipeline, &requests[2]);
  AM_Isend(sent, most_cells / 2, cell_type, right, 3, with_pipeline, &requests[3]);
  AM_Waitall(4, requests, MPI_STATUSES_IGNORE);
  expect(received[0], most_cells, left);
  expect(received[1], most_cells / 2, left);
}

CASE(beside_messages_of_mpi) {
  if (rank == 0) {
    AM_Send(sent, most_cells, cell_type, 1, 4, with_pipeline);
    MPI_Send(sent, 10, cell_type, 1, 4, with_pipeline);
    AM_Send(sent, 20, cell_type, 1, 4, with_pipeline);
  }
  if (rank == 1) {
    AM_Recv(received[0], most_cells, cell_type, 0, 4, with_pipeline, IGNORE);
    expect(received[0], most_cells, 0);
    AM_Recv(received[0], most_cells, cell_type, 0, 4, with_pipeline, IGNORE);
    expect(received[0], 10, 0);
    MPI_Recv(received[0], most_cells, cell_type, 0, 4, with_pipeline, IGNORE);
    expect(received[0], 20, 0);
  }
}

/* Makes the same call with and without a pipeline: MPI may receive a message that is sent whole. */
CASE(on_communicators_without) {
  const MPI_Comm comms[] = {with_pipeline, WORLD, turned_off, with_pipeline, WORLD};
  for (int i = 0; i < 5; ++i) {
    if (rank == 0)
      AM_Send(sent, some_cells, cell_type, 1, 5, comms[i]);
    if (rank != 1)
      continue;
    if (comms[i] == with_pipeline)
      AM_Recv(received[0], some_cells, cell_type, 0, 5, comms[i], IGNORE);
    else
      MPI_Recv(received[0], some_cells, cell_type, 0, 5, comms[i], IGNORE);
    expect(received[0], some_cells, 0);
  }
}

CASE(probed) {
  MPI_Status status;
  AM_Request request;
  AM_Isend(sent, most_cells, cell_type, right, 6, with_pipeline, &request);
  MPI_Probe(MPI_ANY_SOURCE, 6, with_pipeline, &status);
  AM_Recv(received[0], most_cells, cell_type, status.MPI_SOURCE, 6, with_pipeline, IGNORE);
  expect(received[0], most_cells, left);
  AM_Wait(&request, IGNORE);
}

CASE(without_holes) {
  if (rank == 0)
    AM_Send(doubles, most_cells, MPI_DOUBLE, 1, 7, with_pipeline);
  if (rank == 1)
    MPI_Recv(doubles, most_cells, MPI_DOUBLE, 0, 7, with_pipeline, IGNORE);
}

int main(int argc, char **argv) {
  const int lengths[] = {1, 1};
  const MPI_Aint places[] = {offsetof(cell, c), offsetof(cell, d)};
  const MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(WORLD, &rank);
  MPI_Comm_size(WORLD, &size);
  left = (rank + size - 1) % size;
  right = (rank + 1) % size;
  MPI_Type_create_struct(2, lengths, places, types, &cell_type);
  MPI_Type_commit(&cell_type);
  MPI_Comm_dup(WORLD, &with_pipeline);
  AM_Comm_set_pipeline(with_pipeline, part_bytes);
  MPI_Comm_dup(WORLD, &turned_off);
  AM_Comm_set_pipeline(turned_off, part_bytes);
  AM_Comm_set_pipeline(turned_off, 0);
  for (int i = 0; i < most_cells; ++i)
    sent[i] = (cell){'c', rank + i};
  run_cases(argc, argv);
  MPI_Comm_free(&with_pipeline);
  MPI_Comm_free(&turned_off);
  MPI_Type_free(&cell_type);
  MPI_Finalize();
  return 0;
}
