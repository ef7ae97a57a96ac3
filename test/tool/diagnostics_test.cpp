// Every diagnostic: its place, its words, the exit code, and that no output is left behind.
#include "automap_run.h"

namespace automap::test {
namespace {

struct DiagnosticCase {
  const char *name;
  const char *source;
  const char *expected; // on stderr
  const char *arguments = "";
  const char *also = ""; // on stderr too
};

void PrintTo(const DiagnosticCase &diagnostic, std::ostream *out) { *out << diagnostic.name; }

class Refused : public ::testing::TestWithParam<DiagnosticCase> {};

TEST_P(Refused, WithItsPlaceAndReason) {
  const DiagnosticCase &diagnostic = GetParam();
  const Scratch scratch;
  scratch.write("s.h", diagnostic.source);
  const Finished run =
      run_automap(scratch, std::string("s.h -o out.c --depfile out.d ") + diagnostic.arguments);
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_NE(run.err.find(diagnostic.expected), std::string::npos) << run.err;
  EXPECT_NE(run.err.find(diagnostic.also), std::string::npos) << run.err;
  EXPECT_EQ(run.out, "");
  for (const auto &file : std::filesystem::directory_iterator(scratch.path()))
    EXPECT_EQ(file.path().filename(), "s.h");
}

#define BEGIN "/*~ AutoMap_Begin */\n"
#define USED " /*~ AutoMap_TpUsed */;\n/*~ AutoMap_End */\n"

const DiagnosticCase refused_cases[] = {
    // Fields.
    {"Pointer", BEGIN "struct s {\n  int n;\n  double *p;\n}" USED,
     "s.h:4:11: error: cannot map 'struct s': field 'p' is a pointer: an address means nothing on another "
     "rank",
     "",
     "s.h:4:12: note: leave it out of the datatype with '/*~ AutoMap_Ignore */'\n"
     "    4 |   double *p;\n"
     "      |            ^\n"
     "      |             /*~ AutoMap_Ignore */"},
    {"PapersLinkedList",
     BEGIN "#define SIZE 1000\ntypedef struct LList *LL;\ntypedef struct LList\n{\n  float data[SIZE];\n"
           "  LL next;\n} LinkedList" USED,
     "s.h:7:6: error: cannot map 'struct LList': field 'next' is a pointer"},
    {"PointerArray", BEGIN "struct s { char *names[4]; }" USED, "field 'names' is a pointer"},
    {"EveryField", BEGIN "struct s {\n  int *p;\n  int n;\n  int b : 2;\n}" USED,
     "s.h:3:8: error: cannot map 'struct s': field 'p' is a pointer", "",
     "s.h:5:7: error: cannot map 'struct s': field 'b' is a bit-field"},
    {"MpiHandle", "#include <mpi.h>\n" BEGIN "typedef MPI_Comm my_comm;\nstruct s { my_comm comm; }" USED,
     "s.h:4:20: error: cannot map 'struct s': field 'comm' is of type 'MPI_Comm': it means nothing on "
     "another rank",
     "", "note: leave it out"},
    {"MpiStatus", "#include <mpi.h>\n" BEGIN "struct s { MPI_Status last[2]; }" USED,
     "field 'last' is of type 'MPI_Status'"},
    {"FunctionPointer", BEGIN "struct s { void (*f)(int); }" USED, "field 'f' is a pointer to a function"},
    {"BitField", BEGIN "struct s { unsigned flags : 3; }" USED,
     "s.h:2:21: error: cannot map 'struct s': field 'flags' is a bit-field"},
    {"FlexibleArray", BEGIN "struct s { int n; double values[]; }" USED,
     "s.h:2:26: error: cannot map 'struct s': field 'values' is a flexible array member"},
    {"Union", BEGIN "union s { int i; float f; }" USED,
     "s.h:2:7: error: cannot map 'union s': it is a union"},
    {"AnonymousUnion", BEGIN "struct s { int k; union { int i; float f; }; }" USED,
     "an unnamed field has the type 'union (unnamed)', which cannot be mapped", "",
     "note: in 'union (unnamed)': it is a union"},
    {"Atomic", BEGIN "struct s { _Atomic int a; }" USED, "field 'a' has the atomic type '_Atomic(int)'"},
    {"Vector", BEGIN "typedef float f4 __attribute__((vector_size(16)));\nstruct s { f4 v; }" USED,
     "field 'v' has the vector type 'f4'"},
    {"Int128", BEGIN "struct s { __int128 i; }" USED,
     "field 'i' has the type '__int128', for which MPI has no basic type"},
    {"Float16", BEGIN "struct s { _Float16 h; }" USED, "field 'h' has the type '_Float16'"},
    {"BitInt", BEGIN "struct s { _BitInt(40) b; }" USED, "field 'b' has the type '_BitInt(40)'"},
    {"InContainedRecord",
     BEGIN "struct in {\n  char *text;\n};\nstruct mid { struct in in; };\nstruct s {\n  struct mid "
           "mid[2];\n}" USED,
     "s.h:7:14: error: cannot map 'struct s': field 'mid' has the type 'struct mid', which cannot be mapped",
     "", "s.h:3:9: note: in 'struct in': field 'text' is a pointer"},
    {"InUnnamedRecord", BEGIN "struct s { struct { char *text; } in; }" USED,
     "field 'in' has the type 'struct (unnamed)', which cannot be mapped"},
    // Directives.
    {"BeginWithoutEnd", BEGIN "struct s { int i; } /*~ AutoMap_TpUsed */;",
     "s.h:1:1: error: 'AutoMap_Begin' without 'AutoMap_End'"},
    {"EndWithoutBegin", "/*~ AutoMap_End */\nstruct s { int i; } /*~ AutoMap_TpUsed */;",
     "s.h:1:1: error: 'AutoMap_End' without 'AutoMap_Begin'"},
    {"BeginTwice", BEGIN "/*~ AutoMap_Begin */\nstruct s { int i; }" USED,
     "s.h:2:1: error: 'AutoMap_Begin' inside 'AutoMap_Begin'", "", "s.h:1:1: note: the first one is here"},
    {"Misspelled", BEGIN "struct s { int i; } /*~ AutoMap_Tpused */;\n/*~ AutoMap_End */",
     "s.h:2:25: error: unknown automap directive; did you mean 'AutoMap_TpUsed'?\n"
     "    2 | struct s { int i; } /*~ AutoMap_Tpused */;\n"
     "      |                         ^~~~~~~~~~~~~~\n"
     "      |                         AutoMap_TpUsed"},
    {"Unknown", BEGIN "struct s { int i; } /*~ AutoMap_Frobnicate */;\n/*~ AutoMap_End */",
     "s.h:2:25: error: unknown automap directive\n"},
    {"WithoutPrefix", BEGIN "struct s { int i; } /*~ TpUsed */;\n/*~ AutoMap_End */",
     "s.h:2:25: error: unknown automap directive; did you mean 'AutoMap_TpUsed'?"},
    {"ExtraText", BEGIN "struct s { int i; } /*~ AutoMap_TpUsed now */;\n/*~ AutoMap_End */",
     "s.h:2:40: error: unexpected text after 'AutoMap_TpUsed'"},
    {"UsedBehindNothing", BEGIN "/*~ AutoMap_TpUsed */\nstruct s { int i; };\n/*~ AutoMap_End */",
     "s.h:2:1: error: 'AutoMap_TpUsed' does not follow a struct"},
    {"UsedOnTheNextLine", BEGIN "struct s { int i; };\n/*~ AutoMap_TpUsed */\n/*~ AutoMap_End */",
     "s.h:3:1: error: 'AutoMap_TpUsed' does not follow a struct", "",
     "note: it stands behind the declarator"},
    {"UsedBehindAField", BEGIN "struct s { int i /*~ AutoMap_TpUsed */; };\n/*~ AutoMap_End */",
     "'AutoMap_TpUsed' does not follow a struct"},
    {"UsedBehindAnEnum", BEGIN "typedef enum { A } e /*~ AutoMap_TpUsed */;\n/*~ AutoMap_End */",
     "'AutoMap_TpUsed' does not follow a struct"},
    {"IgnoreBehindARecord", BEGIN "struct s { int i; } /*~ AutoMap_Ignore */;\n/*~ AutoMap_End */",
     "'AutoMap_Ignore' does not follow a field"},
    {"Incomplete",
     BEGIN "struct later;\ntypedef struct later later /*~ AutoMap_TpUsed */;\n/*~ AutoMap_End */",
     "s.h:3:28: error: 'later' is incomplete"},
    // The input as a whole.
    {"NothingMarked", "struct s { int i; };", "error: no struct is marked"},
    {"DoesNotCompile", BEGIN "struct s { flaot f; }" USED, "s.h:2:12: error: unknown type name 'flaot'"},
    {"MissingInclude", "#include \"missing.h\"\n" BEGIN "struct s { int i; }" USED,
     "s.h:1:10: fatal error: 'missing.h' file not found"},
    {"NoSuchType", "struct point { int i; };",
     "error: --type 'piont' matches no complete struct; did you mean 'point'?", "--type piont"},
    {"BadGlob", "struct point { int i; };", "error: --type 'p[': ", "--type 'p['"},
    {"OneNameTwice", BEGIN "typedef struct { int i; } a_b /*~ AutoMap_TpUsed */;\nstruct a_b { int j; }" USED,
     "both 'a_b' (s.h:2) and 'a_b' (s.h:3) would be called AutoMap_a_b"},
    {"ObjectiveC", BEGIN "struct s { int i; }" USED, "Objective-C", "-- -x objective-c"},
};

INSTANTIATE_TEST_SUITE_P(C, Refused, ::testing::ValuesIn(refused_cases),
                         [](const auto &info) { return info.param.name; });

class RefusedCxx : public ::testing::TestWithParam<DiagnosticCase> {};

TEST_P(RefusedCxx, WithItsPlaceAndReason) {
  const DiagnosticCase &diagnostic = GetParam();
  const Scratch scratch;
  scratch.write("s.hpp", diagnostic.source);
  const Finished run = run_automap(scratch, std::string("s.hpp -o out.cpp ") + diagnostic.arguments);
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_NE(run.err.find(diagnostic.expected), std::string::npos) << run.err;
  EXPECT_FALSE(scratch.has("out.cpp") || scratch.has("out.h"));
}

const DiagnosticCase refused_cxx_cases[] = {
    {"Base", BEGIN "struct b { int i; };\nstruct s : b { int j; }" USED,
     "s.hpp:3:8: error: cannot map 'struct s': it has base classes"},
    {"Virtual", BEGIN "struct s { int j; virtual void f(); }" USED, "it has virtual functions"},
    {"NoStandardLayout", BEGIN "struct s { int &r; /*~ AutoMap_Ignore */ int x; }" USED,
     "it has no standard layout"},
    {"InAPrivateClass", BEGIN "struct a { private: struct b { struct c { int x; }; }; public: b::c c; }" USED,
     "it is not public in its class"},
    {"Private", BEGIN "class s { int j; }" USED, "cannot map 'class s': it has fields that are not public"},
    {"NotTriviallyCopyable", BEGIN "struct s { s(const s &); int j; }" USED, "it is not trivially copyable"},
    {"Reference", BEGIN "struct s { int &r; }" USED, "field 'r' is a reference"},
    {"MemberPointer", BEGIN "struct t { int i; };\nstruct s { int t::*p; }" USED,
     "field 'p' is a pointer to a member"},
    {"NoUniqueAddress", BEGIN "struct e {};\nstruct s { [[no_unique_address]] e a; int i; }" USED,
     "field 'a' may overlap other fields"},
    {"TemplateInstance", BEGIN "template <class T> struct v { T x; };\nusing s = v<int>" USED,
     "it is an instance of a class template"},
    {"StdString", "#include <string>\n" BEGIN "struct s { std::string text; }" USED, "cannot map 'struct s'"},
    {"Char16", BEGIN "struct s { char16_t c; }" USED, "field 'c' has the type 'char16_t'"},
    {"NullPtr", BEGIN "struct s { decltype(nullptr) p; }" USED, "field 'p' is a pointer"},
    {"TwoNamespaces",
     BEGIN "namespace a { struct b_c { int i; } /*~ AutoMap_TpUsed */; }\n"
           "namespace a::b { struct c { int i; }"
           " /*~ AutoMap_TpUsed */; }\n/*~ AutoMap_End */",
     "both 'a::b_c' (s.hpp:2) and 'a::b::c' (s.hpp:3) would be called AutoMap_a_b_c"},
};

INSTANTIATE_TEST_SUITE_P(Cxx, RefusedCxx, ::testing::ValuesIn(refused_cxx_cases),
                         [](const auto &info) { return info.param.name; });

TEST(Warnings, UsedOutsideOfARegionIsMappedAllTheSame) {
  const Scratch scratch;
  scratch.write("s.h", "struct s { int i; } /*~ AutoMap_TpUsed */;");
  const Finished run = run_automap(scratch, "s.h -o out.c");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.err.find("s.h:1:21: warning: 'AutoMap_TpUsed' outside 'AutoMap_Begin' and 'AutoMap_End'"),
            std::string::npos)
      << run.err;
  EXPECT_TRUE(scratch.has("out.c"));
}

TEST(Warnings, ForgottenTilde) {
  const Scratch scratch;
  scratch.write(
      "s.h", region("struct r { int i; } /*~ AutoMap_TpUsed */;\nstruct s { int i; } /* AutoMap_TpUsed */;"));
  const Finished run = run_automap(scratch, "s.h -o out.c");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.err.find("s.h:3:21: warning: this comment is not a directive: write '/*~ AutoMap_TpUsed */'"),
            std::string::npos)
      << run.err;
}

TEST(Warnings, CommentsOfOtherKinds) {
  for (const char *comment : {"/**~ AutoMap_TpUsed */", "/**< AutoMap_TpUsed */", "///~ AutoMap_TpUsed"}) {
    const Scratch scratch;
    scratch.write("s.h", region("struct r { int i; } /*~ AutoMap_TpUsed */;\nstruct s { int i; }; " +
                                std::string(comment)));
    const Finished run = run_automap(scratch, "s.h -o out.c");
    EXPECT_NE(run.err.find("s.h:3:22: warning: this comment is not a directive"), std::string::npos)
        << comment << run.err;
  }
}

TEST(Directives, WithTextBehindThemStillCount) {
  const Scratch scratch;
  scratch.write(
      "s.h",
      "/*~ AutoMap_Begin: particles */\nstruct s { int i; } /*~ AutoMap_TpUsed */;\n/*~ AutoMap_End */\n");
  const Finished run = run_automap(scratch, "s.h -o out.c");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("1 error generated"), std::string::npos) << run.err;
}

TEST(Directives, BehindASemicolonMeanTheWholeDeclaration) {
  const Scratch scratch;
  scratch.write("s.h", region("typedef struct node { double a, b; //~ AutoMap_Ignore\n int i; } node_t, "
                              "*link, other_t; //~ AutoMap_TpUsed"));
  ASSERT_EQ(run_automap(scratch, "s.h -o out.c").exit_code, 0);
  const std::string header = scratch.read("out.h");
  EXPECT_NE(header.find("AutoMap_node_t;"), std::string::npos);
  EXPECT_NE(header.find("AutoMap_other_t;"), std::string::npos);
  EXPECT_EQ(header.find("AutoMap_node;"), std::string::npos);
  EXPECT_EQ(scratch.read("out.c").find("MPI_DOUBLE"), std::string::npos);
}

TEST(Warnings, DirectivesInSkippedCodeAreNotRead) {
  const Scratch scratch;
  scratch.write("s.h",
                region("#if 0\n/*~ AutoMap_Begin */\n#endif\nstruct s { int i; } /*~ AutoMap_TpUsed */;"));
  const Finished run = run_automap(scratch, "s.h -o out.c");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
}

TEST(Regions, ReachOverIncludes) {
  const Scratch scratch;
  scratch.write("in.h", "struct in { int i; } /*~ AutoMap_TpUsed */;\n");
  scratch.write("s.h", region("#include \"in.h\"\nstruct s { struct in in; } /*~ AutoMap_TpUsed */;"));
  const Finished run = run_automap(scratch, "s.h -o out.c");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_NE(scratch.read("out.h").find("AutoMap_in;"), std::string::npos);
}

TEST(Regions, MayNotEndInAnotherFile) {
  const Scratch scratch;
  scratch.write("in.h", "/*~ AutoMap_End */\n");
  scratch.write("s.h",
                "/*~ AutoMap_Begin */\nstruct s { int i; } /*~ AutoMap_TpUsed */;\n#include \"in.h\"\n");
  const Finished run = run_automap(scratch, "s.h -o out.c");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("in.h:1:1: error: 'AutoMap_End' stands in another file than its 'AutoMap_Begin'"),
            std::string::npos)
      << run.err;
}

} // namespace
} // namespace automap::test
