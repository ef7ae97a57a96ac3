// Reading headers as the compiler of the project does: --compiler, the compile commands of -p, and mpicc's compiler.
#include "automap_run.h"

namespace automap::test {
namespace {

using GccView = AskingCompilers<>;

/// A header whose structs differ between compilers and their versions. Headers of the C library use gcc's own types.
const std::string header = R"(#pragma once
#include <complex.h>
#include <math.h>
#include <stdlib.h>
)" + region(R"(
struct by_version { char c;
#if __GNUC__ >= 5
  long new_gcc;
#else
  short old_gcc;
#endif
#if __GNUC__ * 100 + __GNUC_MINOR__ >= 1202
  int with_minor;
#endif
} /*~ AutoMap_TpUsed */;
struct by_name { char c;
#ifdef __clang__
  double clang;
#elif defined(__clang_major__) || defined(__clang_minor__) || defined(__clang_patchlevel__) || defined(__llvm__)
  float half_clang;
#else
  int gcc;
#endif
} /*~ AutoMap_TpUsed */;
)");

struct View {
  const char *compiler, *output;
};
const View views[] = {{"gcc", "m.c"}, {"clang-19", "m.c"}, {"g++", "m.cpp"}, {"clang++-19", "m.cpp"}};

/// Expects that of the compilers for the language, only `view` compiles the generated code.
void expect_code_for(const View &view, const Scratch &scratch) {
  for (const View &other : views) {
    if (other.output != std::string(view.output))
      continue;
    const Finished run =
        scratch.run(std::string(other.compiler) + " " MPI_INCLUDE_FLAGS " -fsyntax-only " + other.output);
    if (other.compiler == std::string(view.compiler)) {
      EXPECT_EQ(run.exit_code, 0) << view.compiler << '\n' << run.err;
    } else {
      EXPECT_TRUE(contains(run.err, "by --compiler=<this compiler> -- <its flags>")) << run.err;
    }
  }
}

TEST_F(GccView, OptionNamesTheCompiler) {
  for (const View &view : views) {
    const Scratch scratch;
    scratch.write("h.h", header);
    const Finished run = run_automap(scratch, std::string("h.h -o ") + view.output + " --compiler=" + view.compiler);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    expect_code_for(view, scratch);
  }
}

TEST_F(GccView, IsThatOfTheCompileCommand) {
  for (const View &view : views) {
    const Scratch scratch;
    scratch.write("h.h", header);
    const bool cxx = view.output == std::string("m.cpp");
    const std::string source = cxx ? "h.cpp" : "h.c";
    scratch.write(source, "#include \"h.h\"\n");
    scratch.write("compile_commands.json", "[{\"directory\": \"" + (scratch / "").string() + "\", \"file\": \"" +
                                               source + "\", \"command\": \"" + view.compiler + " -c " + source +
                                               "\"}]");
    const Finished run = run_automap(scratch, std::string("h.h -p . -o ") + view.output);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    expect_code_for(view, scratch);
  }
}

TEST_F(GccView, IsThatOfTheCompilerThatMpiccRuns) {
  for (const View &view : views) {
    const Scratch scratch;
    scratch.write("h.h", header);
    scratch.write("wrapper/mpi.h", "");
    scratch.write("wrapper/mpicc",
                  std::string("#!/bin/sh\necho '") + view.compiler + " -I" + (scratch / "wrapper").string() + "'\n");
    const Finished run = scratch.run(
        std::string("chmod +x wrapper/mpicc && MPICC=wrapper/mpicc " AUTOMAP_COMMAND " h.h -o ") + view.output);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    expect_code_for(view, scratch);
  }
}

/// gcc alone knows the attribute and the pragma, which it ignores in C++.
TEST(GccViewOptions, OtherByteOrderIsRefusedOrSentAsBytes) {
  const struct {
    const char *struct_text;
    bool refused_in_c, refused_in_cxx;
  } cases[] = {
      {"struct s { int a; } __attribute__((scalar_storage_order(\"big-endian\"))) /*~ AutoMap_TpUsed */;", true, true},
      {"struct __attribute__((packed, scalar_storage_order(\"big-endian\"))) s { int a; } /*~ AutoMap_TpUsed */;", true,
       true},
      {"struct in { int a; } __attribute__((scalar_storage_order(\"big-endian\")));\n"
       "struct s { struct in i; } /*~ AutoMap_TpUsed */;",
       true, true},
      {"struct s { int a; } __attribute__((__scalar_storage_order__(\"big-endian\"))) /*~ AutoMap_TpUsed */;", true,
       true},
      {"struct [[gnu::scalar_storage_order(\"big-endian\")]] s { int a; } /*~ AutoMap_TpUsed */;", true, true},
      {"struct [[gnu::__scalar_storage_order__(\"big-endian\")]] s { int a; } /*~ AutoMap_TpUsed */;", true, true},
      {"struct s { int a; } __attribute__((scalar_storage_order(\"little-endian\"))) /*~ AutoMap_TpUsed */;", false,
       false},
      {"struct __attribute__((scalar_storage_order(\"big-endian\"))) s { int a; } /*~ AutoMap_TpUsed */ "
       "/*~ AutoMap_Bytes */;",
       false, false},
      {"#pragma scalar_storage_order big-endian\nstruct s { int a; } /*~ AutoMap_TpUsed */;", true, false},
      {"#pragma scalar_storage_order big-endian\nstruct in { int a; };\n#pragma scalar_storage_order default\n"
       "struct s { struct in i; } /*~ AutoMap_TpUsed */;",
       true, false},
      {"struct s {\n#pragma scalar_storage_order big-endian\nint a; } /*~ AutoMap_TpUsed */;", true, false},
      {"#pragma scalar_storage_order big-endian\nstruct other { int a; };\n#pragma scalar_storage_order default\n"
       "struct s { int a; } /*~ AutoMap_TpUsed */;",
       false, false},
      {"#pragma scalar_storage_order big-endian\nstruct s { int a; "
       "} __attribute__((scalar_storage_order(\"little-endian\"))) /*~ AutoMap_TpUsed */;",
       false, false},
      {"#pragma scalar_storage_order little-endian\nstruct s { int a; } /*~ AutoMap_TpUsed */;", false, false},
  };
  for (const auto &[struct_text, refused_in_c, refused_in_cxx] : cases)
    for (const char *output : {"m.c", "m.cpp"}) {
      const bool refused = output == std::string("m.c") ? refused_in_c : refused_in_cxx;
      const Scratch scratch;
      scratch.write("h.h", "#pragma once\n" + region(struct_text));
      const Finished run = run_automap(scratch, std::string("h.h --compiler=gcc -o ") + output);
      EXPECT_EQ(run.exit_code, refused ? 1 : 0) << struct_text << '\n' << run.err;
      EXPECT_EQ(contains(run.err, "its fields have the other byte order (scalar_storage_order)"), refused) << run.err;
      EXPECT_FALSE(contains(run.err, "ignored")) << run.err;
    }
}

/// To gcc for C they are types of their own; to Clang and to g++ 12, typedefs.
TEST_F(GccView, NumbersThatOnlyGccHasCompileEverywhere) {
  const Scratch scratch;
  std::string typedefs, fields;
  for (const std::string &type : std::initializer_list<std::string>{"_Float32", "_Float64", "_Float32x", "_Float64x"}) {
    typedefs += "typedef " + type + " alias" + type + ";\ntypedef alias" + type + " pair" + type +
                "[2];\n#define macro" + type + " " + type + "\n";
    int number = 0;
    for (const std::string &written :
         {type + " NAME", "const " + type + " NAME", type + " NAME[2][3]", "alias" + type + " NAME",
          "pair" + type + " NAME[2]", "macro" + type + " NAME", "__typeof__(" + type + ") NAME",
          "__typeof__((alias" + type + ")0) NAME[2]", type + " *NAME /*~ AutoMap_Len(n) */",
          "pair" + type + " *NAME /*~ AutoMap_Len(n) */", type + " (*NAME)(alias" + type + ") /*~ AutoMap_Bytes */"})
      fields += "  " + std::regex_replace(written, std::regex("NAME"), "f" + std::to_string(number++) + type) + ";\n";
  }
  const std::string start = "#pragma once\n#include <stdlib.h>\n" + typedefs, end = "  int n;\n  float last;\n}" USED;
  scratch.write("h.h", start + BEGIN "struct s {\n" + fields + end);
  scratch.write("g.h",
                start + BEGIN "struct s {\n  _Complex _Float32 c;\n  _Float64x _Complex d;\n  _Float128 q;\n" + end);
  const auto expect = [&](const std::string &header, const std::string &output, const char *compiler) {
    ASSERT_EQ(run_automap(scratch, header + " --autolink --compiler=gcc -o m." + output).exit_code, 0);
    for (const char *file : {"m.", "al_routines."}) {
      const Finished run = scratch.run(
          std::string(compiler) + " " MPI_INCLUDE_FLAGS " -I " AUTOLINK_INCLUDE " -w -fsyntax-only " + file + output);
      EXPECT_EQ(run.exit_code, 0) << compiler << '\n' << run.err;
    }
  };
  expect("h.h", "c", "gcc");
  expect("h.h", "c", "clang-19");
  expect("h.h", "cpp", "g++");
  expect("h.h", "cpp", "clang++-19");
  expect("g.h", "c", "gcc"); // Clang has no _Float128 and no complex typedef
  EXPECT_TRUE(contains(scratch.read("m.c"), "AUTOMAP_FIELD(struct s, last, 68, float)")) << scratch.read("m.c");
}

TEST(GccViewOptions, FlagsOfTheUserWin) {
  const Scratch scratch;
  scratch.write("h.h", header);
  const Finished run =
      run_automap(scratch, "h.h --format=text --compiler=gcc -D__clang__ -- -fgnuc-version=4.9.2 -std=c99");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contains(run.out, "old_gcc") && contains(run.out, "clang")) << run.out;
}

/// The hint must help, and must not be given where it does not.
TEST(GccViewOptions, HeadersThatOnlyClangReads) {
  const Scratch scratch;
  scratch.write("only.h", "#pragma once\n#ifndef __clang__\n#error no gcc\n#endif\n" BEGIN "struct s { int i; }" USED);
  scratch.write("none.h", "#error never\n");
  const Finished refused = run_automap(scratch, "only.h -o m.c --compiler=gcc");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_TRUE(contains(refused.err, "'--compiler=clang' reads it without these errors")) << refused.err;
  EXPECT_EQ(run_automap(scratch, "only.h -o m.c --compiler=clang").exit_code, 0);
  EXPECT_FALSE(contains(run_automap(scratch, "none.h -o m.c --compiler=gcc").err, "--compiler"));
}

/// After such classes, both place fields alike.
TEST(GccViewOptions, FieldsAfterOverlappingClassesAreAccepted) {
  for (const char *in : {"virtual void f();", "unsigned i : 17;", "unsigned i : 8, j : 16;", "int i; char j;"}) {
    const Scratch scratch;
    scratch.write("h.h", std::string("#pragma once\n" BEGIN "struct in { in(); ") + in +
                             " };\nstruct s { [[no_unique_address]] in first /*~ AutoMap_Ignore */; char a; }" USED);
    const Finished run = run_automap(scratch, "h.h -o m.cpp --compiler=gcc");
    EXPECT_EQ(run.exit_code, 0) << in << '\n' << run.err;
  }
}

/// What Clang lays out in another way than gcc is refused for gcc, and accepted for Clang, as the hint says.
TEST_F(GccView, RefusesWhatGccLaysOutDifferently) {
  const struct {
    const char *output, *struct_text, *reason;
  } cases[] = {
      {"m.c", "struct in { char c[3]; };\nstruct s { char c; _Atomic(struct in) a; char d; }",
       "field 'a' is an _Atomic struct, which Clang rounds up to a power of two and gcc does not"},
      {"m.cpp", "class in { int i; public: in(); };\nstruct __attribute__((packed)) s { char c; in a[2]; char d; }",
       "field 'a' is an array of a class that is no POD in a packed struct, which Clang packs and gcc does not"},
      {"m.cpp", "struct __attribute__((packed)) s { char c; int &a /*~ AutoMap_Ignore */; char d; }",
       "field 'a' is a reference in a packed struct, which Clang packs and gcc does not"},
      {"m.cpp", "struct in { in(); unsigned i : 2, j : 15; };\nstruct s { [[no_unique_address]] in first; char a; }",
       "field 'a' follows a [[no_unique_address]] class to whose last bit-field Clang leaves its last byte, and gcc "
       "does not"},
  };
  for (const auto &[output, struct_text, reason] : cases) {
    const Scratch scratch;
    scratch.write("h.h", std::string("#pragma once\n" BEGIN) + struct_text + USED);
    const std::string arguments = std::string("h.h -o ") + output + " --compiler=";
    const Finished refused = run_automap(scratch, arguments + "gcc");
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_TRUE(contains(refused.err, reason)) << refused.err;
    EXPECT_TRUE(contains(refused.err, "for programs that Clang compiles, add '--compiler=clang'")) << refused.err;
    const Finished accepted = run_automap(scratch, arguments + "clang");
    EXPECT_EQ(accepted.exit_code, 0) << accepted.err;
    const std::string flags = std::string(" " MPI_INCLUDE_FLAGS " -fsyntax-only ") + output;
    EXPECT_EQ(scratch.run("clang-19" + flags).exit_code, 0) << reason;
    EXPECT_NE(scratch.run("gcc" + flags).exit_code, 0) << reason;
  }
}

} // namespace
} // namespace automap::test
