// Tests `automap explain` and the advice that pages give, too.
#include "runs.h"
#include "layouts/random_records.h"

namespace automap::test {
namespace {

const RunCase explanations[] = {
    {"InADozenSentences",
     {{"p.h", region("struct p {\n  char tag;\n  double pos[3];\n  int id;\n} /*~ AutoMap_TpUsed */;")}},
     "explain p.h",
     0,
     {{"=out", R"(struct p (p.h:2) takes 40 bytes, aligned to 8; AutoMap_p sends 29 of them.
11 bytes are padding, which no message has: 7 after 'tag', 4 at the end.
Its 3 parts are of different types, which only MPI_Type_create_struct can put together (struc).
As a tree: struc(3, <0, 8, 32>, <leaf(MPI_CHAR), vec(3, 8, leaf(MPI_DOUBLE)), leaf(MPI_INT)>).
The tree costs 18. A struct type with a block for each field costs 18, and one as a careful person
    writes it 18. No tree of this layout costs less: that is proved.
2 calls build it:
    MPI_Type_create_struct(3, {1, 3, 1}, {0, 8, 32}, {MPI_CHAR, MPI_DOUBLE, MPI_INT}, &t0);
    MPI_Type_create_resized(t0, 0, 40, &AutoMap_p);
The last one makes the extent sizeof, 40, so that arrays of it work; MPI alone would end it at the
    last byte that is sent, or guess the padding.
Packing is shuffle. In each element, 2 blocks of bytes are packed. With AVX2, one instruction moves
    bytes of several blocks; other processors copy them block by block.
Its signature is 5:1ee1c30b087f645d: it matches every datatype with the same 5 basic elements,
    whatever holes these have.

What would make it cheaper:
- Another order of the fields saves 8 bytes of 40: 'pos', 'id', 'tag'.
- What is sent is 2 blocks, not one: 7 bytes of padding after 'tag'.
)"}}},
    {"OfWhatIsSentAsOneBlock",
     {{"v.h", region("struct v { double x, y, z; } /*~ AutoMap_TpUsed */;")}},
     "explain v.h",
     0,
     {{"out", "AutoMap_v sends all of them."},
      {"out", "Packing is contiguous."},
      {"out", "There are no holes: an array of these is one block of memory"},
      {"out", "One call builds it:\n    MPI_Type_contiguous(3, MPI_DOUBLE, &AutoMap_v);\n"},
      {"out", "Nothing in the struct makes it dearer than it must be."}}},
    {"NamesTheFieldThatBreaksContiguity",
     {{"b.h", region("struct in { int a; int skip /*~ AutoMap_Ignore */; int c; };\n"
                     "struct b { double x; struct in in[2]; double y; } /*~ AutoMap_TpUsed */;")}},
     "explain b.h",
     0,
     {{"out", "'skip' in 'in' is left out between fields that are sent"}}},
    {"NamesTheFieldThatBreaksContiguityOfAnArray",
     {{"b.h", region("struct in { double x; int skip /*~ AutoMap_Ignore */; };\n"
                     "struct b { struct in in[5]; } /*~ AutoMap_TpUsed */;")}},
     "explain --type b b.h",
     0,
     {{"out", "- What is sent is 5 blocks, not one: 'skip' in 'in' is left out between fields that are sent; and\n"
              "      so on.\n"}}},
    {"TellsWhatTheLeastTreeSaves",
     {{"p.h", region("struct p { int a; char b; int c; char d; int e; char f; } /*~ AutoMap_TpUsed */;")}},
     "explain p.h",
     0,
     {{"out", "It consists of 3 equal parts, 8 bytes apart"},
      {"out", "The datatype that automap builds costs 14; one of the fields, written by hand, 26."}}},
    {"OfTheTypeThatIsNamed",
     {{"a.h", "struct a { int i; };\nstruct b { char c; };\n"}},
     "explain --type b a.h",
     0,
     {{"out", "struct b (a.h:2)"}, {"!out", "struct a"}}},
    {"OfSeveralTypes",
     {{"a.h", "struct a { int i; };\nstruct b { char c; };\n"}},
     "explain --type '*' a.h",
     0,
     {{"out", "struct a (a.h:1)"}, {"out", "\n\nstruct b (a.h:2)"}}},
    {"ARefusedTypeIsAnError",
     {{"a.h", "struct a { int *p; };\n"}},
     "explain --type a a.h",
     1,
     {{"out", "struct a (a.h:1) has no datatype: field 'p' is a pointer"}, {"err", "error: cannot map 'struct a'"}}},
    {"FormatsAreRefused",
     {{"a.h", "struct a { int i; };"}},
     "explain --format=json a.h",
     1,
     {{"err", "explain prints text"}}},
    {"OfTypeMaps",
     {{"a.map", "MPI_DOUBLE 16\nMPI_DOUBLE 48\nlb 0\nextent 64\n"}},
     "explain --from-typemap a.map",
     0,
     {{"out", "a (a.map) takes 64 bytes; AutoMap_a sends 16 of them.\n"},
      {"out", "16 at the beginning, 24 after 'e0', 8 at the end"},
      {"out", "2 blocks, not one: 24 bytes of padding after 'e0'"}}},
};

AUTOMAP_TEST_RUNS(Explanations, explanations);

class BetterOrder : public ::testing::TestWithParam<unsigned> {};

/// Random structs whose fields are put into the order of the advice must have the size that it says, by the compiler.
TEST_P(BetterOrder, HasTheSizeThatTheCompilerGivesIt) {
  SCOPED_TRACE("seed " + std::to_string(GetParam()));
  std::mt19937 random(GetParam());
  const auto below = [&](unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random); };
  const char *types[] = {"char",   "short",       "int",       "float",          "long",
                         "double", "long double", "struct in", "_Complex double"};
  std::string structs = "struct in { int i; char c; short s; };\n", checks;
  std::vector<std::map<std::string, std::string>> fields(60);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    structs += "struct r" + std::to_string(i) + " {\n";
    const unsigned count = 2 + below(9);
    for (unsigned j = 0; j < count; ++j) {
      const std::string name = "f" + std::to_string(j),
                        extent = below(3) == 0 ? "[" + std::to_string(1 + below(5)) + "]" : "";
      const std::string aligned = below(12) == 0 ? " __attribute__((aligned(32)))" : "";
      fields[i][name] = std::string(types[below(std::size(types))]) + " " + name + extent + aligned + ";";
      structs += "  " + fields[i][name] + "\n";
    }
    structs += below(8) == 0 ? "} __attribute__((packed));\n" : "};\n";
  }
  const Scratch scratch;
  scratch.write("r.h", structs);
  const Finished run = run_automap(scratch, "explain --type '*' r.h");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  std::string out = run.out; // in long lines
  for (std::size_t at = 0; (at = out.find("\n      ", at)) != out.npos;)
    out.replace(at, 7, " ");
  unsigned found = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::string name = "struct r" + std::to_string(i);
    const std::size_t begin = out.find(name + " ("), end = std::min(out.find("\n\nstruct ", begin), out.size());
    const std::string text = out.substr(begin, end - begin);
    std::smatch match;
    if (!std::regex_search(text, match,
                           std::regex("order of the fields saves ([0-9]+) bytes? of ([0-9]+): ([^.]*)\\.")))
      continue;
    ++found;
    std::string ordered, names = match[3];
    std::size_t count = 0;
    const std::regex field("'([^']*)'");
    for (std::sregex_iterator one(names.begin(), names.end(), field), last; one != last; ++one, ++count)
      ordered += fields[i].at((*one)[1]);
    EXPECT_EQ(count, fields[i].size()) << text;
    checks += "struct o" + std::to_string(i) + " {" + ordered + "};\n_Static_assert(sizeof(" + name +
              ") == " + match[2].str() + " && sizeof(struct o" + std::to_string(i) + ") == " + match[2].str() + " - " +
              match[1].str() + ", \"" + name + "\");\n";
  }
  EXPECT_GT(found, 8u) << out;
  scratch.write("check.c", "#include \"r.h\"\n" + checks);
  const Finished compiled = scratch.run("gcc -fsyntax-only check.c");
  EXPECT_EQ(compiled.exit_code, 0) << compiled.err;
}

INSTANTIATE_TEST_SUITE_P(Seeds, BetterOrder, ::testing::Range(1u, 5u));

} // namespace
} // namespace automap::test
