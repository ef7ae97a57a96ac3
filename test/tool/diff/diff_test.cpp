// Tests `automap diff`, with JSON that automap itself has printed, and with MPI's rules as the oracle.
#include "runs.h"
#include "layouts/random_records.h"
#include "tree_json.h"

#include <algorithm>

namespace automap::test {
namespace {

constexpr const char *old_header = BEGIN R"(struct vec { double x, y; } /*~ AutoMap_TpUsed */;
struct particle { char species; struct vec at; int id; float mass; int cells[4]; } /*~ AutoMap_TpUsed */;
struct same { int i; } /*~ AutoMap_TpUsed */;
struct gone { int i; } /*~ AutoMap_TpUsed */;)" END;

constexpr const char *new_header = BEGIN R"(struct vec { double y, x; } /*~ AutoMap_TpUsed */;
struct particle {
  char species;
  struct vec at;
  long id;
  double mass;
  int cells[3];
  double weight;
} /*~ AutoMap_TpUsed */;
struct same { int i; } /*~ AutoMap_TpUsed */;)" END;

/// Writes both headers, and the JSON of the old one.
void write_both(const Scratch &scratch, const std::string &before, const std::string &after) {
  scratch.write("old.h", before);
  scratch.write("new.h", after);
  const Finished run = run_automap(scratch, "old.h --all --format=json -o old.json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
}

TEST(Diff, SaysFieldByFieldWhatHasChangedAndWhatThatMeans) {
  const Scratch scratch;
  write_both(scratch, old_header, new_header);
  const std::string expected = R"(struct vec (new.h:2): 16 bytes, as before
  ~ y: moved from byte 8 to 0 (new.h:2)
  ~ x: moved from byte 0 to 8 (new.h:2)
  messages match by their types, but what one program sends as 'x' arrives in 'y' of the other
  AutoLink files stay readable
  raw bytes do not mean the same

struct particle (new.h:3): 48 to 64 bytes
  ~ id: was int, is long, 4 to 8 bytes, sent as MPI_LONG, was MPI_INT (new.h:6)
  ~ mass: was float, is double, 4 to 8 bytes, sent as MPI_DOUBLE, was MPI_FLOAT, moved from byte 28 to 32 (new.h:7)
  ~ cells: was int[4], is int[3], 16 to 12 bytes, moved from byte 32 to 40 (new.h:8)
  + weight: double is new, at byte 56, 8 bytes (new.h:9)
  messages do not match: element 3 was MPI_INT ('id') and is MPI_LONG ('id')
  AutoLink files stay readable, with conditions: 'cells' is shorter: what is cut off must be zero; 'weight' has its initial value
  raw bytes do not mean the same

struct gone (old.h:5): is gone

1 struct has not changed.
Old and new programs do not understand each other.
)";
  for (const char *inputs : {"diff old.json new.h", "diff old.h new.h"}) {
    const Finished run = run_automap(scratch, inputs);
    EXPECT_EQ(run.exit_code, 1) << run.err;
    EXPECT_EQ(run.out, expected);
  }
  ASSERT_EQ(run_automap(scratch, "new.h --format=json -o new.json").exit_code, 0);
  EXPECT_EQ(run_automap(scratch, "diff old.json new.json").out, expected);
}

TEST(Diff, OfTheSameLayoutsIsNothing) {
  const Scratch scratch;
  write_both(scratch, old_header, std::string("/* another line */\n") + old_header);
  for (const char *inputs :
       {"diff old.json old.h", "diff old.json old.json", "diff old.h old.json", "diff old.json new.h"}) {
    const Finished run = run_automap(scratch, inputs);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.out, "4 structs have not changed.\n");
  }
}

/// One change, and the exit status and words that follow from it.
struct Change {
  const char *name, *before, *after;
  int exit_code;
  std::vector<std::string> texts;
};
void PrintTo(const Change &change, std::ostream *out) { *out << change.name; }

class DiffOf : public ::testing::TestWithParam<Change> {};

TEST_P(DiffOf, OneChangeSaysWhatFollows) {
  const Scratch scratch;
  const auto header = [](const char *fields) {
    return region("struct s { " + std::string(fields) + " } /*~ AutoMap_TpUsed */;");
  };
  write_both(scratch, header(GetParam().before), header(GetParam().after));
  const Finished run = run_automap(scratch, "diff old.json new.h");
  EXPECT_EQ(run.exit_code, GetParam().exit_code) << run.out << run.err;
  for (const std::string &text : GetParam().texts)
    EXPECT_TRUE(contains(run.out, text)) << text << '\n' << run.out;
}

const Change changes[] = {
    {"PaddingBecomesSmaller",
     "char c; double d; int i;",
     "double d; int i; char c;",
     1,
     {"~ d: moved from byte 8 to 0", "24 to 16 bytes",
      "messages do not match: element 0 was MPI_CHAR ('c') and is MPI_DOUBLE ('d')", "files stay readable\n"}},
    {"AFieldIsAlignedOtherwise",
     "char c; int i;",
     "char c; __attribute__((aligned(16))) int i;",
     0,
     {"~ i: moved from byte 4 to 16", "messages match\n", "raw bytes do not mean the same", "understand each other"}},
    {"AFieldIsRenamed",
     "int a; double b;",
     "int a; double c;",
     0,
     {"~ c: was called 'b'", "messages match\n",
      "files stay readable, with conditions: 'b' is skipped, and 'c' has its initial value",
      "raw bytes mean the same"}},
    {"AFieldIsAppended",
     "int a;",
     "int a; int b;",
     1,
     {"+ b: int is new", "messages do not match: new ones are longer, by MPI_INT ('a to b') from element 1 on"}},
    {"AFieldIsRemoved",
     "int a; double b;",
     "int a;",
     1,
     {"- b: double is gone", "old ones are longer, by MPI_DOUBLE ('b') from element 1 on", "'b' is skipped"}},
    {"FieldsBecomeAnArray",
     "double x, y, z;",
     "double at[3];",
     0,
     {"messages match by their types", "'x' arrives in 'at'"}},
    {"AFieldIsLeftOut", "int a; int b;", "int a; int b /*~ AutoMap_Ignore */;", 1, {"~ b: is not sent any more"}},
    {"ACharacterBecomesANumber",
     "int a; char c;",
     "int a; int c;",
     1,
     {"files are not readable: 'c' was MPI_CHAR and is MPI_INT, which is not converted"}},
    {"ABitFieldChanges", "int a : 3, b : 7;", "int a : 4, b : 7;", 0, {"struct has not changed"}},
    {"ABitFieldGrows",
     "int a : 3, b : 5;",
     "int a : 3, b : 15;",
     1,
     {"'b' is bytes of no known type, which must be as they were"}},
    {"AnUnnamedStructIsAPartOfItsOwner",
     "struct { int a; } in; struct { float f; };",
     "struct { long a; } in; struct { double f; };",
     1,
     {"~ in.a: was int, is long", "~ f: was float, is double"}},
    {"AStructCannotBeMappedAnyMore", "int a;", "int a; int *p /*~ AutoMap_Len(a) */;", 0, {"+ p: int * is new"}},
};

INSTANTIATE_TEST_SUITE_P(, DiffOf, ::testing::ValuesIn(changes),
                         [](const auto &info) { return std::string(info.param.name); });

TEST(Diff, JsonAndSarifSayTheSame) {
  const Scratch scratch;
  write_both(scratch, old_header, new_header);
  const Finished json = run_automap(scratch, "diff old.json new.h --format=json"),
                 sarif = run_automap(scratch, "diff old.json new.h --format=sarif -o s.sarif");
  EXPECT_EQ(json.exit_code, 1);
  EXPECT_EQ(sarif.exit_code, 1);
  auto difference = llvm::json::parse(json.out), log = llvm::json::parse(scratch.read("s.sarif"));
  ASSERT_TRUE(static_cast<bool>(difference)) << json.out;
  ASSERT_TRUE(static_cast<bool>(log)) << sarif.err;
  EXPECT_EQ(difference->getAsObject()->getBoolean("compatible"), false);
  std::map<std::string, const llvm::json::Object *> by_name;
  for (const llvm::json::Value &one : *difference->getAsObject()->getArray("differences"))
    by_name[one.getAsObject()->getString("qualified")->str()] = one.getAsObject();
  ASSERT_EQ(by_name.size(), 4u);
  EXPECT_EQ(by_name["same"]->getString("change"), "same");
  EXPECT_EQ(by_name["gone"]->getString("change"), "removed");
  const llvm::json::Object &particle = *by_name["particle"];
  EXPECT_EQ(particle.getObject("messages")->getString("verdict"), "broken");
  EXPECT_EQ(particle.getObject("files")->getString("verdict"), "conditional");
  EXPECT_EQ(particle.getBoolean("same_bytes"), false);
  const llvm::json::Array &fields = *particle.getArray("fields");
  ASSERT_EQ(fields.size(), 4u);
  EXPECT_EQ(fields[0].getAsObject()->getObject("old")->getString("type"), "int");
  EXPECT_EQ(fields[0].getAsObject()->getObject("new")->getInteger("line"), 6);

  const llvm::json::Object &run = *log->getAsObject()->getArray("runs")->front().getAsObject();
  EXPECT_EQ(log->getAsObject()->getString("version"), "2.1.0");
  const llvm::json::Array &rules = *run.getObject("tool")->getObject("driver")->getArray("rules");
  std::map<std::string, unsigned> levels;
  for (const llvm::json::Value &value : *run.getArray("results")) {
    const llvm::json::Object &result = *value.getAsObject();
    ++levels[result.getString("level")->str()];
    EXPECT_EQ(rules[static_cast<std::size_t>(*result.getInteger("ruleIndex"))].getAsObject()->getString("id"),
              result.getString("ruleId"));
    const llvm::json::Object &place =
        *result.getArray("locations")->front().getAsObject()->getObject("physicalLocation");
    EXPECT_TRUE(place.getObject("artifactLocation")->getString("uri")->ends_with(".h"));
    EXPECT_GE(*place.getObject("region")->getInteger("startLine"), 1);
  }
  EXPECT_EQ(levels, (std::map<std::string, unsigned>{{"error", 4}, {"note", 7}, {"warning", 1}}));
}

const RunCase mistakes[] = {
    {"OneInput", {{"a.h", "struct a { int i; };"}}, "diff a.h", 2, {{"err", "diff needs two inputs"}}},
    {"NoFile",
     {{"a.h", "struct a { int i; };"}},
     "diff no.json a.h",
     2,
     {{"err", "automap: error: 'no.json': No such file"}}},
    {"NoJson",
     {{"a.json", "{"}, {"a.h", "struct a { int i; };"}},
     "diff a.json a.h",
     2,
     {{"err", "automap: error: 'a.json': no JSON: "}}},
    {"NoLayouts",
     {{"a.json", "{\"x\": 1}"}},
     "diff a.json a.json",
     2,
     {{"err", "expected what 'automap --format=json' prints"}}},
    {"OtherSchema",
     {{"a.json", R"({"automap": {"schema": 2}, "records": []})"}},
     "diff a.json a.json",
     2,
     {{"err", "reads schema 1 of its JSON, not 2"}}},
    {"NoFields",
     {{"a.json", R"({"automap": {"schema": 1}, "records": [{"qualified": "s", "status": "mapped"}]})"}},
     "diff a.json a.json",
     2,
     {{"err", "'s' has no 'fields': make it again with this automap"}}},
    {"WrongValues",
     {{"a.json", R"({"automap": {"schema": 1}, "records": [1, {"qualified": 3}]})"}},
     "diff a.json a.json",
     2,
     {{"err", "'records' has something that is no record"}}},
    {"ARecordThatContainsItself",
     {{"a.json",
       R"({"automap": {"schema": 1}, "records": [{"qualified": "s", "status": "mapped", "fields": [{"name": "in", "record": 1}]},
       {"qualified": "", "status": "mapped", "fields": [{"name": "in", "record": 1}, {"name": "x", "record": -1}, {"record": 99}]}]})"}},
     "diff a.json a.json",
     0,
     {{"out", "1 struct has not changed."}}},
    {"AHeaderThatDoesNotCompile",
     {{"a.h", "struct a { int i; };"}, {"b.h", "struct"}},
     "diff --all a.h b.h",
     2,
     {{"err", "b.h:1:"}}},
    {"AnotherFormat",
     {{"a.h", ""}},
     "diff a.h a.h --format=html",
     2,
     {{"err", "the formats of diff are text, json and sarif"}}},
    {"SarifOfLayouts", {{"a.h", ""}}, "a.h --format=sarif", 1, {{"err", "--format=sarif is for automap diff alone"}}},
    {"ADepfile",
     {{"a.h", ""}},
     "diff a.h a.h -o x --depfile d",
     2,
     {{"err", "--depfile cannot be combined with diff"}}},
};

AUTOMAP_TEST_RUNS(DiffMistakes, mistakes);

TEST(Diff, OfTheTypesThatAreNamed) {
  const Scratch scratch;
  write_both(scratch, "struct a { int i; };\nstruct b { int i; };", "struct a { int i; };\nstruct b { long i; };");
  EXPECT_EQ(run_automap(scratch, "diff old.json new.h --type a").exit_code, 0);
  EXPECT_EQ(run_automap(scratch, "diff old.json new.h --type b").exit_code, 1);
  EXPECT_EQ(run_automap(scratch, "diff old.json new.h --type '?'").exit_code, 1);
}

/// Adds the MPI types of a record's fields, in order, with those of the records in them.
void add_types(const llvm::json::Array &records, const llvm::json::Object &record, std::string &out) {
  for (const llvm::json::Value &value : *record.getArray("fields")) {
    const llvm::json::Object &field = *value.getAsObject();
    const std::int64_t count = field.getInteger("count").value_or(1);
    for (std::int64_t i = 0; i < count; ++i)
      if (const auto inner = field.getInteger("record"))
        add_types(records, *records[static_cast<std::size_t>(*inner)].getAsObject(), out);
      else if (const auto type = field.getString("datatype"))
        out += type->str() + " ";
  }
}

class FieldsOfJson : public ::testing::TestWithParam<unsigned> {};

/// What diff knows of fields is what the type map has.
TEST_P(FieldsOfJson, HaveTheTypesOfTheTypeMap) {
  SCOPED_TRACE("seed " + std::to_string(GetParam()));
  RandomRecords random(GetParam());
  random.make(60);
  const Scratch scratch;
  scratch.write("r.h", random.header());
  const llvm::json::Array records = records_of(run_automap(scratch, "--format=json r.h").out);
  ASSERT_GE(records.size(), 60u);
  for (const llvm::json::Value &value : records) {
    const llvm::json::Object &record = *value.getAsObject();
    std::string of_fields, of_map;
    add_types(records, record, of_fields);
    for (const auto &[type, offset] : expand_runs(*record.getArray("typemap")))
      of_map += type + " ";
    EXPECT_EQ(of_fields, of_map) << record.getString("name")->str();
    for (const llvm::json::Value &field : *record.getArray("fields"))
      EXPECT_LE(*field.getAsObject()->getInteger("offset") + *field.getAsObject()->getInteger("size"),
                *record.getInteger("size"));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, FieldsOfJson, ::testing::Range(11u, 14u));

} // namespace
} // namespace automap::test
