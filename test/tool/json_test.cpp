// Exact layouts, one construct a case, and the JSON that carries them.
#include "automap_run.h"
#include "tree_json.h"

namespace automap::test {
namespace {

struct LayoutCase {
  const char *name;
  const char *before; // declarations that the struct needs
  const char *fields;
  const char *expected; // see layout_line()
  const char *attributes = "";
};

void PrintTo(const LayoutCase &layout, std::ostream *out) { *out << layout.expected; }

class ExactLayout : public ::testing::TestWithParam<LayoutCase> {};

TEST_P(ExactLayout, Is) {
  const LayoutCase &layout = GetParam();
  const Scratch scratch;
  scratch.write("s.h", region(std::string(layout.before) + "\nstruct s {\n" + layout.fields + "\n} " +
                              layout.attributes + "/*~ AutoMap_TpUsed */;"));
  const Finished run = run_automap(scratch, "--format=json s.h");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto records = records_of(run.out);
  const auto *record = find_record(records, "s");
  ASSERT_TRUE(record) << run.out;
  EXPECT_EQ(layout_line(*record), layout.expected) << run.out;
}

const LayoutCase layout_cases[] = {
    {"Char", "", "char c;", "1/1 | MPI_CHAR@0 | | 0"},
    {"SignedChar", "", "signed char c;", "1/1 | MPI_SIGNED_CHAR@0 | | 0"},
    {"UnsignedChar", "", "unsigned char c;", "1/1 | MPI_UNSIGNED_CHAR@0 | | 0"},
    {"Short", "", "short s;", "2/2 | MPI_SHORT@0 | | 0"},
    {"UnsignedShort", "", "unsigned short s;", "2/2 | MPI_UNSIGNED_SHORT@0 | | 0"},
    {"Int", "", "int i;", "4/4 | MPI_INT@0 | | 0"},
    {"Unsigned", "", "unsigned u;", "4/4 | MPI_UNSIGNED@0 | | 0"},
    {"Long", "", "long l;", "8/8 | MPI_LONG@0 | | 0"},
    {"UnsignedLong", "", "unsigned long l;", "8/8 | MPI_UNSIGNED_LONG@0 | | 0"},
    {"LongLong", "", "long long l;", "8/8 | MPI_LONG_LONG@0 | | 0"},
    {"UnsignedLongLong", "", "unsigned long long l;", "8/8 | MPI_UNSIGNED_LONG_LONG@0 | | 0"},
    {"Float", "", "float f;", "4/4 | MPI_FLOAT@0 | | 0"},
    {"Double", "", "double d;", "8/8 | MPI_DOUBLE@0 | | 0"},
    {"LongDouble", "", "long double d;", "16/16 | MPI_LONG_DOUBLE@0 | | 0"},
    {"Bool", "", "_Bool b;", "1/1 | MPI_C_BOOL@0 | | 0"},
    {"BoolMacro", "#include <stdbool.h>", "bool b;", "1/1 | MPI_C_BOOL@0 | | 0"},
    {"FloatComplex", "", "float _Complex z;", "8/4 | MPI_C_FLOAT_COMPLEX@0 | | 0"},
    {"DoubleComplex", "#include <complex.h>", "double complex z;", "16/8 | MPI_C_DOUBLE_COMPLEX@0 | | 0"},
    {"LongDoubleComplex", "", "long double _Complex z;", "32/16 | MPI_C_LONG_DOUBLE_COMPLEX@0 | | 0"},
    {"FixedWidth", "#include <stdint.h>", "int8_t a; int16_t b; int32_t c; int64_t d;",
     "16/8 | MPI_INT8_T@0 MPI_INT16_T@2 MPI_INT32_T@4 MPI_INT64_T@8 | 1:1 | 0"},
    {"FixedWidthUnsigned", "#include <stdint.h>", "uint8_t a; uint16_t b; uint32_t c; uint64_t d;",
     "16/8 | MPI_UINT8_T@0 MPI_UINT16_T@2 MPI_UINT32_T@4 MPI_UINT64_T@8 | 1:1 | 0"},
    {"FixedWidthBehindTypedefs", "#include <stdint.h>\ntypedef int32_t id_t_; typedef const id_t_ key_t_;",
     "key_t_ k;", "4/4 | MPI_INT32_T@0 | | 0"},
    {"NameOfAnotherType", "typedef unsigned char int32_t;", "int32_t i;", "1/1 | MPI_UNSIGNED_CHAR@0 | | 0"},
    {"SizeTypes", "#include <stddef.h>", "size_t n; ptrdiff_t d;",
     "16/8 | MPI_UNSIGNED_LONG@0 MPI_LONG@8 | | 0"},
    {"Wchar", "#include <wchar.h>", "wchar_t w[2];", "8/4 | MPI_WCHAR@0*2+4 | | 0"},
    {"MpiIntegers", "#include <mpi.h>", "MPI_Aint a; MPI_Count c; MPI_Offset o;",
     "24/8 | MPI_AINT@0 MPI_COUNT@8 MPI_OFFSET@16 | | 0"},
    {"EnumUnsigned", "enum e { A, B };", "enum e e;", "4/4 | MPI_UNSIGNED@0 | | 0"},
    {"EnumSigned", "enum e { A = -1, B };", "enum e e;", "4/4 | MPI_INT@0 | | 0"},
    {"EnumWide", "enum e { A = 1L << 40 };", "enum e e;", "8/8 | MPI_UNSIGNED_LONG@0 | | 0"},
    {"EnumPacked", "typedef enum __attribute__((packed)) { A } e;", "e e;",
     "1/1 | MPI_UNSIGNED_CHAR@0 | | 0"},
    {"Array", "", "char c; double pos[3];", "32/8 | MPI_CHAR@0 MPI_DOUBLE@8*3+8 | 1:7 | 0"},
    {"Matrix", "", "double m[2][3][4];", "192/8 | MPI_DOUBLE@0*24+8 | | 0"},
    {"ArrayOfTypedefArray", "typedef float row[4];", "row rows[3];", "48/4 | MPI_FLOAT@0*12+4 | | 0"},
    {"EmptyArray", "", "int a; double none[0]; int b;", "16/8 | MPI_INT@0*2+8 | 4:4 | 4"},
    {"SeveralDeclarators", "", "int a, b[2], c;", "16/4 | MPI_INT@0*4+4 | | 0"},
    {"ConstVolatile", "", "const int a; volatile int b; const volatile int c[2];",
     "16/4 | MPI_INT@0*4+4 | | 0"},
    {"Nested", "struct in { char c; double d; };", "int a; struct in in; int b;",
     "32/8 | MPI_INT@0 MPI_CHAR@8 MPI_DOUBLE@16 MPI_INT@24 | 4:4 9:7 | 4"},
    {"NestedDefinedInside", "", "struct in { short s; } in; short t;", "4/2 | MPI_SHORT@0*2+2 | | 0"},
    {"ArrayOfNested", "struct in { char c; double d; };", "struct in in[2];",
     "32/8 | MPI_CHAR@0 MPI_DOUBLE@8 MPI_CHAR@16 MPI_DOUBLE@24 | 1:7 17:7 | 0"},
    {"ArrayOfOneFieldAndPadding", "struct in { int i; } __attribute__((aligned(16)));", "struct in in[3];",
     "48/16 | MPI_INT@0*3+16 | 4:12 20:12 | 12"},
    {"Anonymous", "", "int a; struct { int b; float c; }; int d;",
     "16/4 | MPI_INT@0*2+4 MPI_FLOAT@8 MPI_INT@12 | | 0"},
    {"Unnamed", "", "struct { char c; struct { short s; } in[2]; } out[2];",
     "12/2 | MPI_CHAR@0 MPI_SHORT@2*2+2 MPI_CHAR@6 MPI_SHORT@8*2+2 | 1:1 7:1 | 0"},
    {"PackedAttribute", "", "char c; double d; short s;", "11/1 | MPI_CHAR@0 MPI_DOUBLE@1 MPI_SHORT@9 | | 0",
     "__attribute__((packed)) "},
    {"PackedPragma", "#pragma pack(2)", "char c; double d;", "10/2 | MPI_CHAR@0 MPI_DOUBLE@2 | 1:1 | 0"},
    {"PackedField", "", "char c; double d __attribute__((packed)); int i;",
     "16/4 | MPI_CHAR@0 MPI_DOUBLE@1 MPI_INT@12 | 9:3 | 0"},
    {"AlignedRecord", "", "int i;", "64/64 | MPI_INT@0 | | 60", "__attribute__((aligned(64))) "},
    {"AlignedField", "", "char c; _Alignas(32) float f;", "64/32 | MPI_CHAR@0 MPI_FLOAT@32 | 1:31 | 28"},
    {"TypedefChain", "typedef double real; typedef real coordinate; typedef coordinate point[2];", "point p;",
     "16/8 | MPI_DOUBLE@0*2+8 | | 0"},
    {"TypedefOfRecord", "typedef struct in in_t; struct in { int i; }; typedef in_t in_u;", "in_u a; in_t b;",
     "8/4 | MPI_INT@0*2+4 | | 0"},
    {"Typeof", "", "int a; __typeof__(1.0) b;", "16/8 | MPI_INT@0 MPI_DOUBLE@8 | 4:4 | 0"},
    {"FieldsOfMacros", "#define VEC(n) double n##x, n##y\n", "VEC(p); VEC(q);",
     "32/8 | MPI_DOUBLE@0*4+8 | | 0"},
    {"Empty", "", "", "0/1 | | | 0"},
    {"IgnoredPointer", "", "int a; double *p /*~ AutoMap_Ignore */; int b;",
     "24/8 | MPI_INT@0*2+16 | 4:4 | 4"},
    {"IgnoredBehindSemicolon", "", "int a; void (*f)(int); //~ AutoMap_Ignore\nint b;",
     "24/8 | MPI_INT@0*2+16 | 4:4 | 4"},
    {"IgnoredOfSeveralDeclarators", "", "int a, *p /*~ AutoMap_Ignore */, b;",
     "24/8 | MPI_INT@0*2+16 | 4:4 | 4"},
    {"IgnoredArray", "", "float x; char *names[4] /*~ AutoMap_Ignore */;", "40/8 | MPI_FLOAT@0 | 4:4 | 0"},
    {"UnnamedBitFieldIsPadding", "", "int a; int : 0; char b; short : 4; int c;",
     "12/4 | MPI_INT@0 MPI_CHAR@4 MPI_INT@8 | 5:3 | 0"},
    {"IgnoredBitFields", "",
     "int a; int b : 3; /*~ AutoMap_Ignore */ int c : 7; /*~ AutoMap_Ignore */ int d;",
     "12/4 | MPI_INT@0*2+8 | 6:2 | 0"},
    {"IgnoredAnonymousUnion", "", "double x; union { int *q; int i; } /*~ AutoMap_Ignore */; int z;",
     "24/8 | MPI_DOUBLE@0 MPI_INT@16 | | 4"},
    {"IgnoredAnonymousStruct", "", "double x; struct { int *q; }; /*~ AutoMap_Ignore */ int z;",
     "24/8 | MPI_DOUBLE@0 MPI_INT@16 | | 4"},
    {"IgnoredPlainField", "", "int a; int scratch[5] /*~ AutoMap_Ignore */; int b;",
     "28/4 | MPI_INT@0*2+24 | | 0"},
};

INSTANTIATE_TEST_SUITE_P(C, ExactLayout, ::testing::ValuesIn(layout_cases),
                         [](const auto &info) { return info.param.name; });

TEST(Json, IsTheDocumentedObject) {
  const Scratch scratch;
  scratch.write(
      "p.h",
      region("struct particle {\n  char tag;\n  double pos[3];\n  int a, b;\n} /*~ AutoMap_TpUsed */;"));
  const Finished run = run_automap(scratch, "--format=json p.h");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  auto expected = llvm::json::parse(R"({
    "automap": {"schema": 1, "version": ")" AUTOMAP_VERSION R"("},
    "records": [{
      "name": "particle", "qualified": "particle", "kind": "struct", "file": "p.h", "line": 2,
      "status": "mapped", "datatypes": ["AutoMap_particle"], "size": 40, "align": 8, "lb": 0, "extent": 40,
      "typemap": [
        {"type": "MPI_CHAR", "offset": 0, "count": 1, "stride": 1, "field": "tag"},
        {"type": "MPI_DOUBLE", "offset": 8, "count": 3, "stride": 8, "field": "pos"},
        {"type": "MPI_INT", "offset": 32, "count": 2, "stride": 4, "field": "a", "last_field": "b"}],
      "holes": [{"offset": 1, "size": 7}],
      "tail_padding": 0,
      "signature": "6:19721e3423a66c01",
      "tree": {"kind": "struc", "displacements": [0, 8, 32], "children": [
        {"kind": "leaf", "type": "MPI_CHAR"},
        {"kind": "vec", "count": 3, "stride": 8, "child": {"kind": "leaf", "type": "MPI_DOUBLE"}},
        {"kind": "vec", "count": 2, "stride": 4, "child": {"kind": "leaf", "type": "MPI_INT"}}]},
      "cost": 22, "naive_cost": 22, "dag_cost": 22, "proved": true, "lower_bound": 22}]})");
  auto actual = llvm::json::parse(run.out);
  ASSERT_TRUE(static_cast<bool>(expected));
  ASSERT_TRUE(static_cast<bool>(actual));
  EXPECT_TRUE(*actual == *expected) << run.out;
}

TEST(Json, FieldPathsReachIntoNestedRecords) {
  const Scratch scratch;
  scratch.write("n.h", region("struct in { char c; double d[2]; };\n"
                              "struct out { struct in grid[2]; struct { int k; }; } /*~ AutoMap_TpUsed */;"));
  const auto records = records_of(run_automap(scratch, "--format=json n.h").out);
  const auto *record = find_record(records, "out");
  ASSERT_TRUE(record);
  std::string fields;
  for (const auto &run : *record->getArray("typemap"))
    fields += run.getAsObject()->getString("field")->str() + " ";
  EXPECT_EQ(fields, "grid[0].c grid[0].d grid[1].c grid[1].d k ");
}

TEST(Json, ListsMarkedRecordsAndWhatTheyContain) {
  const Scratch scratch;
  scratch.write("m.h", region("struct in { int i; };\nstruct other { int j; };\n"
                              "struct out { struct in in; } /*~ AutoMap_TpUsed */;"));
  const auto records = records_of(run_automap(scratch, "--format=json m.h").out);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_TRUE(find_record(records, "in"));
  EXPECT_FALSE(find_record(records, "in")->get("datatypes"));
  EXPECT_TRUE(find_record(records, "out")->get("datatypes"));
}

TEST(Json, AllListsEveryCompleteRecordMappedOrRefused) {
  const Scratch scratch;
  scratch.write("inc.h", "struct included { int i; };");
  scratch.write("a.h",
                "#include \"inc.h\"\nstruct known { double d; };\nunion u { int i; float f; };\n"
                "struct pointer { char *text; };\nstruct incomplete;\ntypedef struct { short s; } named;\n"
                "struct outer { struct inside { char c; } in; };");
  const Finished run = run_automap(scratch, "--format=json --all a.h");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  const auto records = records_of(run.out);
  std::map<std::string, std::string> status;
  for (const auto &record : records)
    status[record.getAsObject()->getString("name")->str()] = record.getAsObject()->getString("status")->str();
  const std::map<std::string, std::string> expected = {
      {"included", "mapped"}, {"known", "mapped"}, {"u", "refused"},     {"pointer", "refused"},
      {"named", "mapped"},    {"outer", "mapped"}, {"inside", "mapped"},
  };
  EXPECT_EQ(status, expected);
  EXPECT_EQ(find_record(records, "u")->getString("kind"), "union");
  EXPECT_EQ(find_record(records, "included")->getString("file"), "./inc.h");
}

TEST(Json, ARefusedRecordThatWasAskedForIsShownAndIsAnError) {
  const Scratch scratch;
  scratch.write("r.h", region("struct r { int *p; } /*~ AutoMap_TpUsed */;"));
  const Finished run = run_automap(scratch, "--format=json r.h");
  EXPECT_EQ(run.exit_code, 1);
  const auto records = records_of(run.out);
  ASSERT_TRUE(find_record(records, "r"));
  EXPECT_EQ(find_record(records, "r")->getString("reason"),
            "field 'p' is a pointer: an address means nothing on another rank");
  EXPECT_FALSE(find_record(records, "r")->get("typemap"));
}

TEST(Json, HugeArraysAreCheapWhereTheyAreRegularAndCutWhereTheyAreNot) {
  const Scratch scratch;
  scratch.write("h.h", region("struct regular { double d[1000][1000][1000]; } /*~ AutoMap_TpUsed */;\n"
                              "struct in { char c; double d; };\n"
                              "struct irregular { struct in in[1000][1000][1000]; } /*~ AutoMap_TpUsed */;\n"
                              "struct wide { int i; } __attribute__((aligned(8)));\n"
                              "struct strided { struct wide w[200000]; } /*~ AutoMap_TpUsed */;"));
  const Finished run = run_automap(scratch, "--format=json h.h");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto records = records_of(run.out);
  EXPECT_EQ(layout_line(*find_record(records, "regular")), "8000000000/8 | MPI_DOUBLE@0*1000000000+8 | | 0");
  EXPECT_EQ(find_record(records, "irregular")->getBoolean("typemap_truncated"), true);
  EXPECT_EQ(find_record(records, "irregular")->getArray("typemap")->size(), 100000u);
  EXPECT_EQ(find_record(records, "irregular")->getBoolean("holes_omitted"), true);
  EXPECT_EQ(find_record(records, "irregular")->getInteger("tail_padding"), 0);
  EXPECT_EQ(find_record(records, "strided")->getArray("holes")->size(), 199999u);
  EXPECT_EQ(find_record(records, "strided")->getInteger("tail_padding"), 4);
}

TEST(Json, TreesAreTheCheapestForTheirTypeMaps) {
  const Scratch scratch;
  scratch.write("t.h", region(R"(
struct pairs { int a; char b; int c; char d; int e; char f; int g; char h; } /*~ AutoMap_TpUsed */;
struct apart { double a; double gap1 /*~ AutoMap_Ignore */; double b, c; double gap2[3] /*~ AutoMap_Ignore */;
  double d; } /*~ AutoMap_TpUsed */;
)"));
  const auto records = records_of(run_automap(scratch, "--format=json t.h").out);
  const auto *pairs = find_record(records, "pairs"), *apart = find_record(records, "apart");
  ASSERT_TRUE(pairs && apart);
  EXPECT_EQ(wrong_with_tree(*pairs), "");
  EXPECT_EQ(wrong_with_tree(*apart), "");
  EXPECT_EQ(pairs->getInteger("cost"), 14); // vec(4, 8, struc(2, <0, 4>, <int, char>)): 4 + 6 + 2 + 2
  EXPECT_EQ(pairs->getInteger("naive_cost"), 34);
  EXPECT_EQ(apart->getInteger("cost"), 9); // idx(4, <0, 16, 24, 56>, double): 3 + 4 + 2
  EXPECT_EQ(apart->getInteger("naive_cost"), 18);
}

TEST(Json, CostConstantsAreTheUsers) {
  const Scratch scratch;
  scratch.write("t.h",
                region("struct s { double a, x /*~ AutoMap_Ignore */, b, c; } /*~ AutoMap_TpUsed */;"));
  const std::pair<const char *, std::int64_t> cases[] = {
      {"", 8},             // idx(3, <0, 16, 24>, double)
      {"--cost ix=5", 18}, // idxbuc(2, 16, <0, 24>, <2, 1>, double)
      {"--cost leaf=100", 106},
      {"--cost leaf=0 --cost idx=0 --cost ix=0", 0},
      {"--cost-model=papers --cost idx=1", 6},
  };
  for (const auto &[arguments, cost] : cases) {
    const auto records = records_of(run_automap(scratch, std::string("--format=json t.h ") + arguments).out);
    ASSERT_TRUE(find_record(records, "s"));
    EXPECT_EQ(find_record(records, "s")->getInteger("cost"), cost) << arguments;
  }
  const auto mpi = records_of(run_automap(scratch, "--format=json t.h --cost-model mpi").out);
  EXPECT_GT(*find_record(mpi, "s")->getInteger("cost"), 20);
}

/// Nested arrays of records are not flattened, and what they repeat is made better.
TEST(Json, HugeArraysOfRecordsHaveTreesAtOnce) {
  const Scratch scratch;
  scratch.write("h.h", region("struct p { char c; double d; char e; double f; };\n"
                              "struct q { struct p p[1000000]; int k; };\n"
                              "struct r { struct q q[1000]; struct q more[20]; } /*~ AutoMap_TpUsed */;"));
  const auto records = records_of(run_automap(scratch, "--format=json h.h").out);
  ASSERT_TRUE(find_record(records, "r"));
  EXPECT_EQ(find_record(records, "p")->getInteger("cost"), 14);
  EXPECT_LE(find_record(records, "q")->getInteger("cost"), 22);
  EXPECT_LE(find_record(records, "r")->getInteger("dag_cost"), 36);
}

} // namespace
} // namespace automap::test
