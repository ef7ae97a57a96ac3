// Tests --format=hdf5: types whose members lie where the type map has them, and files that all ranks write and read.
#include "automap_run.h"
#include "layouts/random_records.h"
#include "tree_json.h"

namespace automap::test {
namespace {

/// Returns a command that compiles main.c.
std::string hdf5_compiler(const char *warnings) {
  return std::string("mpicc.mpich -std=gnu99 ") + warnings + " main.c $(pkg-config --cflags --libs hdf5-mpich) -o main";
}

/// Prints the offset and size of each value of a type, as HDF5 knows it.
constexpr const char *print_values = R"(#include <stdio.h>
static void values(hid_t type, size_t at)
{
    const H5T_class_t what = H5Tget_class(type);
    size_t size = H5Tget_size(type), n = 1, i;
    if (what == H5T_COMPOUND && !(H5Tget_nmembers(type) == 2 && H5Tget_member_index(type, "r") == 0)) {
        for (i = 0; i < (size_t)H5Tget_nmembers(type); ++i) {
            hid_t member = H5Tget_member_type(type, (unsigned)i);
            values(member, at + H5Tget_member_offset(type, (unsigned)i));
            H5Tclose(member);
        }
        return;
    }
    if (what == H5T_ARRAY) {
        hid_t element = H5Tget_super(type);
        n = size / H5Tget_size(element);
        for (i = 0; i < n; ++i)
            values(element, at + i * H5Tget_size(element));
        H5Tclose(element);
        return;
    }
    if (what == H5T_STRING || what == H5T_OPAQUE)
        n = size;
    for (i = 0; i < n; ++i)
        printf(" %zu:%zu", at + i * (size / n), size / n);
}
static void show(const char *name, hid_t type)
{
    printf("%s %zu", name, H5Tget_size(type));
    values(type, 0);
    printf("\n");
    H5Tclose(type);
}
)";

class Hdf5Of : public ::testing::TestWithParam<unsigned> {};

TEST_P(Hdf5Of, RandomStructsHasEachValueWhereTheTypeMapHasIt) {
  SCOPED_TRACE("seed " + std::to_string(GetParam()));
  RandomRecords random(GetParam());
  random.make(50);
  const Scratch scratch;
  scratch.write("r.h", random.header());
  ASSERT_EQ(run_automap(scratch, "r.h --format=hdf5 -o types.h").exit_code, 0);
  std::string expected, calls;
  for (const llvm::json::Value &value : records_of(run_automap(scratch, "r.h --format=json").out)) {
    const llvm::json::Object &record = *value.getAsObject();
    const std::string name = record.getString("name")->str();
    if (!record.get("datatypes") || record.getArray("typemap")->empty())
      continue;
    calls += "    show(\"" + name + "\", AutoMap_" + name + "_hdf5());\n";
    expected += name + " " + std::to_string(*record.getInteger("size"));
    for (const auto &[type, offset] : expand_runs(*record.getArray("typemap")))
      expected += " " + std::to_string(offset) + ":" + std::to_string(type_bytes().at(type));
    expected += "\n";
  }
  scratch.write("main.c", "#include \"types.h\"\n" + std::string(print_values) + "int main(void)\n{\n" + calls +
                              "    return 0;\n}\n");
  const Finished run = scratch.run(hdf5_compiler("-w") + " && ./main"); // the random header has warnings of its own
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, expected);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Hdf5Of, ::testing::Range(1u, 4u));

/// Programs in C++ compile the header without warnings, and find members where the compiler has them.
TEST(Hdf5, TypesOfClassesAreMadeInCxx) {
  const Scratch scratch;
  scratch.write("cell.hpp", R"(#pragma once
#include <array>
#include <complex>
/*~ AutoMap_Begin */
namespace geo { struct point { double x, y; }; }
class cell : public geo::point {
public:
  char tag;
  std::array<double, 3> values;
  int grid[2][3];
  std::complex<float> z;
  long shown() const { return hidden; }
private:
  long hidden = 0;
} /*~ AutoMap_TpUsed */ /*~ AutoMap_View(some: values, tag) */;
/*~ AutoMap_End */
)");
  scratch.write("main.cpp", R"(#include "types.h"
#include <cstdio>
int main() {
  const cell one{};
  const char *names[] = {"x", "y", "tag", "values", "grid", "z"};
  const void *places[] = {&one.x, &one.y, &one.tag, &one.values, &one.grid, &one.z};
  const hid_t type = AutoMap_cell_hdf5(), some = AutoMap_cell_some_hdf5();
  int wrong = H5Tget_size(type) != sizeof one || H5Tget_nmembers(type) != 7 || H5Tget_nmembers(some) != 2;
  for (int i = 0; i < 6; ++i) {
    const int member = H5Tget_member_index(type, names[i]);
    const char *place = reinterpret_cast<const char *>(&one) + H5Tget_member_offset(type, member);
    if (member < 0 || place != places[i])
      std::printf("%s\n", names[i]), wrong = 1;
  }
  return wrong;
}
)");
  ASSERT_EQ(run_automap(scratch, "cell.hpp --format=hdf5 -o types.h").exit_code, 0);
  for (const char *compiler : {"g++", "clang++-19"}) {
    const Finished run = scratch.run(std::string(compiler) + " -std=c++17 -Wall -Wextra -Wpedantic -Werror main.cpp " +
                                     "$(pkg-config --cflags --libs hdf5-mpich mpich) -o main && ./main");
    EXPECT_EQ(run.exit_code, 0) << compiler << run.out << run.err;
  }
}

/// Each rank writes its structs to one file, in packed form, and reads those of the other ranks.
TEST(Hdf5, AllRanksWriteAndReadOneFile) {
  const Scratch scratch;
  scratch.write("cell.h", R"(#pragma once
#include <stdint.h>
/*~ AutoMap_Begin */
struct point { double x, y, z; };
struct cell {
  char tag;
  struct point corner[2][3];
  struct { int k; } inner;
  char name[6];
  _Complex double z;
  _Bool ok;
  void *cache /*~ AutoMap_Ignore */;
  int64_t id;
} /*~ AutoMap_TpUsed */ /*~ AutoMap_View(some: name, id) */;
/*~ AutoMap_End */
)");
  scratch.write("main.c", R"(#include <string.h>
#include <mpi.h>
#include "types.h"
#define N 4
#define CHECK(x) do { if (!(x)) { fprintf(stderr, "line %d\n", __LINE__); MPI_Abort(MPI_COMM_WORLD, 1); } } while (0)
static void fill(struct cell *c, int number)
{
    memset(c, 0, sizeof *c);
    c->tag = (char)('a' + number);
    c->corner[1][2].y = number + 0.5;
    c->inner.k = -number;
    memcpy(c->name, "number", 6);
    c->z = number;
    c->ok = 1;
    c->id = 1LL << number;
}
static hid_t rows(hid_t set, int rank)
{
    const hsize_t begin = (hsize_t)rank * N, count = N;
    hid_t space = H5Dget_space(set);
    CHECK(H5Sselect_hyperslab(space, H5S_SELECT_SET, &begin, NULL, &count, NULL) >= 0);
    return space;
}
int main(int argc, char **argv)
{
    struct cell cells[N], expected;
    int rank, size, i;
    hid_t memory = -1, packed, some, access, transfer, file, space, part, four, set;
    hsize_t all, count = N;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    memory = AutoMap_cell_hdf5();
    packed = AutoMap_cell_hdf5_file();
    some = AutoMap_cell_some_hdf5();
    CHECK(H5Tget_size(memory) == sizeof(struct cell) && H5Tget_size(some) == sizeof(struct cell));
    CHECK(H5Tget_size(packed) == 1 + 6 * 24 + 4 + 6 + 16 + 1 + 8);
    CHECK(H5Tget_nmembers(some) == 2);
    access = H5Pcreate(H5P_FILE_ACCESS);
    CHECK(H5Pset_fapl_mpio(access, MPI_COMM_WORLD, MPI_INFO_NULL) >= 0);
    transfer = H5Pcreate(H5P_DATASET_XFER);
    CHECK(H5Pset_dxpl_mpio(transfer, H5FD_MPIO_COLLECTIVE) >= 0);

    file = H5Fcreate("cells.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    all = (hsize_t)size * N;
    space = H5Screate_simple(1, &all, NULL);
    four = H5Screate_simple(1, &count, NULL);
    set = H5Dcreate2(file, "cells", packed, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    for (i = 0; i < N; ++i)
        fill(&cells[i], rank * N + i);
    part = rows(set, rank);
    CHECK(H5Dwrite(set, memory, four, part, transfer, cells) >= 0);
    H5Sclose(part);
    H5Dclose(set);
    H5Fclose(file);

    file = H5Fopen("cells.h5", H5F_ACC_RDONLY, access);
    set = H5Dopen2(file, "cells", H5P_DEFAULT);
    part = rows(set, (rank + 1) % size);
    memset(cells, 0, sizeof cells);
    CHECK(H5Dread(set, memory, four, part, transfer, cells) >= 0);
    for (i = 0; i < N; ++i) {
        fill(&expected, (rank + 1) % size * N + i);
        CHECK(memcmp(&cells[i], &expected, sizeof expected) == 0);
    }
    memset(cells, 0, sizeof cells);
    CHECK(H5Dread(set, some, four, part, transfer, cells) >= 0); /* only the fields of the view */
    CHECK(cells[1].id == 1LL << ((rank + 1) % size * N + 1) && cells[1].tag == 0 && cells[1].inner.k == 0);
    H5Sclose(part);
    H5Dclose(set);
    H5Fclose(file);
    H5Sclose(space);
    H5Sclose(four);
    H5Pclose(access);
    H5Pclose(transfer);
    H5Tclose(memory);
    H5Tclose(packed);
    H5Tclose(some);
    CHECK(H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_ALL) == 0);
    MPI_Finalize();
    return 0;
}
)");
  ASSERT_EQ(run_automap(scratch, "cell.h --format=hdf5 -o types.h").exit_code, 0);
  const Finished run = scratch.run("export UCX_MEM_EVENTS=no && " + hdf5_compiler("-Wall -Wextra -Werror") +
                                   " && timeout 60 mpiexec.mpich -n 3 ./main");
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
}

} // namespace
} // namespace automap::test
