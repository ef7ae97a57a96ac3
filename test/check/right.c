/* Programs that are right by the standard's rules: the checker reports nothing about them, and checks everything
 * that they do. They themselves check that it does not change what MPI does. */
/* clang-format off */
#include "cases.h"

#include <stddef.h>

static int ints[4096];
static float floats[64];
static double doubles[64];
static char bytes[4096];

static MPI_Datatype committed(MPI_Datatype type) { MPI_Type_commit(&type); return type; }

static MPI_Datatype pair_of(MPI_Datatype a, MPI_Datatype b, MPI_Aint place) {
  const int lengths[2] = {1, 1};
  const MPI_Aint places[2] = {0, place};
  const MPI_Datatype types[2] = {a, b};
  MPI_Datatype out;
  MPI_Type_create_struct(2, lengths, places, types, &out);
  return committed(out);
}

static int next(void) { return (rank + 1) % size; }
static int before(void) { return (rank + size - 1) % size; }

CASE(blocking) {
  MPI_Status status;
  int n;
  if (rank == 0) { for (int i = 0; i < 4; ++i) ints[i] = 10 + i; MPI_Send(ints, 4, MPI_INT, 1, 7, WORLD); }
  if (rank == 1) {
    MPI_Recv(ints, 4, MPI_INT, 0, 7, WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &n);
    REQUIRE(n == 4 && status.MPI_SOURCE == 0 && status.MPI_TAG == 7 && ints[3] == 13);
  }
}

CASE(large) {
  static char data[1 << 20];
  if (rank == 0) MPI_Send(data, sizeof data, MPI_CHAR, 1, 7, WORLD);
  if (rank == 1) MPI_Recv(data, sizeof data, MPI_CHAR, 0, 7, WORLD, IGNORE);
}

CASE(many_in_flight) {
  MPI_Request requests[2000];
  static int data[2000];
  if (rank == 0) for (int i = 0; i < 2000; ++i) MPI_Isend(&data[i], 1, MPI_INT, 1, i % 7, WORLD, &requests[i]);
  if (rank == 1) for (int i = 0; i < 2000; ++i) MPI_Irecv(&data[i], 1, MPI_INT, 0, i % 7, WORLD, &requests[i]);
  if (rank < 2) MPI_Waitall(2000, requests, MPI_STATUSES_IGNORE);
}

CASE(nothing_is_sent) {
  if (rank == 0) { MPI_Send(NULL, 0, MPI_INT, 1, 7, WORLD); MPI_Send(NULL, 0, MPI_FLOAT, 1, 8, WORLD); }
  if (rank == 1) { MPI_Recv(NULL, 0, MPI_DOUBLE, 0, 7, WORLD, IGNORE); MPI_Recv(doubles, 4, MPI_DOUBLE, 0, 8, WORLD, IGNORE); }
}

CASE(fewer_than_posted) {
  MPI_Status status;
  int n;
  if (rank == 0) MPI_Send(ints, 3, MPI_INT, 1, 7, WORLD);
  if (rank == 1) { MPI_Recv(ints, 100, MPI_INT, 0, 7, WORLD, &status); MPI_Get_count(&status, MPI_INT, &n); REQUIRE(n == 3); }
}

/* The example of the signature paper's section 4: an int and ten doubles are received into an int and fifty doubles. */
CASE(ends_within_a_datatype) {
  MPI_Datatype ten, fifty, sent, received;
  MPI_Status status;
  int n;
  MPI_Type_contiguous(10, MPI_DOUBLE, &ten);
  MPI_Type_contiguous(50, MPI_DOUBLE, &fifty);
  sent = pair_of(MPI_INT, ten, 8);
  received = pair_of(MPI_INT, fifty, 8);
  if (rank == 0) MPI_Send(bytes, 1, sent, 1, 7, WORLD);
  if (rank == 1) {
    MPI_Recv(bytes, 1, received, 0, 7, WORLD, &status);
    MPI_Get_count(&status, received, &n);
    REQUIRE(n == MPI_UNDEFINED);
    MPI_Get_elements(&status, received, &n);
    REQUIRE(n == 11);
  }
  MPI_Type_free(&ten); MPI_Type_free(&fifty); MPI_Type_free(&sent); MPI_Type_free(&received);
}

CASE(modes) {
  static char buffer[4096 + 4 * MPI_BSEND_OVERHEAD];
  MPI_Request requests[4], receives[2];
  void *detached;
  int n;
  if (rank == 1) { MPI_Irecv(ints, 4, MPI_INT, 0, 1, WORLD, &receives[0]); MPI_Irecv(ints + 4, 4, MPI_INT, 0, 2, WORLD, &receives[1]); }
  MPI_Barrier(WORLD);
  MPI_Buffer_attach(buffer, sizeof buffer);
  if (rank == 0) {
    MPI_Rsend(ints, 4, MPI_INT, 1, 1, WORLD);
    MPI_Irsend(ints, 4, MPI_INT, 1, 2, WORLD, &requests[0]);
    MPI_Bsend(ints, 4, MPI_INT, 1, 3, WORLD);
    MPI_Ibsend(ints, 4, MPI_INT, 1, 3, WORLD, &requests[1]);
    MPI_Issend(ints, 4, MPI_INT, 1, 4, WORLD, &requests[2]);
    MPI_Isend(ints, 4, MPI_INT, 1, 4, WORLD, &requests[3]);
    MPI_Ssend(ints, 4, MPI_INT, 1, 4, WORLD);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  }
  if (rank == 1) {
    for (int i = 0; i < 2; ++i) MPI_Recv(ints + 8, 4, MPI_INT, 0, 3, WORLD, IGNORE);
    for (int i = 0; i < 3; ++i) MPI_Recv(ints + 8, 4, MPI_INT, 0, 4, WORLD, IGNORE);
    MPI_Waitall(2, receives, MPI_STATUSES_IGNORE);
  }
  MPI_Buffer_detach(&detached, &n);
}

CASE(no_partner) {
  MPI_Request request;
  MPI_Status status;
  MPI_Send(ints, 4, MPI_INT, MPI_PROC_NULL, 1, WORLD);
  MPI_Recv(ints, 4, MPI_FLOAT, MPI_PROC_NULL, 1, WORLD, &status);
  REQUIRE(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
  MPI_Isend(ints, 4, MPI_INT, MPI_PROC_NULL, 1, WORLD, &request);
  MPI_Wait(&request, IGNORE);
  MPI_Irecv(ints, 4, MPI_INT, MPI_PROC_NULL, 1, WORLD, &request);
  MPI_Wait(&request, IGNORE);
  MPI_Sendrecv(ints, 4, MPI_INT, MPI_PROC_NULL, 1, ints, 4, MPI_FLOAT, MPI_PROC_NULL, 1, WORLD, IGNORE);
  MPI_Recv_init(ints, 4, MPI_INT, MPI_PROC_NULL, 1, WORLD, &request);
  MPI_Start(&request); MPI_Wait(&request, IGNORE); MPI_Request_free(&request);
}

CASE(ends_of_a_line) {
  const int to = rank + 1 < size ? rank + 1 : MPI_PROC_NULL, from = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  MPI_Sendrecv(ints, 4, MPI_INT, to, 1, ints + 8, 4, MPI_INT, from, 1, WORLD, IGNORE);
  MPI_Sendrecv_replace(ints, 4, MPI_INT, from, 1, to, 1, WORLD, IGNORE);
}

CASE(ring) {
  MPI_Sendrecv(ints, 4, MPI_INT, next(), 1, ints + 8, 4, MPI_INT, before(), 1, WORLD, IGNORE);
  ints[0] = rank;
  MPI_Sendrecv_replace(ints, 4, MPI_INT, next(), 1, before(), 1, WORLD, IGNORE);
  REQUIRE(ints[0] == before());
  MPI_Sendrecv(ints, 4, MPI_INT, next(), 1, doubles, 8, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, IGNORE);
}

CASE(waits_and_tests) {
  for (int way = 0; way < 8; ++way) {
    MPI_Request requests[6];
    MPI_Status statuses[6];
    int n = 0, done = 0, all = 0, index, indices[6];
    for (int i = 0; i < 3; ++i) MPI_Irecv(ints + 16 * i, 4, MPI_INT, before(), i, WORLD, &requests[i]);
    for (int i = 0; i < 3; ++i) MPI_Isend(ints + 64 + 16 * i, 4, MPI_INT, next(), i, WORLD, &requests[3 + i]);
    switch (way) {
    case 0: MPI_Waitall(6, requests, statuses); break;
    case 1: for (int i = 0; i < 6; ++i) MPI_Wait(&requests[i], i % 2 ? IGNORE : &statuses[i]); break;
    case 2: for (int i = 0; i < 6; ++i) { MPI_Waitany(6, requests, &index, &statuses[0]); REQUIRE(index != MPI_UNDEFINED); } MPI_Waitany(6, requests, &index, IGNORE); REQUIRE(index == MPI_UNDEFINED); break;
    case 3: for (; all < 6; all += n) MPI_Waitsome(6, requests, &n, indices, statuses); MPI_Waitsome(6, requests, &n, indices, statuses); REQUIRE(n == MPI_UNDEFINED); break;
    case 4: while (!done) MPI_Testall(6, requests, &done, statuses); break;
    case 5: while (all < 6) { MPI_Testany(6, requests, &index, &done, IGNORE); all += done; } break;
    case 6: for (; all < 6; all += n) MPI_Testsome(6, requests, &n, indices, MPI_STATUSES_IGNORE); break;
    case 7: for (int i = 0; i < 6; ++i) for (done = 0; !done;) MPI_Test(&requests[i], &done, &statuses[i]); break;
    }
    for (int i = 0; i < 6; ++i) REQUIRE(requests[i] == MPI_REQUEST_NULL);
  }
}

CASE(completed_in_reverse) {
  MPI_Request requests[8];
  MPI_Datatype types[2] = {MPI_INT, MPI_FLOAT};
  if (rank == 0) for (int i = 0; i < 8; ++i) MPI_Send(ints, 4, types[i % 2], 1, 3, WORLD);
  if (rank == 1) {
    for (int i = 0; i < 8; ++i) MPI_Irecv(ints + 8 * i, 4, types[i % 2], 0, 3, WORLD, &requests[i]);
    for (int i = 7; i >= 0; --i) MPI_Wait(&requests[i], IGNORE);
  }
}

CASE(wildcards_and_others) {
  MPI_Request requests[4];
  if (rank == 0) {
    MPI_Send(ints, 4, MPI_INT, 1, 3, WORLD);
    MPI_Send(floats, 4, MPI_FLOAT, 1, 3, WORLD);
    MPI_Send(doubles, 4, MPI_DOUBLE, 1, 4, WORLD);
    MPI_Send(bytes, 4, MPI_CHAR, 1, 4, WORLD);
  }
  if (rank == 1) {
    MPI_Irecv(ints, 4, MPI_INT, MPI_ANY_SOURCE, 3, WORLD, &requests[0]);
    MPI_Irecv(floats, 4, MPI_FLOAT, 0, 3, WORLD, &requests[1]);
    MPI_Irecv(doubles, 4, MPI_DOUBLE, 0, MPI_ANY_TAG, WORLD, &requests[2]);
    MPI_Irecv(bytes, 4, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, &requests[3]);
    MPI_Wait(&requests[3], IGNORE);
    MPI_Wait(&requests[1], IGNORE);
    MPI_Wait(&requests[2], IGNORE);
    MPI_Wait(&requests[0], IGNORE);
  }
}

/* The order of the workers is undetermined, and each sends a type that depends on its rank. */
CASE(any_source_from_several) {
  if (rank == 0) {
    MPI_Status status;
    for (int i = 1; i < size; ++i) {
      MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, &status);
      MPI_Recv(doubles, 4, status.MPI_TAG % 2 ? MPI_INT : MPI_DOUBLE, status.MPI_SOURCE, status.MPI_TAG, WORLD, IGNORE);
    }
  } else {
    MPI_Send(doubles, 4, rank % 2 ? MPI_INT : MPI_DOUBLE, 0, rank, WORLD);
  }
}

CASE(a_receive_stays_open) {
  MPI_Request open, request;
  if (rank == 1) {
    MPI_Irecv(doubles, 4, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, &open);
    MPI_Irecv(ints, 4, MPI_INT, 0, 3, WORLD, &request);
  }
  if (rank == 0) { MPI_Send(doubles, 4, MPI_DOUBLE, 1, 3, WORLD); MPI_Send(ints, 4, MPI_INT, 1, 3, WORLD); MPI_Send(floats, 4, MPI_FLOAT, 1, 5, WORLD); }
  if (rank == 1) { MPI_Recv(floats, 4, MPI_FLOAT, 0, 5, WORLD, IGNORE); MPI_Wait(&request, IGNORE); MPI_Wait(&open, IGNORE); }
}

CASE(cancelled_receive) {
  MPI_Request request, other;
  MPI_Status status;
  int cancelled;
  if (rank == 1) {
    MPI_Irecv(doubles, 4, MPI_DOUBLE, MPI_ANY_SOURCE, 3, WORLD, &request);
    MPI_Irecv(ints, 4, MPI_INT, 0, 3, WORLD, &other);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    REQUIRE(cancelled);
  }
  MPI_Barrier(WORLD);
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 3, WORLD);
  if (rank == 1) MPI_Wait(&other, IGNORE);
}

CASE(cancelled_too_late) {
  MPI_Request request;
  MPI_Status status;
  int cancelled, found = 0;
  if (rank == 1) MPI_Irecv(ints, 4, MPI_INT, 0, 3, WORLD, &request);
  MPI_Barrier(WORLD);
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 3, WORLD);
  if (rank == 1) {
    while (!found) MPI_Request_get_status(request, &found, &status);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    REQUIRE(!cancelled);
  }
}

CASE(send_request_freed) {
  MPI_Request request;
  if (rank == 0) { MPI_Isend(ints, 4, MPI_INT, 1, 3, WORLD, &request); MPI_Request_free(&request); }
  if (rank == 1) MPI_Recv(ints, 4, MPI_INT, 0, 3, WORLD, IGNORE);
}

CASE(persistent) {
  MPI_Request requests[4];
  MPI_Recv_init(ints, 4, MPI_INT, before(), 1, WORLD, &requests[0]);
  MPI_Send_init(ints + 8, 4, MPI_INT, next(), 1, WORLD, &requests[1]);
  MPI_Recv_init(doubles, 4, MPI_DOUBLE, MPI_ANY_SOURCE, 2, WORLD, &requests[2]);
  MPI_Ssend_init(doubles + 8, 4, MPI_DOUBLE, next(), 2, WORLD, &requests[3]);
  for (int i = 0; i < 5; ++i) {
    MPI_Startall(4, requests);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    MPI_Start(&requests[0]); MPI_Start(&requests[1]);
    MPI_Wait(&requests[1], IGNORE); MPI_Wait(&requests[0], IGNORE);
    MPI_Wait(&requests[0], IGNORE); /* inactive: returns at once */
  }
  for (int i = 0; i < 4; ++i) MPI_Request_free(&requests[i]);
}

CASE(persistent_of_other_modes) {
  static char buffer[4096 + 4 * MPI_BSEND_OVERHEAD];
  MPI_Request receives[2], sends[2];
  void *detached;
  int n;
  MPI_Buffer_attach(buffer, sizeof buffer);
  MPI_Recv_init(ints, 4, MPI_INT, before(), 1, WORLD, &receives[0]);
  MPI_Recv_init(doubles, 4, MPI_DOUBLE, MPI_ANY_SOURCE, 2, WORLD, &receives[1]);
  MPI_Rsend_init(ints + 8, 4, MPI_INT, next(), 1, WORLD, &sends[0]);
  MPI_Bsend_init(doubles + 8, 4, MPI_DOUBLE, next(), 2, WORLD, &sends[1]);
  for (int i = 0; i < 3; ++i) {
    MPI_Startall(2, receives);
    MPI_Barrier(WORLD);
    MPI_Startall(2, sends);
    MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
    MPI_Waitall(2, receives, MPI_STATUSES_IGNORE);
  }
  for (int i = 0; i < 2; ++i) { MPI_Request_free(&receives[i]); MPI_Request_free(&sends[i]); }
  MPI_Buffer_detach(&detached, &n);
}

CASE(persistent_cancelled) {
  MPI_Request request;
  MPI_Status status;
  int cancelled;
  MPI_Recv_init(doubles, 4, MPI_DOUBLE, before(), 1, WORLD, &request);
  MPI_Start(&request);
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &cancelled);
  REQUIRE(cancelled);
  MPI_Barrier(WORLD);
  MPI_Start(&request);
  MPI_Send(doubles + 8, 4, MPI_DOUBLE, next(), 1, WORLD);
  MPI_Wait(&request, IGNORE);
  MPI_Request_free(&request);
}

CASE(matched_probe) {
  MPI_Message message, other;
  MPI_Request request;
  MPI_Status status;
  int found = 0;
  if (rank == 0) {
    MPI_Send(ints, 4, MPI_INT, 1, 3, WORLD);
    MPI_Send(floats, 4, MPI_FLOAT, 1, 3, WORLD);
    MPI_Send(doubles, 4, MPI_DOUBLE, 1, 3, WORLD);
  }
  if (rank == 1) {
    MPI_Mprobe(0, 3, WORLD, &message, IGNORE);
    while (!found) MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, &found, &other, &status);
    MPI_Recv(doubles, 4, MPI_DOUBLE, 0, 3, WORLD, IGNORE);
    MPI_Imrecv(floats, 4, MPI_FLOAT, &other, &request);
    MPI_Mrecv(ints, 8, MPI_INT, &message, &status);
    MPI_Wait(&request, IGNORE);
  }
}

CASE(matched_probe_behind_a_receive) {
  MPI_Message message;
  MPI_Request request;
  if (rank == 1) MPI_Irecv(ints, 4, MPI_INT, MPI_ANY_SOURCE, 3, WORLD, &request);
  MPI_Barrier(WORLD);
  if (rank == 0) { MPI_Send(ints, 4, MPI_INT, 1, 3, WORLD); MPI_Send(floats, 4, MPI_FLOAT, 1, 3, WORLD); }
  if (rank == 1) {
    MPI_Mprobe(0, MPI_ANY_TAG, WORLD, &message, IGNORE);
    MPI_Mrecv(floats, 4, MPI_FLOAT, &message, IGNORE);
    MPI_Wait(&request, IGNORE);
  }
}

CASE(to_itself) {
  MPI_Request request;
  MPI_Irecv(ints, 4, MPI_INT, rank, 3, WORLD, &request);
  MPI_Send(ints + 8, 4, MPI_INT, rank, 3, WORLD);
  MPI_Wait(&request, IGNORE);
  MPI_Sendrecv(ints, 4, MPI_INT, 0, 3, ints + 8, 4, MPI_INT, 0, 3, MPI_COMM_SELF, IGNORE);
}

CASE(same_signature_other_layout) {
  MPI_Datatype column, block;
  MPI_Type_vector(4, 1, 8, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Type_contiguous(2, MPI_INT, &block);
  MPI_Type_commit(&block);
  if (rank == 0) { MPI_Send(ints, 2, column, 1, 3, WORLD); MPI_Send(ints, 8, MPI_INT, 1, 3, WORLD); MPI_Send(ints, 4, block, 1, 3, WORLD); }
  if (rank == 1) { MPI_Recv(ints, 8, MPI_INT, 0, 3, WORLD, IGNORE); MPI_Recv(ints, 4, block, 0, 3, WORLD, IGNORE); MPI_Recv(ints, 2, column, 0, 3, WORLD, IGNORE); }
  MPI_Type_free(&column);
  MPI_Type_free(&block);
}

CASE(struct_of_arrays_and_array_of_structs) {
  MPI_Datatype a = pair_of(MPI_DOUBLE, MPI_INT, 8), b, twice;
  const int lengths[4] = {1, 1, 1, 1};
  const MPI_Aint places[4] = {0, 200, 64, 300};
  const MPI_Datatype types[4] = {MPI_DOUBLE, MPI_INT, MPI_DOUBLE, MPI_INT};
  MPI_Type_create_struct(4, lengths, places, types, &b);
  MPI_Type_commit(&b);
  MPI_Type_contiguous(2, a, &twice);
  MPI_Type_commit(&twice);
  if (rank == 0) { MPI_Send(bytes, 2, a, 1, 3, WORLD); MPI_Send(bytes, 1, b, 1, 3, WORLD); }
  if (rank == 1) { MPI_Recv(bytes, 1, b, 0, 3, WORLD, IGNORE); MPI_Recv(bytes, 1, twice, 0, 3, WORLD, IGNORE); }
  MPI_Type_free(&a); MPI_Type_free(&b); MPI_Type_free(&twice);
}

CASE(pair_types) {
  MPI_Datatype a = pair_of(MPI_DOUBLE, MPI_INT, 8);
  if (rank == 0) { MPI_Send(bytes, 3, MPI_DOUBLE_INT, 1, 3, WORLD); MPI_Send(ints, 3, MPI_2INT, 1, 3, WORLD); MPI_Send(bytes, 1, a, 1, 3, WORLD); }
  if (rank == 1) { MPI_Recv(bytes, 3, a, 0, 3, WORLD, IGNORE); MPI_Recv(ints, 6, MPI_INT, 0, 3, WORLD, IGNORE); MPI_Recv(bytes, 1, MPI_DOUBLE_INT, 0, 3, WORLD, IGNORE); }
  MPI_Type_free(&a);
}

CASE(names_of_one_type) {
  if (rank == 0) { MPI_Send(bytes, 3, MPI_LONG_LONG, 1, 3, WORLD); MPI_Send(bytes, 3, MPI_C_COMPLEX, 1, 3, WORLD); }
  if (rank == 1) { MPI_Recv(bytes, 3, MPI_LONG_LONG_INT, 0, 3, WORLD, IGNORE); MPI_Recv(bytes, 3, MPI_C_FLOAT_COMPLEX, 0, 3, WORLD, IGNORE); }
}

CASE(every_constructor) {
  const int lengths[2] = {1, 2}, places[2] = {3, 0}, sizes[2] = {4, 4}, subsizes[2] = {2, 2}, starts[2] = {1, 1}, processes[2] = {1, 1};
  const int distributions[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_NONE}, arguments[2] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG};
  const MPI_Aint in_bytes[2] = {16, 0};
  MPI_Datatype types[11];
  int n = 0;
  MPI_Type_indexed(2, lengths, places, MPI_INT, &types[n++]);
  MPI_Type_create_hindexed(2, lengths, in_bytes, MPI_INT, &types[n++]);
  MPI_Type_create_indexed_block(2, 2, places, MPI_INT, &types[n++]);
  MPI_Type_create_hindexed_block(2, 1, in_bytes, MPI_INT, &types[n++]);
  MPI_Type_create_hvector(3, 1, 8, MPI_INT, &types[n++]);
  MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &types[n++]);
  MPI_Type_create_darray(1, 0, 2, sizes, distributions, arguments, processes, MPI_ORDER_C, MPI_INT, &types[n++]);
  MPI_Type_create_resized(MPI_INT, 0, 12, &types[n++]);
  MPI_Type_dup(MPI_INT, &types[n++]);
  MPI_Type_vector(2, 1, 3, MPI_INT, &types[n++]);
  for (int i = 0; i < n; ++i) {
    int size_of;
    MPI_Type_commit(&types[i]);
    MPI_Type_size(types[i], &size_of);
    if (rank == 0) { MPI_Send(ints, 2, types[i], 1, 3, WORLD); MPI_Send(ints, size_of / 2, MPI_INT, 1, 3, WORLD); }
    if (rank == 1) { MPI_Recv(ints, size_of / 2, MPI_INT, 0, 3, WORLD, IGNORE); MPI_Recv(ints, 2, types[i], 0, 3, WORLD, IGNORE); }
    MPI_Type_free(&types[i]);
  }
}

CASE(two_groups) {
  const int is_odd = rank % 2, root = is_odd ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
  int n, counts[4] = {2, 2, 2, 2};
  MPI_Comm half, between, copy;
  MPI_Request request;
  MPI_Comm_split(WORLD, is_odd, rank, &half);
  MPI_Intercomm_create(half, 0, WORLD, is_odd ? 0 : 1, 4, &between);
  MPI_Comm_dup(between, &copy);
  MPI_Comm_remote_size(between, &n);
  for (int i = 0; i < 20; ++i) { /* each rank with all of the other group */
    for (int to = 0; to < n; ++to) MPI_Send(ints, i % 3, MPI_INT, to, i, i % 2 ? copy : between);
    for (int from = 0; from < n; ++from) MPI_Recv(ints + 16, 4, MPI_INT, i % 4 ? from : MPI_ANY_SOURCE, i, i % 2 ? copy : between, IGNORE);
    MPI_Bcast(ints, 2, MPI_INT, root, copy);
  }
  MPI_Gather(ints, 2, MPI_INT, ints + 16, 2, MPI_INT, root, between);
  MPI_Scatter(ints, 2, MPI_INT, ints + 16, 2, MPI_INT, root, between);
  MPI_Iallgather(ints, 2, MPI_INT, ints + 16, 2, MPI_INT, copy, &request);
  MPI_Wait(&request, IGNORE);
  MPI_Alltoall(ints, 2, MPI_INT, ints + 16, 2, MPI_INT, between);
  MPI_Reduce(ints, ints + 16, 2, MPI_INT, MPI_SUM, root, between);
  MPI_Allreduce(ints, ints + 16, 2, MPI_INT, MPI_SUM, between);
  if (size % 2 == 0) MPI_Reduce_scatter(ints, ints + 16, counts, MPI_INT, MPI_SUM, between);
  MPI_Barrier(between);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&between);
  MPI_Comm_free(&half);
}

CASE(interleaved_columns) {
  MPI_Datatype column, one;
  MPI_Type_vector(8, 1, 8, MPI_INT, &column);
  MPI_Type_create_resized(column, 0, sizeof(int), &one);
  MPI_Type_commit(&one);
  if (rank == 0) MPI_Send(ints, 64, MPI_INT, 1, 3, WORLD);
  if (rank == 1) MPI_Recv(ints, 8, one, 0, 3, WORLD, IGNORE);
  MPI_Type_free(&column);
  MPI_Type_free(&one);
}

CASE(overlap_where_it_is_sent) {
  const int lengths[2] = {2, 2}, places[2] = {0, 1};
  MPI_Datatype a;
  MPI_Type_indexed(2, lengths, places, MPI_INT, &a);
  MPI_Type_commit(&a);
  if (rank == 0) MPI_Send(ints, 1, a, 1, 3, WORLD);
  if (rank == 1) MPI_Recv(ints, 4, MPI_INT, 0, 3, WORLD, IGNORE);
  MPI_Type_free(&a);
}

CASE(local_calls) {
  const int lengths[2] = {2, 2}, places[2] = {0, 1};
  MPI_Datatype a;
  int place = 0;
  MPI_Type_indexed(2, lengths, places, MPI_INT, &a);
  MPI_Type_commit(&a);
  MPI_Pack(ints, 1, a, bytes, sizeof bytes, &place, WORLD);
  REQUIRE(place == 4 * sizeof(int));
  place = 0;
  MPI_Unpack(bytes, sizeof bytes, &place, ints, 4, MPI_INT, WORLD);
  MPI_Reduce_local(ints, ints + 8, 4, MPI_INT, MPI_MAX);
  MPI_Type_free(&a);
}

CASE(types_made_and_freed_often) {
  for (int i = 0; i < 100; ++i) {
    MPI_Datatype a;
    const MPI_Datatype part = i % 3 == 0 ? MPI_INT : i % 3 == 1 ? MPI_FLOAT : MPI_DOUBLE;
    MPI_Type_contiguous(2, part, &a);
    MPI_Type_commit(&a);
    if (rank == 0) MPI_Send(doubles, 2, a, 1, 3, WORLD);
    if (rank == 1) MPI_Recv(doubles, 4, part, 0, 3, WORLD, IGNORE);
    MPI_Type_free(&a);
  }
}

CASE(type_freed_while_in_use) {
  MPI_Datatype a, b;
  MPI_Request request;
  MPI_Type_contiguous(4, MPI_INT, &a);
  MPI_Type_commit(&a);
  if (rank == 1) MPI_Irecv(ints, 1, a, 0, 3, WORLD, &request);
  if (rank == 0) MPI_Isend(ints, 1, a, 1, 3, WORLD, &request);
  MPI_Type_free(&a);
  MPI_Type_contiguous(4, MPI_FLOAT, &b);
  MPI_Type_commit(&b);
  if (rank < 2) MPI_Wait(&request, IGNORE);
  MPI_Type_free(&b);
}

CASE(contents_handed_out) {
  MPI_Datatype part, whole, again[1];
  int integers[1], n, m, k, combiner;
  MPI_Aint addresses[1];
  MPI_Type_contiguous(2, MPI_INT, &part);
  MPI_Type_contiguous(3, part, &whole);
  MPI_Type_commit(&part);
  MPI_Type_commit(&whole);
  MPI_Type_free(&part);
  MPI_Type_get_envelope(whole, &n, &m, &k, &combiner);
  MPI_Type_get_contents(whole, n, m, k, integers, addresses, again);
  MPI_Type_commit(&again[0]);
  if (rank == 0) MPI_Send(ints, 3, again[0], 1, 3, WORLD);
  if (rank == 1) MPI_Recv(ints, 1, whole, 0, 3, WORLD, IGNORE);
  MPI_Type_free(&again[0]);
  MPI_Type_free(&whole);
}

CASE(types_of_a_precision) {
  MPI_Datatype real;
  MPI_Type_create_f90_real(15, 300, &real);
  if (rank == 0) MPI_Send(doubles, 3, real, 1, 3, WORLD);
  if (rank == 1) MPI_Recv(doubles, 3, real, 0, 3, WORLD, IGNORE);
}

static int copies_made, deleted;
static int copy_attribute(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag) {
  (void)comm, (void)key, (void)extra;
  ++copies_made;
  *(void **)out = in;
  *flag = 1;
  return MPI_SUCCESS;
}
static int delete_attribute(MPI_Comm comm, int key, void *value, void *extra) {
  (void)comm, (void)key, (void)value, (void)extra;
  ++deleted;
  return MPI_SUCCESS;
}

CASE(attributes_are_copied_once) {
  MPI_Comm a, b;
  int key;
  copies_made = deleted = 0;
  MPI_Comm_create_keyval(copy_attribute, delete_attribute, &key, NULL);
  MPI_Comm_dup(WORLD, &a);
  MPI_Comm_set_attr(a, key, NULL);
  MPI_Comm_dup(a, &b);
  REQUIRE(copies_made == 1);
  MPI_Comm_free(&a);
  MPI_Comm_free(&b);
  REQUIRE(deleted == 2);
  MPI_Comm_free_keyval(&key);
}

static void ring_on(MPI_Comm comm) {
  int me, n;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &n);
  MPI_Sendrecv(ints, 4, MPI_INT, (me + 1) % n, 1, ints + 8, 4, MPI_INT, (me + n - 1) % n, 1, comm, IGNORE);
  MPI_Allreduce(MPI_IN_PLACE, doubles, 4, MPI_DOUBLE, MPI_SUM, comm);
}

CASE(duplicates) {
  MPI_Comm a, b, c;
  MPI_Request request;
  MPI_Comm_dup(WORLD, &a);
  ring_on(a);
  MPI_Comm_dup_with_info(a, MPI_INFO_NULL, &b);
  MPI_Comm_free(&a);
  ring_on(b);
  MPI_Comm_idup(b, &c, &request);
  MPI_Wait(&request, IGNORE);
  ring_on(c);
  MPI_Comm_free(&b);
  MPI_Comm_free(&c);
}

CASE(splits) {
  MPI_Comm a, b, c;
  MPI_Comm_split(WORLD, rank % 2, -rank, &a);
  ring_on(a);
  MPI_Comm_split(WORLD, rank == 0 ? MPI_UNDEFINED : 0, 0, &b);
  if (b != MPI_COMM_NULL) { ring_on(b); MPI_Comm_free(&b); }
  MPI_Comm_split_type(WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &c);
  ring_on(c);
  MPI_Comm_free(&a);
  MPI_Comm_free(&c);
}

CASE(groups) {
  MPI_Group world, some;
  MPI_Comm a, b;
  const int ranks[2] = {1, 0};
  MPI_Comm_group(WORLD, &world);
  MPI_Group_incl(world, 2, ranks, &some);
  MPI_Comm_create(WORLD, some, &a);
  if (a != MPI_COMM_NULL) { ring_on(a); MPI_Comm_free(&a); }
  if (rank < 2) { MPI_Comm_create_group(WORLD, some, 5, &b); ring_on(b); MPI_Comm_free(&b); }
  MPI_Group_free(&some);
  MPI_Group_free(&world);
}

CASE(communicators_made_and_freed_often) {
  for (int i = 0; i < 40; ++i) {
    MPI_Comm a;
    MPI_Comm_dup(WORLD, &a);
    if (rank == 0) MPI_Send(ints, 4, i % 2 ? MPI_INT : MPI_FLOAT, 1, 1, a);
    if (rank == 1) MPI_Recv(ints, 4, i % 2 ? MPI_INT : MPI_FLOAT, 0, 1, a, IGNORE);
    MPI_Comm_free(&a);
  }
}

CASE(communicator_freed_while_in_use) {
  MPI_Comm a;
  MPI_Request requests[2];
  MPI_Comm_dup(WORLD, &a);
  MPI_Irecv(ints, 4, MPI_INT, before(), 1, a, &requests[0]);
  MPI_Isend(ints + 8, 4, MPI_INT, next(), 1, a, &requests[1]);
  MPI_Comm_free(&a);
  MPI_Comm_dup(WORLD, &a);
  ring_on(a);
  MPI_Comm_free(&a);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

CASE(grid) {
  MPI_Comm grid, line;
  int sizes[2] = {0, 0};
  const int periods[2] = {0, 1}, remain[2] = {0, 1};
  MPI_Dims_create(size, 2, sizes);
  MPI_Cart_create(WORLD, 2, sizes, periods, 1, &grid);
  ring_on(grid);
  for (int d = 0; d < 2; ++d) {
    int from, to;
    MPI_Cart_shift(grid, d, 1, &from, &to);
    MPI_Sendrecv(ints, 4, MPI_INT, to, 1, ints + 8, 4, MPI_INT, from, 1, grid, IGNORE);
  }
  MPI_Neighbor_alltoall(ints, 2, MPI_INT, ints + 64, 2, MPI_INT, grid);
  MPI_Cart_sub(grid, remain, &line);
  ring_on(line);
  MPI_Comm_free(&line);
  MPI_Comm_free(&grid);
}

CASE(graphs) {
  MPI_Comm graph, adjacent, general;
  int index[4], edges[8];
  const int from[1] = {before()}, to[1] = {next()}, degree[1] = {1};
  for (int i = 0; i < size; ++i) { index[i] = 2 * (i + 1); edges[2 * i] = (i + 1) % size; edges[2 * i + 1] = (i + size - 1) % size; }
  MPI_Graph_create(WORLD, size, index, edges, 0, &graph);
  MPI_Neighbor_allgather(ints, 2, MPI_INT, ints + 64, 2, MPI_INT, graph);
  MPI_Dist_graph_create_adjacent(WORLD, 1, from, MPI_UNWEIGHTED, 1, to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &adjacent);
  MPI_Neighbor_alltoall(ints, 2, MPI_INT, ints + 64, 2, MPI_INT, adjacent);
  MPI_Dist_graph_create(WORLD, 1, &rank, degree, to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &general);
  MPI_Neighbor_allgather(ints, 2, MPI_INT, ints + 64, 2, MPI_INT, general);
  ring_on(general);
  MPI_Comm_free(&graph);
  MPI_Comm_free(&adjacent);
  MPI_Comm_free(&general);
}

/* Rank 0 has no neighbours in the graph, and nobody has any in a grid without dimensions. */
CASE(no_neighbours) {
  const int degree = rank > 0;
  MPI_Comm comms[2];
  MPI_Dist_graph_create_adjacent(WORLD, degree, &rank, MPI_UNWEIGHTED, degree, &rank, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comms[0]);
  MPI_Cart_create(WORLD, 0, NULL, NULL, 0, &comms[1]);
  for (int i = 0; i < 2; ++i) {
    if (comms[i] == MPI_COMM_NULL) continue;
    MPI_Neighbor_alltoall(ints, 1, MPI_INT, ints + 64, 1, MPI_INT, comms[i]);
    MPI_Bcast(ints, 1, MPI_INT, 0, comms[i]);
    MPI_Bcast(doubles, 1, MPI_DOUBLE, 0, comms[i]);
    MPI_Comm_free(&comms[i]);
  }
}

CASE(neighbours) {
  MPI_Comm comm;
  const int sizes[1] = {size}, periods[1] = {0}, counts[2] = {2, 1}, swapped[2] = {1, 2}, places[2] = {0, 2};
  const MPI_Aint in_bytes[2] = {0, 8};
  MPI_Datatype types[2] = {MPI_INT, MPI_FLOAT}, others[2] = {MPI_FLOAT, MPI_INT};
  MPI_Request requests[5];
  MPI_Cart_create(WORLD, 1, sizes, periods, 0, &comm);
  MPI_Neighbor_allgather(ints, 2, MPI_INT, ints + 64, 2, MPI_INT, comm);
  MPI_Neighbor_allgatherv(ints, 2, MPI_INT, ints + 64, (const int[]){2, 2}, places, MPI_INT, comm);
  MPI_Neighbor_alltoallv(ints, counts, places, MPI_INT, ints + 64, swapped, places, MPI_INT, comm);
  MPI_Neighbor_alltoallw(ints, counts, in_bytes, types, ints + 64, swapped, in_bytes, others, comm);
  MPI_Ineighbor_allgather(ints, 2, MPI_INT, ints + 64, 2, MPI_INT, comm, &requests[0]);
  MPI_Ineighbor_allgatherv(ints, 2, MPI_INT, ints + 80, (const int[]){2, 2}, places, MPI_INT, comm, &requests[1]);
  MPI_Ineighbor_alltoall(ints, 2, MPI_INT, ints + 96, 2, MPI_INT, comm, &requests[2]);
  MPI_Ineighbor_alltoallv(ints, counts, places, MPI_INT, ints + 112, swapped, places, MPI_INT, comm, &requests[3]);
  MPI_Ineighbor_alltoallw(ints, counts, in_bytes, types, ints + 128, swapped, in_bytes, others, comm, &requests[4]);
  MPI_Waitall(5, requests, MPI_STATUSES_IGNORE);
  MPI_Comm_free(&comm);
}

CASE(broadcasts) {
  MPI_Datatype a = pair_of(MPI_DOUBLE, MPI_INT, 8);
  MPI_Request request;
  for (int root = 0; root < size; ++root) {
    if (rank == root) MPI_Bcast(bytes, 2, a, root, WORLD);
    else MPI_Bcast(bytes, 2, MPI_DOUBLE_INT, root, WORLD);
    MPI_Ibcast(ints, 7, MPI_INT, root, WORLD, &request);
    MPI_Wait(&request, IGNORE);
  }
  MPI_Bcast(NULL, 0, rank ? MPI_INT : MPI_FLOAT, 0, WORLD);
  MPI_Type_free(&a);
}

/* Arguments that are significant only at the root have invalid values elsewhere. */
CASE(gathers) {
  const int counts[4] = {1, 2, 3, 4}, places[4] = {0, 1, 3, 6};
  MPI_Datatype column;
  MPI_Request request;
  MPI_Type_vector(2, 1, 2, MPI_INT, &column);
  MPI_Type_commit(&column);
  if (rank == 0) MPI_Gather(ints, 2, MPI_INT, ints + 64, 1, column, 0, WORLD);
  else MPI_Gather(ints, 1, column, NULL, -1, MPI_DATATYPE_NULL, 0, WORLD);
  if (rank == 0) MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, ints, 2, MPI_INT, 0, WORLD);
  else MPI_Gather(ints, 2, MPI_INT, NULL, 0, MPI_DATATYPE_NULL, 0, WORLD);
  if (rank == 0) MPI_Gatherv(ints, 1, MPI_INT, ints + 64, counts, places, MPI_INT, 0, WORLD);
  else MPI_Gatherv(ints, rank + 1, MPI_INT, NULL, NULL, NULL, MPI_DATATYPE_NULL, 0, WORLD);
  MPI_Igather(ints, 2, MPI_INT, ints + 64, 2, MPI_INT, size - 1, WORLD, &request);
  MPI_Wait(&request, IGNORE);
  MPI_Igatherv(ints, rank + 1, MPI_INT, ints + 64, counts, places, MPI_INT, size - 1, WORLD, &request);
  MPI_Wait(&request, IGNORE);
  MPI_Type_free(&column);
}

CASE(scatters) {
  const int counts[4] = {1, 2, 3, 4}, places[4] = {0, 1, 3, 6};
  MPI_Request request;
  if (rank == 0) MPI_Scatter(ints, 2, MPI_INT, ints + 64, 2, MPI_INT, 0, WORLD);
  else MPI_Scatter(NULL, -1, MPI_DATATYPE_NULL, ints, 2, MPI_INT, 0, WORLD);
  if (rank == 0) MPI_Scatter(ints, 2, MPI_INT, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, 0, WORLD);
  else MPI_Scatter(NULL, 0, MPI_DATATYPE_NULL, ints, 2, MPI_INT, 0, WORLD);
  if (rank == 0) MPI_Scatterv(ints, counts, places, MPI_INT, ints + 64, 1, MPI_INT, 0, WORLD);
  else MPI_Scatterv(NULL, NULL, NULL, MPI_DATATYPE_NULL, ints, rank + 1, MPI_INT, 0, WORLD);
  MPI_Iscatter(ints, 2, MPI_INT, ints + 64, 2, MPI_INT, 1, WORLD, &request);
  MPI_Wait(&request, IGNORE);
  MPI_Iscatterv(ints, counts, places, MPI_INT, ints + 64, rank + 1, MPI_INT, 1, WORLD, &request);
  MPI_Wait(&request, IGNORE);
}

CASE(allgathers) {
  const int counts[4] = {1, 2, 3, 4}, places[4] = {0, 1, 3, 6};
  MPI_Request request;
  MPI_Allgather(ints, 2, MPI_INT, ints + 64, 1, MPI_2INT, WORLD);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, ints, 2, MPI_INT, WORLD);
  MPI_Allgatherv(ints, rank + 1, MPI_INT, ints + 64, counts, places, MPI_INT, WORLD);
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, ints, counts, places, MPI_INT, WORLD);
  MPI_Iallgather(ints, 2, MPI_INT, ints + 64, 2, MPI_INT, WORLD, &request);
  MPI_Wait(&request, IGNORE);
  MPI_Iallgatherv(ints, rank + 1, MPI_INT, ints + 64, counts, places, MPI_INT, WORLD, &request);
  MPI_Wait(&request, IGNORE);
}

CASE(alltoalls) {
  int counts[4], places[4], in_bytes[4], from[4];
  MPI_Datatype types[4], others[4];
  MPI_Request request;
  for (int i = 0; i < 4; ++i) {
    counts[i] = 1 + (rank + i) % 3; /* the same as on the other rank */
    from[i] = counts[i];
    places[i] = 4 * i;
    in_bytes[i] = 32 * i;
    types[i] = (rank + i) % 2 ? MPI_INT : MPI_DOUBLE;
    others[i] = types[i];
  }
  MPI_Alltoall(ints, 2, MPI_INT, ints + 64, 1, MPI_2INT, WORLD);
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, ints, 2, MPI_INT, WORLD);
  MPI_Alltoallv(ints, counts, places, MPI_INT, ints + 64, from, places, MPI_INT, WORLD);
  MPI_Alltoallw(ints, counts, in_bytes, types, ints + 64, from, in_bytes, others, WORLD);
  MPI_Ialltoall(ints, 2, MPI_INT, ints + 64, 2, MPI_INT, WORLD, &request);
  MPI_Wait(&request, IGNORE);
  MPI_Ialltoallv(ints, counts, places, MPI_INT, ints + 64, from, places, MPI_INT, WORLD, &request);
  MPI_Wait(&request, IGNORE);
  MPI_Ialltoallw(ints, counts, in_bytes, types, ints + 64, from, in_bytes, others, WORLD, &request);
  MPI_Wait(&request, IGNORE);
}

CASE(alltoall_with_nothing_for_most) {
  int counts[4] = {0, 0, 0, 0}, from[4] = {0, 0, 0, 0}, places[4] = {0, 0, 0, 0};
  MPI_Datatype types[4] = {MPI_INT, MPI_FLOAT, MPI_DOUBLE, MPI_CHAR}, others[4] = {MPI_DOUBLE, MPI_INT, MPI_FLOAT, MPI_INT};
  counts[next()] = 2;
  from[before()] = 2;
  types[next()] = others[before()] = MPI_LONG;
  if (next() == before()) others[before()] = types[next()] = MPI_LONG;
  MPI_Alltoallw(ints, counts, places, types, ints + 64, from, places, others, WORLD);
}

CASE(reductions) {
  const int counts[4] = {1, 2, 3, 4};
  MPI_Request requests[7];
  if (rank == 0) MPI_Reduce(MPI_IN_PLACE, ints, 2, MPI_INT, MPI_SUM, 0, WORLD);
  else MPI_Reduce(ints, NULL, 2, MPI_INT, MPI_SUM, 0, WORLD);
  MPI_Reduce(ints, ints + 64, 2, MPI_2INT, MPI_MAXLOC, size - 1, WORLD);
  MPI_Allreduce(ints, ints + 64, 2, MPI_INT, MPI_MAX, WORLD);
  MPI_Scan(ints, ints + 64, 2, MPI_INT, MPI_MAX, WORLD);
  MPI_Exscan(ints, ints + 64, 2, MPI_INT, MPI_MAX, WORLD);
  MPI_Reduce_scatter(ints, ints + 64, counts, MPI_INT, MPI_MAX, WORLD);
  MPI_Reduce_scatter_block(ints, ints + 64, 2, MPI_INT, MPI_MAX, WORLD);
  MPI_Ireduce(ints, ints + 64, 2, MPI_INT, MPI_SUM, 0, WORLD, &requests[0]);
  MPI_Iallreduce(ints, ints + 80, 2, MPI_INT, MPI_MAX, WORLD, &requests[1]);
  MPI_Iscan(ints, ints + 96, 2, MPI_INT, MPI_MAX, WORLD, &requests[2]);
  MPI_Iexscan(ints, ints + 112, 2, MPI_INT, MPI_MAX, WORLD, &requests[3]);
  MPI_Ireduce_scatter(ints, ints + 128, counts, MPI_INT, MPI_MAX, WORLD, &requests[4]);
  MPI_Ireduce_scatter_block(ints, ints + 144, 2, MPI_INT, MPI_MAX, WORLD, &requests[5]);
  MPI_Ibarrier(WORLD, &requests[6]);
  MPI_Waitall(7, requests, MPI_STATUSES_IGNORE);
}

static void add_pairs(void *in, void *both, int *n, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < 2 * *n; ++i) ((long *)both)[i] += ((long *)in)[i];
}

CASE(reduction_of_the_users_own) {
  MPI_Datatype a = pair_of(MPI_LONG, MPI_LONG, 8);
  MPI_Op op;
  MPI_Op_create(add_pairs, 1, &op);
  MPI_Allreduce(bytes, bytes + 256, 3, a, op, WORLD);
  MPI_Op_free(&op);
  MPI_Type_free(&a);
}

CASE(collectives_ahead_of_others) {
  for (int i = 0; i < 40; ++i) MPI_Bcast(ints, 4, MPI_INT, 0, WORLD);
  for (int i = 0; i < 40; ++i) MPI_Reduce(ints, ints + 64, 4, MPI_INT, MPI_MAX, 0, WORLD);
}

CASE(messages_between_collectives) {
  MPI_Request request, receive;
  MPI_Irecv(ints, 4, MPI_INT, before(), 1, WORLD, &receive);
  MPI_Iallreduce(doubles, doubles + 8, 4, MPI_DOUBLE, MPI_MAX, WORLD, &request);
  MPI_Send(ints + 8, 4, MPI_INT, next(), 1, WORLD);
  MPI_Bcast(floats, 4, MPI_FLOAT, 0, WORLD);
  MPI_Wait(&request, IGNORE);
  MPI_Wait(&receive, IGNORE);
}

CASE(windows) {
  static long memory[64];
  long one = 1, result, compare = 0;
  MPI_Datatype column, nothing;
  MPI_Request request;
  MPI_Win window;
  MPI_Type_vector(4, 1, 2, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Type_indexed(0, NULL, NULL, MPI_INT, &nothing);
  MPI_Type_commit(&nothing);
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Put(ints, 4, MPI_INT, next(), 0, 1, column, window);
  MPI_Get(ints + 64, 1, column, next(), 64, 4, MPI_INT, window);
  MPI_Put(ints, 4, MPI_INT, MPI_PROC_NULL, 0, 4, MPI_FLOAT, window);
  MPI_Win_fence(0, window);
  MPI_Accumulate(ints, 4, MPI_INT, next(), 0, 1, column, MPI_SUM, window);
  MPI_Accumulate(ints, 1, nothing, next(), 0, 2, nothing, MPI_SUM, window);
  MPI_Win_fence(0, window);
  MPI_Get_accumulate(ints, 4, MPI_INT, ints + 64, 1, column, next(), 0, 4, MPI_INT, MPI_SUM, window);
  MPI_Win_fence(0, window);
  MPI_Get_accumulate(NULL, 0, MPI_DATATYPE_NULL, ints + 64, 4, MPI_INT, next(), 0, 4, MPI_INT, MPI_NO_OP, window);
  MPI_Win_fence(0, window);
  MPI_Fetch_and_op(&one, &result, MPI_LONG, next(), 0, MPI_SUM, window);
  MPI_Win_fence(0, window);
  MPI_Compare_and_swap(&one, &compare, &result, MPI_LONG, next(), 8, window); /* not itself: Open MPI 4.1 may crash */
  MPI_Win_fence(0, window);
  MPI_Win_lock_all(0, window);
  MPI_Rput(ints, 4, MPI_INT, next(), 128, 4, MPI_INT, window, &request);
  MPI_Wait(&request, IGNORE);
  MPI_Win_flush_all(window);
  MPI_Rget(ints + 64, 4, MPI_INT, next(), 128, 4, MPI_INT, window, &request);
  MPI_Wait(&request, IGNORE);
  MPI_Raccumulate(ints, 4, MPI_INT, next(), 128, 4, MPI_INT, MPI_MAX, window, &request);
  MPI_Wait(&request, IGNORE);
  MPI_Rget_accumulate(ints, 4, MPI_INT, ints + 64, 4, MPI_INT, next(), 128, 4, MPI_INT, MPI_MAX, window, &request);
  MPI_Wait(&request, IGNORE);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Type_free(&column);
  MPI_Type_free(&nothing);
}

static MPI_File open_file(void) {
  MPI_File file;
  char name[64];
  snprintf(name, sizeof name, "right.%d.data", size);
  MPI_File_open(WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  return file;
}

CASE(file_of_bytes) {
  MPI_File file = open_file();
  MPI_File_write_at(file, 64 * rank, ints, 4, MPI_INT, IGNORE);
  MPI_File_read_at(file, 64 * rank, floats, 4, MPI_FLOAT, IGNORE);
  MPI_File_write_at_all(file, 64 * rank, doubles, 2, MPI_DOUBLE, IGNORE);
  MPI_File_close(&file);
}

CASE(file_views) {
  MPI_File file = open_file();
  MPI_Datatype element = pair_of(MPI_INT, MPI_FLOAT, 4), tile, etype, filetype;
  MPI_Offset place;
  MPI_Request request;
  char representation[MPI_MAX_DATAREP_STRING];
  MPI_Type_vector(2, 1, 2, element, &tile);
  MPI_Type_commit(&tile);
  MPI_File_set_view(file, 0, element, tile, "native", MPI_INFO_NULL);
  MPI_File_write_at_all(file, 4 * rank, bytes, 3, element, IGNORE);
  MPI_File_read_at(file, 4 * rank, bytes, 3, element, IGNORE);
  MPI_File_iread_at(file, 4 * rank, bytes, 1, tile, &request);
  MPI_Wait(&request, IGNORE);
  MPI_File_get_view(file, &place, &etype, &filetype, representation);
  MPI_Type_free(&etype);
  MPI_Type_free(&filetype);
  MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
  MPI_File_write_all(file, doubles, 4, MPI_DOUBLE, IGNORE);
  MPI_File_seek(file, 0, MPI_SEEK_SET);
  MPI_File_read_all(file, doubles, 4, MPI_DOUBLE, IGNORE);
  MPI_File_write_all_begin(file, doubles, 2, MPI_DOUBLE);
  MPI_File_write_all_end(file, doubles, IGNORE);
  MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
  MPI_File_write_at(file, 64 * rank, ints, 4, MPI_INT, IGNORE);
  MPI_File_close(&file);
  MPI_Type_free(&element);
  MPI_Type_free(&tile);
}

/* MPICH creates datatypes for such views through MPI's public functions, and does not free them. */
CASE(file_view_of_a_part) {
  MPI_File file = open_file();
  const int lengths[2] = {2 * size, 2}, parts[2] = {2, 2}, starts[2] = {2 * rank, 0};
  MPI_Datatype part;
  MPI_Type_create_subarray(2, lengths, parts, starts, MPI_ORDER_C, MPI_DOUBLE, &part);
  MPI_Type_commit(&part);
  MPI_File_set_view(file, 0, MPI_DOUBLE, part, "native", MPI_INFO_NULL);
  MPI_File_write_all(file, doubles, 4, MPI_DOUBLE, IGNORE);
  MPI_File_close(&file);
  MPI_Type_free(&part);
}

CASE(file_accesses_of_all_kinds) {
  MPI_File file = open_file();
  MPI_Request request;
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_write(file, ints, 4, MPI_INT, IGNORE);
  MPI_File_write_all(file, ints, 4, MPI_INT, IGNORE);
  MPI_File_write_at(file, 8 * rank, ints, 4, MPI_INT, IGNORE);
  MPI_File_write_at_all(file, 8 * rank, ints, 4, MPI_INT, IGNORE);
  MPI_File_write_shared(file, ints, 4, MPI_INT, IGNORE);
  MPI_File_write_ordered(file, ints, 4, MPI_INT, IGNORE);
  MPI_File_iwrite(file, ints, 4, MPI_INT, &request); MPI_Wait(&request, IGNORE);
  MPI_File_iwrite_at(file, 8 * rank, ints, 4, MPI_INT, &request); MPI_Wait(&request, IGNORE);
  MPI_File_iwrite_shared(file, ints, 4, MPI_INT, &request); MPI_Wait(&request, IGNORE);
  MPI_File_iwrite_all(file, ints, 4, MPI_INT, &request); MPI_Wait(&request, IGNORE);
  MPI_File_iwrite_at_all(file, 8 * rank, ints, 4, MPI_INT, &request); MPI_Wait(&request, IGNORE);
  MPI_File_write_all_begin(file, ints, 4, MPI_INT); MPI_File_write_all_end(file, ints, IGNORE);
  MPI_File_write_at_all_begin(file, 8 * rank, ints, 4, MPI_INT); MPI_File_write_at_all_end(file, ints, IGNORE);
  MPI_File_write_ordered_begin(file, ints, 4, MPI_INT); MPI_File_write_ordered_end(file, ints, IGNORE);
  MPI_File_sync(file);
  MPI_Barrier(WORLD);
  MPI_File_seek(file, 0, MPI_SEEK_SET);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  MPI_File_read(file, ints, 1, MPI_INT, IGNORE);
  MPI_File_read_all(file, ints, 1, MPI_INT, IGNORE);
  MPI_File_read_at(file, 8 * rank, ints, 1, MPI_INT, IGNORE);
  MPI_File_read_at_all(file, 8 * rank, ints, 1, MPI_INT, IGNORE);
  MPI_File_read_shared(file, ints, 1, MPI_INT, IGNORE);
  MPI_File_read_ordered(file, ints, 1, MPI_INT, IGNORE);
  MPI_File_iread(file, ints, 1, MPI_INT, &request); MPI_Wait(&request, IGNORE);
  MPI_File_iread_at(file, 8 * rank, ints, 1, MPI_INT, &request); MPI_Wait(&request, IGNORE);
  MPI_File_iread_shared(file, ints, 1, MPI_INT, &request); MPI_Wait(&request, IGNORE);
  MPI_File_iread_all(file, ints, 1, MPI_INT, &request); MPI_Wait(&request, IGNORE);
  MPI_File_iread_at_all(file, 8 * rank, ints, 1, MPI_INT, &request); MPI_Wait(&request, IGNORE);
  MPI_File_read_all_begin(file, ints, 1, MPI_INT); MPI_File_read_all_end(file, ints, IGNORE);
  MPI_File_read_at_all_begin(file, 8 * rank, ints, 1, MPI_INT); MPI_File_read_at_all_end(file, ints, IGNORE);
  MPI_File_read_ordered_begin(file, ints, 1, MPI_INT); MPI_File_read_ordered_end(file, ints, IGNORE);
  MPI_File_close(&file);
}

CASE(error_handlers) {
  MPI_Errhandler handler;
  MPI_Comm_get_errhandler(WORLD, &handler);
  REQUIRE(handler == MPI_ERRORS_ARE_FATAL);
  MPI_Comm_set_errhandler(WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_get_errhandler(WORLD, &handler);
  REQUIRE(handler == MPI_ERRORS_RETURN);
  MPI_Errhandler_free(&handler);
  MPI_Comm_set_errhandler(WORLD, MPI_ERRORS_ARE_FATAL);
}

CASE(error_handler_kept_and_put_back) {
  for (int i = 0; i < 10; ++i) {
    MPI_Errhandler handler;
    MPI_Comm_get_errhandler(WORLD, &handler);
    MPI_Comm_set_errhandler(WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(WORLD, handler);
    MPI_Errhandler_free(&handler);
    REQUIRE(handler == MPI_ERRHANDLER_NULL);
  }
}

static MPI_Datatype freed_at_end;

static int exchange_and_free(MPI_Comm comm, int key, void *value, void *extra) {
  (void)comm; (void)key; (void)value; (void)extra;
  MPI_Sendrecv(ints, 1, freed_at_end, next(), 1, ints + 64, 4, MPI_INT, before(), 1, WORLD, IGNORE);
  return MPI_Type_free(&freed_at_end);
}

CASE(datatype_freed_in_finalize) {
  int key;
  MPI_Type_contiguous(4, MPI_INT, &freed_at_end);
  MPI_Type_commit(&freed_at_end);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, exchange_and_free, &key, NULL);
  MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
  MPI_Comm_free_keyval(&key);
}

CASE(bytes_as_bytes) {
  if (rank == 0) MPI_Send(ints, 16, MPI_BYTE, 1, 3, WORLD);
  if (rank == 1) MPI_Recv(doubles, 100, MPI_BYTE, 0, 3, WORLD, IGNORE);
}

CASE(inactive_requests_among_others) {
  MPI_Request requests[5];
  MPI_Status statuses[5];
  int n, index, done, indices[5];
  MPI_Recv_init(doubles, 4, MPI_DOUBLE, before(), 1, WORLD, &requests[0]);
  requests[1] = MPI_REQUEST_NULL;
  MPI_Send_init(doubles + 8, 4, MPI_DOUBLE, next(), 1, WORLD, &requests[2]);
  for (int way = 0; way < 4; ++way) {
    MPI_Irecv(ints, 4, MPI_INT, before(), 2, WORLD, &requests[3]);
    MPI_Isend(ints + 8, 4, MPI_INT, next(), 2, WORLD, &requests[4]);
    switch (way) {
    case 0: MPI_Waitall(5, requests, statuses); break;
    case 1: for (int i = 0; i < 2; ++i) { MPI_Waitany(5, requests, &index, statuses); REQUIRE(index >= 3); } break;
    case 2: for (int i = 0; i < 2; i += n) MPI_Waitsome(5, requests, &n, indices, statuses); break;
    case 3: for (done = 0; !done;) MPI_Testall(5, requests, &done, statuses); break;
    }
    MPI_Waitany(5, requests, &index, statuses); REQUIRE(index == MPI_UNDEFINED && statuses[0].MPI_SOURCE == MPI_ANY_SOURCE);
    MPI_Waitsome(5, requests, &n, indices, MPI_STATUSES_IGNORE); REQUIRE(n == MPI_UNDEFINED);
    MPI_Testsome(5, requests, &n, indices, MPI_STATUSES_IGNORE); REQUIRE(n == MPI_UNDEFINED);
    MPI_Testany(5, requests, &index, &done, IGNORE); REQUIRE(done && index == MPI_UNDEFINED);
    MPI_Start(&requests[0]);
    MPI_Start(&requests[2]);
    MPI_Waitall(5, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[2]);
}

static int query(void *state, MPI_Status *status) {
  (void)state;
  MPI_Status_set_elements(status, MPI_INT, 3);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = 5;
  status->MPI_TAG = 6;
  return MPI_SUCCESS;
}
static int count_one(void *state) { ++*(int *)state; return MPI_SUCCESS; }
static int cancel_nothing(void *state, int complete) { (void)state, (void)complete; return MPI_SUCCESS; }

CASE(generalized_requests) {
  for (int way = 0; way < 4; ++way) {
    MPI_Request requests[3];
    MPI_Status statuses[3];
    int freed = 0, n, index;
    MPI_Grequest_start(query, count_one, cancel_nothing, &freed, &requests[1]);
    MPI_Irecv(ints, 4, MPI_INT, before(), 1, WORLD, &requests[0]);
    MPI_Isend(ints + 8, 4, MPI_INT, next(), 1, WORLD, &requests[2]);
    MPI_Grequest_complete(requests[1]);
    switch (way) {
    case 0: MPI_Waitall(3, requests, statuses); MPI_Get_count(&statuses[1], MPI_INT, &n); REQUIRE(n == 3 && statuses[1].MPI_SOURCE == 5); break;
    case 1: MPI_Wait(&requests[1], &statuses[1]); REQUIRE(statuses[1].MPI_TAG == 6); MPI_Waitall(3, requests, MPI_STATUSES_IGNORE); break;
    case 2: for (int i = 0; i < 3; ++i) MPI_Waitany(3, requests, &index, IGNORE); break;
    case 3: MPI_Request_free(&requests[1]); MPI_Waitall(3, requests, MPI_STATUSES_IGNORE); break;
    }
    REQUIRE(freed == 1 && requests[1] == MPI_REQUEST_NULL);
  }
}

CASE(absolute_addresses) {
  const int lengths[2] = {2, 3};
  const MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE};
  MPI_Aint places[2];
  MPI_Datatype all;
  MPI_Get_address(ints, &places[0]);
  MPI_Get_address(doubles, &places[1]);
  MPI_Type_create_struct(2, lengths, places, types, &all);
  MPI_Type_commit(&all);
  ints[0] = rank == 0 ? 7 : 0;
  if (rank == 0) MPI_Send(MPI_BOTTOM, 1, all, 1, 3, WORLD);
  if (rank == 1) { MPI_Recv(MPI_BOTTOM, 1, all, 0, 3, WORLD, IGNORE); REQUIRE(ints[0] == 7); }
  MPI_Bcast(MPI_BOTTOM, 1, all, 0, WORLD);
  MPI_Sendrecv_replace(MPI_BOTTOM, 1, all, next(), 1, before(), 1, WORLD, IGNORE);
  MPI_Type_free(&all);
}

CASE(datatypes_of_nothing) {
  const int counts[4] = {0, 0, 0, 0}, places[4] = {0, 0, 0, 0};
  MPI_Datatype empty;
  MPI_Type_contiguous(0, MPI_INT, &empty);
  MPI_Type_commit(&empty);
  const MPI_Datatype types[4] = {empty, empty, empty, empty};
  if (rank == 0) { MPI_Send(ints, 5, empty, 1, 3, WORLD); MPI_Send(NULL, 0, MPI_DOUBLE, 1, 3, WORLD); }
  if (rank == 1) { MPI_Recv(ints, 0, MPI_INT, 0, 3, WORLD, IGNORE); MPI_Recv(ints, 7, empty, 0, 3, WORLD, IGNORE); }
  MPI_Bcast(NULL, 0, empty, 0, WORLD);
  MPI_Alltoallw(ints, counts, places, types, ints + 64, counts, places, types, WORLD);
  MPI_Alltoallv(ints, counts, places, MPI_INT, ints + 64, counts, places, MPI_FLOAT, WORLD);
  MPI_Type_free(&empty);
}

CASE(in_place) {
  const int counts[4] = {1, 2, 3, 4}, places[4] = {0, 1, 3, 6}, twos[4] = {2, 2, 2, 2}, at[4] = {0, 2, 4, 6}, in_bytes[4] = {0, 8, 16, 24};
  const MPI_Datatype types[4] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT};
  MPI_Request requests[6];
  if (rank == 0) MPI_Gatherv(MPI_IN_PLACE, -3, MPI_DATATYPE_NULL, ints, counts, places, MPI_INT, 0, WORLD);
  else MPI_Gatherv(ints, rank + 1, MPI_INT, NULL, NULL, NULL, MPI_DATATYPE_NULL, 0, WORLD);
  if (rank == 0) MPI_Scatterv(ints, counts, places, MPI_INT, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, 0, WORLD);
  else MPI_Scatterv(NULL, NULL, NULL, MPI_DATATYPE_NULL, ints, rank + 1, MPI_INT, 0, WORLD);
  MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, ints, twos, at, MPI_INT, WORLD);
  MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, ints, twos, in_bytes, types, WORLD);
  MPI_Scan(MPI_IN_PLACE, ints, 4, MPI_INT, MPI_MAX, WORLD);
  MPI_Exscan(MPI_IN_PLACE, ints, 4, MPI_INT, MPI_MAX, WORLD);
  MPI_Reduce_scatter(MPI_IN_PLACE, ints, counts, MPI_INT, MPI_MAX, WORLD);
  MPI_Reduce_scatter_block(MPI_IN_PLACE, ints, 2, MPI_INT, MPI_MAX, WORLD);
  MPI_Iallgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, ints, 2, MPI_INT, WORLD, &requests[0]);
  MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, ints + 16, counts, places, MPI_INT, WORLD, &requests[1]);
  MPI_Ialltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, ints + 32, 2, MPI_INT, WORLD, &requests[2]);
  MPI_Iallreduce(MPI_IN_PLACE, ints + 64, 2, MPI_INT, MPI_MAX, WORLD, &requests[3]);
  MPI_Ireduce(rank == 0 ? MPI_IN_PLACE : ints + 128, rank == 0 ? ints + 128 : NULL, 2, MPI_INT, MPI_MAX, 0, WORLD, &requests[4]);
  if (rank == 0) MPI_Igather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, ints + 256, 2, MPI_INT, 0, WORLD, &requests[5]);
  else MPI_Igather(ints + 256, 2, MPI_INT, NULL, 0, MPI_DATATYPE_NULL, 0, WORLD, &requests[5]);
  MPI_Waitall(6, requests, MPI_STATUSES_IGNORE);
}

CASE(communicator_freed_with_all_kinds_under_way) {
  MPI_Comm a;
  MPI_Request requests[5], send;
  MPI_Comm_dup(WORLD, &a);
  MPI_Iallreduce(ints, ints + 64, 4, MPI_INT, MPI_MAX, a, &requests[0]);
  MPI_Ibcast(doubles, 4, MPI_DOUBLE, 0, a, &requests[1]);
  MPI_Irecv(floats, 4, MPI_FLOAT, MPI_ANY_SOURCE, MPI_ANY_TAG, a, &requests[2]);
  MPI_Recv_init(bytes, 4, MPI_CHAR, before(), 3, a, &requests[3]);
  MPI_Send_init(bytes + 64, 4, MPI_CHAR, next(), 3, a, &requests[4]);
  MPI_Isend(floats + 8, 4, MPI_FLOAT, next(), 2, a, &send);
  MPI_Wait(&requests[2], IGNORE);
  MPI_Startall(2, requests + 3);
  MPI_Comm_free(&a);
  MPI_Wait(&send, IGNORE);
  MPI_Waitall(5, requests, MPI_STATUSES_IGNORE);
  MPI_Request_free(&requests[3]);
  MPI_Request_free(&requests[4]);
}

static MPI_Comm talk_on;
static int talk(void) {
  MPI_Request request;
  MPI_Irecv(ints + 100, 4, MPI_INT, before(), 9, talk_on, &request);
  MPI_Send(ints + 200, 4, MPI_INT, next(), 9, talk_on);
  MPI_Wait(&request, IGNORE);
  return MPI_Allreduce(ints + 100, ints + 200, 4, MPI_INT, MPI_MAX, talk_on);
}
static int copy_and_talk(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag) {
  MPI_Comm inner;
  (void)key, (void)extra;
  MPI_Comm_split(comm, 0, rank, &inner);
  ring_on(inner);
  MPI_Comm_free(&inner);
  *(void **)out = in;
  *flag = 1;
  return talk();
}
static int delete_and_talk(MPI_Comm comm, int key, void *value, void *extra) { (void)comm, (void)key, (void)value, (void)extra; return talk(); }

CASE(attribute_callbacks_that_communicate) {
  MPI_Comm a, b;
  int key;
  MPI_Comm_create_keyval(copy_and_talk, delete_and_talk, &key, NULL);
  MPI_Comm_dup(WORLD, &a);
  MPI_Comm_set_attr(a, key, NULL);
  talk_on = WORLD;
  MPI_Comm_dup(a, &b);
  talk_on = a;
  MPI_Comm_delete_attr(b, key);
  talk_on = WORLD;
  ring_on(b);
  MPI_Comm_free(&a);
  MPI_Comm_free(&b);
  MPI_Comm_free_keyval(&key);
}

/* Both neighbours on a circle of two are the same process, and those on a circle of one are the process itself. */
CASE(neighbours_around_circles) {
  const int periods[2] = {1, 1}, sizes[2][2] = {{1, size}, {2, size / 2}}, counts[4] = {1, 2, 3, 4}, from[4] = {2, 1, 4, 3};
  const MPI_Aint places[4] = {0, 64, 128, 192};
  const MPI_Datatype types[4] = {MPI_INT, MPI_FLOAT, MPI_DOUBLE, MPI_LONG}, others[4] = {MPI_FLOAT, MPI_INT, MPI_LONG, MPI_DOUBLE};
  for (int way = 0; way < 2; ++way) {
    MPI_Comm grid;
    MPI_Cart_create(WORLD, 2, sizes[way], periods, 0, &grid);
    if (grid == MPI_COMM_NULL) continue;
    MPI_Neighbor_alltoallw(bytes, counts, places, types, bytes + 512, from, places, others, grid);
    MPI_Comm_free(&grid);
  }
}

CASE(several_edges_between_two) {
  const int from[3] = {before(), before(), rank}, to[3] = {next(), next(), rank}, counts[3] = {1, 2, 3};
  const MPI_Aint places[3] = {0, 64, 128};
  const MPI_Datatype types[3] = {MPI_INT, MPI_FLOAT, MPI_DOUBLE};
  MPI_Comm graph;
  MPI_Dist_graph_create_adjacent(WORLD, 3, from, MPI_UNWEIGHTED, 3, to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  MPI_Neighbor_alltoallw(bytes, counts, places, types, bytes + 512, counts, places, types, graph);
  MPI_Comm_free(&graph);
}

#ifdef MPICH /* Open MPI 4.1 writes outside its memory here */
CASE(accumulates_of_pairs) {
  static struct { double value; int index; } memory[8], mine[8];
  MPI_Win window;
  MPI_Datatype two, no_float;
  MPI_Type_create_struct(2, (const int[]){0, 2}, (const MPI_Aint[]){0, 0}, (const MPI_Datatype[]){MPI_FLOAT, MPI_DOUBLE_INT}, &no_float);
  MPI_Type_commit(&no_float);
  MPI_Type_contiguous(2, MPI_DOUBLE_INT, &two);
  MPI_Type_commit(&two);
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Accumulate(mine, 2, MPI_DOUBLE_INT, next(), 0, 2, MPI_DOUBLE_INT, MPI_MAXLOC, window);
  MPI_Win_fence(0, window);
  MPI_Accumulate(mine, 2, MPI_DOUBLE_INT, next(), 0, 1, two, MPI_REPLACE, window);
  MPI_Win_fence(0, window);
  MPI_Accumulate(mine, 1, no_float, next(), 0, 1, two, MPI_REPLACE, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Type_free(&two);
  MPI_Type_free(&no_float);
}
#endif

#if MPI_VERSION >= 4
CASE(large_counts) {
  MPI_Datatype a;
  MPI_Request request;
  MPI_Type_vector_c(4, 1, 2, MPI_INT, &a);
  MPI_Type_commit(&a);
  if (rank == 0) MPI_Send_c(ints, 2, a, 1, 3, WORLD);
  if (rank == 1) MPI_Recv_c(ints, 8, MPI_INT, 0, 3, WORLD, IGNORE);
  if (rank == 0) MPI_Isend_c(ints, 8, MPI_INT, 1, 3, WORLD, &request);
  if (rank == 1) MPI_Irecv_c(ints, 2, a, 0, 3, WORLD, &request);
  if (rank < 2) MPI_Wait(&request, IGNORE);
  MPI_Sendrecv_c(ints, 4, MPI_INT, next(), 3, ints + 64, 1, a, before(), 3, WORLD, IGNORE);
  MPI_Ssend_init_c(ints, 4, MPI_INT, next(), 4, WORLD, &request);
  MPI_Start(&request);
  MPI_Recv_c(ints + 64, 4, MPI_INT, before(), 4, WORLD, IGNORE);
  MPI_Wait(&request, IGNORE);
  MPI_Request_free(&request);
  MPI_Bcast_c(ints, 4, MPI_INT, 0, WORLD);
  MPI_Gatherv_c(ints, 2, MPI_INT, ints + 64, (const MPI_Count[]){2, 2, 2, 2}, (const MPI_Aint[]){0, 2, 4, 6}, MPI_INT, 0, WORLD);
  MPI_Alltoall_c(ints, 2, MPI_INT, ints + 64, 1, MPI_2INT, WORLD);
  MPI_Iallreduce_c(ints, ints + 64, 2, MPI_INT, MPI_MAX, WORLD, &request);
  MPI_Wait(&request, IGNORE);
  MPI_Allgather_c(ints, 4, MPI_INT, ints + 64, 4, MPI_INT, WORLD);
  MPI_Type_free(&a);
}

CASE(send_and_receive_nonblocking) {
  MPI_Request requests[2];
  MPI_Isendrecv(ints, 4, MPI_INT, next(), 1, ints + 64, 4, MPI_INT, before(), 1, WORLD, &requests[0]);
  MPI_Isendrecv_replace(ints + 128, 4, MPI_INT, next(), 2, before(), 2, WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

CASE(persistent_collectives) {
  const int counts[4] = {2, 2, 2, 2}, places[4] = {0, 2, 4, 6};
  MPI_Request requests[5];
  MPI_Bcast_init(ints, 4, MPI_INT, 0, WORLD, MPI_INFO_NULL, &requests[0]);
  MPI_Allreduce_init(doubles, doubles + 8, 4, MPI_DOUBLE, MPI_MAX, WORLD, MPI_INFO_NULL, &requests[1]);
  MPI_Gatherv_init(ints + 64, 2, MPI_INT, ints + 96, counts, places, MPI_INT, 0, WORLD, MPI_INFO_NULL, &requests[2]);
  MPI_Scatter_init(ints + 128, 1, MPI_2INT, ints + 160, 2, MPI_INT, 0, WORLD, MPI_INFO_NULL, &requests[3]);
  MPI_Alltoallv_init(ints + 192, counts, places, MPI_INT, ints + 224, counts, places, MPI_INT, WORLD, MPI_INFO_NULL, &requests[4]);
  for (int i = 0; i < 3; ++i) { MPI_Startall(2, requests); MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); }
  /* Only once, because MPICH 4.0 fails the second time. */
  for (int i = 2; i < 5; ++i) { MPI_Start(&requests[i]); MPI_Wait(&requests[i], IGNORE); }
  for (int i = 0; i < 5; ++i) MPI_Request_free(&requests[i]);
}

CASE(persistent_collectives_never_started) {
  MPI_Comm a;
  MPI_Request requests[3];
  MPI_Comm_dup(WORLD, &a);
  MPI_Bcast_init(ints, 4, MPI_INT, 0, a, MPI_INFO_NULL, &requests[0]);
  MPI_Barrier_init(a, MPI_INFO_NULL, &requests[1]);
  MPI_Allreduce_init(ints, ints + 64, 4, MPI_INT, MPI_MAX, a, MPI_INFO_NULL, &requests[2]);
  for (int i = 0; i < 3; ++i) MPI_Request_free(&requests[i]);
  ring_on(a);
  MPI_Comm_free(&a);
}
#endif

/* Pending receives may lie side by side, and within the gaps of one another. */
CASE(receives_side_by_side) {
  int matrix[8][8] = {{0}}, row[8] = {0}, flag = 0;
  MPI_Datatype column;
  MPI_Request requests[10];
  MPI_Type_vector(8, 1, 8, MPI_INT, &column);
  MPI_Type_commit(&column);
  for (int round = 0; round < 3; ++round) {
    if (rank == 0) for (int i = 0; i < 8; ++i) MPI_Send(row, 8, MPI_INT, 1, i, WORLD);
    if (rank != 1) continue;
    for (int i = 0; i < 8; ++i)
      if (round == 1) MPI_Irecv(matrix[i], 8, MPI_INT, 0, i, WORLD, &requests[i]);
      else MPI_Irecv(&matrix[0][i], 1, column, 0, i, WORLD, &requests[i]);
    MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
  }
  if (rank == 0) for (int i = 0; i < 2; ++i) MPI_Send(row, 8, MPI_INT, 1, i, WORLD);
  if (rank == 1) {
    MPI_Irecv(row, 8, MPI_INT, 0, 0, WORLD, &requests[0]);
    while (!flag) MPI_Request_get_status(requests[0], &flag, IGNORE);
    MPI_Irecv(row, 8, MPI_INT, 0, 1, WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Irecv(row, 8, MPI_INT, 0, 2, WORLD, &requests[0]);
    MPI_Cancel(&requests[0]);
    MPI_Wait(&requests[0], IGNORE);
    MPI_Irecv(row, 8, MPI_INT, 0, 2, WORLD, &requests[0]);
    MPI_Cancel(&requests[0]);
    MPI_Wait(&requests[0], IGNORE);
  }
  MPI_Type_free(&column);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  run_cases(argc, argv);
  MPI_Finalize();
  return 0;
}
