// The generated code under the compilers that users have: no warnings, and no compile where the struct or
// its layout is not what automap saw.
#include "automap_run.h"

namespace automap::test {
namespace {

/// Everything that generated code can contain.
const std::string rich = "#include <stdint.h>\n" + region(R"(
enum color { RED, GREEN };
typedef enum { OFF, ON } state_t;
typedef double vec3[3];
struct inner { char c; double d; };
struct record {
  char c; int32_t i; vec3 v; double m[2][3]; const char name[10]; volatile int flag;
  enum color hue; state_t state;
  struct inner in; struct inner grid[2][3];
  struct { short a; struct { char b[3]; } deep[2]; } unnamed[2];
  void *p /*~ AutoMap_Ignore */;
  int *q[3] /*~ AutoMap_Ignore */;
} /*~ AutoMap_TpUsed */;
typedef struct __attribute__((packed)) { char c; int i; } packed_t /*~ AutoMap_TpUsed */;
struct aligned { int i; } __attribute__((aligned(32))) /*~ AutoMap_TpUsed */;
typedef struct node *link;
typedef struct node { float data[4]; link next /*~ AutoMap_Ignore */; } list /*~ AutoMap_TpUsed */;
struct big { char bytes[5000000000]; } /*~ AutoMap_TpUsed */;
)");

struct Compiler {
  const char *name;
  const char *command; // an MPI wrapper and the compiler behind it
};

const Compiler c_compilers[] = {
    {"gcc", "gcc " MPI_INCLUDE_FLAGS},
    {"clang", "clang-19 " MPI_INCLUDE_FLAGS},
};
const Compiler cxx_compilers[] = {
    {"gxx", "g++ " MPI_INCLUDE_FLAGS},
    {"clangxx", "clang++-19 " MPI_INCLUDE_FLAGS},
};
constexpr char strict[] = " -Wall -Wextra -Wpedantic -Werror -fsyntax-only ";

TEST(GeneratedCode, CompilesWithoutWarningsAsC) {
  const Scratch scratch;
  scratch.write("rich.h", rich);
  ASSERT_EQ(run_automap(scratch, "rich.h -o m.c").exit_code, 0);
  scratch.write("main.c",
                "#include \"m.h\"\nint main(void) { return Build_MPI_Types() + Free_MPI_Types(); }\n");
  scratch.write("included.c",
                "#include \"m.c\"\nint main(void) { return Build_MPI_Types() + Free_MPI_Types(); }\n");
  for (const Compiler &compiler : c_compilers)
    for (const char *standard : {"c99", "c11", "c17", "gnu99", "gnu2x"}) {
      const Finished run =
          scratch.run(compiler.command + std::string(strict) + "-std=" + standard + " m.c && " +
                      compiler.command + strict + "-std=" + standard + " main.c && " + compiler.command +
                      strict + "-std=" + standard + " included.c");
      EXPECT_EQ(run.exit_code, 0) << compiler.name << ' ' << standard << '\n' << run.err;
    }
}

TEST(GeneratedCode, CompilesWithoutWarningsAsCxx) {
  const Scratch scratch;
  scratch.write("rich.h", rich);
  ASSERT_EQ(run_automap(scratch, "rich.h -o m.cpp").exit_code, 0);
  for (const Compiler &compiler : cxx_compilers)
    for (const char *standard : {"c++17", "c++20", "gnu++17"}) {
      const Finished run =
          scratch.run(compiler.command + std::string(strict) + "-std=" + standard + " m.cpp");
      EXPECT_EQ(run.exit_code, 0) << compiler.name << ' ' << standard << '\n' << run.err;
    }
}

TEST(GeneratedCode, InCCompilesAsCxxToo) {
  const Scratch scratch;
  scratch.write("rich.h", rich);
  ASSERT_EQ(run_automap(scratch, "rich.h -o m.c").exit_code, 0);
  for (const Compiler &compiler : cxx_compilers) {
    const Finished run =
        scratch.run(compiler.command + std::string(" -w -fsyntax-only -x c++ -std=c++17 m.c"));
    EXPECT_EQ(run.exit_code, 0) << compiler.name << '\n' << run.err.substr(0, 2000);
  }
  scratch.write("rich.h", rich.substr(0, rich.find("char c; int32_t i;")) + "int32_t i; char c;" +
                              rich.substr(rich.find("char c; int32_t i;") + 18));
  EXPECT_NE(scratch.run("g++ -fsyntax-only -x c++ " MPI_INCLUDE_FLAGS " m.c").err.find("run automap again"),
            std::string::npos);
}

/// Names of records and how they are marked that are easily confused with others.
TEST(GeneratedCode, NamesRecordsUnmistakably) {
  const Scratch scratch;
  scratch.write("n.h", R"(#define _GNU_SOURCE 1
#include <stddef.h>
#include <sys/socket.h>
#include <sys/stat.h>
/*~ AutoMap_Begin */
typedef struct { int x[3]; } __attribute__((aligned(16))) step /*~ AutoMap_TpUsed */;
typedef struct { int x[3]; } __attribute__((aligned(16))) *pointer /*~ AutoMap_TpUsed */;
typedef struct { int x[3]; } __attribute__((aligned(16))) array[3] /*~ AutoMap_TpUsed */;
typedef struct { char c; int e; } err /*~ AutoMap_TpUsed */, types /*~ AutoMap_TpUsed */;
typedef struct { char c; } strict __attribute__((aligned(32))) /*~ AutoMap_TpUsed */;
struct owner { struct { short s; char c; } in[2] /*~ AutoMap_TpUsed */; char last; } /*~ AutoMap_TpUsed */;
struct { float f; } first, second /*~ AutoMap_TpUsed */;
struct twice { char c; double d; } __attribute__((packed)) /*~ AutoMap_TpUsed */;
#define PACKED __attribute__((packed))
struct message { struct ucred who; int x; } /*~ AutoMap_TpUsed */;
struct macro { char c; double d; } PACKED /*~ AutoMap_TpUsed */;
int twice(int);
typedef double aligned_double __attribute__((aligned(32)));
struct shared_name { int moved; int other; } /*~ AutoMap_TpUsed */;
#define moved other
struct old { int x; } __attribute__((deprecated)) /*~ AutoMap_TpUsed */;
struct older { int x __attribute__((deprecated)); } /*~ AutoMap_TpUsed */;
struct widest { max_align_t m; int n; } /*~ AutoMap_TpUsed */;
struct aligned_field { char c; aligned_double d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
)");
  for (const char *language : {"c", "cpp"}) {
    const bool cxx = language[1] != '\0';
    const Finished made = run_automap(scratch, std::string("n.h -o m.") + language);
    ASSERT_EQ(made.exit_code, 0) << made.err;
    for (const Compiler &compiler : cxx ? cxx_compilers : c_compilers) {
      const Finished run =
          scratch.run(compiler.command + std::string(" -Wall -Wextra -Werror -fsyntax-only m.") + language);
      EXPECT_EQ(run.exit_code, 0) << compiler.name << '\n' << run.err.substr(0, 3000);
    }
    const std::string source = scratch.read(std::string("m.") + language);
    for (const char *check :
         {"AUTOMAP_RECORD(step, 16, 16)", "AUTOMAP_RECORD(__typeof__((*(pointer *)0)[0]), 16, 16)",
          "AUTOMAP_RECORD(__typeof__((*(array *)0)[0]), 16, 16)", "AUTOMAP_RECORD(strict, 1, 32)",
          "MPI_Type_create_resized(step[0], 0, (MPI_Aint)sizeof(__typeof__((*(pointer *)0)[0])), &step[1])",
          "MPI_Type_create_resized(step[0], 0, 16, &step[1])", "AutoMap_second", "AutoMap_owner_in"})
      EXPECT_NE(source.find(check), std::string::npos) << check;
    EXPECT_EQ(source.find("sizeof(step)"), std::string::npos);
    EXPECT_EQ(source.find("AutoMap_first"), std::string::npos);
  }
}

TEST(GeneratedCode, SeveralFilesLiveInOneProgram) {
  const Scratch scratch;
  scratch.write("a.h", "#pragma once\n" + region("struct a { int i; } /*~ AutoMap_TpUsed */;"));
  scratch.write("b.h", "#pragma once\n" + region("struct b { int j; } /*~ AutoMap_TpUsed */;"));
  ASSERT_EQ(run_automap(scratch, "a.h -o a_types.c").exit_code, 0);
  ASSERT_EQ(run_automap(scratch, "b.h -o b_types.c --suffix=b").exit_code, 0);
  scratch.write("both.c", "#include \"a_types.c\"\n#include \"b_types.c\"\n"
                          "int main(void) { return Build_MPI_Types() + Build_MPI_Types_b() + "
                          "Free_MPI_Types() + Free_MPI_Types_b(); }\n");
  const Finished run = scratch.run("gcc " MPI_INCLUDE_FLAGS + std::string(strict) + "both.c");
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

TEST(GeneratedCode, HasNoPathsAndNoDates) {
  const Scratch scratch;
  scratch.write("rich.h", rich);
  ASSERT_EQ(run_automap(scratch, "'" + (scratch / "rich.h").string() + "' -o m.c").exit_code, 0);
  for (const char *file : {"m.c", "m.h"}) {
    EXPECT_EQ(scratch.read(file).find(scratch.path().string()), std::string::npos);
    EXPECT_EQ(scratch.read(file).find("20"
                                      "2"),
              std::string::npos)
        << "a year in " << file;
  }
}

struct ChangeCase {
  const char *name;
  const char *from; // in the header
  const char *to;
  const char *message; // of the compiler
  const char *flags = "";
  bool only_c = false;
};

void PrintTo(const ChangeCase &change, std::ostream *out) { *out << change.name; }

class Changed : public ::testing::TestWithParam<ChangeCase> {};

TEST_P(Changed, StopsTheCompile) {
  const ChangeCase &change = GetParam();
  std::string header = region("struct in { short s; };\n"
                              "struct record { char c; int i; double d[2]; struct in in; struct { int x; } "
                              "u; float tail; } /*~ AutoMap_TpUsed */;");
  for (const char *language : {"c", "cpp"}) {
    if (change.only_c && language[1] != '\0')
      continue;
    const Scratch scratch;
    scratch.write("s.h", header);
    ASSERT_EQ(run_automap(scratch, std::string("s.h -o m.") + language).exit_code, 0);
    std::string changed = header;
    const auto at = changed.find(change.from);
    ASSERT_NE(at, std::string::npos);
    scratch.write("s.h", changed.replace(at, std::string(change.from).size(), change.to));
    const bool cxx = language[1] != '\0';
    for (const Compiler &compiler : cxx ? cxx_compilers : c_compilers) {
      const Finished run =
          scratch.run(std::string(compiler.command) + " -fsyntax-only " + change.flags + " m." + language);
      EXPECT_NE(run.exit_code, 0) << compiler.name;
      EXPECT_NE(run.err.find(change.message), std::string::npos) << compiler.name << '\n' << run.err;
      EXPECT_NE(run.err.find("run automap again"), std::string::npos) << compiler.name << '\n' << run.err;
    }
  }
}

const ChangeCase change_cases[] = {
    {"FieldAdded", "float tail;", "float tail; double more;",
     "the size or alignment of struct record has changed"},
    {"FieldMoved", "char c; int i;", "int i; char c;", "field i of struct record has changed"},
    {"TypeOfTheSameSize", "float tail", "int tail", "field tail of struct record has changed"},
    {"LongerArray", "double d[2]", "double d[3]", "field d of struct record has changed"},
    {"ContainedRecord", "short s;", "short s, t;", "the size or alignment of struct in has changed"},
    {"UnnamedRecord", "int x;", "float x;", "field x of "},
    {"PackedByPragma", "struct record {", "\n#pragma pack(1)\nstruct record {",
     "the size or alignment of struct record has changed"},
    {"UnderC99", "float tail;", "float tail; double more;",
     "the size or alignment of struct record has changed", "-std=c99", true},
    {"PackedByFlag", "float tail", "float tail", "the size or alignment of struct record has changed",
     "-fpack-struct=1"},
};

INSTANTIATE_TEST_SUITE_P(GeneratedCode, Changed, ::testing::ValuesIn(change_cases),
                         [](const auto &info) { return info.param.name; });

} // namespace
} // namespace automap::test
