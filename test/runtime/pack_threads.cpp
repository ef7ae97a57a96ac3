// Packs and sends messages in several threads at once: with datatypes of their own, with shared ones, and with ones
// that another thread frees in the meantime. Also meant for the thread sanitizer.
#include "automap/automap.h"

#include "with_threads.h"

#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

namespace {

std::function<void()> meanwhile; // the work of another thread before the next of the calls below returns

int after_another_thread(int code) {
  if (meanwhile)
    std::thread(std::exchange(meanwhile, {})).join();
  return code;
}

} // namespace

extern "C" {

int MPI_Recv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status) {
  return after_another_thread(PMPI_Recv(buffer, count, type, from, tag, comm, status));
}

int MPI_Sendrecv(const void *out, int out_count, MPI_Datatype out_type, int to, int out_tag, void *in, int in_count,
                 MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm, MPI_Status *status) {
  return after_another_thread(
      PMPI_Sendrecv(out, out_count, out_type, to, out_tag, in, in_count, in_type, from, in_tag, comm, status));
}

int MPI_Wait(MPI_Request *request, MPI_Status *status) { return after_another_thread(PMPI_Wait(request, status)); }

int MPI_Test(MPI_Request *request, int *done, MPI_Status *status) {
  return after_another_thread(PMPI_Test(request, done, status));
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return after_another_thread(PMPI_Bcast(buffer, count, type, root, comm));
}

} // extern "C"

namespace {

constexpr int threads = 4, rounds = 200;

struct Cell {
  char c;
  double d;
  int i;
  bool operator==(const Cell &) const = default;
};

MPI_Datatype make() {
  const int lengths[] = {1, 1, 1};
  const MPI_Aint places[] = {offsetof(Cell, c), offsetof(Cell, d), offsetof(Cell, i)};
  const MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
  MPI_Datatype fields, out;
  MPI_Type_create_struct(3, lengths, places, types, &fields);
  MPI_Type_create_resized(fields, 0, sizeof(Cell), &out);
  MPI_Type_free(&fields);
  return out;
}

std::vector<Cell> cells(int n, int first) {
  std::vector<Cell> out(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i)
    out[static_cast<std::size_t>(i)] = {'c', i + 0.5, first + i};
  return out;
}

constexpr std::size_t packed_cell = 13;

void pack_cells(const void *from, std::size_t count, void *to) {
  auto *out = static_cast<char *>(to);
  for (const auto *cell = static_cast<const Cell *>(from); count-- > 0; ++cell, out += packed_cell) {
    *out = cell->c;
    std::memcpy(out + 1, &cell->d, 8);
    std::memcpy(out + 9, &cell->i, 4);
  }
}

void unpack_cells(const void *from, std::size_t count, void *to) {
  const auto *in = static_cast<const char *>(from);
  for (auto *cell = static_cast<Cell *>(to); count-- > 0; ++cell, in += packed_cell) {
    cell->c = *in;
    std::memcpy(&cell->d, in + 1, 8);
    std::memcpy(&cell->i, in + 9, 4);
  }
}

/// Whether all calls transfer `sent` to an equal array. The process sends the messages to itself with this tag on
/// `comm`.
bool arrives(const std::vector<Cell> &sent, MPI_Datatype type, int tag, MPI_Comm comm) {
  const auto n = static_cast<int>(sent.size());
  bool right = true;
  const auto expect_success = [&](int code) { right = right && code == MPI_SUCCESS; };
  const auto expect = [&](std::vector<Cell> &received) {
    right = right && received == sent;
    received.assign(received.size(), Cell{});
  };
  std::vector<Cell> received(sent.size());
  MPI_Count size = 0, position = 0;
  expect_success(AM_Pack_size(n, type, &size));
  std::vector<char> packed(static_cast<std::size_t>(size));
  expect_success(AM_Pack(sent.data(), n, type, packed.data(), size, &position));
  position = 0;
  expect_success(AM_Unpack(packed.data(), size, &position, received.data(), n, type));
  expect(received);

  AM_Request requests[2];
  expect_success(AM_Irecv(received.data(), n, type, 0, tag, comm, &requests[0]));
  expect_success(AM_Isend(sent.data(), n, type, 0, tag, comm, &requests[1]));
  expect_success(AM_Waitall(2, requests, MPI_STATUSES_IGNORE));
  expect(received);
  expect_success(AM_Irecv(received.data(), n, type, 0, tag, comm, &requests[0]));
  expect_success(AM_Send(sent.data(), n, type, 0, tag, comm));
  expect_success(AM_Wait(&requests[0], MPI_STATUS_IGNORE));
  expect(received);
  expect_success(AM_Irecv(received.data(), n, type, 0, tag, comm, &requests[0])); // all threads advance it
  expect_success(AM_Send(sent.data(), n, type, 0, tag, comm));
  for (int done = 0; !done && right;)
    expect_success(AM_Test(&requests[0], &done, MPI_STATUS_IGNORE));
  expect(received);
  expect_success(AM_Isend(sent.data(), n, type, 0, tag, comm, &requests[0]));
  expect_success(AM_Recv(received.data(), n, type, 0, tag, comm, MPI_STATUS_IGNORE));
  expect_success(AM_Wait(&requests[0], MPI_STATUS_IGNORE));
  expect(received);
  return right;
}

int truncations = 0; // reported to error handlers

void note_truncation(MPI_Comm *, int *code, ...) {
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(*code, text, &length);
  truncations += std::strstr(text, "the message is longer than the buffer") != nullptr;
}

bool has_class(int code, int expected) {
  int error_class = MPI_SUCCESS;
  MPI_Error_class(code, &error_class);
  return error_class == expected;
}

MPI_Comm with_parts() {
  MPI_Comm out;
  MPI_Comm_dup(MPI_COMM_SELF, &out);
  AM_Comm_set_pipeline(out, 1024);
  return out;
}

enum class Receive { as_struct, in_place, by_sendrecv };

/// Whether a receive of n cells into `room` cells gives the same result while another thread ends the send and frees
/// the communicator and the datatype.
bool is_received_while_freed(Receive call, int n, int room) {
  const std::vector<Cell> sent = cells(n, 0);
  std::vector<char> packed(sent.size() * packed_cell);
  pack_cells(sent.data(), sent.size(), packed.data());
  MPI_Comm comm = with_parts();
  MPI_Datatype type = make(), received = type;
  MPI_Type_commit(&type);
  if (call == Receive::in_place)
    AM_Dense(type, &received);
  else
    MPI_Type_dup(type, &received);
  MPI_Type_commit(&received);
  bool right = true;
  for (const bool frees : {false, true}) { // the thread gets to know both in the first round
    std::vector<Cell> in(sent.size());
    const int truncations_before = truncations;
    AM_Request send = AM_REQUEST_NULL;
    if (call != Receive::by_sendrecv)
      AM_Isend(sent.data(), n, type, 0, 0, comm, &send);
    if (frees)
      meanwhile = [&] {
        AM_Wait(&send, MPI_STATUS_IGNORE);
        MPI_Type_free(&received);
        MPI_Type_free(&type);
        MPI_Comm_free(&comm);
      };
    const int code = call == Receive::by_sendrecv ? AM_Sendrecv(sent.data(), n, type, 0, 0, in.data(), room, received,
                                                                0, 0, comm, MPI_STATUS_IGNORE)
                                                  : AM_Recv(in.data(), room, received, 0, 0, comm, MPI_STATUS_IGNORE);
    right = right && has_class(code, room < n ? MPI_ERR_TRUNCATE : MPI_SUCCESS) && !meanwhile;
    if (room < n)
      right = right && truncations == truncations_before + 1;
    else
      right =
          right && (call == Receive::in_place ? std::memcmp(in.data(), packed.data(), packed.size()) == 0 : in == sent);
    AM_Wait(&send, MPI_STATUS_IGNORE);
  }
  return right;
}

/// Whether cells are sent in parts while another thread frees the datatype.
bool is_sent_while_freed() {
  const std::vector<Cell> sent = cells(1000, 0); // more parts than are packed before the receive has begun
  std::vector<Cell> in(sent.size());
  MPI_Comm comm = with_parts();
  MPI_Datatype type = make(), received = make();
  MPI_Type_commit(&type);
  MPI_Type_commit(&received);
  AM_Request receive;
  AM_Irecv(in.data(), 1000, received, 0, 0, comm, &receive);
  meanwhile = [&] { MPI_Type_free(&type); };
  bool right = AM_Send(sent.data(), 1000, type, 0, 0, comm) == MPI_SUCCESS && !meanwhile;
  right = AM_Wait(&receive, MPI_STATUS_IGNORE) == MPI_SUCCESS && right && in == sent;
  MPI_Type_free(&received);
  MPI_Comm_free(&comm);
  return right;
}

bool is_broadcast_while_freed() {
  constexpr int n = 100'000; // enough for several parts
  std::vector<Cell> data = cells(n, 0);
  MPI_Datatype type = make();
  MPI_Type_commit(&type);
  meanwhile = [&] { MPI_Type_free(&type); };
  return AM_Bcast(data.data(), n, type, 0, MPI_COMM_SELF) == MPI_SUCCESS && !meanwhile && data == cells(n, 0);
}

int failures_while_freed() {
  constexpr int as_announcement = 4, in_parts = 1000; // cells
  int out = 0;
  for (const Receive call : {Receive::as_struct, Receive::in_place, Receive::by_sendrecv})
    for (const int n : {as_announcement, in_parts})
      for (const int room : {n, n - 1})
        out += !is_received_while_freed(call, n, room);
  return out + !is_sent_while_freed() + !is_broadcast_while_freed();
}

} // namespace

int main(int argc, char **argv) {
  if (!init_with_threads(argc, argv))
    return 0;
  MPI_Errhandler notes;
  MPI_Comm_create_errhandler(note_truncation, &notes);
  for (const MPI_Comm comm : {MPI_COMM_SELF, MPI_COMM_WORLD}) // and their duplicates
    MPI_Comm_set_errhandler(comm, notes);
  MPI_Errhandler_free(&notes);
  std::vector<MPI_Datatype> shared; // all threads at once use each for the first time and find its plan
  for (int round = 0; round < rounds; ++round) {
    shared.push_back(make());
    MPI_Type_commit(&shared.back());
    if (round % 4 < 2) // some have attached functions already
      AM_Type_set_packing(shared.back(), pack_cells, unpack_cells);
  }
  MPI_Comm with_pipeline = with_parts();
  std::atomic<int> failures = 0;
  std::barrier together(threads);
  std::vector<std::thread> running;
  for (int thread = 0; thread < threads; ++thread)
    running.emplace_back([&, thread] {
      for (int round = 0; round < rounds; ++round) {
        together.arrive_and_wait();
        const int n = round % 2 == 0 ? 3 : 1000;
        const MPI_Comm comm = round % 3 == 0 ? with_pipeline : MPI_COMM_SELF;
        MPI_Datatype type = shared[static_cast<std::size_t>(round)];
        failures += !arrives(cells(n, thread), type, thread, comm);
        MPI_Datatype own = make();
        failures += AM_Type_commit(&own) != MPI_SUCCESS;
        failures += !arrives(cells(n, thread), own, thread, comm);
        MPI_Type_free(&own);
      }
    });
  for (std::thread &thread : running)
    thread.join();
  failures += failures_while_freed();
  for (MPI_Datatype &type : shared)
    MPI_Type_free(&type);
  MPI_Comm_free(&with_pipeline);
  MPI_Finalize();
  std::printf("%d failures\n", failures.load());
  return failures != 0;
}
