// Tests every diagnostic: its location, its text, the exit code, and that no output file is left.
#include "runs.h"

namespace automap::test {
namespace {

struct DiagnosticCase {
  const char *name;
  const char *source;
  const char *expected; // on stderr
  const char *arguments = "";
  const char *also = ""; // also on stderr
};

void PrintTo(const DiagnosticCase &diagnostic, std::ostream *out) { *out << diagnostic.name; }

class Refused : public ::testing::TestWithParam<DiagnosticCase> {};

TEST_P(Refused, WithItsPlaceAndReason) {
  const DiagnosticCase &diagnostic = GetParam();
  const Scratch scratch;
  scratch.write("s.h", diagnostic.source);
  const Finished run = run_automap(scratch, std::string("s.h -o out.c --depfile out.d ") + diagnostic.arguments);
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_NE(run.err.find(diagnostic.expected), std::string::npos) << run.err;
  EXPECT_NE(run.err.find(diagnostic.also), std::string::npos) << run.err;
  EXPECT_EQ(run.out, "");
  for (const auto &file : std::filesystem::directory_iterator(scratch.path()))
    EXPECT_EQ(file.path().filename(), "s.h");
  expect_hints_help(scratch, std::string("s.h -o out.c ") + diagnostic.arguments, run.err);
  if (test_all() && !contains(diagnostic.arguments, "--"))
    expect_key_hints_help(scratch, "s.h -o out.c");
}

TEST(Hints, AreReadFromFixItsAndQuotes) {
  const std::vector<Hint> hints = hints_in("s.h:2:6: error: a reason\n    2 | int *p;\n      | ~~~~~^\n"
                                           "s.h:2:7: note: write '/*~ A */', or '--b'\n    2 | int *p;\n"
                                           "      |       ^\n      |        /*~ A */\n"
                                           "s.h:3:5: error: unknown; did you mean 'none'?\n    3 | int non;\n"
                                           "      |     ^~~\n      |     none\n"
                                           "s.h:4:6: warning: write '/*~ C */', otherwise '/*~ D(e) */'\n"
                                           "    4 | int *q, *r;\n      |      ^\n");
  std::string text;
  for (const Hint &hint : hints)
    text += std::to_string(hint.line) + ":" + std::to_string(hint.column) + "+" + std::to_string(hint.length) + " " +
            hint.option + hint.type + hint.entry + hint.text + "\n";
  EXPECT_EQ(text, "2:7+0  /*~ A */\n2:7+0 --b\n3:5+3 none\n4:7+0  /*~ C */\n4:7+0  /*~ D(e) */\n");
}

TEST(Hints, ExampleOfARegionIsAccepted) {
  const Scratch scratch;
  scratch.write("s.h", BEGIN);
  const std::string err = run_automap(scratch, "s.h -o out.c").err;
  const auto begin = err.find("example: '") + 10;
  scratch.write("s.h", "#pragma once\n" + err.substr(begin, err.find("'\n", begin) - begin) + "\n");
  EXPECT_EQ(run_automap(scratch, "s.h -o out.c").err, "") << err;
  EXPECT_TRUE(contains(scratch.read("out.h"), "AutoMap_p"));
}

const DiagnosticCase refused_cases[] = {
    // Fields.
    {"Pointer", BEGIN "struct s {\n  int n;\n  double *p;\n}" USED,
     "s.h:4:11: error: cannot map 'struct s': field 'p' is a pointer: an address means nothing on another "
     "rank",
     "",
     "s.h:4:12: note: leave it out of the datatype with '/*~ AutoMap_Ignore */'\n"
     "    4 |   double *p;\n"
     "      |            ^\n"
     "      |             /*~ AutoMap_Ignore */\n"
     "s.h:4:12: note: or give the number of elements with '/*~ AutoMap_Len(n) */', where 'n' is the one "
     "integer field beside it, "
     "and send "
     "what it points to with AutoLink ('--autolink', or AUTOLINK in add_automap_types())\n"
     "    4 |   double *p;\n"
     "      |            ^\n"
     "      |             /*~ AutoMap_Len(n) */\n"},
    {"PointerBesideSeveralIntegers", BEGIN "struct s {\n  int nx, ny;\n  double *p;\n}" USED, "field 'p' is a pointer",
     "",
     "s.h:4:12: note: or give the number of elements with '/*~ AutoMap_Len(n) */', where 'n' is computed "
     "from integer fields, and "
     "send what it points to with AutoLink ('--autolink', or AUTOLINK in add_automap_types())\n1 error"},
    {"PointerToCharacters", BEGIN "struct s {\n  char *name;\n}" USED, "field 'name' is a pointer", "",
     "note: or mark it with '/*~ AutoMap_String */' if it ends with a NUL, and send what it points to with "
     "AutoLink"},
    {"PointerToAStruct", BEGIN "struct s {\n  struct s *next;\n}" USED,
     "field 'next' is a pointer: an address means nothing on another rank", "",
     "s.h:3:17: note: leave it out of the datatype with '/*~ AutoMap_Ignore */', or send what it points to "
     "with AutoLink ('--autolink', or AUTOLINK in add_automap_types())\n"
     "    3 |   struct s *next;\n"
     "      |                 ^\n"
     "      |                  /*~ AutoMap_Ignore */"},
    {"PapersLinkedList",
     BEGIN "#define SIZE 1000\ntypedef struct LList *LL;\ntypedef struct LList\n{\n  float data[SIZE];\n"
           "  LL next;\n} LinkedList" USED,
     "s.h:7:6: error: cannot map 'struct LList': field 'next' is a pointer"},
    {"PointerToALibrarysStruct", "#include <stdio.h>\n" BEGIN "struct s { FILE *log; }" USED,
     "field 'log' is a pointer", "", "leave it out of the datatype with '/*~ AutoMap_Ignore */'\n"},
    {"PointerArray", BEGIN "struct s { char *names[4]; }" USED, "field 'names' is a pointer"},
    {"EveryField", BEGIN "struct s {\n  int *p;\n  int n;\n  void (*f)(void);\n}" USED,
     "s.h:3:8: error: cannot map 'struct s': field 'p' is a pointer", "",
     "s.h:5:10: error: cannot map 'struct s': field 'f' is a pointer to a function"},
    {"MpiHandle", "#include <mpi.h>\n" BEGIN "typedef MPI_Comm my_comm;\nstruct s { my_comm comm; }" USED,
     "s.h:4:20: error: cannot map 'struct s': field 'comm' is of type 'MPI_Comm': it means nothing on "
     "another rank",
     "", "note: leave it out"},
    {"Mutex", "#include <pthread.h>\n" BEGIN "struct s { int n; pthread_mutex_t m[2]; }" USED,
     "s.h:3:35: error: cannot map 'struct s': field 'm' is of type 'pthread_mutex_t': it means nothing on "
     "another "
     "rank",
     "", "note: leave it out"},
    {"OpenMpLock", "#include <omp.h>\n" BEGIN "typedef omp_lock_t lock;\nstruct s { lock l; }" USED,
     "field 'l' is of type 'omp_lock_t'"},
    {"MpiStatus", "#include <mpi.h>\n" BEGIN "struct s { MPI_Status last[2]; }" USED,
     "field 'last' is of type 'MPI_Status'"},
    {"FunctionPointer", BEGIN "struct s { void (*f)(int); }" USED, "field 'f' is a pointer to a function"},
    {"Union", BEGIN "union s { int i; float f; }" USED,
     "s.h:2:7: error: cannot map 'union s': it is a union: which member is active cannot be known", "",
     "s.h:2:28: note: name the member to map with '/*~ AutoMap_Use(member) */', or send all its bytes with "
     "'/*~ AutoMap_Bytes */'"},
    {"UnionInAStruct", BEGIN "union u { int i; long l; };\nstruct s { union u u; }" USED,
     "s.h:3:20: error: cannot map 'struct s': field 'u' has the type 'union u', which cannot be mapped", "",
     "s.h:2:7: note: in 'union u': it is a union: which member is active cannot be known"},
    {"UnionMemberMisspelled", BEGIN "union s { int first; float f; } /*~ AutoMap_Use(frist) */" USED,
     "s.h:2:49: error: cannot map 'union s': it is a union without a member 'frist'; did you mean 'first'?", "",
     "s.h:2:7: note: its members are 'first' and 'f'"},
    {"UnionMemberMisspelledAtAField", BEGIN "struct s {\n  union { int i; float f; } u; //~ AutoMap_Use(g)\n}" USED,
     "s.h:3:48: error: cannot map 'struct s': field 'u' is a union without a member 'g'", "",
     "s.h:3:3: note: its members are 'i' and 'f'"},
    {"UseOfNoUnion", BEGIN "struct s { int i; /*~ AutoMap_Use(i) */ }" USED,
     "s.h:2:19: error: 'AutoMap_Use' is only for unions: write it after the '}' of a union, or after a field "
     "of union type"},
    {"UseOfAMemberOfAUnion", BEGIN "struct s { union { int i; double r /*~ AutoMap_Use(r) */; } t; }" USED,
     "s.h:2:36: error: 'AutoMap_Use' is only for unions: write it after the '}' of a union, or after a field "
     "of union type"},
    {"UseWithoutAMember", BEGIN "union s { int i; } /*~ AutoMap_Use */" USED,
     "s.h:2:24: error: expected 'AutoMap_Use(member)'"},
    {"TwoMembersOfAUnion", BEGIN "union s { int i; float f; } /*~ AutoMap_Use(i) */ /*~ AutoMap_Use(f) */" USED,
     "error: 'AutoMap_Use' contradicts another directive of the same declaration"},
    {"IgnoreAndBytes", BEGIN "struct s { int i; char c[9] /*~ AutoMap_Ignore */ /*~ AutoMap_Bytes */; }" USED,
     "error: 'AutoMap_Bytes' contradicts another directive of the same declaration"},
    {"VariableLengthArray", BEGIN "int n;\nstruct s { int a[n]; }" USED,
     "s.h:3:16: error: fields must have a constant size", "",
     "note: MPI cannot describe an array of variable length: give it a constant size"},
    {"IncompleteField", BEGIN "struct later;\nstruct s { struct later l; }" USED,
     "s.h:3:25: error: field has incomplete type 'struct later'", "", "s.h:2:8: note: forward declaration"},
    {"IgnoredBitFieldInASharedByte", BEGIN "struct s {\n  int a : 3;\n  int b : 3; /*~ AutoMap_Ignore */\n}" USED,
     "s.h:4:7: error: cannot map 'struct s': bit-field 'b' is left out but shares a byte with bit-field 'a', "
     "which is sent",
     "", "s.h:3:7: note: leave out both or neither"},
    {"BlockPointer", BEGIN "struct s { int (^block)(int); }" USED, "field 'block' is a block", "-- -fblocks"},
    {"TwoViewsOfOneName",
     BEGIN "struct s {\n  int i, j;\n} /*~ AutoMap_View(v: i) */\n  /*~ AutoMap_View(v: i, j) */" USED,
     "s.h:5:20: error: 's' has two views called 'v'", "", "s.h:4:20: note: the first one is here"},
    {"ViewOfAMissingField", BEGIN "struct s { int position; } /*~ AutoMap_View(v: postion) */" USED,
     "s.h:2:48: error: 'struct s' has no field 'postion'; did you mean 'position'?", "",
     "s.h:2:8: note: 'struct s' is declared here"},
    {"ViewOfATypedefsMissingField",
     BEGIN "typedef struct { int i; } t; /*~ AutoMap_View(v: postion) */\n/*~ AutoMap_End */\n",
     "s.h:2:50: error: 't' has no field 'postion'", "", "s.h:2:9: note: 't' is declared here"},
    {"ViewIntoANumber", BEGIN "struct s { int i; } /*~ AutoMap_View(v: i.x) */" USED,
     "s.h:2:41: error: field 'i' has no fields of its own"},
    {"ViewOfAFieldTwice",
     BEGIN "struct in { int x, y; };\nstruct s { struct in i; } /*~ AutoMap_View(v: i, i.x) */" USED,
     "s.h:3:50: error: field 'i.x' is selected twice"},
    {"ViewOfTwoUnionMembers", BEGIN "struct s { union { int i; float f; } u; } /*~ AutoMap_View(v: u.i, u.f) */" USED,
     "the view selects two members of this union: only one can be active"},
    {"ViewOfAPointer", BEGIN "struct s { int i; int *p /*~ AutoMap_Ignore */; } /*~ AutoMap_View(v: p) */" USED,
     "error: cannot map 'struct s, view v': field 'p' is a pointer", "", "note: remove it from the view 'v'\n"},
    {"MalformedView", BEGIN "struct s { int i; } /*~ AutoMap_View(i) */" USED,
     "s.h:2:38: error: expected 'AutoMap_View(name: field, field.field)'"},
    {"LengthOfNoPointer", BEGIN "struct s { int n; int a[3] /*~ AutoMap_Len(n) */; }" USED,
     "error: 'AutoMap_Len' is only for pointers"},
    {"LengthOfAMissingField", BEGIN "struct s { int count; int *a /*~ AutoMap_Len(2 * cuont) */; }" USED,
     "s.h:2:50: error: 'struct s' has no field 'cuont'; did you mean 'count'?"},
    {"LengthThatIsNoInteger", BEGIN "struct s { double n; int *a /*~ AutoMap_Len(n) */; }" USED,
     "s.h:2:45: error: field 'n' is not an integer: it cannot count elements", "",
     "s.h:2:19: note: it is declared here"},
    {"LengthThatIsNoExpression", BEGIN "struct s { int n; int *a /*~ AutoMap_Len(n +) */; }" USED,
     "s.h:2:45: error: a length may consist of integer fields, elements of arrays, numbers, names of constants, '+', "
     "'-', '*', '/', comparisons, '?', ':' and parentheses"},
    {"LengthOfTwoFields", BEGIN "struct s { int n; int *a /*~ AutoMap_Len((n n)) */; }" USED,
     "error: a length may consist of integer fields"},
    {"ForeignPointer", "#include <time.h>\n" BEGIN "struct s { struct tm t; }" USED,
     "field 't' has the type 'struct tm', which cannot be mapped", "",
     "note: leave it out of the datatype with 'ignore: [tm_zone]' for 'tm' in a --select file"},
    {"WrongAttribute", BEGIN "struct __attribute__((annotate(\"AutoMap_TpUse\"))) s { int i; };\n/*~ AutoMap_End */",
     "s.h:2:23: error: 'AutoMap_TpUse' is not an automap directive; did you mean 'AutoMap_TpUsed'?"},
    {"BeginAsAnAttribute",
     BEGIN "struct __attribute__((annotate(\"AutoMap_Begin\"))) s { int i; };\n/*~ AutoMap_End */",
     "'AutoMap_Begin' cannot be an attribute: write it as a comment"},
    {"AnonymousUnion", BEGIN "struct s { int k; union { int i; float f; }; }" USED,
     "an unnamed field has the type 'union (unnamed)', which cannot be mapped", "",
     "note: in 'union (unnamed)': it is a union"},
    {"InContainedRecord",
     BEGIN "struct in {\n  char *text;\n};\nstruct mid { struct in in; };\nstruct s {\n  struct mid "
           "mid[2];\n}" USED,
     "s.h:7:14: error: cannot map 'struct s': field 'mid' has the type 'struct mid', which cannot be mapped", "",
     "s.h:3:9: note: in 'struct in': field 'text' is a pointer"},
    {"InUnnamedRecord", BEGIN "struct s { struct { char *text; } in; }" USED,
     "field 'in' has the type 'struct (unnamed)', which cannot be mapped"},
    // Directives.
    {"BeginWithoutEnd", BEGIN "struct s { int i; } /*~ AutoMap_TpUsed */;",
     "s.h:1:1: error: 'AutoMap_Begin' without 'AutoMap_End'", "",
     "s.h:1:1: note: for example: '/*~ AutoMap_Begin */ struct p { int i; } /*~ AutoMap_TpUsed */; /*~ AutoMap_End "
     "*/'\n"},
    {"EndWithoutBegin", "/*~ AutoMap_End */\nstruct s { int i; } /*~ AutoMap_TpUsed */;",
     "s.h:1:1: error: 'AutoMap_End' without 'AutoMap_Begin'"},
    {"BeginTwice", BEGIN "/*~ AutoMap_Begin */\nstruct s { int i; }" USED,
     "s.h:2:1: error: 'AutoMap_Begin' before the previous one has ended", "", "s.h:1:1: note: the first one is here"},
    {"Misspelled", BEGIN "struct s { int i; } /*~ AutoMap_Tpused */;\n/*~ AutoMap_End */",
     "s.h:2:25: error: unknown automap directive; did you mean 'AutoMap_TpUsed'?\n"
     "    2 | struct s { int i; } /*~ AutoMap_Tpused */;\n"
     "      |                         ^~~~~~~~~~~~~~\n"
     "      |                         AutoMap_TpUsed"},
    {"Unknown", BEGIN "struct s { int i; } /*~ AutoMap_Frobnicate */;\n/*~ AutoMap_End */",
     "s.h:2:25: error: unknown automap directive; the directives are AutoMap_Begin, AutoMap_End, "
     "AutoMap_TpUsed, "},
    {"LongerThanMeant", BEGIN "struct s { int n; int *p /*~ AutoMap_Length(n) */; };\n/*~ AutoMap_End */",
     "s.h:2:30: error: unknown automap directive; did you mean 'AutoMap_Len'?"},
    {"AsManyAnnotationsWereNamed", BEGIN "struct s { int i; } /*~ AutoMap_Used */;\n/*~ AutoMap_End */",
     "s.h:2:25: error: unknown automap directive; did you mean 'AutoMap_TpUsed'?\n"
     "    2 | struct s { int i; } /*~ AutoMap_Used */;\n"
     "      |                         ^~~~~~~~~~~~\n"
     "      |                         AutoMap_TpUsed"},
    {"WithoutItsArgument", BEGIN "union u { int i; } /*~ AutoMap_Us */;\n/*~ AutoMap_End */",
     "s.h:2:24: error: unknown automap directive; did you mean 'AutoMap_Use(member)'?"},
    {"WithoutPrefix", BEGIN "struct s { int i; } /*~ TpUsed */;\n/*~ AutoMap_End */",
     "s.h:2:25: error: unknown automap directive; did you mean 'AutoMap_TpUsed'?"},
    {"ExtraText", BEGIN "struct s { int i; } /*~ AutoMap_TpUsed now */;\n/*~ AutoMap_End */",
     "s.h:2:40: error: unexpected text after 'AutoMap_TpUsed'"},
    {"UsedBehindNothing", BEGIN "/*~ AutoMap_TpUsed */\nstruct s { int i; };\n/*~ AutoMap_End */",
     "s.h:2:1: error: 'AutoMap_TpUsed' does not follow a struct"},
    {"UsedOnTheNextLine", BEGIN "struct s { int i; };\n/*~ AutoMap_TpUsed */\n/*~ AutoMap_End */",
     "s.h:3:1: error: 'AutoMap_TpUsed' does not follow a struct", "", "note: write it after the declarator"},
    {"UsedBehindAField", BEGIN "struct s { int i /*~ AutoMap_TpUsed */; };\n/*~ AutoMap_End */",
     "'AutoMap_TpUsed' does not follow a struct"},
    {"UsedBehindAnEnum", BEGIN "typedef enum { A } e /*~ AutoMap_TpUsed */;\n/*~ AutoMap_End */",
     "'AutoMap_TpUsed' does not follow a struct"},
    {"IgnoreBehindARecord", BEGIN "struct s { int i; } /*~ AutoMap_Ignore */;\n/*~ AutoMap_End */",
     "'AutoMap_Ignore' does not follow a field"},
    {"Incomplete", BEGIN "struct later;\ntypedef struct later later /*~ AutoMap_TpUsed */;\n/*~ AutoMap_End */",
     "s.h:3:28: error: 'later' is incomplete"},
    // The whole input.
    {"NothingMarked", "struct s { int i; };", "error: no struct is marked"},
    {"DoesNotCompile", BEGIN "struct s { div_t f; }" USED, "s.h:2:12: error: unknown type name 'div_t'"},
    {"MissingInclude", "#include \"missing.h\"\n" BEGIN "struct s { int i; }" USED,
     "s.h:1:10: fatal error: 'missing.h' file not found", "",
     "note: add the directory of this file with '-I <dir>', as for the compiler\n"},
    {"IncludesTheOutput", "#include \"x.h\"\n" BEGIN "struct s { int i; }" USED,
     "s.h:1:10: fatal error: 'x.h' file not found", "-o x.c", "note: automap writes this file"},
    {"NoSuchType", "struct point { int i; };",
     "error: --type 'piont' matches no complete record; did you mean 'point'?", "--type piont"},
    {"BadGlob", "struct point { int i; };", "error: --type 'p[': ", "--type 'p['"},
    {"OneNameTwice", BEGIN "typedef struct { int i; } a_b /*~ AutoMap_TpUsed */;\nstruct a_b { int j; }" USED,
     "both 'a_b' (s.h:2) and 'a_b' (s.h:3) would be called 'AutoMap_a_b'"},
    {"NameOfAFunction",
     BEGIN "struct x { char c; int i; } /*~ AutoMap_TpUsed */;\nstruct pack_x { char c; int i; }" USED,
     "both the packing function of 'x' (s.h:2) and 'pack_x' (s.h:3) would be called 'AutoMap_pack_x'"},
    {"ObjectiveC", BEGIN "struct s { int i; }" USED,
     "cannot map 'struct s': it is read as Objective-C, whose objects have no fixed layout", "-- -x objective-c",
     "note: if the header is plain C or C++, choose the language with '-- -x c' or '-- -x c++'"},
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
  EXPECT_NE(run.err.find(diagnostic.also), std::string::npos) << run.err;
  EXPECT_FALSE(scratch.has("out.cpp") || scratch.has("out.h"));
}

const DiagnosticCase refused_cxx_cases[] = {
    {"VirtualBase", BEGIN "struct b { int i; };\nstruct s : virtual b { int j; }" USED,
     "s.hpp:3:12: error: cannot map 'struct s': it has the virtual base 'b', whose offset differs from "
     "object to object",
     "", "note: inherit without 'virtual'"},
    {"InheritedVirtualBase",
     BEGIN "struct b { int i; };\nstruct m : virtual b { int j; };\nstruct s : m { int k; }" USED,
     "s.hpp:4:8: error: cannot map 'struct s': a class that it derives from has a virtual base", "",
     "s.hpp:3:12: note: inherit without 'virtual'"},
    {"BaseWithAPointer", BEGIN "struct b {\n  int *p;\n};\nstruct s : b { int j; }" USED,
     "s.hpp:5:12: error: cannot map 'struct s': its base 'struct b' cannot be mapped", "",
     "s.hpp:3:8: note: in 'struct b': field 'p' is a pointer"},
    {"MarkedPrivateClass", BEGIN "class a { struct b { int x; } /*~ AutoMap_TpUsed */; };\n/*~ AutoMap_End */",
     "s.hpp:2:18: error: 'b' is not public in its class: generated code could not name it", "",
     "note: name a public alias of it instead"},
    {"Destructor", BEGIN "struct s { ~s(); int handle; }" USED,
     "s.hpp:2:8: error: cannot map 'struct s': it has a destructor of its own", "",
     "s.hpp:2:12: note: if it owns nothing, let the compiler generate the destructor ('= default')"},
    {"Reference", BEGIN "struct s { int &r; }" USED,
     "s.hpp:2:17: error: cannot map 'struct s': field 'r' is a reference: an address means nothing on "
     "another rank",
     "", "s.hpp:2:18: note: leave it out of the datatype with '/*~ AutoMap_Ignore */'"},
    {"Pointer", BEGIN "struct s { int *r; }" USED, "field 'r' is a pointer", "",
     "('--autolink', or AUTOLINK in add_automap_types())"},
    {"FunctionPointer", BEGIN "struct s { int (*f)(); }" USED, "field 'f' is a pointer to a function", "",
     "note: leave it out of the datatype with '/*~ AutoMap_Ignore */'\n"},
    {"MemberPointer", BEGIN "struct t { int i; };\nstruct s { int t::*p; }" USED,
     "field 'p' is a pointer to a member: its value means nothing on another rank", "",
     "note: leave it out of the datatype with '/*~ AutoMap_Ignore */'\n"},
    {"NullPtr", BEGIN "struct s { decltype(nullptr) p; }" USED,
     "field 'p' is a null pointer: there is nothing to send"},
    {"VariableLengthArray", BEGIN "extern int n;\nstruct s { int a[n]; }" USED, "s.hpp:3:16: error: ", "",
     "note: MPI cannot describe an array of variable length"},
    {"Incomplete", BEGIN "class later;\nusing alias = later" USED, "s.hpp:3:21: error: 'alias' is incomplete", "",
     "s.hpp:2:7: note: it is declared here, without its fields"},
    {"Template", BEGIN "template <class T> struct v { T x; }" USED,
     "error: 'AutoMap_TpUsed' marks the template 'v<...>', but only its instances have a layout", "",
     "note: mark an instance that has a name:    using Name = v<...>; /*~ AutoMap_TpUsed */"},
    {"ClassInATemplate",
     BEGIN "template <class T> struct v { struct in { T x; } /*~ AutoMap_TpUsed */; };\n/*~ AutoMap_End */",
     "'AutoMap_TpUsed' marks the template 'v<...>::in'"},
    {"TemplateWithAnAttribute",
     "template <class T> struct [[clang::annotate(\"AutoMap_TpUsed\")]] v { T x; };\nv<int> i;",
     "'AutoMap_TpUsed' marks the template 'v<...>'"},
    {"TemplateMember", BEGIN "template <class T> struct v {\n  T *x;\n};\nusing s = v<int>" USED,
     "cannot map 'struct v<int>': field 'x' is a pointer"},
    {"NoSuchTemplate", "template <class T> struct vec { T x; };",
     "error: --type 'vce<int>' matches no complete record: no template named 'vce'", "--type 'vce<int>'"},
    {"WrongTemplateArguments", "template <class T, int N> struct vec { T x[N]; };",
     "error: --type 'vec<int>' matches no complete record: too few template arguments", "--type 'vec<int>'"},
    {"InstanceThatDoesNotCompile", "template <class T> struct vec { typename T::type x; };",
     "s.hpp:1:42: error: type 'int' cannot be used prior to '::'", "--type 'vec<int>'"},
    {"StdString", "#include <string>\n" BEGIN "struct s { std::string text; }" USED,
     "s.hpp:3:24: error: cannot map 'struct s': field 'text' has the type 'std::string', which owns its "
     "elements "
     "elsewhere in memory: its own bytes mean nothing on another rank",
     "",
     "note: leave it out of the datatype with '/*~ AutoMap_Ignore */' and send the elements in a message of "
     "their own"},
    {"StdVector", "#include <vector>\n" BEGIN "struct s { std::vector<int> v[2]; }" USED,
     "field 'v' has the type 'std::vector<int>', which owns its elements elsewhere"},
    {"StdVectorMarked", "#include <vector>\n" BEGIN "using s = std::vector<int>" USED,
     "it owns its elements elsewhere in memory"},
    {"StdMap", "#include <map>\n" BEGIN "struct s { std::map<int, int> m; }" USED, "which owns its elements elsewhere"},
    {"StdFunction", "#include <functional>\n" BEGIN "struct s { std::function<void()> f; }" USED,
     "which refers to memory elsewhere"},
    {"StdUniquePtr", "#include <memory>\n" BEGIN "struct s { std::unique_ptr<int> p; }" USED,
     "field 'p' has the type 'std::unique_ptr<int>', which is a pointer"},
    {"StdStringView", "#include <string_view>\n" BEGIN "struct s { std::string_view v; }" USED,
     "which refers to memory elsewhere"},
    {"StdOptional", "#include <optional>\n" BEGIN "struct s { std::optional<int> o; }" USED,
     "field 'o' has the type 'std::optional<int>', which may hold no value", "",
     "note: use a value and a bool, or send its bytes as they are with '/*~ AutoMap_Bytes */'"},
    {"StdVariant", "#include <variant>\n" BEGIN "struct s { std::variant<int, float> v; }" USED,
     "which holds one of several types"},
    {"StdMutex", "#include <mutex>\n" BEGIN "struct s { std::mutex m; }" USED, "which belongs to this process"},
    {"StringInAPair",
     "#include <string>\n#include <utility>\n" BEGIN "struct s { std::pair<int, std::string> p; }" USED,
     "field 'p' has the type 'struct std::pair<int, std::basic_string<char>>', which cannot be mapped", "",
     "note: in 'struct std::pair<int, std::basic_string<char>>': field 'second' has the type"},
    {"BytesOfAString", "#include <string>\n" BEGIN "struct s { std::string t; /*~ AutoMap_Bytes */ }" USED,
     "field 't' cannot be sent as bytes: it owns its elements elsewhere in memory"},
    {"BytesOfAPolymorphicClass", BEGIN "struct s { virtual void f(); int i; } /*~ AutoMap_Bytes */" USED,
     "it has virtual functions: receiving its bytes would overwrite the pointer to them"},
    {"BytesOfAStructWithAString",
     "#include <string>\n" BEGIN "struct in { std::string t; };\nstruct s { in i; /*~ AutoMap_Bytes */ }" USED,
     "field 'i' cannot be sent as bytes: field 't' of type 'std::string' cannot be sent as bytes: it owns "
     "its "
     "elements"},
    {"ViewOfAVirtualBase", BEGIN "struct b { int i; };\nstruct s : virtual b { int j; } /*~ AutoMap_View(v: i) */" USED,
     "the view selects fields of the virtual base 'b'"},
    {"BytesOfAMemberWithVirtualFunctions",
     BEGIN "struct v { virtual void f(); };\nstruct s { v member; int i; } /*~ AutoMap_Bytes */" USED,
     "field 'member' of type 'v' cannot be sent as bytes: it has virtual functions"},
    {"BytesOfAReference", BEGIN "struct s { int &r; /*~ AutoMap_Bytes */ }" USED,
     "field 'r' is a reference: receiving its bytes would bind it elsewhere"},
    {"BytesOfARecordWithAReference", BEGIN "struct s { int &r; } /*~ AutoMap_Bytes */" USED,
     "field 'r' is a reference: receiving its bytes would bind it elsewhere"},
    {"ViewOfAnAmbiguousField",
     BEGIN "struct a { int x; }; struct b { int x; };\nstruct s : a, b {} /*~ AutoMap_View(v: x) */" USED,
     "s.hpp:3:40: error: several bases of 'struct s' have a field 'x'"},
    {"MacroInPlaceOfTheType", BEGIN "struct point { int x; }" USED "#define point other_point\n",
     "s.hpp:2:8: error: 'point' is the name of a macro: generated code could not name it"},
    {"TemplateArgumentWithoutAName",
     "template <class T> struct w { int i; };\nenum { one } unnamed;\nw<decltype(unnamed)> object;",
     "a template argument of 'w' has no name: generated code could not name it", "--type 'w<decltype(unnamed)>'"},
    {"TypeThatIsATemplate", "namespace n { template <class T> struct vec { T x; }; }",
     "error: --type 'n::vec' matches no complete record; it is a template: name an instance, 'n::vec<...>'",
     "--type n::vec"},
    {"TypesOfANamespace",
     "namespace n { struct vec { int x; }; } namespace m { template <class T> struct vec { T x; }; }",
     "error: --type 'vec' matches no complete record; did you mean 'n::vec' or 'm::vec<...>'?", "--type vec"},
    {"TypeThatIsMoreThanAType", "template <class T> struct v { T x; };",
     "error: --type 'v<int>; int i': this is not the name of a type", "--type 'v<int>; int i'"},
    {"SeveralNearNames", "struct point1 { int x; }; struct point2 { int x; };", "did you mean 'point1' or 'point2'?",
     "--type point"},
    {"OptionalMarked", "#include <optional>\n" BEGIN "using s = std::optional<int>" USED,
     "s.hpp:3:30: error: cannot map 'class std::optional<int>': it may hold no value"},
    {"OptionalOfAString",
     "#include <optional>\n#include <string>\n" BEGIN "struct s { std::optional<std::string> o; }" USED,
     "which may hold no value", "", "note: leave it out of the datatype with '/*~ AutoMap_Ignore */'"},
    {"VectorInAPair",
     "#include <utility>\n#include <vector>\n" BEGIN "struct s { std::pair<int, std::vector<int>> p; }" USED,
     "field 'p' has the type", "", "s.hpp:4:45: note: leave it out of the datatype with '/*~ AutoMap_Ignore */'"},
    {"BytesOfAVariantOfAString",
     "#include <string>\n#include <variant>\n" BEGIN
     "struct s { std::variant<int, std::string> v; /*~ AutoMap_Bytes */ }" USED,
     "field 'v' cannot be sent as bytes: an alternative of type 'std::basic_string<char>' cannot be sent as "
     "bytes"},
    {"TemplateArgumentThatIsAMacro",
     "struct foo { int a; };\ntemplate <class T> struct w { T t; };\nw<foo> object;\n#define foo 3\n",
     "'foo' is the name of a macro: generated code could not name it", "--type 'w<*>'"},
    {"TemplateArgumentWithALambda",
     "inline auto f = [] {};\ntemplate <class T> struct w { int t; };\nw<int (*)(decltype(f))> object;\n",
     "a template argument of 'w' has no name: generated code could not name it", "--type 'w<*>'"},
    {"ObjectiveCxx", BEGIN "struct s { int i; }" USED, "it is read as Objective-C", "-- -x objective-c++-header"},
    {"TwoNamespaces",
     BEGIN "namespace a { struct b_c { int i; } /*~ AutoMap_TpUsed */; }\n"
           "namespace a::b { struct c { int i; }"
           " /*~ AutoMap_TpUsed */; }\n/*~ AutoMap_End */",
     "both 'a::b_c' (s.hpp:2) and 'a::b::c' (s.hpp:3) would be called 'AutoMap_a_b_c'"},
};

INSTANTIATE_TEST_SUITE_P(Cxx, RefusedCxx, ::testing::ValuesIn(refused_cxx_cases),
                         [](const auto &info) { return info.param.name; });

TEST(Warnings, CommentsOfOtherKinds) {
  for (const char *comment : {"/**~ AutoMap_TpUsed */", "/**< AutoMap_TpUsed */", "///~ AutoMap_TpUsed",
                              "/*- AutoMap_TpUsed */", "/* Automap_TpUsed */"}) {
    const Scratch scratch;
    scratch.write("s.h",
                  region("struct r { int i; } /*~ AutoMap_TpUsed */;\nstruct s { int i; }; " + std::string(comment)));
    const Finished run = run_automap(scratch, "s.h -o out.c");
    EXPECT_NE(run.err.find("s.h:3:22: warning: this comment is not a directive: write '/*~ AutoMap_TpUsed */'"),
              std::string::npos)
        << comment << run.err;
  }
}

TEST(Warnings, OfAHeaderThatMayNotBeIncludedTwice) {
  const std::string record = region("struct s { int i; } /*~ AutoMap_TpUsed */;");
  const struct {
    bool warned;
    std::string text;
    const char *arguments;
  } cases[] = {
      {true, record, ""},
      {true, "#include \"in.h\"\n" + record, ""},
      {true, "#ifdef NEVER\n#endif\n" + record, ""},
      {false, record, "--format=json"},
      {false, record, "-- -xc"}, // for a main file, '#pragma once' has no meaning
      {false, "#pragma once\n" + record, ""},
      {false, "#ifndef S_H\n#define S_H\n" + record + "#endif\n", ""},
      {false, "#ifndef S_H\n#define S_H\n" + record + "#endif\nextern int outside;\n", ""},
      {false, "#pragma once\n#include \"in.h\"\n", ""},
      {false, "#ifndef TAG\n#define TAG s\n#endif\n" + region("struct TAG { int i; } /*~ AutoMap_TpUsed */;"), ""},
  };
  for (const auto &[warned, text, arguments] : cases) {
    const Scratch scratch;
    scratch.write("in.h", region("struct in { int i; } /*~ AutoMap_TpUsed */;"));
    scratch.write("s.h", text);
    const std::string output = arguments == std::string("--format=json") ? "" : "-o out.c ";
    const Finished run = run_automap(scratch, "s.h " + output + arguments);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    if (!warned) {
      EXPECT_EQ(run.err, "") << text;
      continue;
    }
    EXPECT_NE(run.err.find("s.h:1:1: warning: this header has no include guard"), std::string::npos) << text << run.err;
    scratch.write("main.c", "#include \"s.h\"\n#include \"out.h\"\n");
    EXPECT_NE(scratch.run("gcc -std=c99 -fsyntax-only " MPI_INCLUDE_FLAGS " main.c").err.find("redefinition"),
              std::string::npos);
  }
}

struct NoticeCase {
  const char *name;
  const char *source;
  const char *expected; // on stderr
};

void PrintTo(const NoticeCase &notice, std::ostream *out) { *out << notice.name; }

class Notices : public ::testing::TestWithParam<NoticeCase> {};

TEST_P(Notices, AreGivenOfWhatIsMapped) {
  const NoticeCase &notice = GetParam();
  const Scratch scratch;
  scratch.write("s.hpp", notice.source);
  const Finished run = run_automap(scratch, "s.hpp -o out.cpp");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.err.find(notice.expected), std::string::npos) << run.err;
  EXPECT_TRUE(scratch.has("out.cpp") && scratch.has("out.h"));
}

const NoticeCase notice_cases[] = {
    {"BitField", BEGIN "struct s {\n  unsigned flag : 3;\n}" USED,
     "s.hpp:3:12: remark: bit-field 'flag' travels as the byte that holds it"},
    {"BitFields", BEGIN "struct s {\n  int a : 7, b : 7;\n  int c : 7;\n}" USED,
     "s.hpp:3:7: remark: bit-fields 'a' to 'c' travel as the 3 bytes that hold them"},
    {"FlexibleArray", BEGIN "struct s {\n  int n;\n  double v[];\n}" USED,
     "s.hpp:4:10: remark: field 'v' is a flexible array member: its elements are no part of the datatype"},
    {"Int128", BEGIN "struct s {\n  __int128 i;\n}" USED,
     "s.hpp:3:12: remark: field 'i' has the type '__int128', for which MPI has no basic type: it travels as "
     "16 bytes"},
    {"CopyConstructor", BEGIN "struct s {\n  s(const s &);\n  int i;\n}" USED,
     "s.hpp:3:3: warning: MPI does not call this constructor: it copies each field of 's' as it is"},
    {"CopyAssignment", BEGIN "struct s {\n  s &operator=(const s &);\n  int i;\n}" USED,
     "s.hpp:3:6: warning: MPI does not call this operator: it copies each field of 's' as it is"},
    {"NothingButWhatIsLeftOut", BEGIN "struct s {\n  int *p; /*~ AutoMap_Ignore */\n}" USED,
     "s.hpp:2:8: warning: 'struct s' has no field that is sent: all are left out, so its datatype is empty"},
    {"NoFields", BEGIN "class s {\n  virtual void f() {}\n}" USED,
     "s.hpp:2:7: warning: 'class s' has no fields, so its datatype is empty"},
    {"PointerInBytes", BEGIN "union s {\n  long i;\n  void *p;\n} /*~ AutoMap_Bytes */" USED,
     "s.hpp:4:9: warning: field 'p' is a pointer: sent as bytes it means nothing on another rank"},
};

INSTANTIATE_TEST_SUITE_P(Cxx, Notices, ::testing::ValuesIn(notice_cases),
                         [](const auto &info) { return info.param.name; });

TEST(Directives, ThatAreWrongAreToldWithoutWhatFollows) {
  for (const char *record :
       {"struct s { int *p /*~ AutoMap_Ignor */; } /*~ AutoMap_TpUsed */;",
        "struct s {\n  /*~ AutoMap_Ignore */\n  int *p;\n} /*~ AutoMap_TpUsed */;",
        "struct s { union { int i; float f; } u /*~ AutoMap_Use */; } /*~ AutoMap_TpUsed */;",
        "typedef union { int i; float f; } u; /*~ AutoMap_Use */\nstruct s { u value; } /*~ AutoMap_TpUsed "
        "*/;",
        "struct in { int *p; /*~ ignore */ };\nstruct s { struct in in; } /*~ AutoMap_TpUsed */;"}) {
    const Scratch scratch;
    scratch.write("s.h", region(record));
    const Finished run = run_automap(scratch, "s.h -o out.c");
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("1 error generated"), std::string::npos) << run.err;
    EXPECT_EQ(run.err.find("cannot map"), std::string::npos) << run.err;
  }
}

const RunCase diagnostics_runs[] = {
    {"AViewIsNamedByAnIdentifier",
     {{"s.h", region("struct s { int i; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(gr\xfcn: i) */ "
                     "/*~ AutoMap_View(grün: i) */ /*~ AutoMap_View(→: i) */;")}},
     "s.h -o out.c",
     1,
     {{"err", "s.h:2:60: error: the name of the view 'gr"},
      {"err", "s.h:2:119: error: the name of the view '→' has a character that no identifier may have"},
      {"err", "2 errors generated"}}},
    {"WhatLooksLikeAStructAndCannotBeMarked",
     {{"s.hpp",
       region("template <class T> struct V { T x; };\n"
              "namespace n { template <class T> using W = V<T> /*~ AutoMap_TpUsed */; }\n"
              "struct forward /*~ AutoMap_TpUsed */;\n"
              "inline int f(int x = int{}) { if (x) { } struct local { int x; } /*~ AutoMap_TpUsed */; return 0; }\n"
              "struct c { c() { } int g() { struct inner { int x; } /*~ AutoMap_TpUsed */; return 0; } };")}},
     "s.hpp -o out.cpp",
     1,
     {{"err",
       "'AutoMap_TpUsed' follows a template of aliases: mark an instance that has a name:    using Name = W<...>;"},
      {"err", "'AutoMap_TpUsed' follows a declaration of 'forward': mark its definition"},
      {"err", "'AutoMap_TpUsed' follows what is declared in the function 'f', which generated code cannot name"},
      {"err", "'AutoMap_TpUsed' follows what is declared in the function 'g', which generated code cannot name"},
      {"err", "4 errors generated"}}},
    {"BitFieldsThatAreKnownToTravelAsBytes",
     {{"s.h", region("struct s { unsigned a : 1, b : 5; /*~ AutoMap_Bytes */ int i; unsigned c : 3; } "
                     "/*~ AutoMap_TpUsed */;")}},
     "s.h -o out.c",
     0,
     {{"!err", "bit-fields 'a' to 'b'"}, {"err", "remark: bit-field 'c' travels as the byte that holds it"}}},
    {"AHeaderThatNoCodeCanInclude",
     {{"a\"b.h", region("struct s { int i; } /*~ AutoMap_TpUsed */;")}},
     "'a\"b.h' -o out.c",
     1,
     {{"err", "error: 'a\"b.h' cannot be included by generated code: its path may have none of \" \\ > */"}}},
    {"UsedOutsideOfARegionIsMappedAllTheSame",
     {{"s.h", "struct s { int i; } /*~ AutoMap_TpUsed */;"}},
     "s.h -o out.c",
     0,
     {{"err", "s.h:1:21: warning: 'AutoMap_TpUsed' outside 'AutoMap_Begin' and 'AutoMap_End'"},
      {"out.c", "AutoMap_s"}}},
    {"AMacroThatIsDefinedOutsideOfARegionIsNotWarnedOf",
     {{"s.h", "#pragma once\n#define VEC(name, T) struct name { T x, y; } /*~ AutoMap_TpUsed */\n" +
                  region("VEC(vec2, double);")}},
     "s.h -o out.c",
     0,
     {{"=err", ""}}},
    {"ForgottenTilde",
     {{"s.h", region("struct r { int i; } /*~ AutoMap_TpUsed */;\nstruct s { int i; } /* AutoMap_TpUsed */;")}},
     "s.h -o out.c",
     0,
     {{"err", "s.h:3:21: warning: this comment is not a directive: write '/*~ AutoMap_TpUsed */'"}}},
    {"DirectivesWithTextBehindThemStillCount",
     {{"s.h", "/*~ AutoMap_Begin: particles */\nstruct s { int i; } /*~ AutoMap_TpUsed */;\n/*~ AutoMap_End */\n"}},
     "s.h -o out.c",
     1,
     {{"err", "1 error generated"}}},
    {"DirectivesBehindASemicolonMeanTheWholeDeclaration",
     {{"s.h", region("typedef struct node { double a, b; //~ AutoMap_Ignore\n int i; } node_t, "
                     "*link, other_t; //~ AutoMap_TpUsed")}},
     "s.h -o out.c",
     0,
     {{"out.h", "MPI_Datatype AutoMap_node_t "},
      {"out.h", "MPI_Datatype AutoMap_other_t "},
      {"!out.h", "MPI_Datatype AutoMap_node "},
      {"!out.c", "MPI_DOUBLE"}}},
    {"DirectivesInSkippedCodeAreNotRead",
     {{"s.h",
       "#pragma once\n" + region("#if 0\n/*~ AutoMap_Begin */\n#endif\nstruct s { int i; } /*~ AutoMap_TpUsed */;")}},
     "s.h -o out.c",
     0,
     {{"=err", ""}}},
    {"RegionsReachOverIncludes",
     {{"in.h", "struct in { int i; } /*~ AutoMap_TpUsed */;\n"},
      {"s.h", "#pragma once\n" + region("#include \"in.h\"\nstruct s { struct in in; } /*~ AutoMap_TpUsed */;")}},
     "s.h -o out.c",
     0,
     {{"=err", ""}, {"out.h", "MPI_Datatype AutoMap_in "}}},
    {"RegionsMayNotEndInAnotherFile",
     {{"in.h", "/*~ AutoMap_End */\n"},
      {"s.h", "/*~ AutoMap_Begin */\nstruct s { int i; } /*~ AutoMap_TpUsed */;\n#include \"in.h\"\n"}},
     "s.h -o out.c",
     1,
     {{"err", "in.h:1:1: error: 'AutoMap_End' is in another file than its 'AutoMap_Begin'"}}},
    {"AnotherStructsReasonsAreToldBesideAWrongDirective",
     {{"s.h", region("struct s { int *p; /*~ AutoMap_Ignor */ } /*~ AutoMap_TpUsed */;\n"
                     "struct t { int *q; } /*~ AutoMap_TpUsed */;")}},
     "s.h -o out.c",
     1,
     {{"err", "cannot map 'struct t'"}}},
};

AUTOMAP_TEST_RUNS(Diagnostics, diagnostics_runs);

} // namespace
} // namespace automap::test
