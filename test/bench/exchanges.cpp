// Compares MPI's collective calls that move data from all ranks with AutoMap's: MPI_Alltoall with AM_Alltoall, and so
// on. Both run in turn in each round, from a barrier to the time when the last rank has ended. Prints how many times as
// long MPI takes: medians of the ratios in each round, for blocks of several sizes. The last line has the least ratio.
//
// mpiexec -n 2 exchanges [SECONDS [LARGEST [TEXT]]]
//
// Spends SECONDS on each ratio (default 0.3), but at least 7 rounds. Blocks have up to LARGEST bytes (1 MiB). Only data
// or calls whose names contain TEXT are measured.
#include "automap/automap.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace {

int my_rank = 0, ranks = 0;

struct Padded {
  char c;
  double d;
  int i;
};

struct Kind {
  const char *name;
  MPI_Datatype type; // an item
};

MPI_Datatype resized(MPI_Datatype type, MPI_Aint extent) {
  MPI_Datatype out;
  MPI_Type_create_resized(type, 0, extent, &out);
  AM_Type_commit(&out);
  return out;
}

std::vector<Kind> all_kinds() {
  const int lengths[] = {1, 1, 1};
  const MPI_Aint places[] = {offsetof(Padded, c), offsetof(Padded, d), offsetof(Padded, i)};
  const MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
  MPI_Datatype fields;
  MPI_Type_create_struct(3, lengths, places, types, &fields);
  MPI_Datatype some, many;
  MPI_Type_contiguous(6, MPI_DOUBLE, &some);
  MPI_Type_contiguous(512, MPI_DOUBLE, &many);
  return {{"padded struct", resized(fields, sizeof(Padded))},
          {"every other double", resized(MPI_DOUBLE, 16)},
          {"48 bytes of 96", resized(some, 96)},
          {"4 KiB of 16", resized(many, 16384)},
          {"double", MPI_DOUBLE}};
}

/// The data of one line: `count` items for each other rank.
struct Data {
  MPI_Datatype type;
  int count;
  std::vector<char> from, to;
  std::vector<int> counts, places;
};

/// A call of MPI and of AutoMap.
struct Call {
  const char *name;
  std::function<void(Data &)> by_mpi, by_automap;
};

#define CALLS(name, ...) {#name, [](Data &d) { MPI_##name(__VA_ARGS__); }, [](Data &d) { AM_##name(__VA_ARGS__); }}

const Call calls[] = {
    CALLS(Gather, d.from.data(), d.count, d.type, d.to.data(), d.count, d.type, 0, MPI_COMM_WORLD),
    CALLS(Scatter, d.from.data(), d.count, d.type, d.to.data(), d.count, d.type, 0, MPI_COMM_WORLD),
    CALLS(Allgather, d.from.data(), d.count, d.type, d.to.data(), d.count, d.type, MPI_COMM_WORLD),
    CALLS(Allgatherv, d.from.data(), d.count, d.type, d.to.data(), d.counts.data(), d.places.data(), d.type,
          MPI_COMM_WORLD),
    CALLS(Alltoall, d.from.data(), d.count, d.type, d.to.data(), d.count, d.type, MPI_COMM_WORLD),
    CALLS(Alltoallv, d.from.data(), d.counts.data(), d.places.data(), d.type, d.to.data(), d.counts.data(),
          d.places.data(), d.type, MPI_COMM_WORLD),
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Returns the seconds until the last rank has ended.
double time_of(const std::function<void(Data &)> &call, Data &data, int repetitions) {
  std::ranges::fill(data.from, static_cast<char>(my_rank + 1));
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (int i = 0; i < repetitions; ++i)
    call(data);
  double mine = MPI_Wtime() - start, out = 0;
  MPI_Allreduce(&mine, &out, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return out / repetitions;
}

double measure(const Call &call, MPI_Datatype type, int bytes, double seconds) {
  int size = 0;
  MPI_Aint lower_bound = 0, extent = 0;
  MPI_Type_size(type, &size);
  MPI_Type_get_extent(type, &lower_bound, &extent);
  const int count = std::max(1, bytes / size), repetitions = bytes <= 4096 ? 100 : bytes <= 1 << 18 ? 10 : 1;
  const auto n = static_cast<std::size_t>(ranks);
  const auto total = n * static_cast<std::size_t>(count) * static_cast<std::size_t>(extent);
  Data data{type, count, std::vector<char>(total), std::vector<char>(total), std::vector<int>(n, count), {}};
  for (int i = 0; i < ranks; ++i)
    data.places.push_back(i * count);
  std::vector<double> ratios;
  const double end = MPI_Wtime() + seconds;
  for (int goes_on = 1, round = 0; goes_on; ++round) {
    double times[2];
    for (const int side : {round % 2, 1 - round % 2})
      times[side] = time_of(side == 0 ? call.by_mpi : call.by_automap, data, repetitions);
    if (round > 0) // the first one prepares
      ratios.push_back(times[0] / times[1]);
    goes_on = round < 7 || MPI_Wtime() < end;
    MPI_Bcast(&goes_on, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  return median(std::move(ratios));
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const double seconds = argc > 1 ? std::atof(argv[1]) : 0.3;
  const int largest = argc > 2 ? std::atoi(argv[2]) : 1 << 20;
  const std::string wanted = argc > 3 ? argv[3] : "";
  const int sizes[] = {64, 512, 4096, 16384, 65536, 1 << 18, 1 << 20, 4 << 20};
  double least = 1e9;
  if (my_rank == 0) {
    std::printf("%-32s", "bytes in a block");
    for (const int size : sizes)
      if (size <= largest)
        std::printf("%8d", size);
    std::printf("\n");
  }
  for (const Kind &kind : all_kinds())
    for (const Call &call : calls) {
      const std::string name = std::string(kind.name) + ", " + call.name;
      if (name.find(wanted) == std::string::npos)
        continue;
      if (my_rank == 0)
        std::printf("%-32s", name.c_str());
      for (const int size : sizes)
        if (size <= largest) {
          const double ratio = measure(call, kind.type, size, seconds);
          least = std::min(least, ratio);
          if (my_rank == 0)
            std::printf("%8.2f", ratio);
          std::fflush(stdout);
        }
      if (my_rank == 0)
        std::printf("\n");
    }
  if (my_rank == 0)
    std::printf("least ratio %.2f\n", least);
  MPI_Finalize();
  return 0;
}
