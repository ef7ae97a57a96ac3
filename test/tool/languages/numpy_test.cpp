// Tests --format=numpy: dtypes whose fields lie where the type map has them, bytes that go from C to Python and back,
// and messages between a Python program and a C program.
#include "runs.h"
#include "layouts/random_records.h"
#include "tree_json.h"

namespace automap::test {
namespace {

/// Debian's Python, which has Debian's NumPy and mpi4py.
#define PYTHON "/usr/bin/python3 -B"

/// Prints the name, size and basic values of each dtype of a module, in the order of its fields.
constexpr const char *flatten_dtypes = R"(
import sys, types, numpy as np
sys.path.insert(0, ".")
module = __import__(sys.argv[1])
def leaves(dtype, at):
    if dtype.subdtype:
        element, shape = dtype.subdtype
        for i in range(int(np.prod(shape))):
            yield from leaves(element, at + i * element.itemsize)
    elif dtype.names is not None:
        for name in dtype.names:
            yield from leaves(dtype.fields[name][0], at + dtype.fields[name][1])
    elif dtype.kind in "SV":
        for i in range(dtype.itemsize):
            yield dtype.kind + "1", at + i
    else:
        yield dtype.kind + str(dtype.itemsize), at
for name, value in vars(module).items():
    if isinstance(value, np.dtype):
        print(name, value.itemsize, *(f"{code}@{offset}" for code, offset in leaves(value, 0)))
)";

/// Returns the same from automap's JSON.
std::string flattened(const llvm::json::Object &record) {
  static const std::map<std::string, std::string> codes = {{"MPI_CHAR", "S1"},
                                                           {"MPI_SIGNED_CHAR", "i1"},
                                                           {"MPI_UNSIGNED_CHAR", "u1"},
                                                           {"MPI_SHORT", "i2"},
                                                           {"MPI_UNSIGNED_SHORT", "u2"},
                                                           {"MPI_INT", "i4"},
                                                           {"MPI_UNSIGNED", "u4"},
                                                           {"MPI_LONG", "i8"},
                                                           {"MPI_UNSIGNED_LONG", "u8"},
                                                           {"MPI_LONG_LONG", "i8"},
                                                           {"MPI_FLOAT", "f4"},
                                                           {"MPI_UNSIGNED_LONG_LONG", "u8"},
                                                           {"MPI_DOUBLE", "f8"},
                                                           {"MPI_LONG_DOUBLE", "f16"},
                                                           {"MPI_C_BOOL", "b1"},
                                                           {"MPI_INT8_T", "i1"},
                                                           {"MPI_INT16_T", "i2"},
                                                           {"MPI_INT32_T", "i4"},
                                                           {"MPI_INT64_T", "i8"},
                                                           {"MPI_UINT8_T", "u1"},
                                                           {"MPI_UINT16_T", "u2"},
                                                           {"MPI_UINT32_T", "u4"},
                                                           {"MPI_UINT64_T", "u8"},
                                                           {"MPI_C_FLOAT_COMPLEX", "c8"},
                                                           {"MPI_WCHAR", "i4"},
                                                           {"MPI_C_DOUBLE_COMPLEX", "c16"},
                                                           {"MPI_C_LONG_DOUBLE_COMPLEX", "c32"},
                                                           {"MPI_BYTE", "V1"}};
  std::string out = record.getString("name")->str() + " " + std::to_string(*record.getInteger("size"));
  for (const auto &[type, offset] : expand_runs(*record.getArray("typemap"))) {
    const auto code = codes.find(type);
    out += " " + (code == codes.end() ? type : code->second) + "@" + std::to_string(offset);
  }
  return out + "\n";
}

class NumpyOf : public ::testing::TestWithParam<unsigned> {};

TEST_P(NumpyOf, RandomStructsHasEachValueWhereTheTypeMapHasIt) {
  SCOPED_TRACE("seed " + std::to_string(GetParam()));
  RandomRecords random(GetParam(), GetParam() % 2 ? RandomRecords::Constructs::plain : RandomRecords::Constructs::all);
  random.make(60);
  const Scratch scratch;
  scratch.write("r.h", random.header());
  scratch.write("flatten.py", flatten_dtypes);
  ASSERT_EQ(run_automap(scratch, "r.h --format=numpy -o structs.py").exit_code, 0);
  std::string expected;
  for (const llvm::json::Value &record : records_of(run_automap(scratch, "r.h --format=json").out))
    if (!record.getAsObject()->getString("name")->empty())
      expected += flattened(*record.getAsObject());
  const Finished run = scratch.run(PYTHON " flatten.py structs");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, expected);
}

INSTANTIATE_TEST_SUITE_P(Seeds, NumpyOf, ::testing::Range(1u, 7u));

constexpr const char *numpy_header = R"(#pragma once
#include <stdint.h>
/*~ AutoMap_Begin */
struct point { double x, y, z; };
enum colour { red, green };
struct cell {
  char tag;
  struct point corner[2][2];
  struct { int k; } inner;
  struct { float f; };
  char name[12];
  _Complex double z;
  _Bool ok;
  enum colour paint;
  unsigned open : 3, kind : 9 /*~ AutoMap_Bytes */;
  void *cache /*~ AutoMap_Ignore */;
  int64_t lambda;
} /*~ AutoMap_TpUsed */ /*~ AutoMap_View(some: name, corner) */;
/*~ AutoMap_End */
)";

constexpr const char *numpy_fill = R"(#include <stdio.h>
#include <string.h>
#include "cell.h"
static void fill(struct cell *cells, int n)
{
    memset(cells, 0x5A, (size_t)n * sizeof *cells);
    for (int i = 0; i < n; ++i) {
        struct cell *c = &cells[i];
        c->tag = (char)('a' + i);
        c->corner[1][0].y = i + 0.25;
        c->inner.k = -i;
        c->f = 0.5f;
        strncpy(c->name, "name", sizeof c->name);
        c->z = i + 2;
        c->ok = 1;
        c->paint = green;
        c->open = 5;
        c->kind = 300;
        c->lambda = 1LL << 40;
    }
}
)";

constexpr const char *numpy_check = R"(
def check(cells):
    for i, cell in enumerate(cells):
        assert cell["tag"] == bytes([97 + i]) and cell["name"] == b"name"
        assert cell["corner"][1, 0]["y"] == i + 0.25 and cell["inner"]["k"] == -i and cell["f"] == 0.5
        assert cell["z"] == i + 2 and cell["ok"] and cell["paint"] == 1 and cell["lambda"] == 1 << 40
        assert int.from_bytes(bytes(cell["open"]), "little") & 7 == 5
)";

TEST(Numpy, ReadsWhatCHasWrittenAndWritesWhatCReads) {
  const Scratch scratch;
  scratch.write("cell.h", numpy_header);
  scratch.write("write.c", std::string(numpy_fill) + R"(int main(void) {
    struct cell cells[4], back[4];
    FILE *file = fopen("cells.bin", "wb");
    fill(cells, 4);
    fwrite(cells, sizeof *cells, 4, file);
    fclose(file);
    if (system(")" PYTHON R"( change.py"))
      return 1;
    file = fopen("back.bin", "rb");
    if (fread(back, sizeof *back, 4, file) != 4)
      return 2;
    cells[2].corner[0][1].z = 7.5;
    strncpy(cells[3].name, "other", sizeof cells[3].name);
    cells[1].inner.k = 99;
    return memcmp(cells, back, sizeof cells) ? 3 : 0;
})");
  scratch.write("change.py", std::string("import numpy as np\nfrom structs import cell\n") + numpy_check + R"(
cells = np.fromfile("cells.bin", dtype=cell)
assert len(cells) == 4
check(cells)
cells["corner"]["z"][2, 0, 1] = 7.5
cells["name"][3] = b"other"
cells["inner"]["k"][1] = 99
cells.tofile("back.bin")
)");
  const Finished made = run_automap(scratch, "cell.h --format=numpy -o structs.py");
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const Finished run = scratch.run("gcc -include stdlib.h write.c -o write && ./write");
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

/// A Python program sends structs, and parts of them, to a C program, and receives them back.
TEST(Numpy, StructsTravelBetweenMpi4pyAndC) {
  const Scratch scratch;
  scratch.write("cell.h", numpy_header);
  scratch.write("main.c", std::string("#include \"mpitypes.h\"\n") + numpy_fill + R"(
int main(int argc, char **argv)
{
    struct cell cells[4];
    int wrong = 0;
    MPI_Init(&argc, &argv);
    Build_MPI_Types();
    fill(cells, 4);
    MPI_Send(cells, 4, AutoMap_cell, 0, 1, MPI_COMM_WORLD);
    MPI_Recv(cells, 4, AutoMap_cell, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    wrong |= cells[2].lambda != 17 || cells[3].corner[0][0].x != 0.125 || cells[1].inner.k != -1;
    MPI_Recv(cells, 4, AutoMap_cell_some, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    wrong |= strcmp(cells[0].name, "some") != 0 || cells[2].lambda != 17;
    Free_MPI_Types();
    MPI_Finalize();
    return wrong;
}
)");
  scratch.write("main.py",
                std::string("import numpy as np\nfrom mpi4py import MPI\nimport structs\n") + numpy_check + R"(
cells = np.zeros(4, dtype=structs.cell)
MPI.COMM_WORLD.Recv([cells, 4, structs.AutoMap_cell()], source=1, tag=1)
check(cells)
cells["lambda"][2] = 17
cells["corner"]["x"][3, 0, 0] = 0.125
MPI.COMM_WORLD.Send([cells, 4, structs.AutoMap_cell()], dest=1, tag=2)
some = np.zeros(4, dtype=structs.cell_some)
assert some.dtype.itemsize == cells.dtype.itemsize and some.dtype.names == ("corner", "name")
some["name"] = b"some"
MPI.COMM_WORLD.Send([some, 4, structs.AutoMap_cell_some()], dest=1, tag=3)
)");
  ASSERT_EQ(run_automap(scratch, "cell.h --format=numpy -o structs.py").exit_code, 0);
  ASSERT_EQ(run_automap(scratch, "cell.h -o mpitypes.c").exit_code, 0);
  // Debian's mpi4py is for Open MPI.
  const Finished run =
      scratch.run("export TMPDIR=$PWD UCX_MEM_EVENTS=no OMPI_MCA_rmaps_base_oversubscribe=1 "
                  "OMPI_MCA_btl_vader_single_copy_mechanism=none "
                  "&& mpicc.openmpi main.c mpitypes.c -o main "
                  "&& timeout 60 mpiexec.openmpi --allow-run-as-root -n 1 " PYTHON " main.py : -n 1 ./main");
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
}

const RunCase numpy_modules[] = {
    {"OfClassesWithBases",
     {{"b.hpp", BEGIN "struct point { double x, y; };\nstruct s : point { double x; struct { int i; }; class named { "
                      "public: int j; } in; }" USED}},
     "b.hpp --format=numpy",
     0,
     {{"out", "(\"point.x\", \"f8\", 0),"},
      {"out", "(\"y\", \"f8\", 8),"},
      {"out", "(\"x\", \"f8\", 16),"},
      {"out", "(\"i\", \"i4\", 24),"}}},
    {"WithKeywordsOfPython",
     {{"k.hpp", "struct lambda { int def; };\nstruct np { lambda in; };\n"}},
     "k.hpp --format=numpy --type '*'",
     0,
     {{"out", "lambda_ = _struct("}, {"out", "np_ = _struct(\n    4,\n    (\"in\", lambda_, 0),  # lambda in\n)"}}},
    {"WithArraysOfPaddedValues",
     {{"v.h", BEGIN "typedef float v3 __attribute__((ext_vector_type(3)));\nstruct s { v3 a[2]; }" USED}},
     "v.h --format=numpy",
     0,
     {{"out", "(\"a\", (_struct(16, (\"value\", (\"f4\", (3,)), 0)), (2,)), 0),"}}},
    {"OfRefusedStructsAreNotWritten",
     {{"p.h", BEGIN "struct p { int *p; }" USED}},
     "p.h --format=numpy -o p.py",
     1,
     {{"err", "cannot map 'struct p'"}, {"!p.py", "import"}}},
    {"OfAllIsRefused", {{"p.h", "struct p { int p; };"}}, "p.h --format=numpy --all", 1, {{"err", "use --type '*'"}}},
    {"DoNotReplaceOtherFiles",
     {{"a.h", BEGIN "struct a { int i; }" USED}, {"my.py", "x = 1\n"}},
     "a.h --format=numpy -o my.py",
     1,
     {{"err", "automap did not generate it"}, {"=my.py", "x = 1\n"}}},
};

AUTOMAP_TEST_RUNS(NumpyModules, numpy_modules);

} // namespace
} // namespace automap::test
