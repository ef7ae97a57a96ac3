// Tests --format=fortran: types that Fortran's compiler lays out as C's does, messages between a Fortran and a C
// program, and the reasons for structs that Fortran cannot express.
#include "runs.h"

#include <random>

namespace automap::test {
namespace {

class FortranOf : public ::testing::TestWithParam<unsigned> {};

/// Both compilers print the size of each random struct and the offset of each field.
TEST_P(FortranOf, RandomStructsHasTheLayoutOfC) {
  SCOPED_TRACE("seed " + std::to_string(GetParam()));
  std::mt19937 random(GetParam());
  const auto below = [&](unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random); };
  const char *types[] = {"char",        "short", "unsigned", "long",     "long long",       "float",   "double",
                         "long double", "_Bool", "int8_t",   "uint64_t", "_Complex double", "wchar_t", "signed char"};
  std::string header, c, fortran, declared;
  for (unsigned i = 0; i < 40; ++i) {
    const std::string name = "r" + std::to_string(i), variable = "v" + std::to_string(i);
    header += "struct " + name + " {\n";
    declared += "  type(" + name + "), target :: " + variable + "\n";
    fortran += "  print '(a,1x,i0)', '" + name + "', storage_size(" + variable + ") / 8\n";
    c += "  printf(\"" + name + " %zu\\n\", sizeof(struct " + name + "));\n";
    const unsigned count = 1 + below(8);
    for (unsigned j = 0; j < count; ++j) {
      const std::string field = "f" + std::to_string(j);
      std::string type = types[below(std::size(types))], subscripts;
      if (i > 0 && below(4) == 0)
        type = "struct r" + std::to_string(below(i));
      for (unsigned dimensions = below(3); dimensions > 0; --dimensions)
        subscripts += "[" + std::to_string(1 + below(4)) + "]";
      header += "  " + type + " " + field + subscripts + (below(15) == 0 ? " __attribute__((aligned(32)))" : "") +
                (below(10) == 0 ? " /*~ AutoMap_Ignore */" : "") + ";\n";
      c += "  printf(\"%zu\\n\", offsetof(struct " + name + ", " + field + "));\n";
      fortran += "  print '(i0)', transfer(c_loc(" + variable + "%" + field + "), 0_c_intptr_t) - transfer(c_loc(" +
                 variable + "), 0_c_intptr_t)\n";
    }
    header += "};\n";
  }
  const Scratch scratch;
  scratch.write("r.h", "#include <stdint.h>\n#include <wchar.h>\n" + region(header));
  ASSERT_EQ(run_automap(scratch, "r.h --type 'r*' --format=fortran -o types.f90").exit_code, 0);
  scratch.write("c.c", "#include <stdio.h>\n#include <stddef.h>\n#include \"r.h\"\nint main(void) {\n" + c + "}\n");
  scratch.write("main.f90", "program main\n  use, intrinsic :: iso_c_binding\n  use types\n  implicit none\n" +
                                declared + fortran + "end program\n");
  const Finished in_c = scratch.run("gcc -w c.c -o c && ./c");
  const Finished in_fortran = scratch.run("mpifort.mpich -Wall -Wextra -Werror -Wno-unused -c types.f90 && "
                                          "mpifort.mpich -w types.o main.f90 -o f && ./f");
  EXPECT_EQ(in_c.exit_code, 0) << in_c.err;
  EXPECT_EQ(in_fortran.exit_code, 0) << in_fortran.err;
  EXPECT_EQ(in_fortran.out, in_c.out);
}

INSTANTIATE_TEST_SUITE_P(Seeds, FortranOf, ::testing::Range(2u, 4u));

TEST(Fortran, StructsTravelBetweenFortranAndC) {
  const Scratch scratch;
  scratch.write("cell.h", R"(#pragma once
#include <stdint.h>
/*~ AutoMap_Begin */
struct point { double x, y, z; };
struct cell {
  char tag;
  struct point corner[2][3];
  struct { int k; } inner;
  char name[4];
  _Complex double z;
  _Bool ok;
  void *cache /*~ AutoMap_Ignore */;
  int64_t id;
} /*~ AutoMap_TpUsed */ /*~ AutoMap_View(some: name, id) */;
/*~ AutoMap_End */
)");
  scratch.write("main.c", R"(#include <string.h>
#include "mpitypes.h"
int main(int argc, char **argv)
{
    struct cell cells[3];
    int rank, i, wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Build_MPI_Types();
    memset(cells, 0, sizeof cells);
    MPI_Recv(cells, 3, AutoMap_cell, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (i = 0; i < 3; ++i)
        wrong |= cells[i].tag != 'a' + i || cells[i].corner[1][2].y != 12.5 + i || cells[i].inner.k != -i ||
                 memcmp(cells[i].name, "name", 4) != 0 || cells[i].z != i + 2 || !cells[i].ok || cells[i].cache;
    cells[1].id = 1LL << 40;
    memcpy(cells[2].name, "back", 4);
    cells[2].tag = '!';
    MPI_Send(cells, 3, AutoMap_cell_some, 0, 2, MPI_COMM_WORLD);
    Free_MPI_Types();
    MPI_Finalize();
    return wrong;
}
)");
  scratch.write("main.f90", R"(program main
  use, intrinsic :: iso_c_binding
  use mpi_f08
  use cells_of_c
  implicit none
  type(cell) :: cells(3)
  integer :: i
  call MPI_Init()
  call Build_MPI_Types()
  call Build_MPI_Types()
  do i = 1, 3
    cells(i)%tag = achar(96 + i)
    cells(i)%corner%y = 0
    cells(i)%corner(3, 2)%y = 11.5d0 + i
    cells(i)%inner%k = 1 - i
    cells(i)%name = ['n', 'a', 'm', 'e']
    cells(i)%z = i + 1
    cells(i)%ok = .true.
    cells(i)%id = 0
  end do
  call MPI_Send(cells, 3, AutoMap_cell, 1, 1, MPI_COMM_WORLD)
  call MPI_Recv(cells, 3, AutoMap_cell_some, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  if (cells(2)%id /= 2_c_int64_t**40 .or. any(cells(3)%name /= ['b', 'a', 'c', 'k'])) error stop 'wrong values'
  if (cells(3)%tag /= 'c') error stop 'more than the view has arrived'
  call Free_MPI_Types()
  call MPI_Finalize()
end program
)");
  ASSERT_EQ(run_automap(scratch, "cell.h --format=fortran -o cells_of_c.f90").exit_code, 0);
  ASSERT_EQ(run_automap(scratch, "cell.h -o mpitypes.c").exit_code, 0);
  const Finished run = scratch.run("export UCX_MEM_EVENTS=no && mpicc.mpich main.c mpitypes.c -o c && "
                                   "mpifort.mpich -Wall cells_of_c.f90 main.f90 -o f && "
                                   "timeout 60 mpiexec.mpich -n 1 ./f : -n 1 ./c");
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
}

const RunCase fortran_modules[] = {
    {"WithBitFields",
     {{"a.h", BEGIN "struct a { int b : 3 /*~ AutoMap_Bytes */; }" USED}},
     "a.h --format=fortran -o a_types.f90",
     1,
     {{"err", "automap: error: --format=fortran: field 'b' of 'struct a' is a bit-field\n"},
      {"!a_types.f90", "module"}}},
    {"OfPackedStructs",
     {{"a.h", BEGIN "struct __attribute__((packed)) a { char c; int i; }" USED}},
     "a.h --format=fortran",
     1,
     {{"err",
       "field 'i' of 'struct a' is at byte 1, where a Fortran compiler would not put it: 'struct a' is packed\n"}}},
    {"OfPackedEnds",
     {{"a.h", BEGIN "struct __attribute__((packed)) a { int i; char c; }" USED}},
     "a.h --format=fortran",
     1,
     {{"err", "'struct a' is packed\n"}}},
    {"WithUnions",
     {{"a.h", BEGIN "union u { int i; float f; } /*~ AutoMap_Use(i) */;\nstruct a { union u u; }" USED}},
     "a.h --format=fortran",
     1,
     {{"err", "'union u' is a union\n"}}},
    {"WithBases",
     {{"a.hpp", BEGIN "struct b { int i; };\nstruct a : b { int j; }" USED}},
     "a.hpp --format=fortran",
     1,
     {{"err", "'struct a' has a base class\n"}}},
    {"WithNamesThatFortranLacks",
     {{"a.h", BEGIN "struct a { int _i; }" USED}},
     "a.h --format=fortran",
     1,
     {{"err", "field '_i' of 'struct a' is called '_i', which is no name in Fortran\n"}}},
    {"WithNamesThatAreOneInFortran",
     {{"a.h", BEGIN "struct a { int i, I; }" USED}},
     "a.h --format=fortran",
     1,
     {{"err", "'struct a' has two fields called 'I' in Fortran\n"}}},
    {"CalledAsAType",
     {{"a.h", BEGIN "struct a { int i; }" USED}},
     "a.h --format=fortran -o a.f90",
     1,
     {{"err", "'struct a' would be called 'a', as something else is in Fortran: -o names the module"}}},
    {"WithASuffix",
     {{"a.h", BEGIN "struct real { int i; }" USED}},
     "a.h --format=fortran --suffix=mine",
     0,
     {{"out", "module automap_types\n"},
      {"out", "type, bind(C) :: real_\n"},
      {"out", "subroutine Build_MPI_Types_mine()"},
      {"out", "subroutine Free_MPI_Types_mine()"}}},
};

AUTOMAP_TEST_RUNS(FortranModules, fortran_modules);

} // namespace
} // namespace automap::test
