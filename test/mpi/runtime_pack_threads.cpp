// Packing and messages by several threads at once, with datatypes of their own and with the same ones. For the
// thread sanitizer, too.
#include "automap/automap.h"

#include "with_threads.h"

#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

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

/// Whether all calls take `sent` to an equal array, by messages of this process to itself with this tag on `comm`.
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
  expect_success(AM_Isend(sent.data(), n, type, 0, tag, comm, &requests[0]));
  expect_success(AM_Recv(received.data(), n, type, 0, tag, comm, MPI_STATUS_IGNORE));
  expect_success(AM_Wait(&requests[0], MPI_STATUS_IGNORE));
  expect(received);
  return right;
}

} // namespace

int main(int argc, char **argv) {
  if (!init_with_threads(argc, argv))
    return 0;
  std::vector<MPI_Datatype> shared; // each is first used, and its plan found, by all threads at once
  for (int round = 0; round < rounds; ++round) {
    shared.push_back(make());
    MPI_Type_commit(&shared.back());
    if (round % 4 < 2) // some know their functions before
      AM_Type_set_packing(shared.back(), pack_cells, unpack_cells);
  }
  MPI_Comm with_pipeline;
  MPI_Comm_dup(MPI_COMM_SELF, &with_pipeline);
  AM_Comm_set_pipeline(with_pipeline, 1024);
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
  for (MPI_Datatype &type : shared)
    MPI_Type_free(&type);
  MPI_Comm_free(&with_pipeline);
  MPI_Finalize();
  std::printf("%d failures\n", failures.load());
  return failures != 0;
}
