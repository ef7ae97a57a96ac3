// Tests how users select more than whole structs: views, --select files, attributes and macros. Also tests inputs of
// all kinds.
#include "automap_run.h"

#include <algorithm>

namespace automap::test {
namespace {

/// Returns "name[, view]: layout_line" for each record with a datatype, one per line.
std::string layouts(const Scratch &scratch, const std::string &arguments) {
  const Finished run = run_automap(scratch, "--format=json " + arguments);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  std::string out;
  for (const llvm::json::Value &value : records_of(run.out)) {
    const llvm::json::Object &record = *value.getAsObject();
    const llvm::json::Array *datatypes = record.getArray("datatypes");
    if (!datatypes)
      continue;
    for (const llvm::json::Value &datatype : *datatypes)
      out += datatype.getAsString()->str() + ": " + layout_line(record) + "\n";
  }
  return out;
}

std::string layouts_of(const std::string &name, const std::string &source, const std::string &arguments = "") {
  const Scratch scratch;
  scratch.write(name, source);
  return layouts(scratch, name + " " + arguments);
}

struct Layout {
  const char *name;
  const char *file;
  std::string source;
  const char *expected; // see layouts()
  const char *arguments = "";
};

void PrintTo(const Layout &layout, std::ostream *out) { *out << layout.name; }

class Layouts : public ::testing::TestWithParam<Layout> {};

TEST_P(Layouts, AreThose) {
  EXPECT_EQ(layouts_of(GetParam().file, GetParam().source, GetParam().arguments), GetParam().expected);
}

const Layout layout_cases[] = {
    {"ViewsAreDatatypesOfTheirOwn", "s.h",
     region("struct vec { double x, y; };\n"
            "struct s { int id; struct vec pos, vel; } /*~ AutoMap_TpUsed */ "
            "/*~ AutoMap_View(ghost: pos, vel.x, id) */ /*~ AutoMap_View(v: vel) */;"),
     "AutoMap_s: 40/8 | MPI_INT@0 MPI_DOUBLE@8*4+8 | 4:4 | 0\n"
     "AutoMap_s_ghost: 40/8 | MPI_INT@0 MPI_DOUBLE@8*3+8 | 4:4 | 0\n"
     "AutoMap_s_v: 40/8 | MPI_DOUBLE@24*2+8 | 4:4 | 0\n"},
    {"ViewsNeedNotMapTheRestOfTheRecord", "s.h",
     region("struct s { char *name; union { int i; float f; } u; void (*f)(void); int n; }\n"
            "/*~ AutoMap_View(n: n, u.f) */;"),
     "AutoMap_s_n: 32/8 | MPI_FLOAT@8 MPI_INT@24 | 12:4 | 4\n"},
    {"ViewsReachIntoBasesArraysAndAnonymousMembers", "s.hpp",
     "#include <array>\n" + region("struct b { int x, y; };\nstruct cell { char c; short s; };\n"
                                   "struct s : b { std::array<cell, 2> cells; struct { float f, g; }; } "
                                   "/*~ AutoMap_View(v: y, cells.s, g) */;"),
     "AutoMap_s_v: 24/4 | MPI_INT@4 MPI_SHORT@10*2+4 MPI_FLOAT@20 | 9:1 13:1 | 0\n"},
    {"ViewsOfTypedefsAndTemplatesCarryTheirNames", "s.hpp",
     region("namespace n { template <class T> struct v { T x, y; };\n"
            "using vi = v<int>; /*~ AutoMap_View(x: x) */\n"
            "typedef struct { long a, b; } t; //~ AutoMap_View(b: b)\n}"),
     "AutoMap_n_vi_x: 8/4 | MPI_INT@0 | | 0\nAutoMap_n_t_b: 16/8 | MPI_LONG@8 | | 0\n"},
    // The view names it even if it is left out of the whole record, or is sent there as bytes.
    {"ViewsMeanWhatTheyName1", "s.h",
     region("struct in { int a; float b; };\n"
            "struct s { struct in i /*~ AutoMap_Ignore */; struct in j /*~ AutoMap_Bytes */; "
            "long k; } /*~ AutoMap_View(v: i.b, j.b) */;"),
     "AutoMap_s_v: 24/8 | MPI_FLOAT@4*2+8 | | 0\n"},
    // Fields of a class with a virtual base have fixed offsets.
    {"ViewsMeanWhatTheyName2", "s.hpp",
     region("struct b { int i; };\n"
            "struct s : virtual b { int y; } /*~ AutoMap_View(y: y) */;"),
     "AutoMap_s_y: 16/8 | MPI_INT@8 | | 4\n"},
    {"BytesLeaveWhatOthersHaveInTheTail", "s.hpp",
     region("struct b { b() {} int i; char c; } /*~ AutoMap_Bytes */;\n"
            "struct d : b { char own; } /*~ AutoMap_TpUsed */;\n"
            "struct e { [[no_unique_address]] b base; char own /*~ AutoMap_Ignore */; } "
            "/*~ AutoMap_TpUsed */;"),
     "AutoMap_d: 8/4 | MPI_BYTE@0*5+1 MPI_CHAR@5 | | 2\nAutoMap_e: 8/4 | MPI_BYTE@0*5+1 | | 2\n"},
    {"BytesMayBeThoseOfAnOptionalOrOfAClassWithADestructor", "s.hpp",
     "#include <optional>\n" + region("struct counted { ~counted(); int i; };\n"
                                      "struct s { std::optional<int> o; /*~ AutoMap_Bytes */ counted c; "
                                      "/*~ AutoMap_Bytes */ } /*~ AutoMap_TpUsed */;"),
     "AutoMap_s: 12/4 | MPI_BYTE@0*12+1 | | 0\n"},
    {"UnionsInAStdArray", "s.hpp",
     "#include <array>\n" + region("union u { int i; float f; };\n"
                                   "struct s { std::array<u, 3> a /*~ AutoMap_Use(f) */; } /*~ AutoMap_TpUsed */;"),
     "AutoMap_s: 12/4 | MPI_FLOAT@0*3+4 | | 0\n"},
    {"NamesOfTypesInSeveralNamespacesDiffer", "s.hpp",
     region("namespace a { struct v { int i; } /*~ AutoMap_TpUsed */; }\n"
            "namespace b { struct v { float f; } /*~ AutoMap_TpUsed */;\n"
            "inline namespace c { struct w { struct in { char c; } /*~ AutoMap_TpUsed */; }; } }"),
     "AutoMap_a_v: 4/4 | MPI_INT@0 | | 0\nAutoMap_b_v: 4/4 | MPI_FLOAT@0 | | 0\n"
     "AutoMap_b_w_in: 1/1 | MPI_CHAR@0 | | 0\n"},
    {"NamesOfOtherTypesMeanNothing", "s.h",
     region("typedef unsigned char int32_t;\nstruct s { int32_t i; } /*~ AutoMap_TpUsed */;"),
     "AutoMap_s: 1/1 | MPI_UNSIGNED_CHAR@0 | | 0\n"},
    {"NamesOneRecordMayHaveSeveral", "s.h",
     region("typedef struct s { int i; } t /*~ AutoMap_TpUsed */, u /*~ AutoMap_TpUsed */;\n"
            "typedef struct s t; /*~ AutoMap_TpUsed */"),
     "AutoMap_t: 4/4 | MPI_INT@0 | | 0\nAutoMap_u: 4/4 | MPI_INT@0 | | 0\n"},
    {"InputsInTheStandardsOfAllTimes1", "s.h", "struct s { int a; struct { char c; } in; }; /*~ AutoMap_TpUsed */",
     "AutoMap_s: 8/4 | MPI_INT@0 MPI_CHAR@4 | | 3\n", "-- -std=c89 -Wno-everything"},
    {"InputsInTheStandardsOfAllTimes2", "s.h",
     "enum e : short { A };\nstruct [[clang::annotate(\"AutoMap_TpUsed\")]] s { bool b; enum e e; "
     "typeof(1.0f) f; _BitInt(8) i; alignas(16) char8_t c; };",
     "AutoMap_s: 32/16 | MPI_C_BOOL@0 MPI_SHORT@2 MPI_FLOAT@4 MPI_BYTE@8 MPI_UINT8_T@16 | 1:1 "
     "9:7 | 15\n",
     "-- -std=c23 -include uchar.h"},
    {"InputsInTheStandardsOfAllTimes3", "s.hpp", "struct b { int i; };\nclass s : b { char c; }; /*~ AutoMap_TpUsed */",
     "AutoMap_s: 8/4 | MPI_INT@0 MPI_CHAR@4 | | 3\n", "-- -std=c++98"},
    {"InputsInTheStandardsOfAllTimes4", "s.hpp",
     "template <class T> concept any = true;\ntemplate <any T> struct t { T x; };\n"
     "struct s { t<char8_t> c; [[no_unique_address]] t<int> i; }; /*~ AutoMap_TpUsed */",
     "AutoMap_s: 8/4 | MPI_UINT8_T@0 MPI_INT@4 | 1:3 | 0\n", "-- -std=c++23"},
};

INSTANTIATE_TEST_SUITE_P(UserControl, Layouts, ::testing::ValuesIn(layout_cases),
                         [](const auto &info) { return info.param.name; });

/// A header that must not be edited, and a file with everything that annotations can express.
constexpr char foreign[] = R"(#pragma once
namespace far {
union number { int i; float f; };
struct node { int id; node *next; };
template <class T, int N> struct vec { T x[N]; };
struct record {
  node inner;
  union { long whole; double real; } value;
  number other;
  char payload[7];
  double *samples;
  int count;
};
}
)";

TEST(SelectFile, SaysWhatAnnotationsSay) {
  const Scratch scratch;
  scratch.write("f.hpp", foreign);
  scratch.write("s.yaml", R"(# comments are YAML's
types:
  - name: far::record
    ignore: [inner.next]
    use: {value: real}
    bytes: [payload]
    length: {samples: count}
    views:
      few: [inner.id, value.whole]
  - name: far::number
    use: f
    datatype: false
  - "far::vec<double, 3>"
)");
  EXPECT_EQ(layouts(scratch, "f.hpp --select s.yaml"),
            "AutoMap_far_record: 56/8 | MPI_INT@0 MPI_DOUBLE@16 MPI_FLOAT@24 MPI_BYTE@28*7+1 MPI_INT@48 | 4:4 "
            "35:5 | 4\n"
            "AutoMap_far_vec_double_3: 24/8 | MPI_DOUBLE@0*3+8 | | 0\n"
            "AutoMap_far_record_few: 56/8 | MPI_INT@0 MPI_LONG@16 | 4:4 35:5 | 4\n");
  const Finished made = run_automap(scratch, "f.hpp --select s.yaml -o m.cpp --depfile m.d");
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_NE(scratch.read("m.d").find("s.yaml"), std::string::npos);
}

TEST(SelectFile, SaysOfPointersWhatCommentsSay) {
  const std::string annotated = R"(#pragma once
/*~ AutoMap_Begin */
struct hook { struct hook *next /*~ AutoMap_Inside(task.links, queue.head) */, *prev /*~ AutoMap_Inside */; };
struct task { int id; struct hook links; };
struct queue { int n; struct hook head; };
struct base { short type; };
struct num { struct base base; double value; };
struct s {
  int n, dims[2], *start /*~ AutoMap_Len(n + 1) */, *at /*~ AutoMap_Len(start[n] > 0 ? start[n] : dims[1]) */;
  struct queue *queue;
  float *f /*~ AutoMap_Len(queue->n) */, **rows /*~ AutoMap_Len(n, start[i]) */;
  char *begin /*~ AutoMap_Len(end - begin) */, *end;
  void *blob /*~ AutoMap_Len(n) */, *one /*~ AutoMap_Any(num) */;
  void *any /*~ AutoMap_Any(n: 1 = double, 2 = AutoMap_String) */ /*~ AutoMap_Len(n) */;
  struct base *tagged /*~ AutoMap_Any(->type: 1 = num) */;
  struct s *parent /*~ AutoMap_Weak */;
  int *into /*~ AutoMap_Weak */ /*~ AutoMap_Inside */;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
)";
  std::string plain = annotated;
  for (std::size_t at; (at = plain.find("/*~")) != std::string::npos;)
    plain.erase(at, plain.find("*/", at) + 2 - at);
  const Scratch with_comments, with_keys;
  with_comments.write("s.h", annotated);
  with_keys.write("s.h", plain);
  with_keys.write("s.yaml", R"(types:
  - name: s
    length:
      start: n + 1
      at: "start[n] > 0 ? start[n] : dims[1]"
      f: queue->n
      rows: n, start[i]
      begin: end - begin
      blob: n
      any: n
    any: {one: num, any: "n: 1 = double, 2 = AutoMap_String", tagged: "->type: 1 = num"}
    weak: [parent, into]
    inside: [into]
  - name: hook
    datatype: false
    inside: {next: "task.links, queue.head", prev: anything}
)");
  const Finished one = run_automap(with_comments, "s.h --autolink -o m.c");
  const Finished other = run_automap(with_keys, "s.h --autolink -o m.c --select s.yaml");
  ASSERT_EQ(one.exit_code, 0) << one.err;
  ASSERT_EQ(other.exit_code, 0) << other.err;
  EXPECT_EQ(with_comments.read("al_routines.c"), with_keys.read("al_routines.c"));
  EXPECT_EQ(with_comments.read("logbook.txt"), with_keys.read("logbook.txt"));
}

TEST(SelectFile, NamesMayBeInAnyOfTheInputs) {
  const Scratch scratch;
  scratch.write("a.hpp", "struct a { int i; };\n");
  scratch.write("b.hpp", "template <class T> struct b { T t; };\n");
  scratch.write("s.yaml", "types: [a, 'b<char>']\n");
  EXPECT_EQ(layouts(scratch, "a.hpp b.hpp --select s.yaml"),
            "AutoMap_a: 4/4 | MPI_INT@0 | | 0\nAutoMap_b_char: 1/1 | MPI_CHAR@0 | | 0\n");
}

TEST(SelectFile, TakesTypesOutOfGlobs) {
  const Scratch scratch;
  scratch.write("f.hpp", "#include <string>\nnamespace n { struct a { int i; }; struct log { std::string text; }; }\n");
  scratch.write("s.yaml", "types:\n  - {name: n::log, datatype: false}\n");
  EXPECT_EQ(layouts(scratch, "f.hpp --type 'n::*' --select s.yaml"), "AutoMap_n_a: 4/4 | MPI_INT@0 | | 0\n");
}

TEST(SelectFile, ViewsOfAGlobHaveTheNameThatIsMarked) {
  const Scratch scratch;
  scratch.write("f.h", region("typedef struct node { int i; float x; } node_t /*~ AutoMap_TpUsed */;\n"
                              "typedef struct other { int i; } other;"));
  scratch.write("s.yaml", "types:\n  - {name: '*o*', views: {v: [i]}}\n");
  EXPECT_EQ(layouts(scratch, "f.h --select s.yaml"), "AutoMap_node_t: 8/4 | MPI_INT@0 MPI_FLOAT@4 | | 0\n"
                                                     "AutoMap_other: 4/4 | MPI_INT@0 | | 0\n"
                                                     "AutoMap_node_t_v: 8/4 | MPI_INT@0 | | 0\n"
                                                     "AutoMap_other_v: 4/4 | MPI_INT@0 | | 0\n");
  EXPECT_EQ(run_automap(scratch, "f.h --select s.yaml -o m.c").exit_code, 0);
}

TEST(SeveralInputs, ShareTheViewsOfWhatTheyInclude) {
  const Scratch scratch;
  scratch.write("p.h", "#pragma once\n" + region("typedef struct point { int x, y; } point\n"
                                                 "/*~ AutoMap_TpUsed */ /*~ AutoMap_View(flat: x) */;"));
  scratch.write("a.h", "#pragma once\n#include \"p.h\"\n");
  scratch.write("b.h", "#pragma once\n#include \"p.h\"\n");
  const Finished run = run_automap(scratch, "a.h b.h -o m.c");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(layouts(scratch, "a.h b.h"),
            "AutoMap_point: 8/4 | MPI_INT@0*2+4 | | 0\nAutoMap_point_flat: 8/4 | MPI_INT@0 | | 0\n");
}

TEST(SelectFile, HintsNameItsKeys) {
  const Scratch scratch;
  scratch.write("p.hpp", "#include <optional>\n"
                         "struct bad { char *text; void *what; double *values; };\n"
                         "struct empty { std::optional<int> maybe; };\n"
                         "union either { int i; float f; };\n"
                         "struct base { int i; };\nstruct derived : virtual base { int j; };\n"
                         "struct holder { int i; ~holder(); };\n"
                         "struct cell { union { int i; float f; } value; };\n"
                         "struct nest { struct { struct { int *at; }; int *p; } cache[2]; };\n");
  scratch.write("t.yaml", "types: [bad, empty, either, derived, holder, cell, nest]\n");
  for (const auto &[arguments, expected] :
       {std::pair<const char *, const char *>{"--autolink",
                                              "note: or give the number of elements with 'length: {text: n}' "
                                              "in 't.yaml', where 'n' is computed from integer fields\n"},
        {"--autolink", "note: or mark it with 'string: [text]' in 't.yaml' if it ends with a NUL\n"},
        {"--autolink", "note: or name a field that decides the type with 'any: {what: \"field: value = type, "
                       "value = type\"}' in "
                       "'t.yaml'\n"},
        {"", "note: leave it out of the datatype with 'ignore: [values]' in 't.yaml'\n"},
        {"", "note: leave it out of the datatype with 'ignore: [cache.at]' in 't.yaml'\n"},
        {"", "note: leave it out of the datatype with 'ignore: [cache.p]' in 't.yaml'\n"},
        {"", "note: or give the number of elements with 'length: {values: n}' in 't.yaml', where 'n' is "
             "computed from integer fields, and "
             "send what it points to with AutoLink ('--autolink', or AUTOLINK in add_automap_types())\n"},
        {"", "send its bytes as they are with 'bytes: [maybe]' in 't.yaml'"},
        {"", "note: name the member to map with 'use: member' in 't.yaml', or send all its bytes with 'bytes: "
             "true'"},
        {"", "note: name the member to map with 'use: {value: member}' in 't.yaml', or send all its bytes "
             "with 'bytes: [value]'"},
        {"", "with 'views: {name: [fields]}' in 't.yaml'"},
        {"", "the class with 'bytes: true' in 't.yaml'"}}) {
    const Finished run = run_automap(scratch, std::string("p.hpp --select t.yaml -o m.cpp ") + arguments);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find(expected), std::string::npos) << expected << '\n' << run.err;
    EXPECT_EQ(run.err.find("/*~"), std::string::npos) << run.err;
  }
}

TEST(SelectFile, IsWhatHintsNameWhereTypesAreNamedOnTheCommandLine) {
  const Scratch scratch;
  scratch.write("p.h", "struct s { char *text; };\n");
  const Finished run = run_automap(scratch, "p.h --type s -o m.c");
  EXPECT_NE(run.err.find("leave it out of the datatype with 'ignore: [text]' in a file for '--select'\n"),
            std::string::npos)
      << run.err;
  EXPECT_EQ(run.err.find("/*~"), std::string::npos) << run.err;

  scratch.write("p.h", region("struct s { char *text; };\nstruct t { int i; } /*~ AutoMap_TpUsed */;"));
  EXPECT_NE(run_automap(scratch, "p.h --type s -o m.c").err.find("with '/*~ AutoMap_Ignore */'"), std::string::npos);
}

TEST(SelectFile, HintsForSelectedStructsOfLibrariesAreAsForOthers) {
  const Scratch scratch;
  scratch.write("library/csr.h", "struct csr { int n; double *values; struct csr *next; };\n");
  scratch.write("s.h", "#include <csr.h>\n");
  const Finished refused = run_automap(scratch, "s.h --type csr --autolink -o m.c -- -isystem library");
  EXPECT_TRUE(
      contains(refused.err, "or give the number of elements with 'length: {values: n}' in a file for '--select'"))
      << refused.err;
  scratch.write("as_hinted.yaml", "types:\n  - name: csr\n    length: {values: n}\n");
  const Finished mapped = run_automap(scratch, "s.h --select as_hinted.yaml --autolink -o m.c -- -isystem library");
  EXPECT_EQ(mapped.exit_code, 0) << mapped.err;
}

TEST(SelectFile, HintsForUnionsWithoutANameAreTaken) {
  const Scratch scratch;
  scratch.write("s.h", "struct s { int id; struct { char c; union { double d[6]; int i; }; } state; };\n"
                       "struct t { int id; union { short n; struct { union { char a; char b[2]; }; } in; }; };\n");
  for (const auto &[type, hint, entry] :
       {std::tuple("s", "'use: {state: member}'", "use: {state: i}"), std::tuple("t", "'use: member'", "use: n")}) {
    const Finished refused = run_automap(scratch, std::string("s.h -o m.c --type ") + type);
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_TRUE(contains(refused.err, hint)) << refused.err;
    scratch.write("as_hinted.yaml", "types:\n  - name: " + std::string(type) + "\n    " + entry + "\n");
    const Finished mapped = run_automap(scratch, "s.h --select as_hinted.yaml -o m.c");
    EXPECT_EQ(mapped.exit_code, 0) << mapped.err;
  }
  scratch.write("wrong.yaml", "types:\n  - name: s\n    use: {state: c}\n");
  EXPECT_TRUE(contains(run_automap(scratch, "s.h --select wrong.yaml -o m.c").err, "'use' is only for unions"));
}

TEST(SelectFile, HintsNameTheEntryOfAContainedStruct) {
  const Scratch scratch;
  scratch.write("s.h",
                "struct inner { int n; int *p; union { int i; float f; } u; };\nstruct outer { struct inner a; };\n");
  const Finished refused = run_automap(scratch, "s.h --type outer -o m.c");
  EXPECT_EQ(refused.exit_code, 1);
  for (const char *hint : {"with 'ignore: [p]' in a file for '--select', under 'name: inner'\n",
                           "with 'use: {u: member}' in a file for '--select', under 'name: inner', or"})
    EXPECT_TRUE(contains(refused.err, hint)) << refused.err;
  scratch.write("as_hinted.yaml", "types:\n  - name: outer\n  - name: inner\n    ignore: [p]\n    use: {u: i}\n");
  const Finished mapped = run_automap(scratch, "s.h --select as_hinted.yaml -o m.c");
  EXPECT_EQ(mapped.exit_code, 0) << mapped.err;
}

/// C programs name most structs like this.
TEST(SelectFile, TellsAnErrorOnceOfARecordWithTwoNames) {
  const Scratch scratch;
  scratch.write("s.h", "typedef struct node { int id; char *text; } node, node_t;\n");
  scratch.write("s.yaml", "types:\n  - name: node*\n    ignore: [nxt]\n    views: {v: [idd]}\n");
  const Finished run = run_automap(scratch, "s.h --select s.yaml -o m.c");
  for (const char *field : {"has no field 'nxt'", "has no field 'idd'"}) {
    const auto at = run.err.find(field);
    ASSERT_NE(at, std::string::npos) << run.err;
    EXPECT_EQ(run.err.find(field, at + 1), std::string::npos) << run.err;
  }
}

struct WrongFile {
  const char *name;
  const char *yaml;
  const char *expected;
};

void PrintTo(const WrongFile &file, std::ostream *out) { *out << file.name; }

class WrongSelectFile : public ::testing::TestWithParam<WrongFile> {};

TEST_P(WrongSelectFile, IsReportedAtItsPlace) {
  const Scratch scratch;
  scratch.write("f.hpp", foreign);
  scratch.write("s.yaml", GetParam().yaml);
  const Finished run = run_automap(scratch, "f.hpp --select s.yaml -o m.cpp");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find(GetParam().expected), std::string::npos) << run.err;
  EXPECT_FALSE(scratch.has("m.cpp"));
}

const WrongFile wrong_files[] = {
    {"NoYaml", "types: [a", "s.yaml:1:"},
    {"Empty", "", "error"},
    {"NoTypes", "types: []", "it names no types"},
    {"AList", "- a\n", "s.yaml:1:1: error: expected 'types'"},
    {"UnknownKey", "type: [a]", "s.yaml:1:1: error: unknown key 'type'; did you mean 'types'?"},
    {"UnknownKeyOfAType", "types:\n  - name: far::node\n    ignored: [next]",
     "s.yaml:3:5: error: unknown key 'ignored'; did you mean 'ignore'?"},
    {"NoName", "types:\n  - ignore: [next]", "s.yaml:2:5: error: a type needs a 'name'"},
    {"NoListOfFields", "types:\n  - name: far::node\n    ignore: next",
     "s.yaml:3:13: error: expected a list of fields"},
    {"NoTruth", "types:\n  - name: far::node\n    datatype: maybe", "s.yaml:3:15: error: expected true or false"},
    {"NoBytes", "types:\n  - name: far::record\n    bytes: payload",
     "s.yaml:3:12: error: expected true, false or a list of fields"},
    {"TwoDocuments", "types: [far::node]\n---\ntypes: [far::record]",
     "s.yaml:3:1: error: only one YAML document is read"},
    {"TwoOfOneKey", "types:\n  - name: far::node\n    ignore: [next]\n    ignore: [id]",
     "s.yaml:4:5: error: duplicate key 'ignore'"},
    {"Contradiction", "types:\n  - name: far::record\n    ignore: [payload]\n    bytes: [payload]",
     "s.yaml:4:13: error: 'bytes' contradicts another directive of the same declaration"},
    {"UnknownType", "types:\n  - far::nod",
     "s.yaml:2:5: error: no complete record is called 'far::nod'; did you mean "
     "'far::node'?\n  - far::nod\n    ^~~~~~~~"},
    {"UnknownTemplate", "types:\n  - 'far::vek<int, 2>'",
     "s.yaml:2:6: error: no complete record is called 'far::vek<int, 2>': no template named 'vek' in "
     "namespace 'far'"},
    {"UnknownField", "types:\n  - name: far::node\n    ignore: [nxt]",
     "s.yaml:3:14: error: 'struct node' has no field 'nxt'; did you mean 'next'?\n    3 |     ignore: [nxt]"},
    {"UnknownFieldOfAView", "types:\n  - name: far::record\n    views: {v: [inner.idd]}",
     "s.yaml:3:23: error: 'struct node' has no field 'idd'; did you mean 'id'?"},
    {"UnknownMember", "types:\n  - name: far::number\n    use: g",
     "s.yaml:3:10: error: cannot map 'union far::number': it is a union without a member 'g'"},
    {"UseOfNoUnion", "types:\n  - name: far::node\n    use: {id: x}", "s.yaml:3:11: error: 'use' is only for unions"},
    {"LengthOfNoPointer", "types:\n  - name: far::node\n    length: {id: id}",
     "s.yaml:3:14: error: 'length' is only for pointers"},
    {"LengthOfNothing", "types:\n  - name: far::record\n    length: {samples: cout}",
     "s.yaml:3:23: error: 'struct record' has no field 'cout'; did you mean 'count'?"},
};

INSTANTIATE_TEST_SUITE_P(SelectFile, WrongSelectFile, ::testing::ValuesIn(wrong_files),
                         [](const auto &info) { return info.param.name; });

/// Time grows neither with the square of the file, nor with the product of its names and the header's.
TEST(SelectFile, ManyWrongNamesTakeLittleTime) {
  std::string header = "#pragma once\n", types = "types:\n";
  for (int i = 0; i < 10000; ++i) {
    header += "struct some_name_" + std::to_string(i) + " { int i; };\n";
    types += "  - {name: same_name_" + std::to_string(i) + ", ignore: [p]}\n";
  }
  const Scratch scratch;
  scratch.write("s.h", header);
  scratch.write("s.yaml", types);
  const Finished run = scratch.run("ulimit -t 10 && " AUTOMAP_COMMAND " s.h --select s.yaml -o m.c");
  EXPECT_EQ(run.exit_code, 1) << "it took more than 10 seconds";
  EXPECT_TRUE(contains(run.err, "called 'same_name_0'; did you mean 'some_name_0'?"));
  EXPECT_TRUE(contains(run.err, "no complete record is called 'same_name_9999'"));
}

TEST(Attributes, SayWhatCommentsSay) {
  const char *cxx = R"cxx(
struct [[clang::annotate("AutoMap_TpUsed"), clang::annotate("AutoMap_View(a: a)")]] s {
  int a;
  int *p [[clang::annotate("AutoMap_Ignore")]];
  union { int i; float f; } u [[clang::annotate("AutoMap_Use(f)")]];
};
using alias [[clang::annotate("AutoMap_TpUsed")]] = s;
struct [[clang::annotate("somebody else's")]] other { int a; };
)cxx";
  EXPECT_EQ(layouts_of("s.hpp", cxx), "AutoMap_s: 24/8 | MPI_INT@0 MPI_FLOAT@16 | 4:4 | 4\n"
                                      "AutoMap_alias: 24/8 | MPI_INT@0 MPI_FLOAT@16 | 4:4 | 4\n"
                                      "AutoMap_s_a: 24/8 | MPI_INT@0 | 4:4 | 4\n");
  EXPECT_EQ(layouts_of("s.h", "typedef struct { int a; char *p __attribute__((annotate(\"AutoMap_Ignore\"))); } s "
                              "__attribute__((annotate(\"AutoMap_TpUsed\")));"),
            "AutoMap_s: 16/8 | MPI_INT@0 | 4:4 | 0\n");
}

TEST(Macros, ThatMakeRecordsAreSeenThrough) {
  const char *macros = R"(
#define OPEN(name) struct name { int i;
#define CLOSE double d; }
#define WHOLE(name) struct name { int i; void *p /*~ AutoMap_Ignore */; double d; };
#define MARKED(name) struct name { int i; double d; } /*~ AutoMap_TpUsed */
#define WITH(name, body) struct name { body }
#define FIELD(type, name) type name;
#define NEVER_USED struct never { int *p /*~ AutoMap_Ignore */; } /*~ AutoMap_TpUsed */
OPEN(a) CLOSE /*~ AutoMap_TpUsed */;
WHOLE(b) /*~ AutoMap_TpUsed */
MARKED(c);
MARKED(d);
WITH(e, int i; int *p; /*~ AutoMap_Ignore */ double d;) /*~ AutoMap_TpUsed */;
struct f { FIELD(int, i) FIELD(char *, p) /*~ AutoMap_Ignore */ FIELD(double, d) } /*~ AutoMap_TpUsed */;
)";
  EXPECT_EQ(layouts_of("s.h", region(macros)), "AutoMap_a: 16/8 | MPI_INT@0 MPI_DOUBLE@8 | 4:4 | 0\n"
                                               "AutoMap_b: 24/8 | MPI_INT@0 MPI_DOUBLE@16 | 4:4 | 0\n"
                                               "AutoMap_c: 16/8 | MPI_INT@0 MPI_DOUBLE@8 | 4:4 | 0\n"
                                               "AutoMap_d: 16/8 | MPI_INT@0 MPI_DOUBLE@8 | 4:4 | 0\n"
                                               "AutoMap_e: 24/8 | MPI_INT@0 MPI_DOUBLE@16 | 4:4 | 0\n"
                                               "AutoMap_f: 24/8 | MPI_INT@0 MPI_DOUBLE@16 | 4:4 | 0\n");
}

TEST(Inputs, WithCarriageReturns) {
  std::string source = region("struct in { int i; };\n#define R(n) struct n { int i; \\\n char c; }\n"
                              "struct s {\n  int *p; //~ AutoMap_Ignore\n  struct in in;\n} /*~ AutoMap_TpUsed\n*/;\n"
                              "R(r) /*~ AutoMap_TpUsed */;\ntypedef union { int i; } u; //~ AutoMap_Bytes\n"
                              "struct t { u u; } /*~ AutoMap_View(all: u) */;");
  for (std::size_t at = 0; (at = source.find('\n', at)) != std::string::npos; at += 2)
    source.replace(at, 1, "\r\n");
  EXPECT_EQ(layouts_of("s.h", source), "AutoMap_s: 16/8 | MPI_INT@8 | | 4\n"
                                       "AutoMap_r: 8/4 | MPI_INT@0 MPI_CHAR@4 | | 3\n"
                                       "AutoMap_t_all: 4/4 | MPI_BYTE@0*4+1 | | 0\n");
}

TEST(Inputs, WithIdentifiersInUtf8) {
  const Scratch scratch;
  scratch.write("s.h", region("struct größe { double höhe, π; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(π: π) */;"));
  EXPECT_EQ(layouts(scratch, "s.h"), "AutoMap_größe: 16/8 | MPI_DOUBLE@0*2+8 | | 0\n"
                                     "AutoMap_größe_π: 16/8 | MPI_DOUBLE@8 | | 0\n");
  ASSERT_EQ(run_automap(scratch, "s.h -o m.c").exit_code, 0);
  for (const std::string &compiler : tried<std::string>({"gcc", "clang-19"})) {
    const Finished run = scratch.run(compiler + std::string(" -Wall -Werror -fsyntax-only " MPI_INCLUDE_FLAGS " m.c"));
    EXPECT_EQ(run.exit_code, 0) << compiler << run.err;
  }
}

TEST(Inputs, MayIncludeARegionWithinARegion) {
  const Scratch scratch;
  scratch.write("in.h", region("struct in { int i; } /*~ AutoMap_TpUsed */;"));
  scratch.write("s.h",
                "#pragma once\n" + region("#include \"in.h\"\nstruct s { struct in in; } /*~ AutoMap_TpUsed */;"));
  const Finished run = run_automap(scratch, "s.h -o m.c");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, "");
}

TEST(Inputs, SeveralShareTheirRecords) {
  const Scratch scratch;
  scratch.write("in.h", "#pragma once\n" + region("struct in { int i; } /*~ AutoMap_TpUsed */;"));
  scratch.write("a.h",
                "#pragma once\n#include \"in.h\"\n" + region("struct a { struct in in; } /*~ AutoMap_TpUsed */;"));
  scratch.write("b.h", "#pragma once\n#include \"in.h\"\n" +
                           region("struct b { struct in in[2]; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(v: in) */;"));
  EXPECT_EQ(layouts(scratch, "a.h b.h in.h"),
            "AutoMap_in: 4/4 | MPI_INT@0 | | 0\nAutoMap_a: 4/4 | MPI_INT@0 | | 0\n"
            "AutoMap_b: 8/4 | MPI_INT@0*2+4 | | 0\nAutoMap_b_v: 8/4 | MPI_INT@0*2+4 | | 0\n");
}

TEST(Templates, AreNamedOnTheCommandLine) {
  const std::string source = "namespace n { template <class T, int N = 2> struct v { T x[N]; }; }\n"
                             "template <class T> using alias = n::v<T, 3>;\nstruct user { n::v<short> v; };\n";
  EXPECT_EQ(layouts_of("s.hpp", source, "--type 'n::v<double,3>' --type 'alias<float>' --type 'n::v<char>'"),
            "AutoMap_n_v_double_3: 24/8 | MPI_DOUBLE@0*3+8 | | 0\n"
            "AutoMap_n_v_float_3: 12/4 | MPI_FLOAT@0*3+4 | | 0\n"
            "AutoMap_n_v_char: 2/1 | MPI_CHAR@0*2+1 | | 0\n");
  EXPECT_EQ(layouts_of("s.hpp", source + "using d3 = n::v<double, 3>;\nnamespace m { typedef n::v<float> f2; }\n",
                       "--type d3 --type 'm::f2'"),
            "AutoMap_d3: 24/8 | MPI_DOUBLE@0*3+8 | | 0\nAutoMap_m_f2: 8/4 | MPI_FLOAT@0*2+4 | | 0\n");
  EXPECT_EQ(layouts_of("s.hpp", "template <class T> struct p { int i; };", "--type 'p<int *>' --type 'p<void (*)()>'"),
            "AutoMap_p_int: 4/4 | MPI_INT@0 | | 0\nAutoMap_p_void: 4/4 | MPI_INT@0 | | 0\n");
  EXPECT_EQ(layouts_of("s.hpp", source, "--type 'n::v<*>'"), "AutoMap_n_v_short: 4/2 | MPI_SHORT@0*2+2 | | 0\n");
}

} // namespace
} // namespace automap::test
