// Threads that send and receive data with gaps at the same time, each by datatypes of its own that come and go. Prints
// hashes of what they receive.
#include "memory.h"

#include <mpi.h>

#include <array>
#include <cstdio>
#include <thread>
#include <vector>

namespace automap::test {
namespace {

constexpr int n_threads = 4, rounds = 60;

/// Returns a datatype with gaps, or one without, whose requests may get the handles of others that have ended.
MPI_Datatype make_type(int blocks, int width) {
  MPI_Datatype out;
  MPI_Type_vector(blocks, width, blocks % 4 == 0 ? width : 2 * width + 1, MPI_INT, &out);
  MPI_Type_commit(&out);
  return out;
}

/// What one thread does, in messages with a tag of its own.
void exchange(int thread, int rank, int ranks, Log &log) {
  const int to = (rank + 1) % ranks, from = (rank + ranks - 1) % ranks;
  for (int round = 0; round < rounds; ++round) {
    MPI_Datatype type = make_type(50 + 13 * round + thread, 1 + round % 3);
    const unsigned seed = static_cast<unsigned>(1000 * round + 10 * thread);
    Memory sent(type, 1 + round % 4, seed + static_cast<unsigned>(rank)), received(type, 1 + round % 4, seed + 7);
    std::array<MPI_Request, 2> requests;
    std::array<MPI_Status, 2> statuses;
    MPI_Irecv(received.data(), received.count, type, from, thread, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(sent.data(), sent.count, type, to, thread, MPI_COMM_WORLD, &requests[1]);
    if (round % 3 == 0) {
      MPI_Waitall(2, requests.data(), statuses.data());
    } else if (round % 3 == 1) {
      MPI_Type_free(&type);
      MPI_Wait(&requests[0], &statuses[0]);
      MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    } else {
      for (int done = 0; !done;)
        MPI_Testall(2, requests.data(), &done, statuses.data());
    }
    if (type != MPI_DATATYPE_NULL)
      MPI_Type_free(&type);
    log.print("rank %d thread %d round %d:", rank, thread, round);
    log.print(received);
    log.print("\n");
  }
}

} // namespace
} // namespace automap::test

int main(int argc, char **argv) {
  using namespace automap::test;
  int level = 0, rank = 0, ranks = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (level < MPI_THREAD_MULTIPLE)
    std::puts("threads may not call MPI at the same time");
  else {
    std::array<Log, n_threads> logs;
    std::vector<std::thread> threads;
    for (int i = 0; i < n_threads; ++i)
      threads.emplace_back([&, i] { exchange(i, rank, ranks, logs[static_cast<std::size_t>(i)]); });
    for (std::thread &thread : threads)
      thread.join();
    for (Log &log : logs)
      log.print_all();
  }
  MPI_Finalize();
}
