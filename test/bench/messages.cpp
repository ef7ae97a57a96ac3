// Compares MPI's messages with AutoMap's. A ping-pong between two ranks uses MPI_Send and MPI_Recv, AM_Send and AM_Recv
// with the same datatype, and these on a communicator with a pipeline. Broadcasts use MPI_Bcast and AM_Bcast, with each
// rank as the root in turn. In exchanges, both ranks post a receive, send, and wait. All sides run in turn in each
// round, and the source is rewritten before each message. Prints medians in microseconds for one direction, and the
// ratio of MPI's time to ours in the same round. For the pipeline, also prints the ratio of AM_Send's time without it.
// The last line has the least of these ratios.
//
// mpiexec -n 2 messages [SECONDS [SMALLEST [LARGEST [TEXT [PART]]]]]
//
// Spends SECONDS on each line (default 0.5), but at least 7 rounds. Messages have SMALLEST to LARGEST bytes (8 to 64
// MiB). Only datatypes or exchanges whose names contain TEXT are measured. A pipeline has PART bytes (by default the
// library's choice). Broadcasts to more ranks than cores would only measure the scheduler.
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
MPI_Comm with_pipeline = MPI_COMM_NULL;

/// The content of a message: `count` elements of a datatype.
struct Content {
  MPI_Datatype type;
  int count;
};

/// A kind of content, for about this number of bytes of data in all.
struct Kind {
  const char *name;
  std::function<Content(int bytes)> make;
};

Content array(MPI_Datatype element, int bytes) {
  int size = 0;
  MPI_Type_size(element, &size);
  MPI_Datatype type;
  MPI_Type_dup(element, &type);
  return {type, std::max(1, bytes / size)};
}

/// Returns blocks of `block` bytes, one in `stride`.
Content vector(MPI_Datatype element, int bytes, int block, int stride) {
  int size = 0;
  MPI_Type_size(element, &size);
  block = std::min(block, bytes);
  MPI_Datatype type;
  MPI_Type_vector(bytes / block, block / size, stride / size, element, &type);
  return {type, 1};
}

/// Returns blocks of `block` bytes at distances without a period.
Content indexed(MPI_Datatype element, int bytes, int block) {
  int size = 0;
  MPI_Type_size(element, &size);
  block = std::min(block, bytes) / size;
  std::mt19937 random(7);
  std::vector<int> places;
  for (int i = 0, at = 0; i < bytes / size / block; ++i, at += block * (1 + static_cast<int>(random() % 3)))
    places.push_back(at);
  MPI_Datatype type;
  MPI_Type_create_indexed_block(static_cast<int>(places.size()), block, places.data(), element, &type);
  return {type, 1};
}

const Kind kinds[] = {
    {"padded struct", [](int bytes) { return array(AutoMap_bench_padded, bytes); }},
    {"20 mixed fields", [](int bytes) { return array(AutoMap_bench_mixed, bytes); }},
    {"int and char", [](int bytes) { return array(AutoMap_bench_tiny, bytes); }},
    {"struct of 92 bytes, dense", [](int bytes) { return array(AutoMap_bench_packed, bytes); }},
    {"struct of 32 bytes, dense", [](int bytes) { return array(AutoMap_bench_dense, bytes); }},
    {"double", [](int bytes) { return array(MPI_DOUBLE, bytes); }},
    {"char", [](int bytes) { return array(MPI_CHAR, bytes); }},
    {"every other float", [](int bytes) { return vector(MPI_FLOAT, bytes, 4, 8); }},
    {"every other double", [](int bytes) { return vector(MPI_DOUBLE, bytes, 8, 16); }},
    {"64 bytes of 256", [](int bytes) { return vector(MPI_DOUBLE, bytes, 64, 256); }},
    {"1 KiB of 4", [](int bytes) { return vector(MPI_DOUBLE, bytes, 1024, 4096); }},
    {"16 KiB of 64", [](int bytes) { return vector(MPI_DOUBLE, bytes, 16384, 65536); }},
    {"floats without period", [](int bytes) { return indexed(MPI_FLOAT, bytes, 4); }},
    {"48 bytes without period", [](int bytes) { return indexed(MPI_DOUBLE, bytes, 48); }},
    {"2 KiB without period", [](int bytes) { return indexed(MPI_DOUBLE, bytes, 2048); }},
};

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// Returns the seconds for one direction. Both ranks call pass(sender).
template <typename Pass> double ping_pong(int repetitions, Bytes &memory, Pass pass) {
  double time = 0;
  for (int i = 0; i < repetitions; ++i) {
    std::memset(memory.data(), i,
                std::min<std::size_t>(memory.size(), 1 << 22)); // the rewritten part stays in the cache
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    pass(0);
    pass(1);
    time += MPI_Wtime() - start;
  }
  return 0.5 * time / repetitions;
}

/// Several sides that do the same; the first uses MPI.
struct Comparison {
  std::vector<std::function<double()>> sides; // seconds
  std::vector<std::vector<double>> times = std::vector<std::vector<double>>(sides.size());

  void run_round() {
    const std::size_t first = times[0].size(); // each comes first in turn
    for (std::size_t i = 0; i < sides.size(); ++i) {
      const std::size_t side = (first + i) % sides.size();
      times[side].push_back(sides[side]());
    }
  }

  /// Returns the median ratio of two sides' times in the same round.
  double ratio(std::size_t side, std::size_t other) const {
    std::vector<double> ratios;
    for (std::size_t round = 0; round < times[side].size(); ++round)
      ratios.push_back(times[side][round] / times[other][round]);
    return median(ratios);
  }
};

/// Measures an exchange, in which both ranks send before they wait for their receives. Uses MPI's calls, and AutoMap's
/// on the communicator with a pipeline.
double exchange(int bytes, double seconds) {
  Content content = vector(MPI_DOUBLE, bytes, 8, 16);
  AM_Type_commit(&content.type);
  const MPI_Datatype type = content.type;
  const int peer = 1 - my_rank;
  Bytes out(2 * static_cast<std::size_t>(bytes), 1), in(out.size());
  const auto timed = [&](auto pass) {
    return [&, pass] {
      std::memset(out.data(), 1, out.size());
      MPI_Barrier(MPI_COMM_WORLD);
      const double start = MPI_Wtime();
      pass();
      return MPI_Wtime() - start;
    };
  };
  Comparison blocking{{timed([&] {
                         MPI_Request request;
                         MPI_Irecv(in.data(), 1, type, peer, 0, MPI_COMM_WORLD, &request);
                         MPI_Send(out.data(), 1, type, peer, 0, MPI_COMM_WORLD);
                         MPI_Wait(&request, MPI_STATUS_IGNORE);
                       }),
                       timed([&] {
                         AM_Request request;
                         AM_Irecv(in.data(), 1, type, peer, 0, with_pipeline, &request);
                         AM_Send(out.data(), 1, type, peer, 0, with_pipeline);
                         AM_Wait(&request, MPI_STATUS_IGNORE);
                       })}},
      together{{timed([&] {
                  MPI_Request requests[2];
                  MPI_Irecv(in.data(), 1, type, peer, 0, MPI_COMM_WORLD, &requests[1]);
                  MPI_Isend(out.data(), 1, type, peer, 0, MPI_COMM_WORLD, &requests[0]);
                  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
                }),
                timed([&] {
                  AM_Request requests[2];
                  AM_Irecv(in.data(), 1, type, peer, 0, with_pipeline, &requests[1]);
                  AM_Isend(out.data(), 1, type, peer, 0, with_pipeline, &requests[0]);
                  AM_Waitall(2, requests, MPI_STATUSES_IGNORE);
                })}};
  const double end = MPI_Wtime() + seconds;
  for (int goes_on = 1, rounds = 1; goes_on; ++rounds) {
    blocking.run_round();
    together.run_round();
    goes_on = rounds < 7 || MPI_Wtime() < end;
    MPI_Bcast(&goes_on, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  const double ratios[] = {blocking.ratio(0, 1), together.ratio(0, 1)};
  if (my_rank == 0)
    std::printf("exchange                   %10.1f   Send, Wait: MPI %9.2f AM %9.2f %7.2f   Waitall: MPI "
                "%9.2f AM %9.2f %7.2f\n",
                bytes / 1024.0, 1e6 * median(blocking.times[0]), 1e6 * median(blocking.times[1]), ratios[0],
                1e6 * median(together.times[0]), 1e6 * median(together.times[1]), ratios[1]);
  std::fflush(stdout);
  MPI_Type_free(&content.type);
  return std::min(ratios[0], ratios[1]);
}

/// Prints a line, and returns its least ratio.
double run(const Kind &kind, int bytes, double seconds) {
  Content content = kind.make(bytes);
  AM_Type_commit(&content.type);
  const auto [type, count] = content;
  const int peer = 1 - my_rank;
  MPI_Aint lower_bound, extent;
  MPI_Type_get_extent(type, &lower_bound, &extent);
  int size = 0;
  MPI_Type_size(type, &size);
  Bytes memory(static_cast<std::size_t>(extent) * static_cast<std::size_t>(count), 1);
  const int repetitions = bytes <= 4096 ? 200 : bytes <= 1 << 18 ? 20 : bytes <= 1 << 22 ? 3 : 1;
  const auto timed = [&](auto pass) { return [&, pass] { return ping_pong(repetitions, memory, pass); }; };
  const auto messages = [&, type = type, count = count](auto send, auto receive, MPI_Comm comm) {
    return timed([=, &memory](int sender) {
      if (my_rank == sender)
        send(memory.data(), count, type, peer, 0, comm);
      else
        receive(memory.data(), count, type, peer, 0, comm, MPI_STATUS_IGNORE);
    });
  };
  const auto broadcasts = [&, type = type, count = count](auto broadcast) {
    return timed([=, &memory](int root) { broadcast(memory.data(), count, type, root, MPI_COMM_WORLD); });
  };
  Comparison sends{{messages(MPI_Send, MPI_Recv, MPI_COMM_WORLD), messages(AM_Send, AM_Recv, MPI_COMM_WORLD),
                    messages(AM_Send, AM_Recv, with_pipeline)}},
      bcasts{{broadcasts(MPI_Bcast), broadcasts(AM_Bcast)}};
  for (const Comparison *each : {&sends, &bcasts})
    for (const auto &side : each->sides)
      side();
  const double end = MPI_Wtime() + seconds;
  for (int goes_on = 1, rounds = 1; goes_on; ++rounds) {
    sends.run_round();
    bcasts.run_round();
    goes_on = rounds < 7 || MPI_Wtime() < end;
    MPI_Bcast(&goes_on, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  const double ratios[] = {sends.ratio(0, 1), sends.ratio(0, 2), sends.ratio(1, 2), bcasts.ratio(0, 1)};
  if (my_rank == 0)
    std::printf("%-26s %10.1f %11.2f %11.2f %7.2f %11.2f %7.2f %7.2f %11.2f %11.2f %7.2f\n", kind.name,
                static_cast<double>(size) * count / 1024, 1e6 * median(sends.times[0]), 1e6 * median(sends.times[1]),
                ratios[0], 1e6 * median(sends.times[2]), ratios[1], ratios[2], 1e6 * median(bcasts.times[0]),
                1e6 * median(bcasts.times[1]), ratios[3]);
  std::fflush(stdout);
  MPI_Type_free(&content.type);
  return *std::ranges::min_element(ratios);
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const double seconds = argc > 1 ? std::atof(argv[1]) : 0.5;
  const std::int64_t smallest = argc > 2 ? std::atoll(argv[2]) : 8;
  const std::int64_t largest = argc > 3 ? std::atoll(argv[3]) : 64 << 20;
  const std::string wanted = argc > 4 ? argv[4] : "";
  const int part = argc > 5 ? std::atoi(argv[5]) : AM_PIPELINE_DEFAULT;
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  if (size != 2 || smallest < 8 || largest > 1 << 30) {
    std::fprintf(stderr, "usage: mpiexec -n 2 %s [SECONDS [SMALLEST [LARGEST [TEXT [PART]]]]]\n", argv[0]);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Comm_dup(MPI_COMM_WORLD, &with_pipeline);
  AM_Comm_set_pipeline(with_pipeline, part);
  Build_MPI_Types();
  if (my_rank == 0)
    std::printf("%-26s %10s %11s %11s %7s %11s %7s %7s %11s %11s %7s\n", "us for one way", "KiB", "MPI_Send", "AM_Send",
                "ratio", "in parts", "ratio", "to AM", "MPI_Bcast", "AM_Bcast", "ratio");
  double least = 1e9;
  for (const Kind &kind : kinds) {
    if (std::string(kind.name).find(wanted) == std::string::npos)
      continue;
    for (const std::int64_t bytes :
         {8, 64, 512, 4 << 10, 16 << 10, 64 << 10, 270'000, 1 << 20, 4 << 20, 16 << 20, 64 << 20})
      if (smallest <= bytes && bytes <= largest)
        least = std::min(least, run(kind, static_cast<int>(bytes), seconds));
  }
  if (std::string("exchange").find(wanted) != std::string::npos)
    for (const int bytes : {64 << 10, 1'200'000})
      if (smallest <= bytes && bytes <= largest)
        least = std::min(least, exchange(bytes, seconds));
  if (my_rank == 0)
    std::printf("least ratio: %.2f\n", least);
  Free_MPI_Types();
  MPI_Comm_free(&with_pipeline);
  MPI_Finalize();
}
