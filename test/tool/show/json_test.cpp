// Tests the JSON of layouts; see cases_test.cpp for layouts of all kinds.
#include "automap_run.h"
#include "tree_json.h"

namespace automap::test {
namespace {

TEST(Json, IsTheDocumentedObject) {
  const Scratch scratch;
  scratch.write("p.h",
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
      "fields": [
        {"name": "tag", "type": "char", "offset": 0, "size": 1, "line": 3, "datatype": "MPI_CHAR"},
        {"name": "pos", "type": "double[3]", "offset": 8, "size": 24, "line": 4, "datatype": "MPI_DOUBLE", "count": 3},
        {"name": "a", "type": "int", "offset": 32, "size": 4, "line": 5, "datatype": "MPI_INT"},
        {"name": "b", "type": "int", "offset": 36, "size": 4, "line": 5, "datatype": "MPI_INT"}],
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

TEST(Json, AllListsRecordsOfSystemHeadersIfTheyAreContainedOrAskedFor) {
  const Scratch scratch;
  scratch.write("a.h", "#include <stdlib.h>\n#include <sys/time.h>\nstruct mine { struct timeval time; };\n");
  const auto own = records_of(run_automap(scratch, "--format=json --all a.h").out);
  EXPECT_EQ(own.size(), 2u);
  EXPECT_TRUE(find_record(own, "mine"));
  EXPECT_TRUE(find_record(own, "timeval"));
  const auto all = records_of(run_automap(scratch, "--format=json --all --system-headers a.h").out);
  for (const char *name : {"mine", "timeval", "timezone", "div_t"})
    EXPECT_TRUE(find_record(all, name)) << name;
  EXPECT_FALSE(contains(run_automap(scratch, "--format=text --all a.h").out, "timezone"));
}

TEST(Json, AllListsEveryCompleteRecordMappedOrRefused) {
  const Scratch scratch;
  scratch.write("inc.h", "struct included { int i; };");
  scratch.write("a.h", "#include \"inc.h\"\nstruct known { double d; };\nunion u { int i; float f; };\n"
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
  scratch.write("t.h", region("struct s { double a, x /*~ AutoMap_Ignore */, b, c; } /*~ AutoMap_TpUsed */;"));
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

/// Nested arrays of records must not be flattened, and their repeated parts must be improved.
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
