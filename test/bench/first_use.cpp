// What a fresh datatype costs: it is built, used once and freed, by MPI and by AutoMap in turn. Prints processor time,
// since other threads of the runtime count, and ratios. Runs on one rank.
#include "automap/automap.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

namespace {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// A kind of datatype. Each variant is one that was not seen before.
struct Shape {
  const char *name;
  MPI_Datatype (*build)(int variant);
};

MPI_Datatype small_struct(int variant) {
  const int lengths[] = {1, 3};
  const MPI_Aint displacements[] = {0, 8 + variant % 64 * 8};
  const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE};
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_create_struct(2, lengths, displacements, types, &type);
  return type;
}

MPI_Datatype column(int variant) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_vector(100, 1, 32 + variant % 8, MPI_DOUBLE, &type);
  return type;
}

MPI_Datatype long_blocks(int variant) {
  const int lengths[] = {3000, 2900 + variant % 64};
  const MPI_Aint displacements[] = {0, 3001 * 8};
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_create_hindexed(2, lengths, displacements, MPI_DOUBLE, &type);
  return type;
}

MPI_Datatype irregular(int variant) {
  std::vector<int> displacements;
  for (int i = 0; i < 500; ++i)
    displacements.push_back(9 * i + i * (i + variant) % 7);
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_create_indexed_block(500, 1, displacements.data(), MPI_DOUBLE, &type);
  return type;
}

constexpr Shape shapes[] = {{"int and 3 doubles", small_struct},
                            {"column of 100", column},
                            {"2 blocks of 24 KB", long_blocks},
                            {"500 by index", irregular}};

std::vector<double> buffer(6000), packed(6000);

void pack_by_mpi(MPI_Datatype type) {
  int position = 0;
  MPI_Pack(buffer.data(), 1, type, packed.data(), static_cast<int>(8 * packed.size()), &position, MPI_COMM_SELF);
}
void pack(MPI_Datatype type) {
  MPI_Count position = 0;
  AM_Pack(buffer.data(), 1, type, packed.data(), static_cast<MPI_Count>(8 * packed.size()), &position);
}
void send_by_mpi(MPI_Datatype type) {
  MPI_Sendrecv(buffer.data(), 1, type, 0, 0, packed.data(), 1, type, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}
void send(MPI_Datatype type) {
  AM_Sendrecv(buffer.data(), 1, type, 0, 0, packed.data(), 1, type, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}
void normalize(MPI_Datatype type) {
  MPI_Datatype other = MPI_DATATYPE_NULL;
  AM_Type_normalize(type, &other);
  MPI_Type_free(&other);
}

/// Returns the microseconds of one use, without building, committing and freeing.
double microseconds(const Shape &shape, void (*use)(MPI_Datatype)) {
  constexpr int times = 200;
  const auto run = [&](bool uses) {
    const double begin = processor_seconds();
    for (int i = 0; i < times; ++i) {
      MPI_Datatype type = shape.build(i);
      MPI_Type_commit(&type);
      if (uses)
        use(type);
      MPI_Type_free(&type);
    }
    return processor_seconds() - begin;
  };
  return 1e6 * (run(true) - run(false)) / times;
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::printf("microseconds of processor time for the first use, medians of 21\n"
              "%-20s %9s %9s %6s %13s %12s %6s %10s\n",
              "", "MPI_Pack", "AM_Pack", "ratio", "MPI_Sendrecv", "AM_Sendrecv", "ratio", "normalize");
  for (const Shape &shape : shapes) {
    void (*const uses[])(MPI_Datatype) = {pack_by_mpi, pack, send_by_mpi, send, normalize};
    std::vector<double> all[std::size(uses)];
    for (int round = 0; round < 21; ++round)
      for (std::size_t i = 0; i < std::size(uses); ++i)
        all[i].push_back(microseconds(shape, uses[i]));
    double medians[std::size(uses)];
    for (std::size_t i = 0; i < std::size(uses); ++i) {
      std::ranges::nth_element(all[i], all[i].begin() + 10);
      medians[i] = all[i][10];
    }
    std::printf("%-20s %9.2f %9.2f %6.1f %13.2f %12.2f %6.1f %10.2f\n", shape.name, medians[0], medians[1],
                medians[1] / medians[0], medians[2], medians[3], medians[3] / medians[2], medians[4]);
  }
  MPI_Finalize();
}
