// Compares generated operators with those that one writes by hand, in turn, by MPI_Reduce_local and MPI_Allreduce:
//   mpiexec -n 2 reductions [<seconds for each row>]
// The ratio is the median time of the generated operator divided by that of the one by hand.
#include "mpitypes.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

namespace {

void add(double &to, double from) { to += from; }
template <typename Number> void take_min(Number &to, Number from) { to = from < to ? from : to; }
template <typename Number> void take_max(Number &to, Number from) { to = from > to ? from : to; }

void combine(const vec &from, vec &to) {
  add(to.x, from.x);
  add(to.y, from.y);
  add(to.z, from.z);
}

void combine(const cell &from, cell &to) {
  add(to.mass, from.mass);
  take_max(to.t_max, from.t_max);
  take_min(to.id, from.id);
  combine(from.momentum, to.momentum);
  take_min(to.e_min, from.e_min);
  take_max(to.e_max, from.e_max);
}

void combine(const histogram &from, histogram &to) {
  for (int i = 0; i < 64; ++i)
    to.sum[i] += from.sum[i];
  for (int i = 0; i < 64; ++i)
    to.count[i] += from.count[i];
  for (int i = 0; i < 32; ++i)
    to.flags[i] = static_cast<short>(to.flags[i] | from.flags[i]);
}

void combine(const best &from, best &to) {
  if (from.energy < to.energy ||
      (from.energy == to.energy && (from.rank < to.rank || (from.rank == to.rank && from.index < to.index))))
    to = from;
}

int below(int n) {
  static std::minstd_rand numbers;
  return static_cast<int>(numbers() % static_cast<unsigned>(n));
}

void fill(vec &to) { to = {1.0 * below(100), 1.0 * below(100), 1.0 * below(100)}; }

void fill(cell &to) {
  to = {1, 1.0 * below(100), below(100), {}, static_cast<float>(below(100)), static_cast<float>(below(100))};
  fill(to.momentum);
}

void fill(histogram &to) {
  to = {};
  to.sum[below(64)] = 1;
  to.count[below(64)] = 1;
}

void fill(best &to) { to = {1.0 * below(100), below(1000), below(1000)}; }

template <typename Struct> void by_hand(void *in, void *inout, int *count, MPI_Datatype *) {
  const Struct *__restrict__ from = static_cast<const Struct *>(in);
  Struct *__restrict__ to = static_cast<Struct *>(inout);
  for (int i = 0; i < *count; ++i)
    combine(from[i], to[i]);
}

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

int rank, wrong;
double seconds = 1;

template <typename Struct> void measure(const char *name, MPI_Datatype type, MPI_Op generated) {
  MPI_Op hand;
  MPI_Op_create(by_hand<Struct>, 1, &hand);
  for (const bool is_local : {true, false})
    for (const int count : {1, 30, 1000, 30000}) {
      const std::size_t n = static_cast<std::size_t>(count);
      std::vector<Struct> from(n), to(n), results[2];
      for (Struct &one : from)
        fill(one);
      const auto reduce = [&](MPI_Op op) {
        if (is_local)
          MPI_Reduce_local(from.data(), to.data(), count, type, op);
        else
          MPI_Allreduce(from.data(), to.data(), count, type, op, MPI_COMM_WORLD);
      };
      const int calls =
          std::max(1, static_cast<int>((is_local ? 200'000 : 4'000) / (n * sizeof(Struct) + 100))); // some 50 us
      std::vector<double> times[2];
      const double begin = MPI_Wtime();
      int goes_on = 1;
      while (goes_on) {
        for (int side = 0; side < 2; ++side) {
          for (Struct &one : to)
            fill(one);
          const double start = MPI_Wtime();
          for (int i = 0; i < calls; ++i)
            reduce(side == 0 ? generated : hand);
          times[side].push_back((MPI_Wtime() - start) / calls);
        }
        goes_on = MPI_Wtime() - begin < seconds;
        MPI_Bcast(&goes_on, 1, MPI_INT, 0, MPI_COMM_WORLD);
      }
      for (int side = 0; side < 2; ++side) {
        std::memset(static_cast<void *>(to.data()), 0, n * sizeof(Struct));
        reduce(side == 0 ? generated : hand);
        results[side] = to;
      }
      wrong |= std::memcmp(results[0].data(), results[1].data(), n * sizeof(Struct)) != 0;
      const double ours = median(times[0]), theirs = median(times[1]);
      if (rank == 0)
        std::printf("%-10s %-16s %6d  %10.3f %10.3f us  %5.2f\n", name, is_local ? "MPI_Reduce_local" : "MPI_Allreduce",
                    count, ours * 1e6, theirs * 1e6, ours / theirs);
    }
  MPI_Op_free(&hand);
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc > 1)
    seconds = std::atof(argv[1]);
  Build_MPI_Types();
  if (rank == 0)
    std::printf("%-10s %-16s %6s  %10s %10s     %5s\n", "struct", "call", "count", "generated", "by hand", "ratio");
  measure<vec>("vec", AutoMap_vec, AutoMap_vec_op);
  measure<cell>("cell", AutoMap_cell, AutoMap_cell_op);
  measure<histogram>("histogram", AutoMap_histogram, AutoMap_histogram_op);
  measure<best>("best", AutoMap_best, AutoMap_best_op);
  if (wrong)
    std::puts("the operators differ");
  Free_MPI_Types();
  MPI_Finalize();
  return wrong;
}
