// Measures the cost of automap-check for a ping-pong, for a halo exchange with 8 neighbours and for collective calls of
// one int. Calls MPI's functions, which the checker sees, and PMPI's, which it does not, in turn in one run on 2 ranks.
// Prints medians.
//
// mpiexec -n 2 check_overhead
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

/// One set of MPI's functions.
struct Functions {
  decltype(&MPI_Send) send;
  decltype(&MPI_Recv) receive;
  decltype(&MPI_Isend) start_send;
  decltype(&MPI_Irecv) start_receive;
  decltype(&MPI_Waitall) wait_all;
  decltype(&MPI_Bcast) broadcast;
  decltype(&MPI_Reduce) reduce;
  decltype(&MPI_Allreduce) all_reduce;
  decltype(&MPI_Gather) gather, scatter;
  decltype(&MPI_Allgather) all_gather, all_to_all;
  decltype(&MPI_Barrier) barrier;
};
constexpr Functions checked = {MPI_Send,      MPI_Recv,     MPI_Isend,     MPI_Irecv,  MPI_Waitall,
                               MPI_Bcast,     MPI_Reduce,   MPI_Allreduce, MPI_Gather, MPI_Scatter,
                               MPI_Allgather, MPI_Alltoall, MPI_Barrier};
constexpr Functions plain = {PMPI_Send,      PMPI_Recv,     PMPI_Isend,     PMPI_Irecv,  PMPI_Waitall,
                             PMPI_Bcast,     PMPI_Reduce,   PMPI_Allreduce, PMPI_Gather, PMPI_Scatter,
                             PMPI_Allgather, PMPI_Alltoall, PMPI_Barrier};

int rank;

/// Returns the microseconds for one direction.
double ping_pong(const Functions &mpi, void *data, int count, MPI_Datatype type, int times, MPI_Comm comm) {
  PMPI_Barrier(comm);
  const double begin = PMPI_Wtime();
  for (int i = 0; i < times; ++i) {
    if (rank == 0) {
      mpi.send(data, count, type, 1, 1, comm);
      mpi.receive(data, count, type, 1, 1, comm, MPI_STATUS_IGNORE);
    } else {
      mpi.receive(data, count, type, 0, 1, comm, MPI_STATUS_IGNORE);
      mpi.send(data, count, type, 0, 1, comm);
    }
  }
  return (PMPI_Wtime() - begin) / times / 2 * 1e6;
}

/// The 8 neighbours of a block of n x n doubles on a periodic grid of 2 x 1 processes, and the data for each.
class Halo {
public:
  explicit Halo(int n) : n_(n), field_(static_cast<std::size_t>(n + 2) * static_cast<std::size_t>(n + 2)) {
    MPI_Type_vector(n, 1, n + 2, MPI_DOUBLE, &column_);
    MPI_Type_commit(&column_);
  }
  ~Halo() { MPI_Type_free(&column_); }

  double exchange(const Functions &mpi, int times, MPI_Comm comm) {
    PMPI_Barrier(comm);
    const double begin = PMPI_Wtime();
    for (int i = 0; i < times; ++i) {
      std::array<MPI_Request, 16> requests;
      int next = 0;
      for (int dx = -1; dx <= 1; ++dx)
        for (int dy = -1; dy <= 1; ++dy) {
          if (dx == 0 && dy == 0)
            continue;
          const int other = dx == 0 ? rank : 1 - rank, tag = 3 * (dx + 1) + dy + 1, back = 3 * (1 - dx) + 1 - dy;
          const MPI_Datatype type = dx != 0 && dy == 0 ? column_ : MPI_DOUBLE;
          const int count = dx == 0 ? n_ : 1;
          mpi.start_receive(at(dx, dy, n_ + 1, 0), count, type, other, back, comm, &requests[next++]);
          mpi.start_send(at(dx, dy, n_, 1), count, type, other, tag, comm, &requests[next++]);
        }
      mpi.wait_all(next, requests.data(), MPI_STATUSES_IGNORE);
    }
    return (PMPI_Wtime() - begin) / times * 1e6;
  }

private:
  double *at(int dx, int dy, int high, int low) {
    const auto place = [&](int d) { return d < 0 ? low : d > 0 ? high : 1; };
    return &field_[static_cast<std::size_t>(place(dy) * (n_ + 2) + place(dx))];
  }

  int n_;
  std::vector<double> field_;
  MPI_Datatype column_ = MPI_DATATYPE_NULL;
};

/// Returns the microseconds for one call: call(from, to).
template <typename Call> double repeat(int times, Call call) {
  std::array<int, 8> from{}, to{};
  PMPI_Barrier(MPI_COMM_WORLD);
  const double begin = PMPI_Wtime();
  for (int i = 0; i < times; ++i)
    call(from.data(), to.data());
  return (PMPI_Wtime() - begin) / times * 1e6;
}

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

/// Prints one line: both sides in turn, and the median of the ratios of neighbouring rounds.
template <typename Measure> void compare(const char *what, int rounds, double bytes, Measure measure) {
  std::vector<double> without, with, ratios;
  measure(plain), measure(checked);
  for (int i = 0; i < rounds; ++i) {
    without.push_back(measure(plain));
    with.push_back(measure(checked));
    ratios.push_back(with.back() / without.back());
  }
  if (rank != 0)
    return;
  std::printf("%-28s %10.2f %10.2f %7.2f", what, median(without), median(with), median(ratios));
  if (bytes > 0)
    std::printf(" %9.0f %9.0f", bytes / median(without), bytes / median(with));
  std::printf("\n");
  std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2)
    MPI_Abort(MPI_COMM_WORLD, 1);
  char version[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(version, &length);
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 41;
  if (rank == 0)
    std::printf("%s, 2 ranks, medians of %d rounds\n%-28s %10s %10s %7s %9s %9s\n",
                std::string(version, std::strcspn(version, "\n,")).c_str(), rounds, "", "plain us", "checked us",
                "ratio", "MB/s", "checked");

  std::vector<double> data((std::size_t{4} << 20) / sizeof(double));
  for (const std::size_t bytes : {8, 64, 1024, 8192, 65536, 1 << 20, 4 << 20}) {
    const int count = static_cast<int>(bytes / sizeof(double));
    const int times = static_cast<int>(std::clamp<std::size_t>((std::size_t{8} << 20) / (bytes + 2048), 4, 2000));
    compare(
        ("ping-pong " + std::to_string(bytes) + " bytes").c_str(), rounds, static_cast<double>(bytes),
        [&](const Functions &mpi) { return ping_pong(mpi, data.data(), count, MPI_DOUBLE, times, MPI_COMM_WORLD); });
  }

  const int lengths[3] = {1, 3, 1};
  const MPI_Aint places[3] = {0, 8, 32};
  const MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
  MPI_Datatype packed, particle;
  MPI_Type_create_struct(3, lengths, places, types, &packed);
  MPI_Type_create_resized(packed, 0, 40, &particle);
  MPI_Type_commit(&particle);
  MPI_Type_free(&packed);
  compare("ping-pong 1 struct", rounds, 0,
          [&](const Functions &mpi) { return ping_pong(mpi, data.data(), 1, particle, 2000, MPI_COMM_WORLD); });
  compare("ping-pong 1000 structs", rounds, 0,
          [&](const Functions &mpi) { return ping_pong(mpi, data.data(), 1000, particle, 100, MPI_COMM_WORLD); });
  MPI_Type_free(&particle);

  for (const int n : {32, 256, 1024}) {
    Halo halo(n);
    compare(("halo of " + std::to_string(n) + " x " + std::to_string(n) + " doubles").c_str(), rounds, 0,
            [&](const Functions &mpi) { return halo.exchange(mpi, 200, MPI_COMM_WORLD); });
  }
  const MPI_Comm world = MPI_COMM_WORLD;
  const auto compare_calls = [&](const char *what, auto call) {
    compare(what, rounds, 0,
            [&](const Functions &mpi) { return repeat(2000, [&](int *from, int *to) { call(mpi, from, to); }); });
  };
  compare_calls("MPI_Barrier", [&](const Functions &mpi, int *, int *) { mpi.barrier(world); });
  compare_calls("MPI_Bcast",
                [&](const Functions &mpi, int *from, int *) { mpi.broadcast(from, 1, MPI_INT, 0, world); });
  compare_calls("MPI_Reduce",
                [&](const Functions &mpi, int *from, int *to) { mpi.reduce(from, to, 1, MPI_INT, MPI_SUM, 0, world); });
  compare_calls("MPI_Allreduce", [&](const Functions &mpi, int *from, int *to) {
    mpi.all_reduce(from, to, 1, MPI_INT, MPI_SUM, world);
  });
  compare_calls("MPI_Gather", [&](const Functions &mpi, int *from, int *to) {
    mpi.gather(from, 1, MPI_INT, to, 1, MPI_INT, 0, world);
  });
  compare_calls("MPI_Scatter", [&](const Functions &mpi, int *from, int *to) {
    mpi.scatter(from, 1, MPI_INT, to, 1, MPI_INT, 0, world);
  });
  compare_calls("MPI_Allgather", [&](const Functions &mpi, int *from, int *to) {
    mpi.all_gather(from, 1, MPI_INT, to, 1, MPI_INT, world);
  });
  compare_calls("MPI_Alltoall", [&](const Functions &mpi, int *from, int *to) {
    mpi.all_to_all(from, 1, MPI_INT, to, 1, MPI_INT, world);
  });
  MPI_Finalize();
  return 0;
}
