/* Wrong programs. The comments "wrong: …" say which ranks must report the line, and as what. Their format is
   described in run_corpus.cpp. */
/* clang-format off */
#include "cases.h"

static int ints[64];
static float floats[64];
static double doubles[64];
static char bytes[512];

static MPI_Datatype committed(MPI_Datatype type) { MPI_Type_commit(&type); return type; }

static MPI_Datatype pair_of(MPI_Datatype a, MPI_Datatype b) {
  const int lengths[2] = {1, 1};
  const MPI_Aint places[2] = {0, 8};
  const MPI_Datatype types[2] = {a, b};
  MPI_Datatype out;
  MPI_Type_create_struct(2, lengths, places, types, &out);
  return committed(out);
}

static void handle_errors(MPI_Errhandler handler) { MPI_Comm_set_errhandler(WORLD, handler); MPI_Comm_set_errhandler(MPI_COMM_SELF, handler); }
static void return_errors(void) { handle_errors(MPI_ERRORS_RETURN); }
static void errors_are_fatal(void) { handle_errors(MPI_ERRORS_ARE_FATAL); }

CASE(send_int_receive_float) {
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(floats, 4, MPI_FLOAT, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
}

CASE(send_double_receive_long) {
  if (rank == 0) MPI_Send(doubles, 4, MPI_DOUBLE, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(bytes, 4, MPI_LONG, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_LONG MPI_DOUBLE */
}

CASE(signed_and_unsigned) {
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(ints, 4, MPI_UNSIGNED, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_UNSIGNED MPI_INT */
}

CASE(long_and_long_long) {
  if (rank == 0) MPI_Send(bytes, 4, MPI_LONG, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(bytes, 4, MPI_LONG_LONG, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_LONG_LONG MPI_LONG */
}

CASE(other_count_of_the_same_bytes) {
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(doubles, 2, MPI_DOUBLE, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_DOUBLE MPI_INT */
}

CASE(int_as_bytes) {
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(ints, 16, MPI_BYTE, 0, 1, WORLD, IGNORE); /* wrong: bytes against types; 1 from 0; 0 MPI_BYTE MPI_INT */
}

CASE(bytes_as_double) {
  if (rank == 0) MPI_Send(bytes, 16, MPI_BYTE, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(doubles, 2, MPI_DOUBLE, 0, 1, WORLD, IGNORE); /* wrong: bytes against types; 1 from 0; 0 MPI_DOUBLE MPI_BYTE */
}

CASE(char_as_byte) {
  if (rank == 0) MPI_Send(bytes, 16, MPI_CHAR, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(bytes, 16, MPI_BYTE, 0, 1, WORLD, IGNORE); /* wrong: bytes against types; 1 from 0; 0 MPI_BYTE MPI_CHAR */
}

CASE(nonblocking) {
  MPI_Request request;
  if (rank == 0) { MPI_Isend(ints, 4, MPI_INT, 1, 1, WORLD, &request); MPI_Wait(&request, IGNORE); }
  if (rank == 1) {
    MPI_Irecv(floats, 4, MPI_FLOAT, 0, 1, WORLD, &request); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
    MPI_Wait(&request, IGNORE);
  }
}

CASE(synchronous) {
  MPI_Request request;
  if (rank == 0) {
    MPI_Ssend(ints, 4, MPI_INT, 1, 1, WORLD);
    MPI_Issend(ints, 4, MPI_INT, 1, 2, WORLD, &request);
    MPI_Wait(&request, IGNORE);
  }
  if (rank == 1) {
    MPI_Recv(floats, 4, MPI_FLOAT, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
    MPI_Recv(floats, 4, MPI_FLOAT, 0, 2, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  }
}

CASE(buffered) {
  static char buffer[4096 + 2 * MPI_BSEND_OVERHEAD];
  MPI_Request request;
  void *detached;
  int n;
  MPI_Buffer_attach(buffer, sizeof buffer);
  if (rank == 0) {
    MPI_Bsend(ints, 4, MPI_INT, 1, 1, WORLD);
    MPI_Ibsend(ints, 4, MPI_INT, 1, 2, WORLD, &request);
    MPI_Wait(&request, IGNORE);
  }
  if (rank == 1) {
    MPI_Recv(floats, 4, MPI_FLOAT, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
    MPI_Recv(floats, 4, MPI_FLOAT, 0, 2, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  }
  MPI_Buffer_detach(&detached, &n);
}

CASE(ready) {
  MPI_Request requests[2];
  if (rank == 1) {
    MPI_Irecv(floats, 4, MPI_FLOAT, 0, 1, WORLD, &requests[0]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
    MPI_Irecv(floats + 8, 4, MPI_FLOAT, 0, 2, WORLD, &requests[1]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  }
  MPI_Barrier(WORLD);
  if (rank == 0) {
    MPI_Rsend(ints, 4, MPI_INT, 1, 1, WORLD);
    MPI_Irsend(ints, 4, MPI_INT, 1, 2, WORLD, &requests[0]);
    MPI_Wait(&requests[0], IGNORE);
  }
  if (rank == 1) MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

CASE(persistent) {
  MPI_Request request;
  if (rank == 0) MPI_Send_init(ints, 4, MPI_INT, 1, 1, WORLD, &request);
  if (rank == 1) MPI_Recv_init(floats, 4, MPI_FLOAT, 0, 1, WORLD, &request); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  if (rank < 2) { MPI_Start(&request); MPI_Wait(&request, IGNORE); MPI_Start(&request); MPI_Wait(&request, IGNORE); MPI_Request_free(&request); }
}

CASE(persistent_modes) {
  MPI_Request requests[2];
  if (rank == 0) { MPI_Ssend_init(ints, 4, MPI_INT, 1, 1, WORLD, &requests[0]); MPI_Send_init(floats, 4, MPI_FLOAT, 1, 2, WORLD, &requests[1]); }
  if (rank == 1) {
    MPI_Recv_init(floats, 4, MPI_FLOAT, 0, 1, WORLD, &requests[0]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
    MPI_Recv_init(floats + 8, 4, MPI_FLOAT, 0, 2, WORLD, &requests[1]);
  }
  if (rank < 2) { MPI_Startall(2, requests); MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); MPI_Request_free(&requests[0]); MPI_Request_free(&requests[1]); }
}

CASE(persistent_of_other_modes) {
  static char buffer[4096 + MPI_BSEND_OVERHEAD];
  MPI_Request requests[2];
  void *detached;
  int n;
  MPI_Buffer_attach(buffer, sizeof buffer);
  if (rank == 1) {
    MPI_Recv_init(floats, 4, MPI_FLOAT, 0, 1, WORLD, &requests[0]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
    MPI_Recv_init(floats + 8, 4, MPI_FLOAT, MPI_ANY_SOURCE, 2, WORLD, &requests[1]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
    MPI_Startall(2, requests);
  }
  MPI_Barrier(WORLD);
  if (rank == 0) {
    MPI_Rsend_init(ints, 4, MPI_INT, 1, 1, WORLD, &requests[0]);
    MPI_Bsend_init(ints, 4, MPI_INT, 1, 2, WORLD, &requests[1]);
    MPI_Startall(2, requests);
  }
  if (rank < 2) { MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); MPI_Request_free(&requests[0]); MPI_Request_free(&requests[1]); }
  MPI_Buffer_detach(&detached, &n);
}

CASE(after_a_cancelled_receive) {
  MPI_Request request;
  if (rank == 1) { MPI_Irecv(ints, 4, MPI_INT, MPI_ANY_SOURCE, 1, WORLD, &request); MPI_Cancel(&request); MPI_Wait(&request, IGNORE); }
  MPI_Barrier(WORLD);
  if (rank == 0) { MPI_Send(ints, 4, MPI_INT, 1, 1, WORLD); MPI_Send(ints, 4, MPI_INT, 1, 1, WORLD); }
  if (rank == 1) {
    MPI_Recv(floats, 4, MPI_FLOAT, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
    MPI_Recv(ints, 4, MPI_INT, 0, 1, WORLD, IGNORE);
  }
}

static int query(void *state, MPI_Status *status) { (void)state; MPI_Status_set_elements(status, MPI_INT, 0); MPI_Status_set_cancelled(status, 1); return MPI_SUCCESS; }
static int no_more(void *state) { (void)state; return MPI_SUCCESS; }
static int cancel(void *state, int complete) { if (!complete) MPI_Grequest_complete(*(MPI_Request *)state); return MPI_SUCCESS; }

/* A cancelled send leaves a record without a message, but none of these requests does. */
CASE(after_cancels_of_what_has_no_record) {
  MPI_Comm half, between;
  MPI_Request request;
  MPI_Comm_split(WORLD, rank % 2, rank, &half);
  MPI_Intercomm_create(half, 0, WORLD, rank % 2 ? 0 : 1, 4, &between);
  if (rank == 0) MPI_Recv(ints, 4, MPI_INT, 1, 1, WORLD, IGNORE);
  if (rank == 1) {
    MPI_Irecv(ints, 4, MPI_INT, 0, 1, between, &request); MPI_Cancel(&request); MPI_Wait(&request, IGNORE);
    MPI_Recv_init(ints, 4, MPI_INT, 0, 1, between, &request);
    for (int i = 0; i < 2; ++i) { MPI_Start(&request); MPI_Cancel(&request); MPI_Wait(&request, IGNORE); }
    MPI_Request_free(&request);
    MPI_Irecv(ints, 4, MPI_INT, MPI_PROC_NULL, 1, WORLD, &request); MPI_Cancel(&request); MPI_Wait(&request, IGNORE);
    MPI_Grequest_start(query, no_more, cancel, &request, &request); MPI_Cancel(&request); MPI_Wait(&request, IGNORE);
    MPI_Isend(ints, 4, MPI_INT, 0, 1, WORLD, &request);
  }
  MPI_Barrier(WORLD);
  if (rank == 1) { MPI_Cancel(&request); MPI_Wait(&request, IGNORE); } /* too late, because it has arrived */
  if (rank == 1) MPI_Send(ints, 4, MPI_INT, 0, 1, WORLD);
  if (rank == 0) MPI_Recv(floats, 4, MPI_FLOAT, 1, 1, WORLD, IGNORE); /* wrong: type mismatch; 0 from 1; 0 MPI_FLOAT MPI_INT */
  MPI_Comm_free(&between);
  MPI_Comm_free(&half);
}

CASE(beside_no_partner) {
  MPI_Message message;
  MPI_Recv(floats, 4, MPI_FLOAT, MPI_PROC_NULL, 1, WORLD, IGNORE);
  MPI_Mprobe(MPI_PROC_NULL, 1, WORLD, &message, IGNORE);
  MPI_Mrecv(floats, 4, MPI_FLOAT, &message, IGNORE);
  MPI_Sendrecv(ints, 4, MPI_INT, rank == 0 ? 1 : MPI_PROC_NULL, 1, floats, 4, MPI_FLOAT, rank == 1 ? 0 : MPI_PROC_NULL, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
}

CASE(send_and_receive) {
  if (rank == 0) MPI_Sendrecv(ints, 4, MPI_INT, 1, 1, ints + 8, 4, MPI_INT, 1, 1, WORLD, IGNORE);
  if (rank == 1) MPI_Sendrecv(ints, 4, MPI_INT, 0, 1, floats, 4, MPI_FLOAT, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
}

CASE(send_and_receive_replace) {
  if (rank == 0) MPI_Sendrecv_replace(ints, 4, MPI_INT, 1, 1, 1, 1, WORLD, IGNORE); /* wrong: type mismatch; 0 from 1; 0 MPI_INT MPI_FLOAT */
  if (rank == 1) MPI_Sendrecv_replace(floats, 4, MPI_FLOAT, 0, 1, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
}

CASE(matched_probe) {
  MPI_Message message;
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 1, WORLD);
  if (rank == 1) {
    MPI_Mprobe(0, MPI_ANY_TAG, WORLD, &message, IGNORE);
    MPI_Mrecv(floats, 4, MPI_FLOAT, &message, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  }
}

CASE(matched_probe_nonblocking) {
  MPI_Message message;
  MPI_Request request;
  int found = 0;
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 1, WORLD);
  if (rank == 1) {
    while (!found) MPI_Improbe(MPI_ANY_SOURCE, 1, WORLD, &found, &message, IGNORE);
    MPI_Imrecv(floats, 4, MPI_FLOAT, &message, &request); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
    MPI_Wait(&request, IGNORE);
  }
}

CASE(wildcards) {
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 77, WORLD);
  if (rank == 1) MPI_Recv(floats, 4, MPI_FLOAT, MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
}

CASE(wildcard_among_others) {
  MPI_Request requests[3];
  if (rank == 0) {
    MPI_Send(ints, 4, MPI_INT, 1, 1, WORLD);
    MPI_Send(floats, 4, MPI_FLOAT, 1, 1, WORLD);
    MPI_Send(doubles, 4, MPI_DOUBLE, 1, 1, WORLD);
  }
  if (rank == 1) {
    MPI_Irecv(ints, 4, MPI_INT, MPI_ANY_SOURCE, 1, WORLD, &requests[0]);
    MPI_Irecv(ints + 8, 4, MPI_INT, 0, MPI_ANY_TAG, WORLD, &requests[1]); /* wrong: type mismatch; 1 from 0; 0 MPI_INT MPI_FLOAT */
    MPI_Irecv(doubles, 4, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, &requests[2]);
    MPI_Wait(&requests[2], IGNORE);
    MPI_Wait(&requests[1], IGNORE);
    MPI_Wait(&requests[0], IGNORE);
  }
}

static void two_sends(void) {
  if (rank == 0) { MPI_Send(ints, 4, MPI_INT, 1, 1, WORLD); MPI_Send(ints, 4, MPI_INT, 1, 2, WORLD); }
}

CASE(wait_any) {
  MPI_Request requests[2];
  int index;
  two_sends();
  if (rank != 1) return;
  MPI_Irecv(ints, 4, MPI_INT, 0, 1, WORLD, &requests[0]);
  MPI_Irecv(floats, 4, MPI_FLOAT, 0, 2, WORLD, &requests[1]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  for (int i = 0; i < 2; ++i) MPI_Waitany(2, requests, &index, IGNORE);
}

CASE(wait_some) {
  MPI_Request requests[2];
  int n = 0, all = 0, indices[2];
  two_sends();
  if (rank != 1) return;
  MPI_Irecv(ints, 4, MPI_INT, 0, 1, WORLD, &requests[0]);
  MPI_Irecv(floats, 4, MPI_FLOAT, 0, 2, WORLD, &requests[1]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  for (; all < 2; all += n) MPI_Waitsome(2, requests, &n, indices, MPI_STATUSES_IGNORE);
}

CASE(wait_all) {
  MPI_Request requests[2];
  two_sends();
  if (rank != 1) return;
  MPI_Irecv(floats, 4, MPI_FLOAT, 0, 1, WORLD, &requests[0]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Irecv(ints, 4, MPI_INT, 0, 2, WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

CASE(test_one) {
  MPI_Request request;
  int done = 0;
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 1, WORLD);
  if (rank != 1) return;
  MPI_Irecv(floats, 4, MPI_FLOAT, 0, 1, WORLD, &request); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  while (!done) MPI_Test(&request, &done, IGNORE);
}

CASE(test_any) {
  MPI_Request requests[2];
  int index, done, n = 0;
  two_sends();
  if (rank != 1) return;
  MPI_Irecv(floats, 4, MPI_FLOAT, 0, 1, WORLD, &requests[0]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Irecv(ints, 4, MPI_INT, 0, 2, WORLD, &requests[1]);
  while (n < 2) { MPI_Testany(2, requests, &index, &done, IGNORE); n += done && index != MPI_UNDEFINED; }
}

CASE(test_some) {
  MPI_Request requests[2];
  int n = 0, all = 0, indices[2];
  two_sends();
  if (rank != 1) return;
  MPI_Irecv(floats, 4, MPI_FLOAT, 0, 1, WORLD, &requests[0]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Irecv(ints, 4, MPI_INT, 0, 2, WORLD, &requests[1]);
  for (; all < 2; all += n) MPI_Testsome(2, requests, &n, indices, MPI_STATUSES_IGNORE);
}

CASE(test_all) {
  MPI_Request requests[2];
  int done = 0;
  two_sends();
  if (rank != 1) return;
  MPI_Irecv(floats, 4, MPI_FLOAT, 0, 1, WORLD, &requests[0]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Irecv(ints, 4, MPI_INT, 0, 2, WORLD, &requests[1]);
  while (!done) MPI_Testall(2, requests, &done, MPI_STATUSES_IGNORE);
}

CASE(messages_in_the_other_order) {
  if (rank == 0) { MPI_Send(ints, 4, MPI_INT, 1, 1, WORLD); MPI_Send(floats, 4, MPI_FLOAT, 1, 1, WORLD); }
  if (rank == 1) {
    MPI_Recv(floats, 4, MPI_FLOAT, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
    MPI_Recv(ints, 4, MPI_INT, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_INT MPI_FLOAT */
  }
}

CASE(fields_in_the_other_order) {
  MPI_Datatype a = pair_of(MPI_DOUBLE, MPI_LONG), b = pair_of(MPI_LONG, MPI_DOUBLE);
  if (rank == 0) MPI_Send(bytes, 3, a, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(bytes, 3, b, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_LONG MPI_DOUBLE */
  MPI_Type_free(&a);
  MPI_Type_free(&b);
}

CASE(one_field_differs) {
  MPI_Datatype a = pair_of(MPI_DOUBLE, MPI_INT), b = pair_of(MPI_DOUBLE, MPI_FLOAT);
  if (rank == 0) MPI_Send(bytes, 3, a, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(bytes, 3, b, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 1 MPI_FLOAT MPI_INT */
  MPI_Type_free(&a);
  MPI_Type_free(&b);
}

CASE(struct_as_its_first_type) {
  MPI_Datatype a = pair_of(MPI_DOUBLE, MPI_LONG);
  if (rank == 0) MPI_Send(bytes, 2, a, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(doubles, 4, MPI_DOUBLE, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 1 MPI_DOUBLE MPI_LONG */
  MPI_Type_free(&a);
}

CASE(vector_of_another_type) {
  MPI_Datatype a;
  MPI_Type_vector(4, 1, 2, MPI_INT, &a);
  MPI_Type_commit(&a);
  if (rank == 0) MPI_Send(floats, 4, MPI_FLOAT, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(ints, 1, a, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_INT MPI_FLOAT */
  MPI_Type_free(&a);
}

CASE(indexed_with_many_entries) {
  static int places[1000], data[3000];
  MPI_Datatype a;
  for (int i = 0; i < 1000; ++i) places[i] = 2 * i + i % 3 % 2;
  MPI_Type_create_indexed_block(1000, 1, places, MPI_INT, &a);
  MPI_Type_commit(&a);
  if (rank == 0) MPI_Send(data, 1, a, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(data, 1000, MPI_FLOAT, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Type_free(&a);
}

CASE(prefix_that_differs) {
  MPI_Datatype a = pair_of(MPI_DOUBLE, MPI_LONG);
  if (rank == 0) MPI_Send(doubles, 2, MPI_DOUBLE, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(bytes, 8, a, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 1 MPI_LONG MPI_DOUBLE */
  MPI_Type_free(&a);
}

CASE(last_element_of_a_partial_receive_differs) {
  MPI_Datatype a = pair_of(MPI_LONG, MPI_DOUBLE), b = pair_of(MPI_LONG, MPI_LONG);
  const int lengths[2] = {4, 1};
  const MPI_Aint places[2] = {0, 64};
  const MPI_Datatype types[2] = {a, MPI_LONG};
  MPI_Datatype c;
  MPI_Type_create_struct(2, lengths, places, types, &c);
  MPI_Type_commit(&c);
  if (rank == 0) { const MPI_Aint at[2] = {0, 16}; const MPI_Datatype parts[2] = {a, b}; const int ones[2] = {1, 1}; MPI_Datatype d; MPI_Type_create_struct(2, ones, at, parts, &d); MPI_Type_commit(&d); MPI_Send(bytes, 1, d, 1, 1, WORLD); MPI_Type_free(&d); }
  if (rank == 1) MPI_Recv(bytes, 1, c, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 3 MPI_DOUBLE MPI_LONG */
  MPI_Type_free(&a);
  MPI_Type_free(&b);
  MPI_Type_free(&c);
}

CASE(to_itself) {
  MPI_Request request;
  MPI_Isend(ints, 4, MPI_INT, rank, 5, WORLD, &request);
  MPI_Recv(floats, 4, MPI_FLOAT, rank, 5, WORLD, IGNORE); /* wrong: type mismatch; each from itself; 0 MPI_FLOAT MPI_INT */
  MPI_Wait(&request, IGNORE);
}

CASE(alone_with_itself) {
  MPI_Sendrecv(ints, 4, MPI_INT, 0, 5, floats, 4, MPI_FLOAT, 0, 5, MPI_COMM_SELF, IGNORE); /* wrong: type mismatch; each from 0; 0 MPI_FLOAT MPI_INT */
}

CASE(on_a_duplicate) {
  MPI_Comm comm;
  MPI_Comm_dup(WORLD, &comm);
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 1, comm);
  if (rank == 1) MPI_Recv(floats, 4, MPI_FLOAT, 0, 1, comm, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Comm_free(&comm);
}

CASE(on_a_nonblocking_duplicate) {
  MPI_Comm comm;
  MPI_Request request;
  MPI_Comm_idup(WORLD, &comm, &request);
  MPI_Wait(&request, IGNORE);
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 1, comm);
  if (rank == 1) MPI_Recv(floats, 4, MPI_FLOAT, 0, 1, comm, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Comm_free(&comm);
}

CASE(on_a_split_in_reverse) {
  MPI_Comm comm;
  int n, me;
  MPI_Comm_split(WORLD, rank < 2, -rank, &comm);
  MPI_Comm_size(comm, &n);
  MPI_Comm_rank(comm, &me);
  if (n > 1 && rank < 2) {
    if (me == 0) MPI_Send(ints, 4, MPI_INT, 1, 1, comm);
    else MPI_Recv(floats, 4, MPI_FLOAT, 0, 1, comm, IGNORE); /* wrong: type mismatch; 0 from 0; 0 MPI_FLOAT MPI_INT */
  }
  MPI_Comm_free(&comm);
}

CASE(on_a_created_group) {
  MPI_Group world, two;
  MPI_Comm comm;
  const int ranks[2] = {1, 0};
  MPI_Comm_group(WORLD, &world);
  MPI_Group_incl(world, 2, ranks, &two);
  if (rank < 2) {
    MPI_Comm_create_group(WORLD, two, 9, &comm);
    if (rank == 1) MPI_Send(ints, 4, MPI_INT, 1, 1, comm);
    else MPI_Recv(floats, 4, MPI_FLOAT, 0, 1, comm, IGNORE); /* wrong: type mismatch; 0 from 0; 0 MPI_FLOAT MPI_INT */
    MPI_Comm_free(&comm);
  }
  MPI_Group_free(&two);
  MPI_Group_free(&world);
}

CASE(on_a_grid) {
  MPI_Comm comm;
  const int sizes[1] = {size}, periods[1] = {1};
  MPI_Cart_create(WORLD, 1, sizes, periods, 0, &comm);
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 1, comm);
  if (rank == 1) MPI_Recv(floats, 4, MPI_FLOAT, 0, 1, comm, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Comm_free(&comm);
}

CASE(communicator_freed_before_the_receive_ends) {
  MPI_Comm comm;
  MPI_Request request;
  MPI_Comm_dup(WORLD, &comm);
  if (rank == 1) MPI_Irecv(floats, 4, MPI_FLOAT, 0, 1, comm, &request); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 1, comm);
  MPI_Comm_free(&comm);
  if (rank == 1) MPI_Wait(&request, IGNORE);
}

CASE(type_freed_before_the_receive_ends) {
  MPI_Datatype a;
  MPI_Request request;
  MPI_Type_contiguous(4, MPI_FLOAT, &a);
  MPI_Type_commit(&a);
  if (rank == 1) MPI_Irecv(floats, 1, a, 0, 1, WORLD, &request); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Type_free(&a);
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 1, WORLD);
  if (rank == 1) MPI_Wait(&request, IGNORE);
}

CASE(uncommitted) {
  MPI_Datatype a;
  int accepted = 0;
  MPI_Type_contiguous(4, MPI_INT, &a);
  return_errors();
  if (rank == 0) accepted = MPI_SUCCESS ==
    MPI_Send(ints, 1, a, 1, 1, WORLD); /* wrong: uncommitted type; 0 */
  errors_are_fatal();
  MPI_Bcast(&accepted, 1, MPI_INT, 0, WORLD);
  if (rank == 1 && accepted) MPI_Recv(ints, 4, MPI_INT, 0, 1, WORLD, IGNORE);
  MPI_Type_free(&a);
}

CASE(uncommitted_in_a_collective) {
  MPI_Datatype a;
  MPI_Type_contiguous(4, MPI_INT, &a);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Bcast(ints, 1, a, 0, MPI_COMM_SELF); /* wrong: uncommitted type; each */
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
  MPI_Type_free(&a);
}

static void try_packing(MPI_Datatype a) {
  int place = 0;
  MPI_Aint long_place = 0;
  return_errors();
  MPI_Pack(ints, 1, a, bytes, sizeof bytes, &place, WORLD); /* wrong: uncommitted type; each */
  place = 0;
  MPI_Unpack(bytes, sizeof bytes, &place, ints, 1, a, WORLD); /* wrong: uncommitted type; each */
  MPI_Pack_external("external32", ints, 1, a, bytes, sizeof bytes, &long_place); /* wrong: uncommitted type; each */
  long_place = 0;
  MPI_Unpack_external("external32", bytes, sizeof bytes, &long_place, ints, 1, a); /* wrong: uncommitted type; each */
  errors_are_fatal();
}
CASE(uncommitted_in_packing) {
  MPI_Datatype a;
  MPI_Type_contiguous(4, MPI_INT, &a);
  try_packing(a);
  MPI_Type_free(&a);
}

static void add_nothing(void *from, void *to, int *n, MPI_Datatype *type) { (void)from, (void)to, (void)n, (void)type; }
CASE(uncommitted_in_a_local_reduction) {
  MPI_Datatype a;
  MPI_Op op;
  MPI_Op_create(add_nothing, 1, &op);
  MPI_Type_contiguous(4, MPI_INT, &a);
  return_errors();
  MPI_Reduce_local(ints, ints + 8, 1, a, op); /* wrong: uncommitted type; each */
  errors_are_fatal();
  MPI_Type_free(&a);
  MPI_Op_free(&op);
}

CASE(overlap_in_unpacking) {
  const int lengths[2] = {2, 2}, places[2] = {0, 1};
  MPI_Datatype a;
  int place = 0;
  MPI_Aint long_place = 0;
  MPI_Type_indexed(2, lengths, places, MPI_INT, &a);
  MPI_Type_commit(&a);
  MPI_Unpack(bytes, sizeof bytes, &place, ints, 1, a, WORLD); /* wrong: overlapping type; each */
  MPI_Unpack_external("external32", bytes, sizeof bytes, &long_place, ints, 1, a); /* wrong: overlapping type; each */
  MPI_Type_free(&a);
}

/* The freed datatype is still part of another one, so that MPI itself is not confused. */
CASE(freed) {
  MPI_Datatype a, b, handle;
  MPI_Type_contiguous(4, MPI_INT, &a);
  MPI_Type_commit(&a);
  MPI_Type_contiguous(2, a, &b);
  handle = a;
  MPI_Type_free(&a);
  return_errors();
  int accepted = 0; /* whether MPI has accepted it */
  if (rank == 0) accepted = MPI_SUCCESS ==
    MPI_Send(ints, 1, handle, 1, 1, WORLD); /* wrong: freed type; 0 */
  int place = 0;
  MPI_Pack(ints, 1, handle, bytes, sizeof bytes, &place, WORLD); /* wrong: freed type; each */
  errors_are_fatal();
  MPI_Bcast(&accepted, 1, MPI_INT, 0, WORLD);
  if (rank == 1 && accepted) MPI_Recv(ints, 4, MPI_INT, 0, 1, WORLD, IGNORE);
  MPI_Type_free(&b);
}

CASE(overlap) {
  const int lengths[2] = {2, 2}, places[2] = {0, 1};
  MPI_Datatype a;
  MPI_Type_indexed(2, lengths, places, MPI_INT, &a);
  MPI_Type_commit(&a);
  if (rank == 0) MPI_Send(ints, 1, a, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(ints, 1, a, 0, 1, WORLD, IGNORE); /* wrong: overlapping type; 1 */
  MPI_Type_free(&a);
}

CASE(overlap_of_copies) {
  MPI_Datatype a, b;
  MPI_Type_contiguous(2, MPI_INT, &a);
  MPI_Type_create_resized(a, 0, 4, &b);
  MPI_Type_commit(&b);
  if (rank == 0) MPI_Send(ints, 6, MPI_INT, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(ints, 3, b, 0, 1, WORLD, IGNORE); /* wrong: overlapping type; 1 */
  MPI_Type_free(&a);
  MPI_Type_free(&b);
}

CASE(truncated) {
  return_errors();
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(ints, 2, MPI_INT, 0, 1, WORLD, IGNORE); /* wrong: truncation; 1 from 0; 2 nothing MPI_INT */
  errors_are_fatal();
}

CASE(truncated_nonblocking) {
  MPI_Request requests[2];
  MPI_Status statuses[2];
  return_errors();
  if (rank == 0) { MPI_Send(ints, 4, MPI_INT, 1, 1, WORLD); MPI_Send(ints, 4, MPI_INT, 1, 2, WORLD); }
  if (rank == 1) {
    MPI_Irecv(ints, 4, MPI_INT, 0, 1, WORLD, &requests[0]);
    MPI_Irecv(ints + 8, 3, MPI_INT, 0, 2, WORLD, &requests[1]); /* wrong: truncation; 1 from 0; 3 nothing MPI_INT */
    MPI_Waitall(2, requests, statuses);
  }
  errors_are_fatal();
}

CASE(truncated_by_type) {
  return_errors();
  if (rank == 0) MPI_Send(doubles, 4, MPI_DOUBLE, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(floats, 4, MPI_FLOAT, 0, 1, WORLD, IGNORE); /* wrong: truncation; 1 from 0; 0 MPI_FLOAT MPI_DOUBLE */ /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_DOUBLE */
  errors_are_fatal();
}

/* No message is too long for its receive, but MPICH refuses a message that ends within an element as if it were. */
CASE(ends_within_an_element) {
  MPI_Datatype a = pair_of(MPI_INT, MPI_FLOAT), b = pair_of(MPI_INT, MPI_DOUBLE);
  return_errors();
  if (rank == 0) for (int tag = 1; tag < 5; ++tag) MPI_Send(bytes, 1, a, 1, tag, WORLD);
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 4, WORLD);
  if (rank == 1) {
    MPI_Request requests[2];
    MPI_Status statuses[2];
    MPI_Message message;
    MPI_Recv(bytes, 2, b, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 1 MPI_DOUBLE MPI_FLOAT */
    MPI_Irecv(bytes, 1, b, MPI_ANY_SOURCE, 2, WORLD, &requests[0]); /* wrong: type mismatch; 1 from 0; 1 MPI_DOUBLE MPI_FLOAT */
    MPI_Waitall(1, requests, statuses);
    MPI_Mprobe(0, 3, WORLD, &message, IGNORE);
    MPI_Mrecv(bytes, 20, b, &message, IGNORE); /* wrong: type mismatch; 1 from 0; 1 MPI_DOUBLE MPI_FLOAT */
    MPI_Recv(bytes, 2, b, 0, MPI_ANY_TAG, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 1 MPI_DOUBLE MPI_FLOAT */
    MPI_Recv(ints, 4, MPI_INT, 0, 4, WORLD, IGNORE);
  }
  errors_are_fatal();
  MPI_Type_free(&a);
  MPI_Type_free(&b);
}

CASE(never_freed) {
  static MPI_Datatype a;
  MPI_Type_contiguous(5, MPI_INT, &a); /* wrong: type never freed; each */
  MPI_Type_commit(&a);
}

static int exchange_at_end(MPI_Comm comm, int key, void *value, void *extra) {
  (void)comm; (void)key; (void)value; (void)extra;
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 1, 1, WORLD);
  if (rank == 1) MPI_Recv(floats, 4, MPI_FLOAT, 0, 1, WORLD, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  return MPI_SUCCESS;
}

CASE(in_finalize) {
  int key;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, exchange_at_end, &key, NULL);
  MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
  MPI_Comm_free_keyval(&key);
}

/* Collective calls in which a rank sends fewer elements than another one expects from it. */
CASE(fewer_gathered) {
  const int counts[4] = {2, 2, 2, 2}, places[4] = {0, 2, 4, 6};
  return_errors();
  if (rank == 1) MPI_Gatherv(ints, 1, MPI_INT, NULL, NULL, NULL, MPI_INT, 0, WORLD);
  else MPI_Gatherv(ints, 2, MPI_INT, ints + 16, counts, places, MPI_INT, 0, WORLD); /* wrong: different lengths; 0 from 1; 1 MPI_INT nothing */
  errors_are_fatal();
}

CASE(fewer_scattered) {
  const int counts[4] = {2, 1, 2, 2}, places[4] = {0, 2, 4, 6};
  return_errors();
  if (rank == 1) MPI_Scatterv(NULL, NULL, NULL, MPI_INT, ints, 2, MPI_INT, 0, WORLD); /* wrong: different lengths; 1 from 0; 1 MPI_INT nothing */
  else MPI_Scatterv(ints, counts, places, MPI_INT, ints + 16, 2, MPI_INT, 0, WORLD);
  errors_are_fatal();
}

CASE(fewer_exchanged) {
  int counts[4] = {2, 2, 2, 2};
  const int expected[4] = {2, 2, 2, 2}, places[4] = {0, 2, 4, 6};
  if (rank == 1) counts[0] = 1;
  return_errors();
  MPI_Alltoallv(ints, counts, places, MPI_INT, ints + 16, expected, places, MPI_INT, WORLD); /* wrong: different lengths; 0 from 1; 1 MPI_INT nothing */
  errors_are_fatal();
}

CASE(broadcast) {
  if (rank == 0) MPI_Bcast(ints, 2, MPI_INT, 0, WORLD);
  else MPI_Bcast(floats, 2, MPI_FLOAT, 0, WORLD); /* wrong: type mismatch; each but 0 from 0; 0 MPI_FLOAT MPI_INT */
}

CASE(broadcast_of_a_struct) {
  MPI_Datatype a = pair_of(MPI_DOUBLE, MPI_LONG);
  if (rank == size - 1) MPI_Bcast(bytes, 3, a, size - 1, WORLD);
  else MPI_Bcast(doubles, 6, MPI_DOUBLE, size - 1, WORLD); /* wrong: type mismatch; each but the last from the last; 1 MPI_DOUBLE MPI_LONG */
  MPI_Type_free(&a);
}

CASE(gather) {
  if (rank == 1) MPI_Gather(floats, 2, MPI_FLOAT, NULL, 0, MPI_INT, 0, WORLD);
  else MPI_Gather(ints, 2, MPI_INT, ints + 16, 2, MPI_INT, 0, WORLD); /* wrong: type mismatch; 0 from 1; 0 MPI_INT MPI_FLOAT */
}

CASE(gatherv) {
  const int counts[4] = {1, 2, 3, 4}, places[4] = {0, 1, 3, 6};
  if (rank == 1) MPI_Gatherv(floats, 2, MPI_FLOAT, NULL, NULL, NULL, MPI_INT, 0, WORLD);
  else MPI_Gatherv(ints, rank + 1, MPI_INT, ints + 16, counts, places, MPI_INT, 0, WORLD); /* wrong: type mismatch; 0 from 1; 0 MPI_INT MPI_FLOAT */
}

CASE(scatter) {
  if (rank == 1) MPI_Scatter(NULL, 0, MPI_INT, floats, 2, MPI_FLOAT, 0, WORLD); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  else MPI_Scatter(ints, 2, MPI_INT, ints + 16, 2, MPI_INT, 0, WORLD);
}

/* Such calls leave messages behind, so each has a communicator of its own. It is not freed, because MPI might use its
   number again for another one, which would get these messages. */
static MPI_Comm copy_of_world(void) { MPI_Comm out; MPI_Comm_dup(WORLD, &out); return out; } /* wrong: communicator never freed */

CASE(different_roots) {
  MPI_Comm comm = copy_of_world();
  MPI_Bcast(ints, 2, MPI_INT, rank, comm); /* wrong: different roots; each from the one before */
  MPI_Bcast(floats, 2, MPI_FLOAT, 0, comm); /* is right nevertheless, though MPI receives what was sent before */
}

CASE(different_operations) {
  MPI_Allreduce(ints, ints + 16, 2, MPI_INT, rank == 0 ? MPI_SUM : MPI_MAX, WORLD); /* wrong: different operations; 0 from the last */ /* wrong: different operations; 1 from 0 */
}

static void add(void *from, void *to, int *n, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < *n; ++i) ((int *)to)[i] += ((int *)from)[i];
}

CASE(different_operations_of_a_nonblocking_call) {
  MPI_Request request;
  MPI_Op own;
  MPI_Op_create(add, 1, &own);
  MPI_Iallreduce(ints, ints + 16, 2, MPI_INT, rank == 0 ? own : MPI_SUM, WORLD, &request); /* wrong: different operations; 0 from the last */ /* wrong: different operations; 1 from 0 */
  MPI_Wait(&request, IGNORE);
  MPI_Op_free(&own);
}

CASE(different_collective_calls) {
  MPI_Comm comm = copy_of_world();
  if (rank == 0) MPI_Bcast(ints, 2, MPI_INT, 0, comm); /* wrong: different collective calls; 0 from the last */
  else MPI_Gather(ints, 2, MPI_INT, NULL, 0, MPI_INT, 0, comm); /* wrong: different collective calls; 1 from 0 */
}

CASE(a_collective_call_of_one_rank) {
  MPI_Comm comm = copy_of_world();
  for (int i = 0; i < 3; ++i) MPI_Allreduce(ints, ints + 16, 2, MPI_INT, MPI_SUM, comm);
  if (rank == 0) MPI_Bcast(ints, 2, MPI_INT, 0, comm); /* wrong: different collective calls; 0 from the last */ /* wrong: different collective calls; 1 from 0 */
}

/* The even ranks are one group, the odd ones the other. Ranks of reports are those of the other group. */
CASE(two_groups) {
  const int is_odd = rank % 2, root = is_odd ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
  const MPI_Datatype mine = rank == 1 ? MPI_FLOAT : MPI_INT;
  MPI_Comm half, between, copy;
  MPI_Comm_split(WORLD, is_odd, rank, &half);
  MPI_Intercomm_create(half, 0, WORLD, is_odd ? 0 : 1, 4, &between);
  if (rank == 0) MPI_Send(ints, 4, MPI_INT, 0, 1, between);
  if (rank == 1) MPI_Recv(floats, 4, MPI_FLOAT, 0, 1, between, IGNORE); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Comm_dup(between, &copy);
  if (rank == 1) MPI_Send(floats, 4, MPI_FLOAT, 0, 1, copy);
  if (rank == 0) MPI_Recv(ints, 4, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, copy, IGNORE); /* wrong: type mismatch; 0 from 0; 0 MPI_INT MPI_FLOAT */
  MPI_Bcast(ints, 2, mine, root, copy); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Gather(ints, 2, mine, ints + 16, 2, MPI_INT, root, between); /* wrong: type mismatch; 0 from 0; 0 MPI_INT MPI_FLOAT */
  MPI_Scatter(ints, 2, MPI_INT, ints + 16, 2, mine, root, between); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Allgather(ints, 2, mine, ints + 16, 2, MPI_INT, between); /* wrong: type mismatch; 0, 2 from 0; 0 MPI_INT MPI_FLOAT */
  MPI_Alltoall(ints, 2, MPI_INT, ints + 16, 2, mine, between); /* wrong: type mismatch; 1 from any; 0 MPI_FLOAT MPI_INT */
  MPI_Reduce(ints, ints + 16, 2, mine, MPI_SUM, root, between); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Allreduce(ints, ints + 16, 2, mine, MPI_SUM, copy); /* wrong: type mismatch; 0, 2 from 0; 0 MPI_INT MPI_FLOAT */ /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Barrier(copy);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&between);
  MPI_Comm_free(&half);
}

CASE(scatterv) {
  const int counts[4] = {1, 2, 3, 4}, places[4] = {0, 1, 3, 6};
  if (rank == 1) MPI_Scatterv(NULL, NULL, NULL, MPI_INT, floats, 2, MPI_FLOAT, 0, WORLD); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  else MPI_Scatterv(ints, counts, places, MPI_INT, ints + 16, rank + 1, MPI_INT, 0, WORLD);
}

CASE(allgather) {
  MPI_Allgather(ints, 2, rank == 1 ? MPI_FLOAT : MPI_INT, ints + 16, 2, MPI_INT, WORLD); /* wrong: type mismatch; each from 1; 0 MPI_INT MPI_FLOAT */
}

CASE(allgatherv) {
  const int counts[4] = {2, 2, 2, 2}, places[4] = {0, 2, 4, 6};
  MPI_Allgatherv(ints, 2, MPI_INT, ints + 16, counts, places, rank == 1 ? MPI_FLOAT : MPI_INT, WORLD); /* wrong: type mismatch; 1 from itself; 0 MPI_FLOAT MPI_INT */
}

CASE(alltoall) {
  MPI_Alltoall(ints, 2, rank == 1 ? MPI_FLOAT : MPI_INT, ints + 16, 2, MPI_INT, WORLD); /* wrong: type mismatch; each from 1; 0 MPI_INT MPI_FLOAT */
}

CASE(alltoallv) {
  const int counts[4] = {2, 2, 2, 2}, places[4] = {0, 2, 4, 6};
  MPI_Alltoallv(ints, counts, places, rank == 0 ? MPI_FLOAT : MPI_INT, ints + 16, counts, places, MPI_INT, WORLD); /* wrong: type mismatch; each from 0; 0 MPI_INT MPI_FLOAT */
}

CASE(alltoallw) {
  const int counts[4] = {2, 2, 2, 2}, places[4] = {0, 8, 16, 24};
  MPI_Datatype types[4] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT}, others[4] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT};
  if (rank == 1) others[0] = MPI_FLOAT;
  MPI_Alltoallw(ints, counts, places, types, ints + 16, counts, places, others, WORLD); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
}

CASE(reduce) {
  if (rank == 1) MPI_Reduce(floats, floats + 8, 2, MPI_FLOAT, MPI_SUM, 0, WORLD); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  else MPI_Reduce(ints, ints + 16, 2, MPI_INT, MPI_SUM, 0, WORLD);
}

CASE(allreduce) {
  MPI_Allreduce(ints, ints + 16, 2, rank == 1 ? MPI_FLOAT : MPI_INT, MPI_SUM, WORLD); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
}

CASE(scans) {
  MPI_Scan(ints, ints + 16, 2, rank == 1 ? MPI_FLOAT : MPI_INT, MPI_SUM, WORLD); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Exscan(ints, ints + 16, 2, rank == 1 ? MPI_FLOAT : MPI_INT, MPI_SUM, WORLD); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
}

CASE(reduce_scatter) {
  const int counts[4] = {2, 2, 2, 2};
  MPI_Reduce_scatter(ints, ints + 16, counts, rank == 1 ? MPI_FLOAT : MPI_INT, MPI_SUM, WORLD); /* wrong: type mismatch; 1 from any; 0 MPI_FLOAT MPI_INT */ /* wrong: type mismatch; each but 1 from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Reduce_scatter_block(ints, ints + 16, 2, rank == 1 ? MPI_FLOAT : MPI_INT, MPI_SUM, WORLD); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
}

CASE(nonblocking_rooted) {
  const int counts[4] = {2, 2, 2, 2}, places[4] = {0, 2, 4, 6};
  const MPI_Datatype mine = rank == 1 ? MPI_FLOAT : MPI_INT;
  MPI_Request requests[6];
  MPI_Ibcast(ints, 2, mine, 0, WORLD, &requests[0]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Igather(ints + 8, 2, mine, ints + 16, 2, MPI_INT, 0, WORLD, &requests[1]); /* wrong: type mismatch; 0 from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Igatherv(ints + 8, 2, mine, floats, counts, places, MPI_INT, 0, WORLD, &requests[2]); /* wrong: type mismatch; 0 from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Iscatter(doubles, 2, MPI_INT, ints + 32, 2, mine, 0, WORLD, &requests[3]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Iscatterv(doubles, counts, places, MPI_INT, ints + 40, 2, mine, 0, WORLD, &requests[4]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Ireduce(bytes, bytes + 64, 2, mine, MPI_SUM, 0, WORLD, &requests[5]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Waitall(6, requests, MPI_STATUSES_IGNORE);
}

CASE(nonblocking_for_all) {
  const int counts[4] = {2, 2, 2, 2}, places[4] = {0, 2, 4, 6}, in_bytes[4] = {0, 8, 16, 24};
  const MPI_Datatype mine = rank == 1 ? MPI_FLOAT : MPI_INT;
  MPI_Datatype types[4] = {mine, mine, mine, mine}, others[4] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT};
  MPI_Request requests[10];
  MPI_Iallgather(ints, 2, mine, ints + 8, 2, MPI_INT, WORLD, &requests[0]); /* wrong: type mismatch; each from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Iallgatherv(ints, 2, mine, ints + 16, counts, places, MPI_INT, WORLD, &requests[1]); /* wrong: type mismatch; each from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Ialltoall(bytes, 2, mine, ints + 24, 2, MPI_INT, WORLD, &requests[2]); /* wrong: type mismatch; each from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Ialltoallv(bytes, counts, places, mine, ints + 32, counts, places, MPI_INT, WORLD, &requests[3]); /* wrong: type mismatch; each from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Ialltoallw(bytes, counts, in_bytes, types, ints + 40, counts, in_bytes, others, WORLD, &requests[4]); /* wrong: type mismatch; each from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Iallreduce(bytes, floats, 2, mine, MPI_SUM, WORLD, &requests[5]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Iscan(bytes, floats + 8, 2, mine, MPI_SUM, WORLD, &requests[6]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Iexscan(bytes, floats + 16, 2, mine, MPI_SUM, WORLD, &requests[7]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Ireduce_scatter(bytes, floats + 24, counts, mine, MPI_SUM, WORLD, &requests[8]); /* wrong: type mismatch; 1 from any; 0 MPI_FLOAT MPI_INT */ /* wrong: type mismatch; each but 1 from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Ireduce_scatter_block(bytes, floats + 32, 2, mine, MPI_SUM, WORLD, &requests[9]); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
  MPI_Waitall(10, requests, MPI_STATUSES_IGNORE);
}

CASE(on_duplicates_in_turn) {
  for (int i = 0; i < 3; ++i) {
    MPI_Comm comm;
    MPI_Comm_dup(WORLD, &comm);
    MPI_Allreduce(ints, ints + 16, 2, rank == 1 ? MPI_FLOAT : MPI_INT, MPI_SUM, comm); /* wrong: type mismatch; 1 from 0; 0 MPI_FLOAT MPI_INT */
    MPI_Comm_free(&comm);
  }
}

CASE(neighbours) {
  MPI_Comm comm;
  const int sizes[1] = {size}, periods[1] = {1}, counts[2] = {2, 2}, places[2] = {0, 2};
  const MPI_Aint in_bytes[2] = {0, 8};
  const MPI_Datatype mine = rank == 1 ? MPI_FLOAT : MPI_INT, types[2] = {mine, mine}, others[2] = {MPI_INT, MPI_INT};
  MPI_Request request;
  MPI_Cart_create(WORLD, 1, sizes, periods, 0, &comm);
  MPI_Neighbor_allgather(ints, 2, mine, ints + 16, 2, MPI_INT, comm); /* wrong: type mismatch; 0, 2 from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Neighbor_allgatherv(ints, 2, mine, ints + 16, counts, places, MPI_INT, comm); /* wrong: type mismatch; 0, 2 from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Neighbor_alltoall(ints, 2, mine, ints + 16, 2, MPI_INT, comm); /* wrong: type mismatch; 0, 2 from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Neighbor_alltoallv(ints, counts, places, mine, ints + 16, counts, places, MPI_INT, comm); /* wrong: type mismatch; 0, 2 from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Neighbor_alltoallw(ints, counts, in_bytes, types, ints + 16, counts, in_bytes, others, comm); /* wrong: type mismatch; 0, 2 from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Ineighbor_allgather(ints, 2, mine, ints + 16, 2, MPI_INT, comm, &request); /* wrong: type mismatch; 0, 2 from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Wait(&request, IGNORE);
  MPI_Ineighbor_allgatherv(ints, 2, mine, ints + 16, counts, places, MPI_INT, comm, &request); /* wrong: type mismatch; 0, 2 from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Wait(&request, IGNORE);
  MPI_Ineighbor_alltoall(ints, 2, mine, ints + 16, 2, MPI_INT, comm, &request); /* wrong: type mismatch; 0, 2 from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Wait(&request, IGNORE);
  MPI_Ineighbor_alltoallv(ints, counts, places, mine, ints + 16, counts, places, MPI_INT, comm, &request); /* wrong: type mismatch; 0, 2 from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Wait(&request, IGNORE);
  MPI_Ineighbor_alltoallw(ints, counts, in_bytes, types, ints + 16, counts, in_bytes, others, comm, &request); /* wrong: type mismatch; 0, 2 from 1; 0 MPI_INT MPI_FLOAT */
  MPI_Wait(&request, IGNORE);
  MPI_Comm_free(&comm);
}

CASE(graph_neighbours) {
  MPI_Comm comm;
  const int from[1] = {(rank + size - 1) % size}, to[1] = {(rank + 1) % size};
  MPI_Dist_graph_create_adjacent(WORLD, 1, from, MPI_UNWEIGHTED, 1, to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
  MPI_Neighbor_allgather(ints, 2, rank == 0 ? MPI_FLOAT : MPI_INT, ints + 16, 2, MPI_INT, comm); /* wrong: type mismatch; 1 from 0; 0 MPI_INT MPI_FLOAT */
  MPI_Comm_free(&comm);
}

CASE(one_sided) {
  static long memory[64];
  MPI_Datatype both = pair_of(MPI_LONG, MPI_DOUBLE);
  MPI_Win window;
  MPI_Request request;
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, WORLD, &window);
  MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
  MPI_Win_fence(0, window);
  if (rank == 0) {
    MPI_Put(ints, 4, MPI_INT, 1, 0, 4, MPI_FLOAT, window); /* wrong: origin and target differ; 0; 0 MPI_INT MPI_FLOAT */
    MPI_Get(ints + 8, 4, MPI_INT, 1, 64, 2, MPI_DOUBLE, window); /* wrong: origin and target differ; 0; 0 MPI_INT MPI_DOUBLE */
  }
  MPI_Win_fence(0, window);
  if (rank == 0) MPI_Accumulate(ints, 4, MPI_INT, 1, 0, 4, MPI_UNSIGNED, MPI_SUM, window); /* wrong: accumulate's types; 0; 0 MPI_INT MPI_UNSIGNED */
  MPI_Win_fence(0, window);
  /* There is no rank `size`, because Open MPI 4.1 may crash if it executes these two operations. */
  if (rank == 0) MPI_Fetch_and_op(bytes, bytes + 64, both, size, 0, MPI_REPLACE, window); /* wrong: accumulate's types; 0 */
  MPI_Win_fence(0, window);
  if (rank == 0) MPI_Get_accumulate(ints, 2, MPI_INT, floats, 2, MPI_FLOAT, 1, 0, 2, MPI_INT, MPI_SUM, window); /* wrong: accumulate's types; 0; 0 MPI_FLOAT MPI_INT */
  MPI_Win_fence(0, window);
  if (rank == 0) MPI_Compare_and_swap(bytes, bytes + 64, bytes + 128, both, size, 0, window); /* wrong: accumulate's types; 0 */
  MPI_Win_fence(0, window);
  MPI_Win_lock_all(0, window);
  if (rank == 0) {
    MPI_Rput(ints, 4, MPI_INT, 1, 0, 2, MPI_LONG, window, &request); /* wrong: origin and target differ; 0; 0 MPI_INT MPI_LONG */
    MPI_Wait(&request, IGNORE);
    MPI_Rget(ints, 4, MPI_INT, 1, 0, 4, MPI_FLOAT, window, &request); /* wrong: origin and target differ; 0; 0 MPI_INT MPI_FLOAT */
    MPI_Wait(&request, IGNORE);
    MPI_Raccumulate(ints, 4, MPI_INT, 1, 0, 4, MPI_UNSIGNED, MPI_MAX, window, &request); /* wrong: accumulate's types; 0; 0 MPI_INT MPI_UNSIGNED */
    MPI_Wait(&request, IGNORE);
    MPI_Rget_accumulate(ints, 4, MPI_INT, ints + 8, 4, MPI_UNSIGNED, 1, 0, 4, MPI_INT, MPI_MAX, window, &request); /* wrong: accumulate's types; 0; 0 MPI_UNSIGNED MPI_INT */
    MPI_Wait(&request, IGNORE);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Type_free(&both);
}

static MPI_File open_file(void) {
  MPI_File file;
  char name[64];
  snprintf(name, sizeof name, "wrong.%d.data", size);
  MPI_File_open(WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  return file;
}

CASE(file) {
  MPI_File file = open_file();
  MPI_Datatype both = pair_of(MPI_LONG, MPI_DOUBLE);
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_write_at(file, 8 * rank, floats, 4, MPI_FLOAT, IGNORE); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_File_write_all(file, floats, 4, MPI_FLOAT, IGNORE); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_File_set_view(file, 0, both, both, "native", MPI_INFO_NULL);
  MPI_File_write_at(file, rank, doubles, 2, MPI_DOUBLE, IGNORE); /* wrong: buffer against etype; each; 0 MPI_DOUBLE MPI_LONG */
  MPI_File_close(&file);
  MPI_Type_free(&both);
}

CASE(file_reads) {
  MPI_File file = open_file();
  MPI_Request request;
  MPI_File_write_at(file, 256 * rank, bytes, 256, MPI_BYTE, IGNORE);
  MPI_File_sync(file);
  MPI_Barrier(WORLD);
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_read(file, floats, 4, MPI_FLOAT, IGNORE); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_File_read_all(file, floats, 4, MPI_FLOAT, IGNORE); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_File_read_at(file, 8 * rank, floats, 4, MPI_FLOAT, IGNORE); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_File_read_at_all(file, 8 * rank, floats, 4, MPI_FLOAT, IGNORE); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_File_read_shared(file, floats, 1, MPI_FLOAT, IGNORE); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_File_read_ordered(file, floats, 1, MPI_FLOAT, IGNORE); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_File_iread(file, floats, 1, MPI_FLOAT, &request); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_Wait(&request, IGNORE);
  MPI_File_iread_at(file, 8 * rank, floats, 1, MPI_FLOAT, &request); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_Wait(&request, IGNORE);
  MPI_File_iread_shared(file, floats, 1, MPI_FLOAT, &request); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_Wait(&request, IGNORE);
  MPI_File_iread_all(file, floats, 1, MPI_FLOAT, &request); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_Wait(&request, IGNORE);
  MPI_File_iread_at_all(file, 8 * rank, floats, 1, MPI_FLOAT, &request); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_Wait(&request, IGNORE);
  MPI_File_read_all_begin(file, floats, 1, MPI_FLOAT); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_File_read_all_end(file, floats, IGNORE);
  MPI_File_read_at_all_begin(file, 8 * rank, floats, 1, MPI_FLOAT); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_File_read_at_all_end(file, floats, IGNORE);
  MPI_File_read_ordered_begin(file, floats, 1, MPI_FLOAT); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_File_read_ordered_end(file, floats, IGNORE);
  MPI_File_close(&file);
}

CASE(file_writes) {
  MPI_File file = open_file();
  MPI_Request request;
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_write(file, floats, 4, MPI_FLOAT, IGNORE); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_File_write_at_all(file, 8 * rank, floats, 4, MPI_FLOAT, IGNORE); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_File_write_shared(file, floats, 1, MPI_FLOAT, IGNORE); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_File_write_ordered(file, floats, 1, MPI_FLOAT, IGNORE); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_File_iwrite(file, floats, 1, MPI_FLOAT, &request); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_Wait(&request, IGNORE);
  MPI_File_iwrite_at(file, 8 * rank, floats, 1, MPI_FLOAT, &request); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_Wait(&request, IGNORE);
  MPI_File_iwrite_shared(file, floats, 1, MPI_FLOAT, &request); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_Wait(&request, IGNORE);
  MPI_File_iwrite_all(file, floats, 1, MPI_FLOAT, &request); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_Wait(&request, IGNORE);
  MPI_File_iwrite_at_all(file, 8 * rank, floats, 1, MPI_FLOAT, &request); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_Wait(&request, IGNORE);
  MPI_File_write_all_begin(file, floats, 1, MPI_FLOAT); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_File_write_all_end(file, floats, IGNORE);
  MPI_File_write_at_all_begin(file, 8 * rank, floats, 1, MPI_FLOAT); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_File_write_at_all_end(file, floats, IGNORE);
  MPI_File_write_ordered_begin(file, floats, 1, MPI_FLOAT); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_File_write_ordered_end(file, floats, IGNORE);
  MPI_File_close(&file);
}

CASE(file_view) {
  MPI_File file = open_file();
  MPI_Datatype tile;
  MPI_Type_contiguous(2, MPI_FLOAT, &tile);
  MPI_Type_commit(&tile);
  MPI_File_set_errhandler(file, MPI_ERRORS_RETURN);
  MPI_File_set_view(file, 0, MPI_INT, tile, "native", MPI_INFO_NULL); /* wrong: buffer against etype; each; 0 MPI_FLOAT MPI_INT */
  MPI_File_close(&file);
  MPI_Type_free(&tile);
}

CASE(messages_never_received) {
  MPI_Comm comm = copy_of_world();
  for (int i = 0; i < 3; ++i)
    if (rank == 0) MPI_Send(ints, 2, MPI_INT, 1, i % 2, comm); /* wrong: message never received; 1 from 0 */
  if (rank == 1) MPI_Recv(ints, 2, MPI_INT, 0, MPI_ANY_TAG, comm, IGNORE);
}

CASE(requests_never_completed) {
  static int buffer[8];
  MPI_Comm comm = copy_of_world();
  MPI_Request request;
  if (rank == 0) {
    MPI_Isend(ints, 2, MPI_INT, 1, 1, comm, &request); /* wrong: request never completed; 0 */
    MPI_Send_init(ints, 2, MPI_INT, 1, 2, comm, &request); /* wrong: request never freed; 0 */
    MPI_Recv_init(buffer, 2, MPI_INT, 1, 3, comm, &request); /* wrong: request never completed; 0 */
    MPI_Start(&request);
  }
  if (rank == 1) {
    MPI_Irecv(buffer, 2, MPI_INT, 0, 1, comm, &request); /* wrong: request never completed; 1 */
    MPI_Send(ints, 2, MPI_INT, 0, 3, comm);
  }
  MPI_Ibarrier(comm, &request); /* wrong: request never completed; each */
}

CASE(handles_never_freed) {
  static int memory[4];
  MPI_Comm part;
  MPI_Group group, first;
  MPI_Op operation;
  MPI_Win window;
  const int zero = 0;
  MPI_Comm_split(WORLD, rank == 0, 0, &part); /* wrong: communicator never freed; each */
  MPI_Comm_group(WORLD, &group); /* wrong: group never freed; each */
  MPI_Group_incl(group, 1, &zero, &first);
  MPI_Group_free(&first);
  MPI_Op_create(add, 1, &operation); /* wrong: operation never freed; each */
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, WORLD, &window); /* wrong: window never freed; each */
}

CASE(beyond_the_window) {
  static double memory[64];
  double mine[4] = {0}, result[4];
  MPI_Datatype last_first;
  MPI_Win window;
  MPI_Win_create(memory + 8, (rank == 1 ? 4 : 32) * sizeof *memory, sizeof *memory, MPI_INFO_NULL, WORLD, &window);
  MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
  MPI_Type_create_hvector(2, 1, -16, MPI_DOUBLE, &last_first);
  MPI_Type_commit(&last_first);
  MPI_Win_fence(0, window);
  if (rank == 0) {
    MPI_Put(mine, 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, window);
    MPI_Put(mine, 4, MPI_DOUBLE, 1, 2, 4, MPI_DOUBLE, window); /* wrong: access beyond the window; 0 */
    MPI_Get(mine, 1, MPI_DOUBLE, 1, 4, 1, MPI_DOUBLE, window); /* wrong: access beyond the window; 0 */
    MPI_Get(mine, 2, MPI_DOUBLE, 1, 1, 1, last_first, window); /* wrong: access beyond the window; 0 */
  }
  MPI_Win_fence(0, window);
  if (rank == 0) {
    MPI_Get(mine, 2, MPI_DOUBLE, 1, 2, 1, last_first, window);
    MPI_Accumulate(mine, 2, MPI_DOUBLE, 1, 3, 2, MPI_DOUBLE, MPI_SUM, window); /* wrong: access beyond the window; 0 */
  }
  MPI_Win_fence(0, window);
  if (rank == 0) MPI_Fetch_and_op(mine, result, MPI_DOUBLE, 1, -1, MPI_SUM, window); /* wrong: access beyond the window; 0 */
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Type_free(&last_first);
}

CASE(overlapping_receives) {
  MPI_Request requests[3];
  if (rank == 0) for (int tag = 1; tag < 5; ++tag) MPI_Send(ints, 4, MPI_INT, 1, tag, WORLD);
  if (rank == 1) {
    MPI_Irecv(ints, 4, MPI_INT, 0, 1, WORLD, &requests[0]);
    MPI_Irecv(ints + 3, 4, MPI_INT, 0, 2, WORLD, &requests[1]); /* wrong: overlapping receives; 1 */
    MPI_Recv(ints + 1, 4, MPI_INT, 0, 3, WORLD, IGNORE); /* wrong: overlapping receives; 1 */
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Recv_init(ints, 4, MPI_INT, 0, 4, WORLD, &requests[0]);
    MPI_Start(&requests[0]);
    MPI_Wait(&requests[0], IGNORE);
    MPI_Request_free(&requests[0]);
  }
}

CASE(overlapping_columns) {
  MPI_Datatype column;
  MPI_Request requests[2];
  MPI_Type_vector(4, 2, 4, MPI_INT, &column);
  MPI_Type_commit(&column);
  if (rank == 0) for (int tag = 1; tag < 3; ++tag) MPI_Send(ints, 8, MPI_INT, 1, tag, WORLD);
  if (rank == 1) {
    MPI_Irecv(ints, 1, column, 0, 1, WORLD, &requests[0]);
    MPI_Irecv(ints + 1, 1, column, 0, 2, WORLD, &requests[1]); /* wrong: overlapping receives; 1 */
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Type_free(&column);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  run_cases(argc, argv);
  MPI_Finalize();
  return 0;
}
