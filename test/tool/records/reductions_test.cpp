// Tests what automap makes of AutoMap_Reduce, and each of its errors: the place, the text and the hints.
// test/generated/reductions.cpp runs the operators.
#include "hints.h"

#include <filesystem>

namespace automap::test {
namespace {

struct WrongReduction {
  const char *name;
  const char *source;   // after "AutoMap_Begin" on line 1
  const char *expected; // on stderr
  const char *also = "";
};

void PrintTo(const WrongReduction &wrong, std::ostream *out) { *out << wrong.name; }

class WrongReductions : public ::testing::TestWithParam<WrongReduction> {};

TEST_P(WrongReductions, AreReportedAtTheirPlace) {
  const Scratch scratch;
  scratch.write("s.h", region(GetParam().source));
  const Finished run = run_automap(scratch, "s.h -o m.c");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(contains(run.err, GetParam().expected)) << run.err;
  EXPECT_TRUE(contains(run.err, GetParam().also)) << run.err;
  for (const auto &file : std::filesystem::directory_iterator(scratch.path()))
    EXPECT_EQ(file.path().filename(), "s.h");
  expect_hints_help(scratch, "s.h -o m.c", run.err);
}

const WrongReduction wrong[] = {
    {"FieldThatIsNotNamed", "struct s { int a, b; } /*~ AutoMap_Reduce(a: sum) */;",
     "s.h:2:24: error: 'AutoMap_Reduce' does not name field 'b'",
     "s.h:2:19: note: name it, as in 'b: sum', or leave it out of the datatype with '/*~ AutoMap_Ignore */'"},
    {"PartsThatAreNotNamed",
     "struct v { double x, y; };\nstruct s { int a; struct v pos; int f : 3; } /*~ AutoMap_Reduce(a: sum, pos.x: max) "
     "*/;",
     "s.h:3:46: error: 'AutoMap_Reduce' does not name fields 'pos.y', 'f'"},
    {"UnknownField", "struct s { int mass; } /*~ AutoMap_Reduce(mas: sum, mass: sum) */;",
     "s.h:2:43: error: 'struct s' has no field 'mas'; did you mean 'mass'?"},
    {"UnknownFieldOfAPair", "struct s { double e; int rank; } /*~ AutoMap_Reduce(e: minloc(rnak)) */;",
     "s.h:2:63: error: 'struct s' has no field 'rnak'; did you mean 'rank'?"},
    {"FieldOfANumber", "struct s { int a; } /*~ AutoMap_Reduce(a.x: sum) */;",
     "s.h:2:40: error: field 'a' has no fields of its own"},
    {"MisspeltOperator", "struct s { int a; } /*~ AutoMap_Reduce(a: summ) */;",
     "s.h:2:43: error: unknown operator 'summ'; did you mean 'sum'?"},
    {"UnknownOperator", "struct s { int a; } /*~ AutoMap_Reduce(a: average) */;",
     "error: unknown operator 'average'; the operators are sum, prod, min, max, land, lor, lxor, band, bor, bxor, "
     "minloc, maxloc"},
    {"MissingFieldThatTakesOtherOperators", "struct s { int a; _Bool b; } /*~ AutoMap_Reduce(a: sum) */;",
     "error: 'AutoMap_Reduce' does not name field 'b'",
     "note: name it, as in 'b: land', or leave it out of the datatype with '/*~ AutoMap_Ignore */'"},
    {"MissingFieldWithoutOperators", "struct s { int a; char b; } /*~ AutoMap_Reduce(a: sum) */;",
     "error: 'AutoMap_Reduce' does not name field 'b'",
     "note: no operator fits it; leave it out of the datatype with '/*~ AutoMap_Ignore */'"},
    {"MaximumOfComplexNumbers", "struct s { double _Complex z; } /*~ AutoMap_Reduce(z: max) */;",
     "s.h:2:55: error: 'max' does not fit field 'z': it is a complex number",
     "s.h:2:28: note: the operators for it are sum, prod"},
    {"BitsOfADouble", "struct s { double d[2]; } /*~ AutoMap_Reduce(d: band) */;",
     "error: 'band' does not fit field 'd': it is a floating-point number",
     "note: the operators for it are sum, prod, min, max, minloc, maxloc"},
    {"SumOfCharacters", "struct s { char c; } /*~ AutoMap_Reduce(c: sum) */;",
     "error: 'sum' does not fit field 'c': it is a character", "note: 'signed char' and 'unsigned char' are integers"},
    {"SumOfTruthValues", "struct s { _Bool c; } /*~ AutoMap_Reduce(c: sum) */;",
     "error: 'sum' does not fit field 'c': it is a truth value", "note: the operators for it are land, lor, lxor"},
    {"SumOfBytes", "struct s { int c /*~ AutoMap_Bytes */; } /*~ AutoMap_Reduce(c: sum) */;",
     "error: 'sum' does not fit field 'c': it is sent as bytes", "note: the operators for it are band, bor, bxor"},
    {"OperatorForAPartOfAStruct",
     "struct v { double x; int i; };\nstruct s { struct v a; } /*~ AutoMap_Reduce(a: band) */;",
     "s.h:3:48: error: 'band' does not fit field 'a.x': it is a floating-point number"},
    {"BitField", "struct s { int f : 3; } /*~ AutoMap_Reduce(f: sum) */;",
     "s.h:2:47: error: 'sum' does not fit field 'f': it is a bit-field, which no operator of MPI combines",
     "s.h:2:16: note: make it an integer without a width"},
    {"Pointer", "struct s { int *p; } /*~ AutoMap_Reduce(p: sum) */;",
     "s.h:2:17: error: cannot map 'struct s': field 'p' is a pointer"},
    {"PointerWithALength", "struct s { int n; int *p /*~ AutoMap_Len(n) */; } /*~ AutoMap_Reduce(n: sum, p: sum) */;",
     "s.h:2:78: error: field 'p' cannot be reduced: it is a pointer, which is left out of the datatype"},
    {"FieldThatIsLeftOut", "struct s { int n; int p /*~ AutoMap_Ignore */; } /*~ AutoMap_Reduce(n: sum, p: sum) */;",
     "error: field 'p' cannot be reduced: it is left out of the datatype"},
    {"PartOfBytes",
     "struct v { int x; } /*~ AutoMap_Bytes */;\nstruct s { struct v a; } /*~ AutoMap_Reduce(a.x: sum) */;",
     "s.h:3:45: error: field 'a.x' cannot be reduced by itself: what contains it travels as bytes"},
    {"FieldNamedTwice", "struct s { int a; } /*~ AutoMap_Reduce(a: sum, a: max) */;",
     "s.h:2:48: error: field 'a' is named twice", "s.h:2:40: note: the first time is here"},
    {"PartNamedTwice", "struct v { double x; };\nstruct s { struct v a; } /*~ AutoMap_Reduce(a: sum, a.x: max) */;",
     "s.h:3:53: error: field 'a.x' is named twice", "s.h:3:45: note: the first time is here"},
    {"WholeNamedAfterItsPart",
     "struct v { double x; };\nstruct s { struct v a; } /*~ AutoMap_Reduce(a.x: sum, a: max) */;",
     "s.h:3:55: error: field 'a' is named twice"},
    {"PlaceNamedTwice", "struct s { double e; int r; } /*~ AutoMap_Reduce(e: minloc(r), r: sum) */;",
     "s.h:2:64: error: field 'r' is named twice"},
    {"PairWithoutAPlace", "struct s { double e; int r; } /*~ AutoMap_Reduce(e: minloc, r: sum) */;",
     "s.h:2:53: error: 'minloc' needs the fields that go with the chosen number: write 'e: minloc(field)'"},
    {"PlaceWithoutAPair", "struct s { double e; int r; } /*~ AutoMap_Reduce(e: min(r)) */;",
     "s.h:2:53: error: 'min' takes no fields; 'minloc' and 'maxloc' do"},
    {"PairOfAnArray", "struct s { double e[2]; int r; } /*~ AutoMap_Reduce(e: minloc(r)) */;",
     "s.h:2:53: error: 'minloc' compares one number, but 'e' is an array"},
    {"PairInAnArray",
     "struct v { double x; };\nstruct s { struct v e[2]; int r; } /*~ AutoMap_Reduce(e.x: minloc(r)) */;",
     "s.h:3:55: error: 'minloc' compares one number, but 'e.x' lies in an array"},
    {"PairOfAStruct",
     "struct v { double x, y; };\nstruct s { struct v e; int r; } /*~ AutoMap_Reduce(e: minloc(r)) */;",
     "s.h:3:52: error: 'minloc' compares one number, but 'e' has several"},
    {"PairOfAnArrayInAStruct",
     "struct el { double x; };\nstruct v { struct el a[3]; };\nstruct s { struct v e; int r; } "
     "/*~ AutoMap_Reduce(e: minloc(r)) */;",
     "error: 'minloc' compares one number, but 'e' has several"},
    {"PairOfNothing",
     "struct v { double x /*~ AutoMap_Ignore */; };\nstruct s { struct v e; int r, m; } "
     "/*~ AutoMap_Reduce(e: minloc(r), m: sum) */;",
     "error: 'minloc' compares one number, but 'e' has none"},
    {"PlaceWithoutOrder", "struct s { double e; float _Complex r; } /*~ AutoMap_Reduce(e: minloc(r)) */;",
     "error: 'minloc' does not fit field 'r': it is a complex number, but ties need numbers of which one is less"},
    {"Syntax", "struct s { int a; } /*~ AutoMap_Reduce(a = sum) */;",
     "s.h:2:40: error: expected 'AutoMap_Reduce(field: sum, field: minloc(field))'"},
    {"NoArgument", "struct s { int a; } /*~ AutoMap_Reduce */;",
     "s.h:2:25: error: expected 'AutoMap_Reduce(field: sum, field: minloc(field))'"},
    {"OpenParenthesis", "struct s { int a, b; } /*~ AutoMap_Reduce(a: minloc(b) */;",
     "error: expected 'AutoMap_Reduce(field: sum, field: minloc(field))'"},
    {"Misspelt", "struct s { int a; } /*~ AutoMap_Reduse(a: sum) */;",
     "error: unknown automap directive; did you mean 'AutoMap_Reduce'?"},
    {"AfterAField", "struct s { int a /*~ AutoMap_Reduce(a: sum) */; };",
     "s.h:2:18: error: 'AutoMap_Reduce' does not follow a struct"},
    {"TwoOfARecord", "struct s { int a; } /*~ AutoMap_Reduce(a: sum) */ /*~ AutoMap_Reduce(a: max) */;",
     "s.h:2:51: error: 'AutoMap_Reduce' contradicts another one of the same record"},
    {"NameOfAView", "struct s { int a, op; } /*~ AutoMap_Reduce(a: sum, op: sum) */ /*~ AutoMap_View(op: a) */;",
     "both the operator of 's' (s.h:2) and view 'op' of 's' (s.h:2) would be called 'AutoMap_s_op'"},
};
INSTANTIATE_TEST_SUITE_P(Reduce, WrongReductions, ::testing::ValuesIn(wrong),
                         [](const auto &parameter) { return std::string(parameter.param.name); });

/// Returns the lines of the text format that say how structs are reduced.
std::string reductions_of(const std::string &source, const std::string &file = "s.h") {
  const Scratch scratch;
  scratch.write(file, region(source));
  const Finished run = run_automap(scratch, file + " --format=text");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  std::string out = run.err;
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line);)
    if (const auto at = line.find("/* reduce: "); at != std::string::npos)
      out += line.substr(at + 11, line.size() - at - 14) + "\n";
  return out;
}

TEST(Reduce, OwnOperatorsOfNestedStructsHoldUnlessTheyAreNamed) {
  const std::string pair = "struct v { double x; int n; } /*~ AutoMap_Reduce(x: sum, n: max) */;\n";
  EXPECT_EQ(reductions_of(pair + "struct s { struct v a[3], b; int i; } /*~ AutoMap_Reduce(i: min) */;"),
            "x: sum, n: max\na.x: sum, a.n: max, b.x: sum, b.n: max, i: min\n");
  EXPECT_EQ(reductions_of(pair + "struct s { struct v a, b; } /*~ AutoMap_Reduce(a: prod, b.x: min, b.n: min) */;"),
            "x: sum, n: max\na.x: prod, a.n: prod, b.x: min, b.n: min\n");
}

TEST(Reduce, FieldsOfBasesAndUnnamedMembersAreTheRecordsOwn) {
  EXPECT_EQ(reductions_of("#include <complex>\n#include <utility>\nstruct base { double x; };\n"
                          "template <class T> struct vec { T a, b; } /*~ AutoMap_Reduce(a: sum, b: max) */;\n"
                          "class s : public base { int i; struct { int j; }; union { float f, r; }; vec<short> v; }\n"
                          "/*~ AutoMap_Reduce(x: sum, i: bor, j: lxor, f: min) */;\n"
                          "class t { std::pair<int, double> p; std::complex<double> c; bool b; }\n"
                          "/*~ AutoMap_Reduce(p.first: min, p.second: max, c: prod, b: lor) */;",
                          "s.hpp"),
            "a: sum, b: max\nx: sum, i: bor, j: lxor, f: min, v.a: sum, v.b: max\n"
            "p.first: min, p.second: max, c: prod, b: lor\n");
}

TEST(Reduce, ViewsReduceTheirFields) {
  EXPECT_EQ(reductions_of("struct s { double e; int r, a[2], b; } /*~ AutoMap_Reduce(e: maxloc(r), a: sum, b: min) */\n"
                          "/*~ AutoMap_View(place: e, r) */ /*~ AutoMap_View(rest: a, b) */;"),
            "e: maxloc(r), a: sum, b: min\ne: maxloc(r)\na: sum, b: min\n");
}

TEST(Reduce, ViewOfAFieldThatIsNotNamedGetsNoOperator) {
  const Scratch scratch;
  scratch.write("s.h",
                "#pragma once\n" + region("struct s { int a; int b /*~ AutoMap_Ignore */; } /*~ AutoMap_Reduce(a: "
                                          "sum) */ /*~ AutoMap_View(v: b) */;"));
  const Finished run = run_automap(scratch, "s.h -o m.c");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_TRUE(
      contains(run.err, "s.h:3:50: warning: the view 'v' gets no operator: 'AutoMap_Reduce' does not name field 'b'"))
      << run.err;
  EXPECT_TRUE(contains(scratch.read("m.h"), "extern MPI_Op AutoMap_s_op;"));
  EXPECT_FALSE(contains(scratch.read("m.h"), "AutoMap_s_v_op"));
}

TEST(Reduce, ViewWithoutTheNumberThatDecidesGetsNoOperator) {
  const Scratch scratch;
  scratch.write("s.h", "#pragma once\n" + region("struct s { double m, e; int r; } /*~ AutoMap_Reduce(m: sum, e: "
                                                 "minloc(r)) */ /*~ AutoMap_View(v: m, r) */;"));
  const Finished run = run_automap(scratch, "s.h -o m.c");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_TRUE(contains(run.err, "warning: the view 'v' gets no operator: it lacks 'e', which decides about 'r'"))
      << run.err;
  EXPECT_TRUE(contains(scratch.read("m.h"), "extern MPI_Op AutoMap_s_op;"));
  EXPECT_FALSE(contains(scratch.read("m.h"), "AutoMap_s_v_op"));
}

TEST(Reduce, ArraysOfAStructAreReducedAsItIs) {
  const Scratch scratch;
  scratch.write("s.h", "#pragma once\n" + region("typedef struct { double x; } row[4] /*~ AutoMap_Reduce(x: sum) */;"));
  const Finished run = run_automap(scratch, "s.h -o m.c");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contains(scratch.read("m.h"), "extern MPI_Op AutoMap_row_op;"));
}

TEST(Reduce, SelectFilesAndAttributesSayWhatCommentsSay) {
  const std::string fields = "{ double mass, energy; int rank, cell[2]; }",
                    reduce = "mass: sum, energy: minloc(rank, cell)";
  const Scratch comments, keys, attributes;
  comments.write("s.h", "#pragma once\n" + region("struct s " + fields + " /*~ AutoMap_Reduce(" + reduce + ") */;"));
  keys.write("s.h", "#pragma once\n\nstruct s " + fields + ";\n");
  keys.write("s.yaml", "types: [{name: s, reduce: {mass: sum, energy: \"minloc(rank, cell)\"}}]\n");
  attributes.write("s.h", "#pragma once\n\nstruct __attribute__((annotate(\"AutoMap_Reduce(" + reduce + ")\"))) s " +
                              fields + ";\n");
  const Finished runs[] = {run_automap(comments, "s.h -o m.c"), run_automap(keys, "s.h --select s.yaml -o m.c"),
                           run_automap(attributes, "s.h -o m.c")};
  for (const Finished &run : runs)
    EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contains(comments.read("m.h"), "extern MPI_Op AutoMap_s_op; /* struct s */\n"));
  EXPECT_EQ(comments.read("m.c"), keys.read("m.c"));
  EXPECT_EQ(comments.read("m.c"), attributes.read("m.c"));
}

TEST(Reduce, WrongOperatorsOfSelectFilesAreReported) {
  const Scratch scratch;
  scratch.write("s.h", "#pragma once\nstruct s { double mass; };\n");
  for (const auto &[what, message] : {std::pair("\"sum of all\"", "expected an operator, 'sum' or 'minloc(field)'"),
                                      std::pair("sun", "unknown operator 'sun'; did you mean 'sum'?")}) {
    scratch.write("s.yaml", std::string("types:\n  - name: s\n    reduce: {mass: ") + what + "}\n");
    const Finished run = run_automap(scratch, "s.h --select s.yaml -o m.c");
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(contains(run.err, "s.yaml:3:")) << run.err;
    EXPECT_TRUE(contains(run.err, message)) << run.err;
  }
}

TEST(Reduce, IsShownInJsonAndInTheLogbook) {
  const Scratch scratch;
  scratch.write("s.h", "#pragma once\n" +
                           region("struct s { double e; int r, n; } /*~ AutoMap_Reduce(e: minloc(r), n: bor) */;"));
  const Finished json = run_automap(scratch, "s.h --format=json");
  const llvm::json::Array records = records_of(json.out);
  const llvm::json::Object *record = find_record(records, "s");
  ASSERT_TRUE(record) << json.err;
  EXPECT_EQ(*record->get("operators"), llvm::json::Value(llvm::json::Array{"AutoMap_s_op"}));
  EXPECT_EQ(*record->get("reductions"),
            llvm::json::Value(llvm::json::Array{
                llvm::json::Object{{"field", "e"}, {"operator", "minloc"}, {"with", llvm::json::Array{"r"}}},
                llvm::json::Object{{"field", "n"}, {"operator", "bor"}}}));
  EXPECT_EQ(run_automap(scratch, "s.h --autolink -o m.c").exit_code, 0);
  EXPECT_TRUE(contains(scratch.read("logbook.txt"), "  operator AutoMap_s_op: e: minloc(r), n: bor\n"));
}

} // namespace
} // namespace automap::test
