// Tests --from-typemap: what it reads, its messages about invalid input, and the generated code.
#include "automap_run.h"
#include "tree_json.h"

namespace automap::test {
namespace {

/// Returns the JSON that automap prints for a type map. If there is none, returns an empty object and fails the test.
llvm::json::Object json_of(const std::string &file, const std::string &arguments = "") {
  const Scratch scratch;
  scratch.write("m.map", file);
  const Finished run = run_automap(scratch, "--from-typemap m.map --format=json " + arguments);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  auto value = llvm::json::parse(run.out);
  if (!value || !value->getAsObject()) {
    ADD_FAILURE() << "no JSON: " << run.out;
    llvm::consumeError(value.takeError());
    return {};
  }
  EXPECT_EQ(wrong_with_tree(*value->getAsObject()), "") << run.out;
  return std::move(*value->getAsObject());
}

const std::string column = "MPI_DOUBLE 16\nMPI_DOUBLE 48\nMPI_DOUBLE 80\nMPI_DOUBLE 112\n";

TEST(TypeMap, IsTheSameInAllForms) {
  const llvm::json::Object expected = json_of(column + "lb 0\nextent 128\n");
  EXPECT_EQ(expected.getInteger("elements"), 4);
  EXPECT_EQ(expected.getInteger("size"), 32);
  EXPECT_EQ(expected.getInteger("lb"), 0);
  EXPECT_EQ(expected.getInteger("extent"), 128);
  EXPECT_EQ(expected.getInteger("cost"), 8); // idxbuc(1, 32, <16>, <4>, leaf)
  const std::string forms[] = {
      "# comment\n\n lb\t0 # bound\nextent +128\r\nMPI_DOUBLE 16\r\n  MPI_DOUBLE\t\v48 \n"
      "MPI_DOUBLE 80#x\nMPI_DOUBLE +112",
      "\xef\xbb\xbfMPI_DOUBLE 16\nMPI_DOUBLE 48\nMPI_DOUBLE 80\nMPI_DOUBLE 112\nextent 128\nlb 0\n",
      R"({"typemap": [["MPI_DOUBLE", 16], ["MPI_DOUBLE",48],["MPI_DOUBLE",80],["MPI_DOUBLE",112]],
          "lb": 0, "extent": 128})",
      R"( {"extent": 128, "other": [{"type": 1}, [null]], "lb": 0, "typemap": [
          {"type": "MPI_DOUBLE", "displacement": 16}, {"displacement": 48, "x": {"type": []}, "type": "MPI_DOUBLE"},
          {"type": "MPI_\u0044OUBLE", "offset": 80, "count": 2, "stride": 32}]})",
      "\xef\xbb\xbf{\"typemap\": [{\"type\": \"MPI_DOUBLE\", \"offset\": 16, \"count\": 4, \"stride\": 32}, "
      "[\"MPI_INT\", 8], {\"type\": \"MPI_INT\", \"offset\": 0, \"count\": 0, \"stride\": 4}], \"lb\": 0, "
      "\"extent\": 128}",
  };
  for (const std::string &form : forms) {
    const bool with_int = contains(form, "MPI_INT");
    const llvm::json::Object actual = json_of(form);
    if (with_int)
      EXPECT_EQ(actual.getInteger("elements"), 5) << form;
    else
      EXPECT_TRUE(actual == expected) << form;
  }
}

TEST(TypeMap, ItsOwnJsonIsRead) {
  const Scratch scratch;
  scratch.write("first.map", "MPI_INT -8\nMPI_CHAR 100\nMPI_INT -8\nMPI_INT 4\nlb -100\n");
  ASSERT_EQ(run_automap(scratch, "--from-typemap first.map --format=json -o second.json").exit_code, 0);
  const Finished again = run_automap(scratch, "--from-typemap - --type-name first --format=json < second.json");
  EXPECT_EQ(again.out, scratch.read("second.json"));
  scratch.write("p.h", region("struct p { char c; double d[3]; int i; } /*~ AutoMap_TpUsed */;"));
  ASSERT_EQ(run_automap(scratch, "p.h --format=json -o p.json").exit_code, 0);
  const auto records = records_of(scratch.read("p.json"));
  std::string record;
  llvm::raw_string_ostream(record) << records[0];
  for (const std::string &text : {scratch.read("p.json"), record}) {
    const llvm::json::Object map = json_of(text);
    for (const char *key : {"cost", "signature", "lb", "extent"})
      EXPECT_TRUE(map.get(key) && *map.get(key) == *find_record(records, "p")->get(key)) << key;
  }
}

TEST(TypeMap, JsonOfOneRecordIsExpected) {
  const std::pair<const char *, const char *> wrong[] = {
      {R"({"records": [{"typemap": [["MPI_INT", 0]]}, {"typemap": []}]})",
       "1:45: error: expected a single record: remove the others from 'records'"},
      {R"({"records": [{"status": "refused"}]})", "1:34: error: expected a 'typemap' in the object"},
      {R"({"records": []})", "1:15: error: expected a 'typemap' in the object"},
      {R"({"records": [7]})", "1:14: error: expected a record"},
      {R"({"records": [[]]})", "1:14: error: unexpected array or object"},
      {R"({"typemap": [["MPI_INT", 0]], "typemap_truncated": true})",
       "1:31: error: 'typemap' holds only the beginning of the type map"},
  };
  for (const auto &[text, message] : wrong) {
    const Scratch scratch;
    scratch.write("m.json", text);
    const Finished run = run_automap(scratch, "--from-typemap m.json");
    EXPECT_EQ(run.exit_code, 1) << text;
    EXPECT_TRUE(contains(run.err, std::string("m.json:") + message)) << run.err;
  }
}

TEST(TypeMap, BoundsAreThoseOfTheElementsUnlessSaid) {
  const std::tuple<const char *, std::int64_t, std::int64_t> cases[] = {
      {"MPI_INT 8\nMPI_INT 20\n", 8, 16},
      {"MPI_INT -8\nMPI_CHAR 3\n", -8, 12},
      {"MPI_INT 8\nlb 0\n", 0, 12},
      {"MPI_INT 8\nextent 4\n", 8, 4},
      {"MPI_INT 8\nlb -4\nextent -20\n", -4, -20},
      {"MPI_CHAR 0\nMPI_DOUBLE 8\nMPI_CHAR 16\n", 0, 17}, // without padding that MPI may add
  };
  for (const auto &[text, lower_bound, extent] : cases) {
    const llvm::json::Object map = json_of(text);
    EXPECT_EQ(map.getInteger("lb"), lower_bound) << text;
    EXPECT_EQ(map.getInteger("extent"), extent) << text;
  }
}

TEST(TypeMap, NaiveIsWhatUsersWrite) {
  const std::tuple<const char *, std::int64_t, std::int64_t> cases[] = {
      {"MPI_INT 0\nMPI_INT 4\n", 6, 6},                            // contiguous
      {"MPI_INT 0\nMPI_INT 40\nMPI_INT 80\n", 6, 6},               // hvector
      {"MPI_INT 0\nMPI_INT 4\nMPI_INT 20\nMPI_INT 48\n", 12, 9},   // hindexed of 3 blocks; idx of 4
      {"MPI_INT 0\nMPI_CHAR 4\nMPI_INT 8\nMPI_CHAR 12\n", 18, 14}, // struct of 4; vec of a struct of 2
      {"MPI_INT 12\nMPI_INT 16\nMPI_INT 20\nMPI_INT 24\n", 8, 8},  // hindexed of 1
  };
  for (const auto &[text, naive, cost] : cases) {
    const llvm::json::Object map = json_of(text);
    EXPECT_EQ(map.getInteger("naive_cost"), naive) << text;
    EXPECT_EQ(map.getInteger("cost"), cost) << text;
    EXPECT_EQ(map.getBoolean("proved"), true) << text;
  }
}

TEST(TypeMap, RunsMayBeLongerThanMemory) {
  const Scratch scratch;
  scratch.write("huge.json", R"([{"type": "MPI_INT", "offset": 0, "count": 1000000000000, "stride": 8},
    {"type": "MPI_DOUBLE", "offset": 8000000000000, "count": 5000000000, "stride": 8}])");
  const Finished run = run_automap(scratch, "--from-typemap huge.json -o m.c");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(scratch.run("gcc " MPI_INCLUDE_FLAGS " -Wall -Wextra -Werror -fsyntax-only m.c").exit_code, 0);
}

TEST(TypeMap, OfAMillionLinesTakesSeconds) {
  const Scratch scratch;
  std::string text, json = "[";
  for (int i = 0; i < 1000000; ++i) {
    text += "MPI_INT " + std::to_string(4 * i) + "\n";
    json += std::string(i == 0 ? "" : ",") + "{\"type\":\"MPI_INT\",\"displacement\":" + std::to_string(4 * i) + "}";
  }
  scratch.write("m.map", text);
  scratch.write("m.json", json + "]");
  for (const char *file : {"m.map", "m.json"}) {
    const Finished run =
        scratch.run("timeout 600 " AUTOMAP_COMMAND " --format=text --from-typemap " + std::string(file));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_TRUE(contains(run.out, "vec 1000000 stride 4")) << run.out;
  }
}

struct WrongCase {
  const char *name;
  const char *file;
  const char *expected; // on stderr
};

void PrintTo(const WrongCase &wrong, std::ostream *out) { *out << wrong.name; }

class WrongTypeMap : public ::testing::TestWithParam<WrongCase> {};

TEST_P(WrongTypeMap, IsReportedAtItsPlace) {
  const Scratch scratch;
  scratch.write("m.map", GetParam().file);
  for (const char *arguments : {"-o out.c --depfile out.d", "--format=json -o out.json", ""}) {
    const Finished run = run_automap(scratch, "--from-typemap m.map " + std::string(arguments));
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(contains(run.err, GetParam().expected)) << run.err;
    EXPECT_EQ(run.out, "");
  }
  for (const auto &file : std::filesystem::directory_iterator(scratch.path()))
    EXPECT_EQ(file.path().filename(), "m.map");
}

const WrongCase wrong_cases[] = {
    {"UnknownType", "MPI_INT 0\n  MPI_DOUBEL 8\n",
     "m.map:2:3: error: unknown basic type 'MPI_DOUBEL'; did you mean 'MPI_DOUBLE'?\n"
     "  MPI_DOUBEL 8\n"
     "  ^~~~~~~~~~\n"},
    {"TypeOfC", "double 8\n", "m.map:1:1: error: unknown basic type 'double'; did you mean 'MPI_DOUBLE'?"},
    {"NoDisplacement", "MPI_INT\n", "m.map:1:8: error: expected a displacement after 'MPI_INT'"},
    {"OnlyAComment", "MPI_INT # 8\n", "m.map:1:8: error: expected a displacement after 'MPI_INT'"},
    {"NoNumber", "MPI_INT eight\n", "m.map:1:9: error: expected a whole number for the displacement"},
    {"Fraction", "MPI_INT 8.5\n", "m.map:1:9: error: expected a whole number for the displacement"},
    {"Hexadecimal", "MPI_INT 0x10\n", "m.map:1:9: error: expected a whole number for the displacement"},
    {"OutOfRange", "MPI_INT 9223372036854775808\n", "m.map:1:9: error: the displacement is out of the 64-bit range"},
    {"EndOutOfRange", "MPI_INT 9223372036854775805\n", "m.map:1:9: error: the type map leaves the 64-bit range here"},
    {"ExtentOutOfRange", "MPI_INT 9223372036854775800\nMPI_INT -9223372036854775808\n", "leaves the 64-bit range"},
    {"TrailingText", "MPI_INT 8 9\n", "m.map:1:11: error: expected the end of the line"},
    {"TrailingComma", "MPI_INT 8, \n", "m.map:1:9: error: expected a whole number for the displacement"},
    {"BoundTwice", "MPI_INT 8\nlb 0\nlb 1\n", "m.map:3:4: error: the lower bound is given twice"},
    {"BoundWithoutNumber", "MPI_INT 8\nextent\n", "m.map:2:7: error: expected a number of bytes after 'extent'"},
    {"Empty", "", "m.map:1:1: error: the type map is empty"},
    {"OnlyComments", "# nothing\n\n", "m.map:1:1: error: the type map is empty"},
    {"Source", "#include <mpi.h>\nint main(void) {}\n", "m.map:2:1: error: unknown basic type 'int'"},
    {"EmptyArray", "[]", "m.map:1:1: error: the type map is empty"},
    {"EmptyObject", "{}", "m.map:1:2: error: expected a 'typemap' in the object that ends here"},
    {"NoElements", R"([{"type": "MPI_INT", "offset": 0, "count": 0}])", "m.map:1:1: error: the type map is empty"},
    {"BrokenJson", "[[\"MPI_INT\", 0],\n [\"MPI_INT\" 4]]", "m.map:2:13: error: syntax error while parsing array"},
    {"UnfinishedJson", "[[\"MPI_INT\", 0],", "m.map:1:17: error: syntax error"},
    {"TrailingJson", "[[\"MPI_INT\", 0]] x", "m.map:1:18: error: syntax error"},
    {"JsonWithAType", "[[\"MPI_INT\", 0],\n [\"MPI_IMT\", 4]]",
     "m.map:2:3: error: unknown basic type 'MPI_IMT'; did you mean 'MPI_INT'"},
    {"PairWithoutANumber", "[[\"MPI_INT\", \"4\"]]", "m.map:1:14: error: expected a whole number for the displacement"},
    {"PairWithAFraction", "[[\"MPI_INT\", 4.5]]", "m.map:1:14: error: expected a whole number for the displacement"},
    {"PairOutOfRange", "[[\"MPI_INT\", 9223372036854775808]]",
     "m.map:1:14: error: the displacement is out of the 64-bit range"},
    {"PairOfOne", "[[\"MPI_INT\", 4], [\"MPI_INT\"]]", "m.map:1:18: error: expected a displacement in this entry"},
    {"PairOfThree", "[[\"MPI_INT\", 4, 4]]", "m.map:1:17: error: expected the end of"},
    {"PairTheOtherWayRound", "[[4, \"MPI_INT\"]]", "m.map:1:3: error: expected the name of a basic type"},
    {"EntryWithoutAType", "[{\"displacement\": 4}]", "m.map:1:2: error: expected a basic type in this entry"},
    {"EntryWithBoth", R"([{"type": "MPI_INT", "displacement": 4, "offset": 4}])",
     "m.map:1:51: error: the offset is given twice"},
    {"NegativeCount", R"([{"type": "MPI_INT", "offset": 4, "count": -1}])",
     "m.map:1:2: error: a count cannot be negative"},
    {"RunOutOfRange", R"([{"type": "MPI_INT", "offset": 4, "count": 4611686018427387904, "stride": 8}])",
     "m.map:1:2: error: the type map leaves the 64-bit range here"},
    {"NoEntries", "[1, 2]", "m.map:1:2: error: expected [\"type\", displacement], or an object"},
    {"NestedEntries", "[[[\"MPI_INT\", 0]]]", "m.map:1:3: error: unexpected array or object"},
    {"TypemapTwice", R"({"typemap": [["MPI_INT", 0]], "typemap": []})", "m.map:1:31: error: duplicate key 'typemap'"},
    {"TypemapThatIsNone", R"({"typemap": "MPI_INT 0"})", "m.map:1:13: error: expected an array"},
};

INSTANTIATE_TEST_SUITE_P(TypeMap, WrongTypeMap, ::testing::ValuesIn(wrong_cases),
                         [](const auto &info) { return info.param.name; });

TEST(TypeMap, FilesThatAreNoText) {
  const Scratch scratch;
  scratch.write("directory/file", "");
  scratch.write("zero.map", std::string("MPI_INT 0\n\0MPI_INT 4\n", 20));
  scratch.write("deep.json", std::string(1000000, '['));
  scratch.write("latin1.json", "[[\"MPI_INT\", 0], [\"\xe4\", 4]]");
  const std::pair<const char *, const char *> cases[] = {
      {"missing.map", "--from-typemap 'missing.map': No such file or directory"},
      {"directory", "--from-typemap 'directory': Is a directory"},
      {"/dev/zero", "it is larger than 256 MiB"},
      {"zero.map", "zero.map:2:1: error: expected text, not a zero byte"},
      {"deep.json", "deep.json:1:3: error: unexpected array or object"},
      {"latin1.json", "latin1.json:1:19: error: syntax error while parsing value - invalid string"},
      {"- < /dev/null", "<stdin>:1:1: error: the type map is empty"},
  };
  for (const auto &[file, message] : cases) {
    const Finished run = run_automap(scratch, "-o m.c --from-typemap " + std::string(file));
    EXPECT_EQ(run.exit_code, 1) << file;
    EXPECT_TRUE(contains(run.err, message)) << file << '\n' << run.err.substr(0, 500);
    EXPECT_FALSE(scratch.has("m.c")) << file;
  }
}

TEST(TypeMap, LongLinesAreNotRepeatedInDiagnostics) {
  const Scratch scratch;
  std::string text = "[";
  for (int i = 0; i < 10000; ++i)
    text += "[\"MPI_INT\", " + std::to_string(4 * i) + "], ";
  scratch.write("long.json", text + "[\"MPI_IMT\", 0]]");
  const Finished run = run_automap(scratch, "--from-typemap long.json");
  EXPECT_TRUE(contains(run.err, "error: unknown basic type 'MPI_IMT'; did you mean 'MPI_INT'"));
  EXPECT_TRUE(run.err.starts_with("long.json:1:" + std::to_string(text.size() + 2) + ": ")) << run.err;
  EXPECT_LT(run.err.size(), 1000u);
}

TEST(TypeMap, OptionsThatGoWithIt) {
  const Scratch scratch;
  scratch.write("3-d column.map", column);
  scratch.write("p.h", "");
  const std::pair<const char *, const char *> cases[] = {
      {"p.h", "--from-typemap cannot be combined with the header 'p.h'"},
      {"--type p", "--type cannot be combined with --from-typemap"},
      {"--select s.yaml", "--select cannot be combined with --from-typemap"},
      {"--all --format=json", "--all cannot be combined with --from-typemap"},
      {"-DX", "a compiler argument cannot be combined with --from-typemap"},
      {"-- -O", "a compiler argument cannot be combined with --from-typemap"},
      {"-p .", "-p cannot be combined with --from-typemap"},
      {"--ignore-pointers", "--ignore-pointers cannot be combined with --from-typemap"},
      {"--fields", "--fields cannot be combined with --from-typemap"},
      {"--type-name a-b", "--type-name 'a-b' may contain only letters, digits and '_'"},
      {"--type-name=", "--type-name '' may contain only letters"},
      {"-o m.f90", "the extension must be .c for C, or .cpp"},
      {"--depfile d", "--depfile needs -o FILE"},
  };
  for (const auto &[arguments, message] : cases) {
    const Finished run = run_automap(scratch, "--from-typemap '3-d column.map' " + std::string(arguments));
    EXPECT_EQ(run.exit_code, 1) << arguments;
    EXPECT_TRUE(contains(run.err, message)) << arguments << '\n' << run.err;
  }
  EXPECT_TRUE(contains(run_automap(scratch, "--from-typemap=").err, "--from-typemap needs a file"));
  EXPECT_TRUE(contains(run_automap(scratch, "p.h --type-name x").err, "--type-name needs --from-typemap"));

  ASSERT_EQ(run_automap(scratch, "--from-typemap '3-d column.map' -o m.c --depfile d").exit_code, 0);
  EXPECT_TRUE(contains(scratch.read("m.h"), "extern MPI_Datatype AutoMap_3_d_column; "));
  EXPECT_EQ(scratch.read("d"), "m.c m.h: \\\n  3-d\\ column.map \\\n\n3-d\\ column.map:\n");
  ASSERT_EQ(run_automap(scratch, "--from-typemap - --type-name x -o m.c < '3-d column.map'").exit_code, 0);
  EXPECT_TRUE(contains(scratch.read("m.h"), "extern MPI_Datatype AutoMap_x; "));
  EXPECT_TRUE(contains(run_automap(scratch, "--from-typemap '3-d column.map' --format=text -o '3-d column.map'").err,
                       "it is the input"));
  EXPECT_EQ(scratch.read("3-d column.map"), column);
}

TEST(TypeMap, CodeStandsAloneOnStandardOutput) {
  const Scratch scratch;
  scratch.write("column.map", column);
  ASSERT_EQ(scratch.run(AUTOMAP_COMMAND " --from-typemap column.map > alone.c").exit_code, 0);
  ASSERT_EQ(run_automap(scratch, "--from-typemap column.map -o m.c").exit_code, 0);
  ASSERT_EQ(run_automap(scratch, "--from-typemap column.map -o n.cpp --suffix=n --type-name=n").exit_code, 0);
  ASSERT_EQ(scratch.run(AUTOMAP_COMMAND " --from-typemap column.map --packing > packing.c").exit_code, 0);
  scratch.write("user.cpp", "#include \"m.h\"\n#include \"n.h\"\n"
                            "int main() { return Build_MPI_Types() + Free_MPI_Types_n(); }\n");
  for (const char *compile :
       {"gcc -std=c99 alone.c", "gcc -std=c99 " RUNTIME_INCLUDE_FLAG " packing.c",
        "gcc -std=c99 -DAUTOMAP_RUNTIME " RUNTIME_INCLUDE_FLAG " alone.c",
        "clang-19 -std=c99 -DAUTOMAP_RUNTIME " RUNTIME_INCLUDE_FLAG " alone.c",
        "gcc -std=c99 -DAUTOMAP_RUNTIME " RUNTIME_INCLUDE_FLAG " m.c",
        "g++ -std=c++17 -DAUTOMAP_RUNTIME " RUNTIME_INCLUDE_FLAG " n.cpp", "clang-19 -std=c99 alone.c",
        "gcc -std=c99 m.c", "g++ -std=c++17 n.cpp", "clang++-19 -std=c++17 n.cpp", "g++ user.cpp"}) {
    const Finished run =
        scratch.run(compile + std::string(" " MPI_INCLUDE_FLAGS " -Wall -Wextra -Wpedantic -Werror -fsyntax-only"));
    EXPECT_EQ(run.exit_code, 0) << compile << '\n' << run.err;
  }
  const std::string source = scratch.read("m.c");
  EXPECT_TRUE(contains(source, " * column.map: 4 elements, 32 bytes; lower bound 16, extent 104\n"
                               " *\n"
                               " * displacement        count       stride  type\n"
                               " *           16            4           32  MPI_DOUBLE\n"
                               " *\n"
                               " * tree: idxbuc(1, 32, <16>, <4>, leaf(MPI_DOUBLE))\n"
                               " * cost 8 (MPI_Type_create_struct of the blocks: 10), proved least\n"
                               " */\n"))
      << source;
}

} // namespace
} // namespace automap::test
