// Ping-pong between two ranks with MPI_Send and MPI_Recv, and with AM_Send and AM_Recv of the same datatype,
// in turn in each round. The source is written anew before each message. Prints medians, in microseconds for
// one way, and how many times longer MPI takes in the same round.
//
//   mpiexec -n 2 messages [ROUNDS [LARGEST]]       default: 15 rounds, messages up to 64 MiB
#include "pack_structs.h"
#include "pack_types.h"

#include "automap/automap.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace {

using Bytes = std::vector<char>;

int my_rank = 0;

/// A datatype, of which a message has some.
struct Kind {
  const char *name;
  std::function<MPI_Datatype(int)> make; // of about that many bytes of data in all
  std::function<int(int)> count;
};

int one(int) { return 1; }

MPI_Datatype vector(int bytes, int block, int stride) { // in bytes, of double
  MPI_Datatype out;
  MPI_Type_vector(std::max(1, bytes / block), block / 8, stride / 8, MPI_DOUBLE, &out);
  return out;
}

MPI_Datatype indexed(int bytes) {
  std::mt19937 random(7);
  std::vector<int> places;
  for (int i = 0, at = 0; i < std::max(1, bytes / 4); ++i, at += 1 + static_cast<int>(random() % 3))
    places.push_back(at);
  MPI_Datatype out;
  MPI_Type_create_indexed_block(static_cast<int>(places.size()), 1, places.data(), MPI_FLOAT, &out);
  return out;
}

MPI_Datatype copy_of(MPI_Datatype type) {
  MPI_Datatype out;
  MPI_Type_dup(type, &out);
  return out;
}

const Kind kinds[] = {
    {"double, contiguous", [](int) { return copy_of(MPI_DOUBLE); },
     [](int bytes) { return std::max(1, bytes / 8); }},
    {"padded struct", [](int) { return copy_of(AutoMap_bench_padded); },
     [](int bytes) { return std::max(1, bytes / 27); }},
    {"20 mixed fields", [](int) { return copy_of(AutoMap_bench_mixed); },
     [](int bytes) { return std::max(1, bytes / 72); }},
    {"packed struct", [](int) { return copy_of(AutoMap_bench_packed); },
     [](int bytes) { return std::max(1, bytes / 92); }},
    {"every other double", [](int bytes) { return vector(bytes, 8, 16); }, one},
    {"rows of 1 KiB of 4", [](int bytes) { return vector(bytes, std::min(bytes, 1024), 4096); }, one},
    {"float, no period", indexed, one},
};

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

template <typename Send, typename Receive>
double ping_pong(int repetitions, Bytes &memory, Send send, Receive receive) {
  MPI_Barrier(MPI_COMM_WORLD);
  double time = 0;
  for (int i = 0; i < repetitions; ++i) {
    std::memset(memory.data(), i,
                std::min<std::size_t>(memory.size(), 1 << 22)); // what is rewritten is in the cache
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    for (const int sender : {0, 1})
      if (my_rank == sender)
        send();
      else
        receive();
    time += MPI_Wtime() - start;
  }
  return 0.5e6 * time / repetitions;
}

void run(const Kind &kind, int bytes, int rounds) {
  MPI_Datatype type = kind.make(bytes);
  AM_Type_commit(&type);
  const int count = kind.count(bytes), peer = 1 - my_rank;
  MPI_Aint lower_bound, extent;
  MPI_Type_get_extent(type, &lower_bound, &extent);
  int size = 0;
  MPI_Type_size(type, &size);
  Bytes memory(static_cast<std::size_t>(extent) * static_cast<std::size_t>(count), 1);
  const int repetitions = bytes <= 4096 ? 100 : bytes <= 1 << 18 ? 20 : bytes <= 1 << 22 ? 3 : 1;
  std::vector<double> mpi, am, ratio;
  for (int round = -2; round < rounds; ++round) {
    const double a = ping_pong(
        repetitions, memory, [&] { MPI_Send(memory.data(), count, type, peer, 0, MPI_COMM_WORLD); },
        [&] { MPI_Recv(memory.data(), count, type, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); });
    const double b = ping_pong(
        repetitions, memory, [&] { AM_Send(memory.data(), count, type, peer, 0, MPI_COMM_WORLD); },
        [&] { AM_Recv(memory.data(), count, type, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); });
    if (round >= 0)
      mpi.push_back(a), am.push_back(b), ratio.push_back(a / b);
  }
  if (my_rank == 0)
    std::printf("%-20s %12.1f %12.1f %12.1f %7.2f\n", kind.name, static_cast<double>(size) * count / 1024,
                median(mpi), median(am), median(ratio));
  std::fflush(stdout);
  MPI_Type_free(&type);
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 15;
  const int largest = argc > 2 ? std::atoi(argv[2]) : 64 << 20;
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  if (size != 2 || rounds < 1) {
    std::fprintf(stderr, "usage: mpiexec -n 2 %s [ROUNDS [LARGEST]]\n", argv[0]);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  Build_MPI_Types();
  if (my_rank == 0)
    std::printf("medians of %d rounds, us for one way\n%-20s %12s %12s %12s %7s\n", rounds, "datatype", "KiB",
                "MPI_Send", "AM_Send", "ratio");
  for (const Kind &kind : kinds)
    for (std::int64_t bytes = 8; bytes <= largest; bytes *= 8)
      run(kind, static_cast<int>(bytes), rounds);
  run(kinds[1], 27 * 10'000, rounds);
  Free_MPI_Types();
  MPI_Finalize();
}
