// Tests the generated code with users' compilers. There must be no warnings, and it must not compile if the struct or
// its layout differs from what automap read.
#include "automap_run.h"

#include <algorithm>
#include <regex>

namespace automap::test {
namespace {

using GeneratedCode = AskingCompilers<>;

/// A header for which generated code contains all its constructs.
const std::string rich = "#include <stdint.h>\n" + region(R"(
typedef int items, dense, packed;
typedef struct record record;
enum color { RED, GREEN };
typedef enum { OFF, ON } state_t;
typedef double vec3[3];
struct inner { char c; double d; };
struct record {
  char c; int32_t i; vec3 v; double m[2][3]; const char name[10]; volatile int flag;
  enum color hue; state_t state;
  struct inner in; struct inner grid[2][3];
  struct { short a; struct { char b[3]; } deep[2]; } unnamed[2];
  struct { vec3 mu; struct { short xx, yy; } at; } moments;
  void *p /*~ AutoMap_Ignore */;
  int *q[3] /*~ AutoMap_Ignore */;
} /*~ AutoMap_TpUsed */;
typedef struct __attribute__((packed)) { char c; int i; } packed_t /*~ AutoMap_TpUsed */;
struct aligned { int i; } __attribute__((aligned(32))) /*~ AutoMap_TpUsed */;
typedef struct node *link;
typedef struct node { float data[4]; link next /*~ AutoMap_Ignore */; } list /*~ AutoMap_TpUsed */;
struct big { char bytes[5000000000]; } /*~ AutoMap_TpUsed */;
typedef float quad __attribute__((vector_size(16)));
__extension__ typedef __int128 wide_t;
union number { int i; float f; } /*~ AutoMap_Use(f) */;
struct storage {
  unsigned flags : 3, level : 9; int : 0; signed char last;
  union number n, m[2] /*~ AutoMap_Bytes */;
  union { int k; long l; } unnamed /*~ AutoMap_Use(l) */;
  quad lanes[2]; wide_t wide;
  double *data /*~ AutoMap_Len(level) */;
} /*~ AutoMap_TpUsed */ /*~ AutoMap_View(ghost: last, m, lanes) */;
)");

struct Compiler {
  const char *name;
  const char *command; // an MPI wrapper and its compiler
};

const auto c_compilers = tried<Compiler>({
    {"gcc", "gcc " MPI_INCLUDE_FLAGS},
    {"clang", "clang-19 " MPI_INCLUDE_FLAGS},
});
const auto cxx_compilers = tried<Compiler>({
    {"gxx", "g++ " MPI_INCLUDE_FLAGS},
    {"clangxx", "clang++-19 " MPI_INCLUDE_FLAGS},
});
constexpr char strict[] = " -Wall -Wextra -Wpedantic -Wshadow -Werror -fsyntax-only ";

TEST_F(GeneratedCode, CompilesWithoutWarningsAsC) {
  const Scratch scratch;
  scratch.write("rich.h", rich);
  ASSERT_EQ(run_automap(scratch, "rich.h -o m.c").exit_code, 0);
  scratch.write("main.c", "#include \"m.h\"\nint main(void) { return Build_MPI_Types() + Free_MPI_Types(); }\n");
  scratch.write("included.c", "#include \"m.c\"\nint main(void) { return Build_MPI_Types() + Free_MPI_Types(); }\n");
  for (const Compiler &compiler : c_compilers)
    for (const char *standard : {"c99", "c11", "c17", "gnu99", "gnu2x"}) {
      const Finished run = scratch.run(compiler.command + std::string(strict) + "-std=" + standard + " m.c && " +
                                       compiler.command + strict + "-std=" + standard + " main.c && " +
                                       compiler.command + strict + "-std=" + standard + " included.c");
      EXPECT_EQ(run.exit_code, 0) << compiler.name << ' ' << standard << '\n' << run.err;
    }
}

/// Features that only GNU C has, next to padding.
TEST_F(GeneratedCode, OfGnuCCompilesWithoutWarnings) {
  const Scratch scratch;
  scratch.write("s.h", "#pragma once\n" + region(R"(
struct empty {};
struct first { struct empty e; int i; char c; } /*~ AutoMap_TpUsed */;
struct last { int i; char c; struct empty e[2]; } /*~ AutoMap_TpUsed */;
struct none { int i; char c; int n[0]; } /*~ AutoMap_TpUsed */;
struct flexible { int i; char c; short f[]; } /*~ AutoMap_TpUsed */;
struct atomic { _Atomic char c; _Atomic struct last s; int i; } /*~ AutoMap_TpUsed */;
struct holds { char c; struct first f; struct last l[2]; struct atomic a; int : 3; struct empty e; } /*~ AutoMap_TpUsed */;
struct lonely { float _Complex z; } __attribute__((aligned(64))) /*~ AutoMap_TpUsed */;
struct set { enum { OFF, ON } e[2][2]; } __attribute__((aligned(64))) /*~ AutoMap_TpUsed */;
struct tail { _Bool b; char f[]; } __attribute__((aligned(64))) /*~ AutoMap_TpUsed */;
struct begins { struct { int : 2; struct last l; } in; struct atomic a[2]; char c; } /*~ AutoMap_TpUsed */;
)"));
  ASSERT_EQ(run_automap(scratch, "s.h -o m.c").exit_code, 0);
  for (const Compiler &compiler : c_compilers) {
    const Finished run = scratch.run(compiler.command + std::string(" -Wall -Wextra -Werror -fsyntax-only m.c"));
    EXPECT_EQ(run.exit_code, 0) << compiler.name << '\n' << run.err;
  }
}

TEST_F(GeneratedCode, CompilesWithoutWarningsAsCxx) {
  const Scratch scratch;
  scratch.write("rich.h", rich);
  ASSERT_EQ(run_automap(scratch, "rich.h -o m.cpp").exit_code, 0);
  for (const Compiler &compiler : cxx_compilers)
    for (const char *standard : {"c++17", "c++20", "gnu++17"}) {
      const Finished run = scratch.run(compiler.command + std::string(strict) + "-std=" + standard + " m.cpp");
      EXPECT_EQ(run.exit_code, 0) << compiler.name << ' ' << standard << '\n' << run.err;
    }
}

/// The additional features of C++.
const std::string rich_cxx = R"(#pragma once
#include <array>
#include <atomic>
#include <complex>
#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>
)" + region(R"(
namespace geo {
template <typename T, int N> class Vec {
  T x_[N];
public:
  T &operator[](int i) { return x_[i]; }
};
using Vec3 = Vec<double, 3>; /*~ AutoMap_TpUsed */
class Empty {};
class Base : private Empty {
public:
  virtual ~Base() {}
  virtual int f() const { return id; }
protected:
  int id = 0;
  char tag = 0;
private:
  struct Hidden { short h = 0; } hidden[2];
  enum Color : short { red } color = red;
};
class Second { public: long x = 0; };
class Derived final : public Base, Second, std::pair<int, float> {
public:
  int f() const override { return static_cast<int>(grid[0][0]) + static_cast<int>(x_) + flag; }
  std::array<std::array<float, 3>, 2> grid{};
  std::tuple<char, double> t;
  std::complex<double> z;
  std::byte raw[3] = {};
  Vec3 v;
  Vec<Vec<int, 2>, 2> vv;
  std::atomic<int> counter{0};
  std::vector<int> &list; /*~ AutoMap_Ignore */
  explicit Derived(std::vector<int> &l) : list(l), flag(false) {}
  char16_t c16 = 0;
  union { int i; double d; } u /*~ AutoMap_Use(d) */;
  union { int j; double e; } /*~ AutoMap_Bytes */;
  [[no_unique_address]] geo::Empty nothing;
  static int count;
private:
  long x_ = 0;
  bool flag : 1;
  void *pointer = nullptr; /*~ AutoMap_Ignore */
} /*~ AutoMap_TpUsed */ /*~ AutoMap_View(some: grid, x_, id) */;
struct Outer { struct Inner { int i; } /*~ AutoMap_TpUsed */; enum class E : unsigned char { a } e; } /*~ AutoMap_TpUsed */;
}
)");

TEST_F(GeneratedCode, TablesOfFieldsCompileWithoutWarnings) {
  const Scratch scratch;
  scratch.write("rich.h", rich);
  scratch.write("rich.hpp", rich_cxx);
  ASSERT_EQ(run_automap(scratch, "rich.h -o c.c --fields --suffix=c").exit_code, 0);
  ASSERT_EQ(run_automap(scratch, "rich.hpp -o cxx.cpp --fields").exit_code, 0);
  const std::string flags = std::string(strict) + RUNTIME_INCLUDE_FLAG " ";
  for (const Compiler &compiler : c_compilers) {
    const Finished run = scratch.run(compiler.command + flags + "-std=c99 c.c");
    EXPECT_EQ(run.exit_code, 0) << compiler.name << '\n' << run.err;
  }
  for (const Compiler &compiler : cxx_compilers) {
    const Finished run = scratch.run(compiler.command + flags + "-std=c++17 cxx.cpp");
    EXPECT_EQ(run.exit_code, 0) << compiler.name << '\n' << run.err;
  }
}

/// Tests with the macro defined and with --packing; in C also as a single file.
TEST_F(GeneratedCode, ForTheRuntimeCompilesWithoutWarnings) {
  const Scratch scratch;
  scratch.write("rich.h", rich);
  scratch.write("rich.hpp", rich_cxx);
  ASSERT_EQ(run_automap(scratch, "rich.h -o c.c --suffix=c").exit_code, 0);
  ASSERT_EQ(run_automap(scratch, "rich.h -o always.c --packing --fields").exit_code, 0);
  ASSERT_EQ(run_automap(scratch, "rich.hpp -o cxx.cpp").exit_code, 0);
  ASSERT_EQ(run_automap(scratch, "rich.hpp -o always_cxx.cpp --packing").exit_code, 0);
  scratch.write("one.c", "#include \"c.c\"\nint main(void) { return Build_MPI_Types_c(); }\n");
  const std::string flags = std::string(strict) + RUNTIME_INCLUDE_FLAG " ";
  const auto expect_clean = [&](const Compiler &compiler, const std::string &arguments) {
    const Finished run = scratch.run(compiler.command + flags + arguments);
    EXPECT_EQ(run.exit_code, 0) << compiler.name << arguments << '\n' << run.err;
  };
  for (const Compiler &compiler : c_compilers)
    for (const char *arguments :
         {"-DAUTOMAP_RUNTIME c.c", "-DAUTOMAP_RUNTIME one.c", "always.c", "-DAUTOMAP_RUNTIME=1 always.c"})
      expect_clean(compiler, "-std=c99 " + std::string(arguments));
  for (const Compiler &compiler : cxx_compilers)
    for (const char *arguments : {"-DAUTOMAP_RUNTIME cxx.cpp", "always_cxx.cpp"})
      expect_clean(compiler, "-std=c++17 " + std::string(arguments));

  // Code that needs the header must not compile without it, which shows that the macro has an effect.
  for (const char *source : {"-DAUTOMAP_RUNTIME c.c", "always.c"}) {
    const Finished run = scratch.run(c_compilers[0].command + std::string(strict) + source);
    EXPECT_NE(run.err.find("automap/automap.h"), std::string::npos) << source << '\n' << run.err;
  }
}

TEST_F(GeneratedCode, OfClassesCompilesWithoutWarnings) {
  const Scratch scratch;
  scratch.write("rich.hpp", rich_cxx);
  const Finished made = run_automap(scratch, "rich.hpp -o m.cpp --type 'std::pair<geo::Vec3, geo::Vec<char, 7>>'");
  ASSERT_EQ(made.exit_code, 0) << made.err;
  scratch.write("user.cpp",
                "#include \"m.h\"\n#include \"m.h\"\n"
                "template <class T> MPI_Datatype of(const std::vector<T> &v) { return automap::buffer(v).type(); }\n"
                "MPI_Datatype a() { return of(std::vector<geo::Vec3>(3)); }\n"
                "MPI_Datatype b() { return automap::datatype<geo::Outer::E>(); }\n");
  const std::string system = std::regex_replace(MPI_INCLUDE_FLAGS " ", std::regex("-I"), "-isystem ");
  for (const Compiler &compiler : cxx_compilers)
    for (const char *standard : {"c++17", "c++20", "gnu++17"}) {
      const std::string more =
          "-Wold-style-cast -Wno-c++20-extensions -Wno-unused-private-field -std=" + std::string(standard);
      const Finished run = scratch.run(compiler.command + std::string(strict) + system + more + " m.cpp && " +
                                       compiler.command + strict + system + more + " user.cpp");
      EXPECT_EQ(run.exit_code, 0) << compiler.name << ' ' << standard << '\n' << run.err.substr(0, 3000);
    }
}

TEST_F(GeneratedCode, SurvivesMacrosAndOddArguments) {
  const Scratch scratch;
  scratch.write("odd.hpp", "#pragma once\n#include <complex>\n#include <utility>\n#include <vector>\n" + region(R"(
template <class T> struct wrap { T v; int n; };
using of_complex = wrap<std::complex<double>>; /*~ AutoMap_TpUsed */
template <class T> struct tagged { int n; };
using of_lambda = tagged<decltype([] {})>; /*~ AutoMap_TpUsed */
using pair = std::pair<int, double>; /*~ AutoMap_TpUsed */
struct like_a_range { int values[3]; int n; int *data() { return values; } std::size_t size() { return 3; } } /*~ AutoMap_TpUsed */;
template <int K> struct q { int v[K < 0 ? -K : K]; };
using q_plus = q<3>; /*~ AutoMap_TpUsed */
using q_minus = q<-3>; /*~ AutoMap_TpUsed */
template <class X, int K> struct twice { X p[K * K]; };
struct both { twice<int, 3> a; twice<int, -3> b; } /*~ AutoMap_TpUsed */;
struct three { double x, y, z; int cached; } /*~ AutoMap_TpUsed */;
template <> struct std::tuple_size<three> : std::integral_constant<int, 3> {};
struct bases { int count; }; struct derived : bases { static int count; int own; } /*~ AutoMap_TpUsed */;
)") +
                               "#define N 42\n#define T 300.0\n#define Range x\n#define Line y\n#define record z\n"
                               "#define packed __attribute__((packed))\n");
  scratch.write("pair.hpp", "#pragma once\n#include <utility>\n" +
                                region("using other_pair = std::pair<int, double>; /*~ AutoMap_TpUsed */"));
  scratch.write("other/README", "");
  const Finished made = run_automap(scratch, "odd.hpp -o m.cpp -- -std=c++20");
  ASSERT_EQ(made.exit_code, 0) << made.err;
  ASSERT_EQ(run_automap(scratch, "pair.hpp -o other/m.cpp --suffix other").exit_code, 0);
  scratch.write("user.cpp",
                "#include \"m.h\"\n#include \"other/m.h\"\n"
                "MPI_Datatype a() { return automap::datatype<of_complex>(); }\n"
                "MPI_Datatype d() { return automap::datatype<q<3>>() == automap::datatype<q<-3>>() ? 0 : a(); }\n"
                "int b() { like_a_range r{}; return automap::buffer(r).count(); }\n"
                "int c() { return Build_MPI_Types_other(); }\n");
  for (const Compiler &compiler : cxx_compilers) {
    const Finished run =
        scratch.run(compiler.command + std::string(" -Wall -Wextra -fsyntax-only -std=c++20 m.cpp && ") +
                    compiler.command + " -Wall -Wextra -fsyntax-only -std=c++20 user.cpp");
    EXPECT_EQ(run.exit_code, 0) << compiler.name << '\n' << run.err.substr(0, 3000);
  }
}

/// MPI's headers and generated code use these words as names. After them, the user's macros must be restored.
TEST_F(GeneratedCode, SurvivesPlainWordsAsMacros) {
  const Scratch scratch;
  std::string macros;
  for (const char *word : {"size", "count", "length", "offset", "op", "flag", "info", "bytes", "word", "walk", "node"})
    macros += "#define " + std::string(word) + " 64\n";
  scratch.write("s.h",
                "#pragma once\n" + macros +
                    region("struct s { int a[size]; char c; double *v /*~ AutoMap_Len(count) */; struct s *next; } "
                           "/*~ AutoMap_TpUsed */;"));
  scratch.write("user.c",
                "#include \"m.h\"\n#include \"al_routines.h\"\nint of_size[size - 63], of_node[node - 63];\n");
  ASSERT_EQ(run_automap(scratch, "s.h -o m.c --autolink").exit_code, 0);
  ASSERT_EQ(run_automap(scratch, "s.h -o mxx.cpp --ignore-pointers").exit_code, 0);
  for (const Compiler &compiler : c_compilers) {
    const Finished run = scratch.run(compiler.command + std::string(" -Wall -Wextra -Werror -fsyntax-only -I ") +
                                     AUTOLINK_INCLUDE " m.c al_routines.c user.c");
    EXPECT_EQ(run.exit_code, 0) << compiler.name << '\n' << run.err;
  }
  for (const Compiler &compiler : cxx_compilers) {
    const Finished run = scratch.run(compiler.command + std::string(" -Wall -Wextra -fsyntax-only -std=c++17 mxx.cpp"));
    EXPECT_EQ(run.exit_code, 0) << compiler.name << '\n' << run.err;
  }
}

TEST_F(GeneratedCode, HidesNoCastsOfTheUsersHeader) {
  const Scratch scratch;
  scratch.write("s.hpp", "#pragma once\n" +
                             region("struct s { int i; s *next /*~ AutoMap_Ignore */; } "
                                    "/*~ AutoMap_TpUsed */;") +
                             "inline int rounded(double d) { return (int)d; }\n");
  ASSERT_EQ(run_automap(scratch, "s.hpp -o m.cpp --autolink").exit_code, 0);
  for (const Compiler &compiler : cxx_compilers)
    for (const char *source : {"m.cpp", "al_routines.cpp"}) {
      const Finished run = scratch.run(compiler.command + std::string(" ") +
                                       "-Wold-style-cast -fsyntax-only -I " AUTOLINK_INCLUDE " " + source);
      EXPECT_EQ(run.exit_code, 0) << compiler.name << '\n' << run.err.substr(0, 3000);
      EXPECT_NE(run.err.find("s.hpp:5:"), std::string::npos) << compiler.name << ' ' << run.err;
      EXPECT_EQ(run.err.find("warning:"), run.err.rfind("warning:")) << compiler.name << '\n' << run.err;
    }
}

/// The macros come from the user's header, after the structs.
TEST_F(GeneratedCode, SurvivesMacrosOfShortNames) {
  const Scratch scratch;
  scratch.write("rich.h", rich + "#define i 1\n#define err 2\n#define step 3\n#define done 4\n#define first 5\n"
                                 "#define types 6\n#define bytes 7\n#define am 8\n");
  ASSERT_EQ(run_automap(scratch, "rich.h -o m.c").exit_code, 0);
  for (const Compiler &compiler : c_compilers) {
    const Finished run = scratch.run(compiler.command + std::string(strict) + "m.c");
    EXPECT_EQ(run.exit_code, 0) << compiler.name << '\n' << run.err.substr(0, 3000);
  }
}

TEST_F(GeneratedCode, SaysWhenATypeHasNoDatatype) {
  const Scratch scratch;
  scratch.write("rich.hpp", rich_cxx);
  ASSERT_EQ(run_automap(scratch, "rich.hpp -o m.cpp").exit_code, 0);
  scratch.write("user.cpp",
                "#include \"m.h\"\nstruct unknown {};\nMPI_Datatype a() { return automap::datatype<unknown>(); }\n");
  scratch.write("no_operator.cpp", "#include \"m.h\"\nMPI_Op a() { return automap::op<geo::Vec3>(); }\n");
  scratch.write("gone.cpp",
                "#include \"m.h\"\nMPI_Datatype a() { return automap::buffer(std::vector<int>(3)).type(); }\n");
  for (const Compiler &compiler : cxx_compilers) {
    EXPECT_NE(scratch.run(compiler.command + std::string(" -std=c++17 -fsyntax-only user.cpp"))
                  .err.find("no MPI datatype is known for this type; a record is to be marked with AutoMap_TpUsed"),
              std::string::npos);
    EXPECT_NE(scratch.run(compiler.command + std::string(" -std=c++17 -fsyntax-only no_operator.cpp"))
                  .err.find("this type has no operator for reductions; a record is to be marked with AutoMap_Reduce"),
              std::string::npos);
    EXPECT_NE(scratch.run(compiler.command + std::string(" -std=c++17 -fsyntax-only gone.cpp"))
                  .err.find("the elements would be gone before MPI sees them"),
              std::string::npos);
  }
}

TEST_F(GeneratedCode, InCCompilesAsCxxToo) {
  const Scratch scratch;
  scratch.write("rich.h", rich);
  ASSERT_EQ(run_automap(scratch, "rich.h -o m.c").exit_code, 0);
  for (const Compiler &compiler : cxx_compilers) {
    const Finished run = scratch.run(compiler.command + std::string(" -w -fsyntax-only -x c++ -std=c++17 m.c"));
    EXPECT_EQ(run.exit_code, 0) << compiler.name << '\n' << run.err.substr(0, 2000);
  }
  scratch.write("rich.h", rich.substr(0, rich.find("char c; int32_t i;")) + "int32_t i; char c;" +
                              rich.substr(rich.find("char c; int32_t i;") + 18));
  EXPECT_NE(scratch.run("g++ -fsyntax-only -x c++ " MPI_INCLUDE_FLAGS " m.c").err.find("run automap again"),
            std::string::npos);
}

/// Names of records, and marks, that are easily confused.
TEST_F(GeneratedCode, NamesRecordsUnmistakably) {
  const Scratch scratch;
  scratch.write("n.h", R"(#define _GNU_SOURCE 1
#include <stddef.h>
#include <sys/socket.h>
#include <sys/stat.h>
/*~ AutoMap_Begin */
typedef struct { int x[3]; } __attribute__((aligned(16))) step /*~ AutoMap_TpUsed */;
typedef struct { int x[3]; } __attribute__((aligned(16))) *pointer /*~ AutoMap_TpUsed */;
typedef struct { int x[3]; } __attribute__((aligned(16))) array[3] /*~ AutoMap_TpUsed */;
typedef struct { int x[3]; } __attribute__((aligned(16))) am_step /*~ AutoMap_TpUsed */, *am_err /*~ AutoMap_TpUsed */;
typedef struct { char c; int e; } am_blocklengths /*~ AutoMap_TpUsed */, am_displacements /*~ AutoMap_TpUsed */;
typedef struct { char c; int e; } am_types /*~ AutoMap_TpUsed */;
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
          "MPI_Type_create_resized(am_step[0], 0, (MPI_Aint)sizeof(__typeof__((*(pointer *)0)[0])), "
          "&am_step[1])",
          "MPI_Type_create_resized(am_step[0], 0, (MPI_Aint)sizeof(step), &am_step[1])", "AutoMap_second",
          "AutoMap_owner_in"})
      EXPECT_NE(source.find(check), std::string::npos) << check;
    EXPECT_EQ(source.find("AutoMap_first"), std::string::npos);
    for (const char *local : {"am_step", "am_err", "am_blocklengths", "am_displacements", "am_types"})
      for (const char *use : {"(MPI_Aint)sizeof(", "(MPI_Aint)sizeof(__typeof__((*(", " {offsetof("})
        EXPECT_EQ(source.find(std::string(use) + local), std::string::npos) << use << local;
  }
}

TEST_F(GeneratedCode, SeveralFilesLiveInOneProgram) {
  const Scratch scratch;
  const auto header = [](const std::string &name) { // has a long part, which is copied by a separate function
    return "#pragma once\n" + region("struct " + name + " { char c; double more[100]; int i; } /*~ AutoMap_TpUsed */;");
  };
  scratch.write("a.h", header("a"));
  scratch.write("b.h", header("b"));
  ASSERT_EQ(run_automap(scratch, "a.h -o a_types.c").exit_code, 0);
  ASSERT_EQ(run_automap(scratch, "b.h -o b_types.c --suffix=b").exit_code, 0);
  scratch.write("both.c", "#include \"a_types.c\"\n#include \"b_types.c\"\n"
                          "int main(void) { return Build_MPI_Types() + Build_MPI_Types_b() + "
                          "Free_MPI_Types() + Free_MPI_Types_b(); }\n");
  for (const char *compiler : {"gcc ", "g++ -x c++ "}) {
    const Finished run = scratch.run(compiler + std::string(MPI_INCLUDE_FLAGS) + strict + "both.c");
    EXPECT_EQ(run.exit_code, 0) << run.err;
  }
  const std::string functions = scratch.read("a_types.h");
  EXPECT_NE(functions.find("automap_long_copy(am_packed + 1, am_record + 8, 804)"), std::string::npos);
}

TEST_F(GeneratedCode, HasNoPathsAndNoDates) {
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
  const char *message; // the compiler's first message
  const char *flags = "";
  bool only_c = false;
};

std::string first_error(const std::string &messages) {
  const auto begin = messages.find("error: ");
  return begin == std::string::npos ? "" : messages.substr(begin, messages.find('\n', begin) - begin);
}

void PrintTo(const ChangeCase &change, std::ostream *out) { *out << change.name; }

using Changed = AskingCompilers<::testing::TestWithParam<ChangeCase>>;

TEST_P(Changed, StopsTheCompile) {
  const ChangeCase &change = GetParam();
  std::string header =
      region("struct in { short s; };\nenum mood { GOOD, BAD };\n"
             "struct record { char c; int i; double d[2]; struct in in; struct { int x; } "
             "u; enum mood moods[2]; enum { OFF, ON } state; float tail; } "
             "/*~ AutoMap_TpUsed */;\nstruct bits { int i; unsigned b : 3; } /*~ AutoMap_TpUsed */;\n"
             "struct one { long l; } __attribute__((aligned(64))) /*~ AutoMap_TpUsed */;\n"
             "struct array { float f[3]; } __attribute__((aligned(16))) /*~ AutoMap_TpUsed */;\n"
             "struct around { struct in one; } __attribute__((aligned(8))) /*~ AutoMap_TpUsed */;\n"
             "struct around_array { struct array row[2][1]; } __attribute__((aligned(64))) /*~ AutoMap_TpUsed */;\n"
             "struct around_several { struct pair { int a, b; } two[1]; } __attribute__((aligned(16)))"
             " /*~ AutoMap_TpUsed */;");
  for (const char *language : tried<const char *>({"c", "cpp"})) {
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
      EXPECT_NE(first_error(run.err).find(change.message), std::string::npos) << compiler.name << '\n' << run.err;
      EXPECT_NE(run.err.find("run automap again"), std::string::npos) << compiler.name << '\n' << run.err;
    }
  }
}

const ChangeCase change_cases[] = {
    {"FieldAdded", "float tail;", "float tail; double more;", "the size or alignment of struct record has changed"},
    {"FieldAddedInTheMiddle", "char c; int i;", "char c; double more; int i;", "field i of struct record has moved"},
    {"FieldAddedInAnUnnamedRecord", "int x;", "double more; int x;", "has moved"},
    {"FieldMoved", "char c; int i;", "int i; char c;", "field c of struct record has moved"},
    {"FieldAddedInPadding", "char c; int i;", "char c, more; int i;", ""},
    {"FieldAddedToOne", "long l;", "long l, more;", ""},
    {"FieldAddedToOneArray", "float f[3];", "float f[3], more;", ""},
    {"FieldAddedToOneStruct", "struct in one;", "struct in one; int more;", ""},
    {"FieldAddedToOneArrayOfStructs", "row[2][1];", "row[2][1]; int more;", ""},
    {"FieldAddedToOneStructOfSeveral", "two[1];", "two[1]; int more;", ""},
    {"BitFieldAdded", "unsigned b : 3;", "unsigned b : 3, more : 2;", ""},
    {"TypeOfTheSameSize", "float tail", "int tail", "field tail of struct record has moved or is of another type"},
    {"LongerArray", "double d[2]", "double d[3]", "field d of struct record has moved or is of another type"},
    {"ContainedRecord", "short s;", "short s, t;", "the size or alignment of struct in has changed"},
    {"UnnamedRecord", "int x;", "float x;", "field u.x of struct record has moved or is of another type"},
    {"EnumWithASign", "BAD }", "BAD = -1 }", "the integer type of enum moods of struct record has changed"},
    {"UnnamedEnumWithASign", "OFF,", "OFF = -1,", "the integer type of enum state of struct record has changed"},
    {"PackedByPragma", "struct record {", "\n#pragma pack(1)\nstruct record {", "field i of struct record has moved"},
    {"UnderC99", "float tail;", "float tail; double more;", "the size or alignment of struct record has changed",
     "-std=c99", true},
    {"PackedByFlag", "float tail", "float tail", "the size or alignment of struct in has changed", "-fpack-struct=1"},
};

/// Changes in classes: members that are not accessible from outside are checked as well.
const ChangeCase class_change_cases[] = {
    {"PrivateFieldMoved", "long x_ = 0;\n  bool", "char c = 0; int x_ = 0;\n  bool",
     "field x_ of class geo::Derived has moved or is of another type"},
    {"PrivateTypeOfTheSameSize", "long x_ = 0;", "double x_ = 0;",
     "field x_ of class geo::Derived has moved or is of another type"},
    {"ProtectedFieldOfABase", "int id = 0;\n  char tag", "float id = 0;\n  char tag",
     "field id of class geo::Base has moved or is of another type"},
    {"PrivateRecord", "short h = 0;", "unsigned short h = 0;",
     "field hidden.h of class geo::Base has moved or is of another type"},
    {"TemplateField", "T x_[N];", "T x_[N]; T more;", "the size or alignment of class geo::Vec<double, 3> has changed"},
    {"VirtualFunctionsGone", "virtual ~Base() {}\n  virtual int f() const { return id; }",
     "int f() const { return id; }", "field id of class geo::Base has moved"},
    {"PrivateEnumWithoutASign", "enum Color : short", "enum Color : unsigned short",
     "the integer type of enum color of class geo::Base has changed"},
    {"EnumOfAnotherType", "enum class E : unsigned char", "enum class E : signed char",
     "the integer type of enum e of struct geo::Outer has changed"},
    {"BasesSwapped", "Second, std::pair<int, float>", "std::pair<int, float>, Second",
     "field x of class geo::Derived has moved"},
    {"ElementOfAStdArray", "std::array<float, 3>, 2>", "std::array<int, 3>, 2>",
     "field grid of class geo::Derived has moved or is of another type"},
};

using ClassChanged = AskingCompilers<::testing::TestWithParam<ChangeCase>>;

TEST_P(ClassChanged, StopsTheCompile) {
  const ChangeCase &change = GetParam();
  const Scratch scratch;
  scratch.write("rich.hpp", rich_cxx);
  ASSERT_EQ(run_automap(scratch, "rich.hpp -o m.cpp").exit_code, 0);
  std::string changed = rich_cxx;
  const auto at = changed.find(change.from);
  ASSERT_NE(at, std::string::npos);
  changed.replace(at, std::string(change.from).size(), change.to);
  if (std::string(change.from).starts_with("virtual"))
    changed.replace(changed.find("const override"), 14, "const");
  scratch.write("rich.hpp", changed);
  for (const Compiler &compiler : cxx_compilers) {
    const Finished run = scratch.run(std::string(compiler.command) + " -std=c++20 -fsyntax-only m.cpp");
    EXPECT_NE(run.exit_code, 0) << compiler.name;
    EXPECT_NE(run.err.find(change.message), std::string::npos) << compiler.name << '\n' << run.err.substr(0, 3000);
    EXPECT_NE(run.err.find("run automap again"), std::string::npos) << compiler.name;
  }
}

TEST_F(GeneratedCode, NamesTheMpiLibraryWhereItsTypesMatter) {
  const std::string again =
      "run automap again; if this error stays, tell automap your compiler by --compiler=<this compiler> -- <its flags>";
  for (const bool has_mpi : {false, true}) {
    const Scratch scratch;
    scratch.write("one/mpi.h", "typedef int MPI_Comm;\n");
    scratch.write("other/mpi.h", "typedef struct comm *MPI_Comm;\n");
    scratch.write("p.h", std::string("#pragma once\n") + (has_mpi ? "#include <mpi.h>\n" : "") +
                             region(std::string("struct p { double x; ") + (has_mpi ? "MPI_Comm" : "REAL") +
                                    " c /*~ AutoMap_Ignore */; int i; } /*~ AutoMap_TpUsed */;"));
    ASSERT_EQ(run_automap(scratch, "p.h -o m.c -Ione -DREAL=float").exit_code, 0);
    const Finished run = scratch.run("gcc -fsyntax-only -Iother -DREAL=double m.c");
    EXPECT_NE(run.err.find(again + (has_mpi ? ", and your mpi.h by MPICC=<its mpicc> in the environment\"" : "\"")),
              std::string::npos)
        << run.err;
  }
}

/// An added field must be reported once, not for each later field or for each struct that contains it.
TEST_F(GeneratedCode, TellsOnceThatAFieldWasAdded) {
  const std::string members = "char c; int i; double d[2]; float tail;";
  for (const char *language : {"c", "cpp"}) {
    const bool cxx = language[1] != '\0';
    const std::string classes =
        cxx ? "class hidden { " + members + " public: int f(); struct in in; } /*~ AutoMap_TpUsed */;\n" : "";
    const auto header = [&](const std::string &more) {
      return "#pragma once\n" +
             region("struct in { int *p /*~ AutoMap_Ignore */; " + more + members + " };\n" +
                    "struct out { struct in in; " + members + " } /*~ AutoMap_TpUsed */;\n" + classes);
    };
    const Scratch scratch;
    scratch.write("s.h", header(""));
    ASSERT_EQ(run_automap(scratch, std::string("s.h -o m.") + language).exit_code, 0);
    scratch.write("s.h", header("double more; "));
    for (const Compiler &compiler : cxx ? cxx_compilers : c_compilers) {
      const Finished run = scratch.run(std::string(compiler.command) + " -Wall -Wextra -fsyntax-only m." + language);
      EXPECT_NE(first_error(run.err).find("s.h: field c of struct in has moved"), std::string::npos) << run.err;
      EXPECT_EQ(run.err.find("warning: "), std::string::npos) << run.err;
      EXPECT_EQ(run.err.find("error: "), run.err.rfind("error: ")) << run.err;
      EXPECT_LE(std::ranges::count(run.err, '\n'), 12) << run.err; // the message and the lines of one check
    }
  }
}

/// The same holds for a class whose fields are not accessible from outside.
TEST_F(GeneratedCode, TellsOnceThatAPrivateFieldWasAdded) {
  const auto header = [](const std::string &more) {
    return region("class s { char c; " + more +
                  "int i; double d[2]; float tail; public: int f(); };\n"
                  "class t : public s { int i; public: s one; long last; } /*~ AutoMap_TpUsed */;");
  };
  const Scratch scratch;
  scratch.write("s.hpp", "#pragma once\n" + header(""));
  ASSERT_EQ(run_automap(scratch, "s.hpp -o m.cpp").exit_code, 0);
  scratch.write("s.hpp", "#pragma once\n" + header("long more; "));
  for (const Compiler &compiler : cxx_compilers) {
    const Finished run = scratch.run(std::string(compiler.command) + " -Wall -Wextra -std=c++17 -fsyntax-only m.cpp");
    EXPECT_NE(first_error(run.err).find("s.hpp: field i of class s has moved"), std::string::npos) << run.err;
    EXPECT_EQ(run.err.find("error: "), run.err.rfind("error: ")) << run.err;
    EXPECT_LE(std::ranges::count(run.err, '\n'), 16) << run.err;
  }
}

INSTANTIATE_TEST_SUITE_P(GeneratedCode, ClassChanged, ::testing::ValuesIn(class_change_cases),
                         [](const auto &info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(GeneratedCode, Changed, ::testing::ValuesIn(change_cases),
                         [](const auto &info) { return info.param.name; });

} // namespace
} // namespace automap::test
