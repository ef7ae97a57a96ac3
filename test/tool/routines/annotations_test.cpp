// Tests what annotations and selection files may say of pointers.
#include "linked.h"

namespace automap::test {
namespace {

/// Scoped enumerations are instantiated by compilers on demand.
TEST(Enumerators, OfClassTemplatesAreKnown) {
  for (const char *value : {"leaf", "kind::leaf"}) {
    const bool qualified = value[0] == 'k';
    const Scratch scratch;
    scratch.write("s.hpp",
                  std::string("#pragma once\n" BEGIN "struct leaf { int i; };\ntemplate <class T> struct holder {\n"
                              "  enum class kind : char { other, leaf };\n  struct s { ") +
                      (qualified ? "int" : "kind") + " k; T t; void *p; /*~ AutoMap_Any(k: " + value +
                      " = leaf) */ } in;\n};\nusing one = holder<int>; /*~ AutoMap_TpUsed */\n"
                      "using two = holder<double>; /*~ AutoMap_TpUsed */\n/*~ AutoMap_End */\n");
    const Finished run = run_automap(scratch, "s.hpp --autolink -o m.cpp");
    ASSERT_EQ(run.exit_code, 0) << run.err;
    for (const std::string &compiler : tried<std::string>({"g++", "clang++-19"})) {
      const Finished compiled =
          scratch.run(compiler + warnings + "-Wold-style-cast -fsyntax-only -I " AUTOLINK_INCLUDE " al_routines.cpp");
      EXPECT_EQ(compiled.exit_code, 0) << compiled.err;
    }
  }
}

TEST(Enumerators, OfWhichNoneOrSeveralAreMeantAreRefused) {
  const Scratch scratch;
  const auto message = [&](const std::string &value) {
    scratch.write("s.hpp", BEGIN "namespace m {\nenum class one { leaf = 1 };\nenum class two { leaf = 2 };\n}\n"
                                 "struct s { int kind; void *p; /*~ AutoMap_Any(kind: " +
                               value + " = s) */ }" USED);
    const Finished run = run_automap(scratch, "s.hpp --autolink -o m.cpp");
    EXPECT_EQ(run.exit_code, 1);
    return run.err;
  };
  const std::string leaf = message("leaf"), other = message("m::one::other");
  EXPECT_NE(leaf.find("s.hpp:6:53: error: 'leaf' is an enumerator of several enumerations: name the one that is "
                      "meant, 'enumeration::leaf'"),
            std::string::npos)
      << leaf;
  EXPECT_NE(other.find("'m::one::other' is neither a number nor the name of a constant"), std::string::npos) << other;
}

TEST(Lengths, MayNameNumbers) {
  const Scratch scratch;
  const std::string before = "#define EIGHT (8)\n#define CHILDREN EIGHT\n#define HEX 0x10u\n#define TEXT \"8\"\n"
                             "#define LOOP LOOP\nenum { DIM = 3, BELOW = -1 };\n" BEGIN;
  scratch.write("numbers.h", before + "struct s { int n; double *a /*~ AutoMap_Len(2 * CHILDREN) */, *b /*~ "
                                      "AutoMap_Len(n * DIM - HEX) */; }" USED);
  scratch.write("written.h", before + "struct s { int n; double *a /*~ AutoMap_Len(2 * 8) */, *b /*~ "
                                      "AutoMap_Len(n * 3 - 16) */; }" USED);
  const auto routines = [&](const std::string &header) {
    EXPECT_EQ(run_automap(scratch, header + " --autolink -o m.c").exit_code, 0);
    std::string text = scratch.read("al_routines.c");
    for (std::size_t at; (at = text.find("/*")) != std::string::npos;) // they have the lengths as written
      text.erase(at, text.find("*/", at) + 2 - at);
    for (std::size_t at; (at = text.find(header)) != std::string::npos;)
      text.erase(at, header.size());
    return text.substr(text.find('{'));
  };
  EXPECT_EQ(routines("numbers.h"), routines("written.h"));
  EXPECT_EQ(run_automap(scratch, "numbers.h -o m.c").exit_code, 0); // pointers are left out
  const auto error = [&](const std::string &name) {
    scratch.write("s.h", before + "struct s { int n; double *a /*~ AutoMap_Len(" + name + ") */; }" USED);
    const Finished run = run_automap(scratch, "s.h --autolink -o m.c");
    EXPECT_EQ(run.exit_code, 1);
    return run.err;
  };
  EXPECT_NE(error("BELOW").find("'struct s' has no field 'BELOW'"), std::string::npos);
  for (const std::string name : {"TEXT", "LOOP"})
    EXPECT_NE(error(name).find("the macro '" + name + "' is not a number"), std::string::npos);
}

/// The constants are macros with expressions, variables, and template arguments.
TEST(Lengths, MayNameConstants) {
  const Scratch scratch;
  const std::string before = "#define BITS 3\n#define SHIFTED (1 << BITS)\n#define MIXED (2 * (top - 7) + 9 % 5 / 2)\n"
                             "constexpr int top = 9;\n" BEGIN;
  scratch.write("constants.hpp", before + R"(
template <class T, int N> struct of { int n; T *a /*~ AutoMap_Len(N) */, *b /*~ AutoMap_Len(N * n) */; };
template <class T, int N> struct of<T *, N> { T *a /*~ AutoMap_Len(N) */; };
using first = of<double, 5>; /*~ AutoMap_TpUsed */
using second = of<double *, 7>; /*~ AutoMap_TpUsed */
struct s { static constexpr long own = 11; double *a /*~ AutoMap_Len(SHIFTED) */, *b /*~ AutoMap_Len(MIXED) */, )" +
                                     "*c /*~ AutoMap_Len(own) */, *d /*~ AutoMap_Len(top - 1) */; }" USED);
  const Finished run = run_automap(scratch, "constants.hpp --autolink -o m.cpp");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string code = scratch.read("al_routines.cpp");
  for (const char *length : {"8", "6", "11", "5", "7"})
    EXPECT_NE(code.find(std::string("return INT64_C(") + length + ");"), std::string::npos) << length << '\n' << code;
}

const std::string foreign_graph = R"(typedef struct leaf { int v; } leaf;
struct node {
  int kind, n;
  struct node *next;
  double *values;
  char *name;
  double *at;
  int *value;
  void *any;
  void *scratch;
};
)";

TEST(SelectFile, SaysOfPointersWhatAnnotationsSay) {
  const Scratch marked, selected;
  marked.write("s.h", graph);
  ASSERT_EQ(run_automap(marked, "s.h --autolink").exit_code, 0);
  selected.write("s.h", foreign_graph);
  selected.write("s.yaml", R"(types:
  - name: node
    tree: true
    length: {values: n}
    string: [name]
    inside: [at]
    any: {any: 'kind: 1 = leaf, 2 = struct node'}
    ignore: [scratch]
)");
  // A list of fields and a map from fields to places are allowed, but not both in one map.
  const Finished run = run_automap(selected, "s.h --autolink --select s.yaml");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("field 'value' points to 'int'"), std::string::npos) << run.err;
  std::string yaml = selected.read("s.yaml");
  yaml.replace(yaml.find("inside: [at]"), 12, "inside: {value: leaf.v, at: anything}");
  selected.write("s.yaml", yaml);
  ASSERT_EQ(run_automap(selected, "s.h --autolink --select s.yaml").exit_code, 0);
  const auto routines = [](const Scratch &scratch) {
    const std::string text = scratch.read("al_routines.c");
    return text.substr(text.find("static const AL_Run"));
  };
  EXPECT_EQ(routines(selected), routines(marked));
}

TEST(SelectFile, WrongWordsAboutPointersAreReported) {
  const std::pair<const char *, const char *> wrong[] = {
      {"any: {any: 'kind = leaf'}", "s.yaml:3:17: error: expected 'field: value = type, value = type'"},
      {"any: {any: 'kand: 1 = leaf'}", "s.yaml:3:17: error: 'struct node' has no field 'kand'"},
      {"string: [next]", "s.yaml:3:14: error: 'string' is only for pointers to characters"},
      {"inside: {at: leaf}", "s.yaml:3:18: error: expected 'record.field' or 'anything'"},
      {"tree: yes", "s.yaml:3:11: error: expected true or false"}};
  for (const auto &[line, expected] : wrong) {
    const Scratch scratch;
    scratch.write("s.h", foreign_graph);
    scratch.write("s.yaml", std::string("types:\n  - name: node\n    ") + line + "\n");
    const Finished run = run_automap(scratch, "s.h --autolink --select s.yaml");
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find(expected), std::string::npos) << run.err;
  }
}

TEST(WithoutAutoLink, WhatIsSaidOfPointersLeavesThemOut) {
  const Scratch scratch;
  std::string source = graph;
  source.replace(source.find("  struct node *next;\n"), 21, "");
  scratch.write("s.h", source);
  const Finished run = run_automap(scratch, "s.h --format=json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const llvm::json::Array records = records_of(run.out);
  const llvm::json::Object *node = find_record(records, "node");
  ASSERT_TRUE(node);
  EXPECT_EQ(layout_line(*node), "56/8 | MPI_INT@0*2+4 | | 0");
  EXPECT_EQ(run_automap(scratch, "s.h").exit_code, 0);
  EXPECT_FALSE(scratch.has("al_routines.c"));
}

} // namespace
} // namespace automap::test
