// Tests options, inputs and outputs of the automap command.
#include "runs.h"

#include "llvm/Config/llvm-config.h"

namespace automap::test {
namespace {

const std::string point = region("struct point { double x, y; } /*~ AutoMap_TpUsed */;");

TEST(CommandLine, HelpShowsAnExample) {
  const Finished run = run_automap({}, "--help");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_TRUE(contains(run.out, "automap particle.h -o mpitypes.c")) << run.out;
  for (const char *option :
       {"-o <file>", "-p <build dir>", "--extra-arg=", "--type=", "--depfile=", "--format=", "--all", "--suffix=",
        "--ignore-pointers", "--version", "--from-typemap=", "--type-name=", "--cost=", "--cost-model=", "--show-tree"})
    EXPECT_TRUE(contains(run.out, option)) << option << '\n' << run.out;
}

TEST(CommandLine, VersionOfABuildThatIsNotInstalled) {
  const Finished run = run_automap({}, "--version");
  EXPECT_TRUE(contains(run.out, "automap " AUTOMAP_VERSION "\nLLVM " LLVM_VERSION_STRING "\nno libraries for MPI in /"))
      << run.out;
}

TEST(CommandLine, SensibleOptionsOnly) {
  const Scratch scratch;
  scratch.write("p.h", point);
  scratch.write("build/compile_commands.json", "[]");
  scratch.write("no_json/compile_commands.json", "[{\n");
  scratch.write("no_names/compile_commands.json", R"([{"directory": 3, "file": ["a"], "command": {}}])");
  std::filesystem::create_symlink("loop", scratch / "loop");
  const std::pair<const char *, const char *> cases[] = {
      {"", "no input file"},
      {"--frobnicate p.h", "unknown argument '--frobnicate'\n"},
      {"p.h --ouput m.c", "unknown argument '--ouput'; did you mean '-o'?"},
      {"p.h --autolnk", "unknown argument '--autolnk'; did you mean '--autolink'?"},
      {"p.h -autolnk", "unknown argument '-autolnk'; did you mean '--autolink'?"},
      {"p.h --depfile", "--depfile needs a value"},
      {"p.h -formt=json", "unknown argument '-formt=json'; did you mean '--format'?"},
      {"p.h -ignore-pointer", "unknown argument '-ignore-pointer'; did you mean '--ignore-pointers'?"},
      {"p.h -Wall", "unknown argument '-Wall'; write options for the compiler after '--': -- -Wall"},
      {"p.h -fPIC", "unknown argument '-fPIC'; write options for the compiler after '--': -- -fPIC"},
      {"p.h -m64", "unknown argument '-m64'; write options for the compiler after '--': -- -m64"},
      {"p.h -om.c", "unknown argument '-om.c'; did you mean '-o m.c'?"},
      {"p.h -out m.c", "unknown argument '-out'; did you mean '-o'?"},
      {"p.h --std=c11", "unknown argument '--std=c11'; write options for the compiler after '--': -- -std=c11"},
      {"-h", "unknown argument '-h'; did you mean '--help'?"},
      {"--versoin", "unknown argument '--versoin'; did you mean '--version'?"},
      {"p.h -std=c11", "unknown argument '-std=c11'; write options for the compiler after '--': -- -std=c11"},
      {"p.h -o", "-o needs a value"},
      {"p.h --format=yaml",
       "automap: error: --format 'yaml': the formats are c, json, text, html, svg, numpy, fortran and hdf5\n"},
      {"p.h --format yaml",
       "automap: error: --format 'yaml': the formats are c, json, text, html, svg, numpy, fortran and hdf5\n"},
      {"p.h -o types.f90", "the extension must be .c for C, or .cpp, .cc or .cxx for C++"},
      {"p.h -o -", "the extension must be"},
      {"p.h --all", "--all needs --format=json"},
      {"p.h --format=json --system-headers", "--system-headers needs --all"},
      {"p.h --format=json --depfile d", "--depfile needs -o FILE"},
      {"- - < p.h", "standard input can be read only once"},
      {"missing.h", "automap: error: no such file: 'missing.h'"},
      {"p.h -- -o m.c", "'-o m.c' is not a compiler option: write inputs and '-o' before '--'"},
      {"p.h -o m.c -- q.h", "'q.h' is not a compiler option"},
      {"p.h -o m.c -- -fbogus", "unknown argument: '-fbogus'"},
      {"--completion=fish", "--completion 'fish': the shells are bash and zsh"},
      {"p.h -o m.c --suffix=a-b", "--suffix 'a-b' may contain only letters, digits and '_'"},
      {"p.h --compiler=no-such-compiler", "--compiler=no-such-compiler: there is no such program"},
      {"p.h -p .", "-p .: there is no compile_commands.json in this directory"},
      {"p.h -p no/such/dir", "-p no/such/dir: there is no compile_commands.json in this directory"},
      {"p.h -p build/compile_commands.json",
       "-p build/compile_commands.json: -p takes the directory of compile_commands.json: -p build\n"},
      {"p.h -p no_json",
       "error: -p no_json: 'no_json/compile_commands.json' is no JSON: [2:0, byte=3]: Expected object key\n"},
      {"p.h -p no_names", "error: -p no_names: 'no_names/compile_commands.json': Expected string as value.\n"},
      {"p.h -o 'a\"b.c'", "-o 'a\"b.c': code cannot include a header of that name: use none of \" \\ > */\n"},
      {"p.h -o no/such/dir/m.c", "cannot write 'no/such/dir/m.c': there is no directory 'no/such/dir'\n"},
      {"p.h -o m.c --depfile no/m.d", "cannot write 'no/m.d': there is no directory 'no'\n"},
      {"p.h -o loop/m.c", "cannot write 'loop/m.c': Too many levels of symbolic links\n"},
      {"p.h -o m.c -- -x c++",
       "'p.h' is parsed as C++, but the output is C: name it '-o FILE.cpp', or read the header as C with '-- -x c'"},
      {"p.h -o m.cpp -- -x c",
       "'p.h' is parsed as C, but the output is C++: name it '-o FILE.c', or read the header as C++ with '-- -x c++'"},
  };
  for (const auto &[arguments, message] : cases) {
    const Finished run = run_automap(scratch, arguments);
    EXPECT_EQ(run.exit_code, 1) << arguments;
    EXPECT_TRUE(contains(run.err, message)) << arguments << '\n' << run.err;
  }
  EXPECT_FALSE(scratch.has("mpitypes.c") || scratch.has("m.c") || scratch.has("m.cpp"));
}

const std::string span = "#pragma once\n#include <span>\ninline int first(std::span<int> s) { return s[0]; }\n" + point;
const std::string stdlib = "#include <stdlib.h>\nstruct k { int i; };\n";

const RunCase command_line_runs[] = {
    {"OutputIsMpitypesAsInThePaper",
     {{"p.h", point}},
     "p.h",
     0,
     {{"mpitypes.c", "#include \"mpitypes.h\""}, {"mpitypes.h", "#include \"p.h\""}}},
    {"SourcesAreNotIncluded",
     {{"main.c", point}},
     "main.c -o m.c",
     0,
     {{"err", "note: 'main.c' is not a header, so the generated code does not include it"},
      {"m.h", "structs of main.c must be declared before this file is included"}}},
    {"HeadersAreIncluded", {{"p.h", point}}, "p.h -o m.c", 0, {{"!err", "is not a header"}}},
    {"SeveralFilesThatShareAHeader",
     {{"shared.h", "#pragma once\n" + region("struct shared { int i; } /*~ AutoMap_TpUsed */;")},
      {"a.h", "#include \"shared.h\"\n" + region("struct a { struct shared s; } /*~ AutoMap_TpUsed */;")},
      {"b.h", "#include \"shared.h\"\n" + region("struct b { struct shared s; } /*~ AutoMap_TpUsed */;")}},
     "a.h b.h -o m.c",
     0,
     {{"m.h", "#include \"a.h\""},
      {"m.h", "#include \"b.h\""},
      {"m.h", "MPI_Datatype AutoMap_a "},
      {"m.h", "MPI_Datatype AutoMap_b "},
      {"m.h", "MPI_Datatype AutoMap_shared "}}},
    {"GlobsStayOutOfSystemHeaders", {{"t.h", stdlib}}, "t.h --type '*'", 0, {{"!mpitypes.h", "div_t"}}},
    {"NamesReachIntoSystemHeaders", {{"t.h", stdlib}}, "t.h --type div_t", 0, {{"mpitypes.h", "AutoMap_div_t"}}},
    {"MarksOfIncludedHeadersMayBeLeftToOtherRuns",
     {{"a.h", "#pragma once\n" + region("struct a { int i; } /*~ AutoMap_TpUsed */;")},
      {"b.h", "#include \"a.h\"\n" + region("struct b { struct a a; } /*~ AutoMap_TpUsed */;")}},
     "b.h --skip-included",
     0,
     {{"mpitypes.h", "MPI_Datatype AutoMap_b "}, {"!mpitypes.h", "MPI_Datatype AutoMap_a "}}},
    {"CxxThatNobodyCalledCxx",
     {{"t.h", "namespace geo { " + point + " }\n"}},
     "t.h",
     1,
     {{"err", "'t.h' was read as C, but looks like C++: use '-o FILE.cpp' (in add_automap_types(): LANGUAGE CXX) or "
              "'-- -x c++'"}}},
    {"CxxOfTheStandardLibrary",
     {{"t.h", BEGIN "struct t { std::string s; }" USED}},
     "t.h",
     1,
     {{"err", "3 errors generated.\nautomap: note: 't.h' was read as C, but looks like C++: use '-o FILE.cpp' (in "
              "add_automap_types(): LANGUAGE CXX) or '-- -x c++'\n"},
      {"!err", "another header must be included"}}},
    {"CxxWithoutItsHeader",
     {{"t.h", BEGIN "struct t { std::string s; }" USED}, {"before.h", "#include <string>\n"}},
     "t.h -o t_types.cpp",
     1,
     {{"err", "if another header must be included before this one, name it: "}, {"!err", "was read as C,"}}},
    {"CxxThatTheOutputCallsCxx", {{"t.h", "namespace geo { " + point + " }\n"}}, "t.h -o t_types.cpp", 0, {}},
    {"CThatDoesNotCompile", {{"c.h", "struct {"}}, "c.h", 1, {{"!err", "was read as C"}}},
    {"CxxOfAStandardThatNobodyNamed",
     {{"t.hpp", span}},
     "t.hpp -o m.cpp",
     1,
     {{"err", "'t.hpp' was read as C++17; if it needs a later standard, add '--extra-arg=-std=c++20'"}}},
    {"CxxOfAStandardThatIsNamed", {{"t.hpp", span}}, "t.hpp -o m.cpp --extra-arg=-std=c++20", 0, {}},
    // The hint of the first is followed by the others.
    {"HeaderThatNeedsAnotherOne",
     {{"t.h", BEGIN "struct t { size_t n; }" USED}},
     "t.h",
     1,
     {{"err", "if another header must be included before this one, name it: '--extra-arg=-include "
              "--extra-arg=<header>'"}}},
    {"HeaderBefore",
     {{"t.h", BEGIN "struct t { size_t n; }" USED}},
     "t.h -o m.c --extra-arg=-include --extra-arg=stddef.h",
     0,
     {{"m.h", "#include <stddef.h>\n#include \"t.h\"\n"}}},
    {"HeadersBeforeOfTheUser",
     {{"t.h", BEGIN "struct t { real n; }" USED}, {"sub/real.h", "typedef double real;\n"}},
     "t.h -o m.c -- -include sub/real.h -include stdint.h",
     0,
     {{"m.h", "#include \"sub/real.h\"\n#include <stdint.h>\n#include \"t.h\"\n"}}},
    {"CxxThatDoesNotCompile",
     {{"t.hpp", "#pragma once\nint broken(\n"}},
     "t.hpp -o m.cpp",
     1,
     {{"!err", "was read as"}}},
    {"UnknownCompilerArgumentsAreErrors",
     {{"p.h", "#pragma once\n" + region("struct p { int i; } /*~ AutoMap_TpUsed */;")}},
     "p.h -o m.c -- -fanalyser",
     1,
     {{"err", "error: unknown argument: '-fanalyser'"}}},
    {"AttributesThatOnlyGccHasForFunctionsAreNotWarnedOf",
     {{"p.h", "#pragma once\nstatic inline int __attribute__((noclone, __optimize__(\"O3\"))) "
              "f(void) { return 0; }\n" +
                  region("struct p { int i; } __attribute__((scalar_storage_order(\"big-endian\"))) "
                         "/*~ AutoMap_TpUsed */;")}},
     "p.h -o m.c --compiler=clang",
     0,
     {{"!err", "noclone"}, {"!err", "optimize"}, {"err", "warning: unknown attribute 'scalar_storage_order' ignored"}}},
    {"TextDrawsTheLayout",
     {{"p.h", region("struct particle {\n  char tag;\n  double pos[3];\n  struct { short a; } "
                     "in[2];\n  int *link /*~ AutoMap_Ignore */;\n"
                     "  int id;\n} /*~ AutoMap_TpUsed */;")}},
     "--format=text p.h",
     0,
     {{"=out", R"(struct particle { /* p.h:2 */
    char tag;      /*      0      1  1 MPI_CHAR */
    /* 7 bytes of padding */
    double pos[3]; /*      8     24  3 MPI_DOUBLE */
    struct {
        short a;   /*     32      2  1 MPI_SHORT */
    } in[2];       /*     32      4 */
    /* 4 bytes of padding */
    int *link;     /*     40      8  (left out) */
    int id;        /*     48      4  1 MPI_INT */
    /* 4 bytes of padding */
    /* size: 56, align: 8, fields: 5, padding: 15 */
    /* tree: struc(4, <0, 8, 32, 48>, <leaf(MPI_CHAR), vec(3, 8, leaf(MPI_DOUBLE)), vec(2, 2,
           leaf(MPI_SHORT)), leaf(MPI_INT)>) */
    /* cost 26 (MPI_Type_create_struct of the fields: 26), proved least */
};
)"}}},
    {"TextCountsThePaddingOfEachElement", // 7 bytes after 'tag', 7 after each of 4 'c', 7 after each of 8 'a'
     {{"p.h", region("struct s { char tag; struct { char c; struct { char a; double b; } in[2]; } kv[4]; "
                     "} /*~ AutoMap_TpUsed */;")}},
     "--format=text p.h",
     0,
     {{"out", "/* size: 168, align: 8, fields: 4, padding: 91 */"}}},
    {"TextPutsNamesWhereDeclarationsHaveThem",
     {{"p.hpp", region("template <class T> struct wrap { int n; };\nstruct s { wrap<int[3]> w, v[2]; wrap<int "
                       "(*)(int)> f; unsigned b : 3; s *kids[6]; int (*g[3])(int); } /*~ AutoMap_TpUsed */;")}},
     "--format=text --ignore-pointers p.hpp",
     0,
     {{"out", " wrap<int[3]> w; "},
      {"out", " wrap<int[3]> v[2]; "},
      {"out", " wrap<int (*)(int)> f; "},
      {"out", " unsigned int b : 3; "},
      {"out", " s *kids[6]; "},
      {"out", " int (*g[3])(int); "}}},
};

AUTOMAP_TEST_RUNS(CommandLine, command_line_runs);

TEST(Output, NeverTakesTheInputsPlace) {
  const Scratch scratch;
  scratch.write("vec.h", "struct vec { double x; };\n");
  scratch.write("p.h", "#include \"vec.h\"\n" + point);
  scratch.run("ln -s p.h link.h");
  for (const char *arguments : {"p.h -o p.c", "p.h -o ./p.cpp", "p.h -o vec.c", "link.h -o p.c",
                                "p.h --format=json -o p.h", "p.h -o m.c --depfile p.h"}) {
    const Finished run = run_automap(scratch, arguments);
    EXPECT_EQ(run.exit_code, 1) << arguments;
    EXPECT_TRUE(contains(run.err, "it is the input '")) << arguments << '\n' << run.err;
    EXPECT_EQ(scratch.read("p.h"), "#include \"vec.h\"\n" + point) << arguments;
  }
  EXPECT_FALSE(scratch.has("p.c") || scratch.has("m.c") || scratch.has("vec.c"));
  const Finished run = run_automap(scratch, "p.h -o p.c");
  EXPECT_TRUE(contains(run.err,
                       "error: cannot write 'p.h', which is written together with 'p.c': it is the input 'p.h'; "
                       "name another output with -o\n"))
      << run.err;
}

TEST(Output, IsWarnedOfWhereItTakesThePlaceOfAnotherHeaders) {
  const Scratch scratch;
  scratch.write("p.h", "#pragma once\n" + point);
  scratch.write("q.h", "#pragma once\n" + region("struct q { int i; } /*~ AutoMap_TpUsed */;"));
  EXPECT_EQ(run_automap(scratch, "p.h").err, "");
  EXPECT_EQ(run_automap(scratch, "p.h").err, "");
  const Finished run = run_automap(scratch, "q.h");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, "automap: warning: 'mpitypes.c' was generated from 'p.h' and is overwritten: to keep "
                     "'p.h', give all headers in "
                     "one call, or name another output with -o\n");
  EXPECT_EQ(run_automap(scratch, "q.h p.h").err, "");
  EXPECT_NE(run_automap(scratch, "p.h").err.find("was generated from 'q.h, p.h' and is overwritten: to keep 'q.h'"),
            std::string::npos);
}

TEST(Output, OfAutoLinkIsWarnedOfWhereItTakesThePlaceOfAnotherHeaders) {
  const Scratch scratch;
  scratch.write("p.h", "#pragma once\n" + point);
  scratch.write("q.h", "#pragma once\n" + region("struct q { int i; } /*~ AutoMap_TpUsed */;"));
  EXPECT_EQ(run_automap(scratch, "p.h --autolink -o of_p.c").err, "");
  EXPECT_EQ(run_automap(scratch, "q.h --autolink -o of_q.c").err,
            "automap: warning: 'al_routines.c' was generated from 'p.h' and is overwritten: to keep 'p.h', give "
            "all headers in "
            "one call, or name another output with --suffix\n");
  EXPECT_EQ(run_automap(scratch, "p.h --autolink -o of_p.c --suffix p").err, "");
}

TEST(Output, NeverTakesThePlaceOfAUsersFile) {
  const Scratch scratch;
  scratch.write("p.h", point);
  scratch.write("sim.c", "int main(void) { return 0; }\n");
  const Finished run = run_automap(scratch, "p.h -o sim.c");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(contains(run.err, "cannot write 'sim.c': it exists and automap did not generate it")) << run.err;
  EXPECT_FALSE(scratch.has("sim.h"));
  scratch.write("mine.h", "int mine;\n");
  const Finished beside = run_automap(scratch, "p.h -o mine.c");
  EXPECT_TRUE(contains(beside.err, "cannot write 'mine.h', which is written together with 'mine.c': it "
                                   "exists and automap did not generate it"))
      << beside.err;
  EXPECT_FALSE(scratch.has("mine.c"));
  scratch.write("empty.c", ""); // as created by mktemp or touch
  EXPECT_EQ(run_automap(scratch, "p.h -o empty.c").exit_code, 0);
  EXPECT_EQ(run_automap(scratch, "p.h -o empty.c").exit_code, 0);
}

TEST(Output, FilesOfOneRunAreDifferentFiles) {
  const Scratch scratch;
  scratch.write("p.h", point);
  for (const char *arguments :
       {"p.h -o t.c --depfile t.c", "p.h -o t.c --depfile ./t.h", "p.h --format=json -o t.json --depfile t.json"}) {
    const Finished run = run_automap(scratch, arguments);
    EXPECT_EQ(run.exit_code, 1) << arguments;
    EXPECT_TRUE(contains(run.err, "it is the same file as the output")) << run.err;
  }
  EXPECT_FALSE(scratch.has("t.c") || scratch.has("t.h") || scratch.has("t.json"));
  scratch.write("notes.txt", "my thesis\n");
  EXPECT_EQ(run_automap(scratch, "p.h -o t.c --depfile notes.txt").exit_code, 1);
  EXPECT_EQ(scratch.read("notes.txt"), "my thesis\n");
}

TEST(Output, AllFilesOrNone) {
  const Scratch scratch;
  scratch.write("p.h", point);
  scratch.write("t.h/file", "");
  EXPECT_TRUE(contains(run_automap(scratch, "p.h -o t.c").err,
                       "cannot write 't.h', which is written together with 't.c': it is a directory"));
  EXPECT_FALSE(scratch.has("t.c"));
  scratch.write("u.c/file", "");
  EXPECT_EQ(run_automap(scratch, "p.h -o u.c").exit_code, 1);
  EXPECT_FALSE(scratch.has("u.h"));
}

TEST(Output, LinksAreFollowedAndPipesAreWritten) {
  const Scratch scratch;
  scratch.write("p.h", point);
  scratch.write("real.c", "");
  scratch.run("ln -s real.c link.c && mkfifo pipe");
  ASSERT_EQ(run_automap(scratch, "p.h -o link.c").exit_code, 0);
  EXPECT_TRUE(contains(scratch.read("real.c"), "AutoMap_point"));
  EXPECT_TRUE(std::filesystem::is_symlink(scratch / "link.c"));
  const Finished piped = scratch.run("cat pipe & " AUTOMAP_COMMAND " p.h --format=json -o pipe; wait");
  EXPECT_TRUE(find_record(records_of(piped.out), "point"));
  EXPECT_TRUE(std::filesystem::is_fifo(scratch / "pipe"));
  const Finished full = scratch.run(AUTOMAP_COMMAND " p.h --format=text > /dev/full");
  EXPECT_EQ(full.exit_code, 1);
  EXPECT_TRUE(contains(full.err, "cannot write 'standard output': No space left")) << full.err;
}

TEST(Output, ExtensionChoosesTheLanguage) {
  const Scratch scratch;
  scratch.write("p.h", region("#ifdef __cplusplus\nstruct point { double x; } /*~ AutoMap_TpUsed */;\n#else\n"
                              "struct point { float x; } /*~ AutoMap_TpUsed */;\n#endif"));
  for (const char *name : {"m.cpp", "m.cc", "m.cxx"}) {
    ASSERT_EQ(run_automap(scratch, std::string("p.h -o ") + name).exit_code, 0);
    EXPECT_TRUE(contains(scratch.read(name), "MPI_DOUBLE"));
    EXPECT_TRUE(contains(scratch.read(name), "static_assert"));
  }
  ASSERT_EQ(run_automap(scratch, "p.h -o m.c").exit_code, 0);
  EXPECT_TRUE(contains(scratch.read("m.c"), "MPI_FLOAT"));
}

TEST(Output, AFailureTouchesNoFile) {
  const Scratch scratch;
  scratch.write("p.h", point);
  ASSERT_EQ(run_automap(scratch, "p.h").exit_code, 0);
  const std::string source = scratch.read("mpitypes.c"), header = scratch.read("mpitypes.h");
  scratch.write("p.h", region("struct point { double *x; } /*~ AutoMap_TpUsed */;"));
  ASSERT_EQ(run_automap(scratch, "p.h").exit_code, 1);
  EXPECT_EQ(scratch.read("mpitypes.c"), source);
  EXPECT_EQ(scratch.read("mpitypes.h"), header);
}

TEST(Output, IncludesTheInputAsItsDirectoryAllows) {
  const Scratch scratch;
  for (const char *header : {"include/geo/p.h", "other/geo/p.h", "own/geo/p.h"})
    scratch.write(header, point);
  scratch.write("gen/keep", "");
  const std::pair<const char *, const char *> cases[] = {
      {"include/geo/p.h -o include/geo/m.c", "#include \"p.h\""},
      {"include/geo/p.h -o gen/m.c", "#include \"../include/geo/p.h\""},
      {"include/geo/p.h -o gen/m.c -- -Iinclude", "#include \"geo/p.h\""},
      {"include/geo/p.h -o gen/m.c -- -I include", "#include \"geo/p.h\""},
      {"include/geo/p.h -o gen/m.c -- -isystem include", "#include <geo/p.h>"},
      {"include/geo/p.h -o gen/m.c -- -Iother -Iinclude", "#include \"../include/geo/p.h\""},
      {"other/geo/p.h -o gen/m.c -- -Iother -Iinclude", "#include \"geo/p.h\""},
      {"include/geo/p.h -o gen/m.c -- -isystem other -isystem include", "#include \"../include/geo/p.h\""},
      {"include/geo/p.h -o own/m.c -- -Iinclude", "#include \"../include/geo/p.h\""},
  };
  for (const auto &[arguments, include] : cases) {
    ASSERT_EQ(run_automap(scratch, arguments).exit_code, 0) << arguments;
    const std::string header = scratch.read(contains(arguments, "-o gen")   ? "gen/m.h"
                                            : contains(arguments, "-o own") ? "own/m.h"
                                                                            : "include/geo/m.h");
    EXPECT_TRUE(contains(header, include)) << arguments << '\n' << header;
  }
}

TEST(Output, IsTheSameFromEveryDirectoryAndEveryTime) {
  const Scratch scratch;
  scratch.write("one/p.h", point);
  scratch.write("two/deeper/p.h", point);
  ASSERT_EQ(run_automap(scratch, "one/p.h -o one/m.c").exit_code, 0);
  ASSERT_EQ(scratch.run("cd two/deeper && " AUTOMAP_COMMAND " p.h -o m.c").exit_code, 0);
  EXPECT_EQ(scratch.read("one/m.c"), scratch.read("two/deeper/m.c"));
  EXPECT_EQ(scratch.read("one/m.h"), scratch.read("two/deeper/m.h"));
  const std::string first = scratch.read("one/m.c");
  ASSERT_EQ(run_automap(scratch, "'" + (scratch / "one/p.h").string() + "' -o '" + (scratch / "one/m.c").string() + "'")
                .exit_code,
            0);
  EXPECT_EQ(scratch.read("one/m.c"), first);
}

TEST(Input, StandardInput) {
  const Scratch scratch;
  scratch.write("p.h", point);
  ASSERT_EQ(run_automap(scratch, "- -o m.c < p.h").exit_code, 0);
  EXPECT_TRUE(contains(scratch.read("m.h"), "structs of standard input must be declared before this file is included"));
  const Finished run = run_automap(scratch, "--format=json - < p.h");
  EXPECT_EQ(find_record(records_of(run.out), "point")->getString("file"), "<stdin>");
  scratch.write("bad.h", "struct {");
  EXPECT_TRUE(contains(run_automap(scratch, "- < bad.h").err, "<stdin>:1:"));
}

TEST(Input, OneFileByTwoPaths) {
  const Scratch scratch;
  scratch.write("b.h", "#pragma once\n" + region("typedef struct { int j; } b /*~ AutoMap_TpUsed */;"));
  scratch.write("a.h", "#pragma once\n#include \"../" + scratch.path().filename().string() + "/b.h\"\n" +
                           region("struct a { b s; } /*~ AutoMap_TpUsed */;"));
  for (const std::string &b : {std::string("b.h"), (scratch / "b.h").string()}) {
    const Finished run = run_automap(scratch, "a.h " + b + " -o m.c");
    EXPECT_EQ(run.exit_code, 0) << run.err;
  }
}

TEST(Input, NestingDeeperThanTheStack) {
  const Scratch scratch;
  std::string text = "struct s0 { int i; };\n";
  for (int i = 1; i < 20000; ++i)
    text += "struct s" + std::to_string(i) + " { struct s" + std::to_string(i - 1) + " in; };\n";
  scratch.write("d.h", text);
  const Finished run = run_automap(scratch, "d.h --type s19999");
  EXPECT_EQ(run.exit_code, 0) << run.err.substr(0, 500);
}

TEST(Input, TypesByNameGlobTypedefAndVariable) {
  const Scratch scratch;
  scratch.write("t.h", "struct tag { int i; };\ntypedef struct tag alias;\ntypedef struct { int j; } plain;\n"
                       "struct { int k; } variable;\nstruct tail { int l; };\n");
  const std::pair<const char *, const char *> cases[] = {
      {"--type tag", "AutoMap_tag"},          {"--type alias", "AutoMap_alias"},
      {"--type plain", "AutoMap_plain"},      {"--type variable", "AutoMap_variable"},
      {"--type 'ta*'", "AutoMap_tail"},       {"--type=tag --type=plain", "AutoMap_plain"},
      {"--type 'struct tag'", "AutoMap_tag"},
  };
  for (const auto &[arguments, datatype] : cases) {
    const Finished run = run_automap(scratch, std::string("t.h ") + arguments);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_TRUE(contains(scratch.read("mpitypes.h"), datatype)) << arguments;
  }
  run_automap(scratch, "t.h --type 'ta*'");
  EXPECT_FALSE(contains(scratch.read("mpitypes.h"), "AutoMap_plain"));
}

TEST(Input, GlobsGiveNoSecondNames) {
  const Scratch scratch;
  scratch.write("t.hpp", region("namespace sim {\nstruct cell { int i; };\n"
                                "using Cell = cell; /*~ AutoMap_TpUsed */\nstruct other { int i; };\n}"));
  scratch.write("t.yaml", "types: ['sim::*']\n");
  for (const char *arguments : {"--type 'sim::*'", "--select t.yaml"}) {
    const Finished run = run_automap(scratch, std::string("t.hpp -o m.cpp ") + arguments);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::string header = scratch.read("m.h");
    EXPECT_TRUE(contains(header, "MPI_Datatype AutoMap_sim_Cell ")) << arguments;
    EXPECT_TRUE(contains(header, "MPI_Datatype AutoMap_sim_other ")) << arguments;
    EXPECT_FALSE(contains(header, "MPI_Datatype AutoMap_sim_cell ")) << arguments;
  }
  ASSERT_EQ(run_automap(scratch, "t.hpp -o m.cpp --type sim::cell").exit_code, 0); // selects it explicitly
  EXPECT_TRUE(contains(scratch.read("m.h"), "MPI_Datatype AutoMap_sim_cell "));
}

TEST(Input, PointersIgnoredOnRequest) {
  const Scratch scratch;
  scratch.write(
      "l.h", region("typedef struct node *link;\nstruct node { float data[10]; link next; } /*~ AutoMap_TpUsed */;"));
  EXPECT_EQ(run_automap(scratch, "l.h").exit_code, 1);
  const Finished run = run_automap(scratch, "--ignore-pointers --format=json l.h");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(layout_line(*find_record(records_of(run.out), "node")), "48/8 | MPI_FLOAT@0*10+4 | | 0");
}

TEST(CompilerArguments, BehindDashesAndExtraArg) {
  const Scratch scratch;
  scratch.write("inc/n.h", "#define N 7\n");
  scratch.write("p.h", "#include <n.h>\n" + region("struct p { char c[N]; REAL r; } /*~ AutoMap_TpUsed */;"));
  for (const char *arguments : {"-- -I inc -DREAL=double", "--extra-arg=-Iinc --extra-arg=-DREAL=double",
                                "--extra-arg=-Iinc -- -DREAL=double", "-Iinc -D REAL=double", "-I inc -DREAL=double"}) {
    const Finished run = run_automap(scratch, std::string("--format=json p.h ") + arguments);
    ASSERT_EQ(run.exit_code, 0) << arguments << run.err;
    EXPECT_EQ(layout_line(*find_record(records_of(run.out), "p")), "16/8 | MPI_CHAR@0*7+1 MPI_DOUBLE@8 | 7:1 | 0");
  }
}

TEST(CompilerArguments, OfAnotherTarget) {
  const Scratch scratch;
  scratch.write("p.h", region("struct p { char c; long l; } /*~ AutoMap_TpUsed */;"));
  const Finished run = run_automap(scratch, "--format=json p.h -- --target=armv7-linux-gnueabihf");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(layout_line(*find_record(records_of(run.out), "p")), "8/4 | MPI_CHAR@0 MPI_LONG@4 | 1:3 | 0");
}

TEST(CompilerArguments, OfACompilationDatabase) {
  const Scratch scratch;
  scratch.write("src/p.h", region("struct p { char c[N]; } /*~ AutoMap_TpUsed */;"));
  scratch.write("src/p.c", "#include \"p.h\"\n");
  scratch.write("build/compile_commands.json", "[{\"directory\": \"" + (scratch / "build").string() +
                                                   "\", \"file\": \"../src/p.c\", "
                                                   "\"command\": \"cc -DN=12 -O2 -MD -MF p.d -o p.o -c ../src/p.c\"}]");
  const Finished run = run_automap(scratch, "-p build --format=json src/p.h");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(*find_record(records_of(run.out), "p")->getInteger("size"), 12);
  EXPECT_FALSE(scratch.has("build/p.d") || scratch.has("build/p.o"));
  ASSERT_EQ(run_automap(scratch, "-p build src/p.h -o src/m.c --depfile m.d").exit_code, 0);
  EXPECT_TRUE(contains(scratch.read("m.d"), " " + (scratch / "build/../src/p.h").lexically_normal().string()) ||
              contains(scratch.read("m.d"), " " + (scratch / "build/../src/p.h").string()))
      << scratch.read("m.d");
  const Finished more = run_automap(scratch, "-p build --extra-arg=-DN=20 --format=json src/p.h");
  EXPECT_EQ(*find_record(records_of(more.out), "p")->getInteger("size"), 20);
  EXPECT_TRUE(contains(scratch.read("src/m.h"), "#include \"p.h\""));
}

TEST(CompilerArguments, OfACompilationDatabaseMayBeForGccOnly) {
  const Scratch scratch;
  scratch.write("p.h", "#pragma once\n#pragma GCC optimize(\"O2\")\n" +
                           region("struct p { char c; long l; } /*~ AutoMap_TpUsed */;\n"
                                  "struct q { int *owner; } /*~ AutoMap_Bytes */ /*~ AutoMap_TpUsed */;"));
  scratch.write("p.c", "#include \"p.h\"\n");
  scratch.write("compile_commands.json", "[{\"directory\": \"" + scratch.path().string() +
                                             "\", \"file\": \"p.c\", \"command\": \"gcc -Wall -Werror "
                                             "-pedantic-errors -w -Wlogical-op -fanalyzer "
                                             "-fno-gcse -fno-tree-loop-im -mrecord-mcount -Wl,-z,now "
                                             "-static-libgcc -fpack-struct=4 -c p.c\"}]");
  const Finished run = run_automap(scratch, "-p . --format=json p.h");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(*find_record(records_of(run.out), "p")->getInteger("size"), 12); // layout options are kept
  EXPECT_TRUE(contains(run.err, "warning: field 'owner' is a pointer"))
      << run.err; // the same as without -w and -Werror
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 4) << run.err;
}

TEST(Depfile, NamesTheInputAndAllItReads) {
  const Scratch scratch;
  scratch.write("inc/in.h", "struct in { int i; };");
  scratch.write("p.h", "#include <stddef.h>\n#include <stdint.h>\n#include \"in.h\"\n" +
                           region("struct p { struct in in; } /*~ AutoMap_TpUsed */;"));
  ASSERT_EQ(run_automap(scratch, "p.h -o m.c --depfile m.d -- -Iinc").exit_code, 0);
  const std::string depfile = scratch.read("m.d");
  EXPECT_TRUE(depfile.starts_with("m.c m.h:")) << depfile;
  EXPECT_TRUE(contains(depfile, " p.h") && contains(depfile, " inc/in.h") && contains(depfile, "/stdint.h")) << depfile;
  EXPECT_FALSE(contains(depfile, "stddef")) << "Clang's own headers are inside the tool: " << depfile;
  // Make itself reads the file, and rebuilds if an included header changes.
  scratch.write("Makefile", "m.c: ; @echo rebuilt\ninclude m.d\n");
  EXPECT_EQ(scratch.run("make").out, "make: 'm.c' is up to date.\n");
  EXPECT_EQ(scratch.run("touch -d '+1 hour' inc/in.h && make -s 2>/dev/null").out, "rebuilt\n");
}

const std::string alternating =
    region("struct s { int a; char b; int c; char d; int e; char f; } /*~ AutoMap_TpUsed */;");
TEST(ShowTree, IsText) {
  const Scratch scratch;
  scratch.write("s.h", alternating);
  const std::string shown = "struct s, s.h:2: cost 14 (MPI_Type_create_struct of the fields: 26), proved "
                            "least\n  vec 3 stride 8\n    struc 2\n      at 0: leaf MPI_INT\n"
                            "      at 4: leaf MPI_CHAR\n";
  EXPECT_EQ(run_automap(scratch, "s.h -o m.c --show-tree").out, shown);
  EXPECT_TRUE(scratch.has("m.c") && scratch.has("m.h"));
  EXPECT_EQ(run_automap(scratch, "s.h --format=json -o s.json --show-tree").out, shown);
  EXPECT_TRUE(find_record(records_of(scratch.read("s.json")), "s"));
  const Finished text = run_automap(scratch, "s.h --format=text --show-tree");
  EXPECT_TRUE(contains(text.out, "    /* tree, cost 14 (MPI_Type_create_struct of the fields: 26), proved "
                                 "least:\n         vec 3 stride 8\n"))
      << text.out;
  EXPECT_EQ(run_automap(scratch, "s.h --format=text -o s.txt --show-tree").out, "");
  EXPECT_EQ(scratch.read("s.txt"), text.out);
  const Finished json = run_automap(scratch, "s.h --format=json --show-tree");
  EXPECT_EQ(json.exit_code, 1);
  EXPECT_TRUE(contains(json.err, "--show-tree prints text: with another format, name a file with -o"));
  scratch.write("s.map", "MPI_INT 0\nMPI_CHAR 4\nMPI_INT 8\nMPI_CHAR 12\nMPI_INT 16\nMPI_CHAR 20\n");
  const Finished code = run_automap(scratch, "--from-typemap s.map --show-tree");
  EXPECT_TRUE(contains(code.out, " * tree:\n *   vec 3 stride 8\n *     struc 2\n")) << code.out;
  EXPECT_TRUE(contains(run_automap(scratch, "--from-typemap s.map --show-tree -o m.c").out,
                       "s.map: cost 14 (MPI_Type_create_struct of the blocks: 26), proved least\n"
                       "  vec 3 stride 8\n"));
}

TEST(Cost, IsInTheGeneratedCode) {
  const Scratch scratch;
  scratch.write("s.h", alternating);
  ASSERT_EQ(run_automap(scratch, "s.h -o m.c").exit_code, 0);
  EXPECT_TRUE(contains(scratch.read("m.c"),
                       " * tree: vec(3, 8, struc(2, <0, 4>, <leaf(MPI_INT), leaf(MPI_CHAR)>))\n"
                       " * cost 14 (MPI_Type_create_struct of the fields: 26), proved least\n */"));
  EXPECT_TRUE(contains(scratch.read("m.c"), "MPI_Type_create_hvector(3, 1, 8, am_step[0], &am_step[1])"));
  ASSERT_EQ(run_automap(scratch, "s.h -o m.c --cost vec=20 --cost=idx=100 --cost idxbuc=100").exit_code, 0);
  EXPECT_TRUE(contains(scratch.read("m.c"), "cost 26 (MPI_Type_create_struct of the fields: 26), proved least"));
  EXPECT_FALSE(contains(scratch.read("m.c"), "MPI_Type_create_hvector"));
}

TEST(Cost, SensibleConstantsOnly) {
  const Scratch scratch;
  scratch.write("p.h", point);
  const std::pair<const char *, const char *> cases[] = {
      {"--cost vec", "--cost 'vec': expected KEY=VALUE, as in --cost vec=4"},
      {"--cost idxbuk=4", "there is no constant 'idxbuk'; did you mean 'idxbuc'? (known are leaf, vec, idx, "
                          "ix, idxbuc, bucket, struc, type)"},
      {"--cost =4", "there is no constant ''"},
      {"--cost vec=", "'' is not a whole number"},
      {"--cost vec=four", "'four' is not a whole number"},
      {"--cost vec=1.5", "'1.5' is not a whole number"},
      {"--cost vec=-1", "a cost cannot be negative"},
      {"--cost vec=1000000001", "a cost is at most 1000000000"},
      {"--cost vec=99999999999999999999999999", "a cost is at most 1000000000"},
      {"--cost-model paper", "--cost-model 'paper': the cost models are papers and mpi"},
  };
  for (const auto &[arguments, message] : cases) {
    const Finished run = run_automap(scratch, std::string("p.h ") + arguments);
    EXPECT_EQ(run.exit_code, 1) << arguments;
    EXPECT_TRUE(contains(run.err, message)) << arguments << '\n' << run.err;
  }
  EXPECT_FALSE(scratch.has("mpitypes.c"));
}

TEST(Installation, WorksWhereverTheToolIsCopied) {
  const Scratch scratch;
  scratch.write("p.h",
                "#pragma once\n#include <stddef.h>\n#include <stdarg.h>\n#include <limits.h>\n#include <float.h>\n" +
                    region("struct p { size_t n; char c[CHAR_BIT]; } /*~ AutoMap_TpUsed */;"));
  ASSERT_EQ(scratch.run("mkdir elsewhere && cp " AUTOMAP_COMMAND " elsewhere/tool").exit_code, 0);
  const Finished run = scratch.run("env -i PATH=/nowhere elsewhere/tool p.h -o m.c");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
}

TEST(MpiHeader, IsFoundByItself) {
  const Scratch scratch;
  scratch.write("p.h", "#include <mpi.h>\n" + region("struct p { MPI_Aint a; } /*~ AutoMap_TpUsed */;"));
  const Finished run = scratch.run("env -u MPICC " AUTOMAP_COMMAND " p.h --depfile d");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string depfile = scratch.read("d");
  EXPECT_TRUE(contains(depfile, "/mpi.h")) << depfile;
  EXPECT_FALSE(contains(depfile, "automap-mpi")) << "the real path is wanted: " << depfile;
}

TEST(MpiHeader, OfTheUsersChoice) {
  const Scratch scratch;
  scratch.write("my/mpi.h", "typedef short MPI_Aint;\n");
  scratch.write("p.h", "#include <mpi.h>\n" + region("struct p { MPI_Aint a; } /*~ AutoMap_TpUsed */;"));
  EXPECT_EQ(*find_record(records_of(run_automap(scratch, "--format=json p.h -- -Imy").out), "p")->getInteger("size"),
            2);
  scratch.write("mympicc", "#!/bin/sh\necho gcc -I" + (scratch / "my").string() + " -lmpi\n");
  const Finished run = scratch.run("chmod +x mympicc && MPICC=./mympicc " AUTOMAP_COMMAND " --format=json p.h");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(*find_record(records_of(run.out), "p")->getInteger("size"), 2);
}

TEST(OpenMpHeader, IsGccs) {
  const Scratch scratch;
  scratch.write("p.h",
                "#include <omp.h>\n" + region("struct p { omp_sched_t kind; int chunk; } /*~ AutoMap_TpUsed */;"));
  for (const char *arguments : {"p.h -o m.c --depfile d", "p.h -o m.cpp --depfile d -- -fopenmp"}) {
    const Finished run = run_automap(scratch, arguments);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::string depfile = scratch.read("d");
    EXPECT_TRUE(contains(depfile, "/omp.h") && !contains(depfile, "automap-mpi")) << depfile;
  }
}

TEST(CommandLine, ARemovedWorkingDirectoryIsSaid) {
  const Scratch scratch;
  scratch.write("s.h", region("struct s { int i; } /*~ AutoMap_TpUsed */;"));
  scratch.write("t.map", "MPI_INT 0\n");
  const std::string file = (scratch / "s.h").string(), map = (scratch / "t.map").string();
  for (const std::string &arguments : {file + " -o " + file + ".c", "--from-typemap " + map + " -o " + map + ".c"}) {
    const Finished run = scratch.run("mkdir gone && cd gone && rmdir ../gone && " AUTOMAP_COMMAND " " + arguments);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.err.find("automap: error: the working directory cannot be found ("), 0u) << run.err;
  }
}

TEST(MpiHeader, AWrapperThatDoesNotTellIsSaid) {
  const Scratch scratch;
  scratch.write("p.h", "#include <mpi.h>\n");
  const Finished run = scratch.run("MPICC=nompicc " AUTOMAP_COMMAND " p.h");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(contains(run.err, "warning: MPICC='nompicc' is not a compiler wrapper that knows where mpi.h is; set it "
                                "to one such as mpicc.mpich"))
      << run.err;
}

TEST(MpiHeader, MissingIsClangsOwnError) {
  const Scratch scratch;
  scratch.write("p.h", "#include <mpi.h>\n");
  const Finished run = scratch.run("env -i PATH=/nowhere " AUTOMAP_COMMAND " p.h");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(contains(run.err, "p.h:1:10: fatal error: 'mpi.h' file not found")) << run.err;
}

} // namespace
} // namespace automap::test
