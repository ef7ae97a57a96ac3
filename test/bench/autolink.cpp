// Compares AutoLink with a hand-written flattening, with Boost.MPI and cereal (if they are available and survive), and
// with lower bounds. Measures from the time when rank 0 has a structure to the time when rank 1 has a copy. All sides
// run in turn; prints medians.
//
// mpiexec -n 2 autolink [--one-core] [ROUNDS [WORKLOAD…]]        default: 15, all
//
// --one-core: both ranks share processor 0.
#include "arena_comm.h"
#include "autolink_sides.h"
#include "resident_memory.h"

#include <autolink/autolink.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <malloc.h>
#include <sched.h>

using namespace bench;

namespace {

int rank = 0;

double now_us() { return 1e6 * MPI_Wtime(); }

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

/// Measures one transfer, or as many as the workload demands, back and forth.
double measure(const Workload &w, const Side &side, const void *structure, double expected) {
  MPI_Barrier(MPI_COMM_WORLD);
  char done = 0;
  if (w.repetitions == 1) {
    const double start = now_us();
    if (rank == 0) {
      side.send(structure);
      MPI_Recv(&done, 1, MPI_CHAR, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      return now_us() - start;
    }
    void *root = side.receive();
    MPI_Send(&done, 1, MPI_CHAR, 0, 2, MPI_COMM_WORLD);
    if ((side.checksum ? side.checksum : w.checksum)(root) != expected) {
      std::fprintf(stderr, "%s, %s: the structure has arrived wrongly\n", w.name.c_str(), side.name.c_str());
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (side.release)
      side.release(root);
    return 0;
  }
  const double start = now_us();
  for (int i = 0; i < w.repetitions; ++i) { // rank 1 acknowledges the arrival, which costs an empty message
    if (rank == 0) {
      side.send(structure);
      MPI_Recv(&done, 1, MPI_CHAR, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      void *root = side.receive();
      MPI_Send(&done, 1, MPI_CHAR, 0, 2, MPI_COMM_WORLD);
      side.release(root);
    }
  }
  return (now_us() - start) / w.repetitions;
}

/// Sends the same number of bytes from existing memory to existing memory.
double measure_bytes(const Workload &w) {
  static std::vector<char> bytes;
  bytes.resize(w.payload_bytes);
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = now_us();
  char done = 0;
  for (int i = 0; i < w.repetitions; ++i)
    if (rank == 0) {
      MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, 1, 3, MPI_COMM_WORLD);
      MPI_Recv(&done, 1, MPI_CHAR, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&done, 1, MPI_CHAR, 0, 2, MPI_COMM_WORLD);
    }
  const double out = (now_us() - start) / w.repetitions;
  if (w.payload_bytes > 1 << 20)
    std::vector<char>().swap(bytes);
  return out;
}

double measure_walk(const Workload &w, const void *structure) {
  const double start = now_us();
  volatile double sum = 0;
  for (int i = 0; i < w.repetitions; ++i)
    sum = sum + w.checksum(structure);
  return (now_us() - start) / w.repetitions;
}

/// Measures malloc on a heap in the state that all sides find.
double measure_malloc(const Workload &w) {
  const std::size_t size = w.payload_bytes / w.nodes;
  std::vector<void *> nodes(w.nodes);
  malloc_trim(0);
  const double start = now_us();
  for (void *&one : nodes) {
    one = std::malloc(size);
    std::memset(one, 1, size);
  }
  const double out = now_us() - start;
  for (void *one : nodes)
    std::free(one);
  return out;
}

void run(const Workload &w, int rounds) {
  void *structure = rank == 0 ? w.make() : nullptr;
  double expected = rank == 0 ? w.checksum(structure) : 0;
  MPI_Bcast(&expected, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  const std::size_t n = w.sides.size();
  std::vector<std::vector<double>> times(n), extra(n), peak(n);
  std::vector<double> bytes, walk, allocation;
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < n; ++i) {
      reset_peak();
      const double before = memory().now_mb;
      times[i].push_back(measure(w, w.sides[i], structure, expected));
      (rank == 0 ? extra : peak)[i].push_back(memory().peak_mb - before);
    }
    bytes.push_back(measure_bytes(w));
    walk.push_back(rank == 0 ? measure_walk(w, structure) : 0);
    MPI_Barrier(MPI_COMM_WORLD);
    allocation.push_back(rank == 1 ? measure_malloc(w) : 0);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  for (std::size_t i = 0; i < n; ++i) {
    double receiver_peak = rank == 1 ? median(peak[i]) : 0;
    MPI_Bcast(&receiver_peak, 1, MPI_DOUBLE, 1, MPI_COMM_WORLD);
    if (rank == 0) {
      const double time = median(times[i]);
      std::printf("%-16s %-24s %12.1f %8.2f", w.name.c_str(), w.sides[i].name.c_str(),
                  time / (w.repetitions == 1 ? 1e3 : 1), median(times[0]) / time);
      if (w.repetitions == 1)
        std::printf(" %10.1f %10.1f", median(extra[i]), receiver_peak);
      std::puts("");
    }
  }
  double allocation_time = rank == 1 ? median(allocation) : 0;
  MPI_Bcast(&allocation_time, 1, MPI_DOUBLE, 1, MPI_COMM_WORLD);
  if (rank == 0) {
    const double unit = w.repetitions == 1 ? 1e3 : 1;
    std::printf("%-16s bounds: walk %.1f, send of %.1f MB %.1f, malloc and write %.1f\n", "", median(walk) / unit,
                static_cast<double>(w.payload_bytes) / 1e6, median(bytes) / unit, allocation_time / unit);
    std::fflush(stdout);
  }
}

/// Overrides a binding of the ranks to one processor each.
void share_one_core() {
  cpu_set_t first;
  CPU_ZERO(&first);
  CPU_SET(0, &first);
  if (sched_setaffinity(0, sizeof first, &first) != 0) {
    std::perror("autolink: processor 0");
    std::exit(1);
  }
}

} // namespace

int main(int argc, char **argv) {
  int size = 0;
  bool one_core = false;
  if (argc > 1 && std::strcmp(argv[1], "--one-core") == 0) {
    one_core = true;
    share_one_core();
    argv[1] = argv[0];
    ++argv;
    --argc;
  }
  AL_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) {
    std::fputs("autolink: two ranks are needed\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Comm arena = make_arena_comm();
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 15;
  if (rank == 0)
    std::printf("%-16s %-24s %12s %8s %10s %10s\n", "ms; many times: us", "", "end to end", "x", "sender MB",
                "receiver");
  for (Workload &w : all_workloads(arena)) {
    bool wanted = argc <= 2;
    for (int i = 2; i < argc; ++i)
      wanted |= w.name == argv[i];
    if (!wanted)
      continue;
    if (one_core) // if two ranks busy-wait for each other, each runs for milliseconds at a time
      w.repetitions = std::max(1, w.repetitions / 100);
    for (const auto &more : {boost_sides(w.name), cereal_sides(w.name)})
      w.sides.insert(w.sides.end(), more.begin(), more.end());
    run(w, rounds);
  }
  MPI_Comm_free(&arena);
  AL_Finalize();
  return 0;
}
