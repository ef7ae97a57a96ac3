// Checks that the diagnostics in the manual page are those that automap prints.
#include "automap_run.h"

namespace automap::test {
namespace {

/// Returns the text of the manual page, without troff's escapes.
std::string manual() {
  std::string text = read_file(AUTOMAP_MANUAL);
  const std::pair<const char *, const char *> escapes[] = {
      {"\\-", "-"}, {"\\(aq", "'"}, {"\\(ha", "^"}, {"\\(ti", "~"}, {"\\e", "\\"}};
  for (const auto &[escape, character] : escapes)
    for (std::size_t at = 0; (at = text.find(escape, at)) != std::string::npos; ++at)
      text.replace(at, std::string_view(escape).size(), character);
  return text;
}

struct Sample {
  const char *name;
  const char *file;
  const char *arguments;
  const char *source;
};

void PrintTo(const Sample &sample, std::ostream *out) { *out << sample.name; }

class Manual : public ::testing::TestWithParam<Sample> {};

TEST_P(Manual, ShowsWhatAutomapSays) {
  const Scratch scratch;
  scratch.write(GetParam().file, GetParam().source);
  const std::string input =
      (std::string(GetParam().file).ends_with(".map") ? "--from-typemap " : "") + std::string(GetParam().file);
  const Finished run = run_automap(scratch, input + " " + GetParam().arguments);
  const std::string said = run.err.substr(0, run.err.find("1 error generated."));
  ASSERT_NE(said, "");
  EXPECT_NE(manual().find("\n.EX\n" + said + ".EE\n"), std::string::npos) << said;
}

const Sample samples[] = {
    {"Pointer", "list.h", "",
     "/*~ AutoMap_Begin */\n"
     "struct list {\n"
     "    double value;\n"
     "    struct list *next;\n"
     "} /*~ AutoMap_TpUsed */;\n"
     "/*~ AutoMap_End */\n"},
    {"Union", "event.h", "",
     "/*~ AutoMap_Begin */\n"
     "union payload { int count; double energy; };\n"
     "struct event {\n"
     "    int kind;\n"
     "    union payload what;\n"
     "} /*~ AutoMap_TpUsed */;\n"
     "/*~ AutoMap_End */\n"},
    {"Slip", "slip.h", "",
     "/*~ AutoMap_Begin */\n"
     "struct point { double x, y; } /*~ AutoMap_TypUsed */;\n"
     "/*~ AutoMap_End */\n"},
    {"Owner", "run.hpp", "-o run.cpp",
     "#include <string>\n"
     "/*~ AutoMap_Begin */\n"
     "struct title { std::string text; };\n"
     "struct run {\n"
     "  title name;\n"
     "  int steps;\n"
     "} /*~ AutoMap_TpUsed */;\n"
     "/*~ AutoMap_End */\n"},
    {"View", "cell.h", "",
     "/*~ AutoMap_Begin */\n"
     "struct cell {\n"
     "    double position[3];\n"
     "    int level;\n"
     "} /*~ AutoMap_TpUsed */ /*~ AutoMap_View(ghost: postion) */;\n"
     "/*~ AutoMap_End */\n"},
    {"VirtualBase", "shape.hpp", "-o shape.cpp",
     "/*~ AutoMap_Begin */\n"
     "struct named { int id; };\n"
     "struct shape : virtual named {\n"
     "  double area;\n"
     "} /*~ AutoMap_TpUsed */;\n"
     "/*~ AutoMap_End */\n"},
    {"TypeMap", "halo.map", "", "MPI_DOUBLE 16\nMPI_DOUBEL 48\n"},
    {"Remark", "flags.h", "",
     "#pragma once\n"
     "/*~ AutoMap_Begin */ struct flags {\n"
     "    unsigned open : 1, level : 9;\n"
     "} /*~ AutoMap_TpUsed */;\n"
     "/*~ AutoMap_End */\n"},
};

INSTANTIATE_TEST_SUITE_P(Diagnostics, Manual, ::testing::ValuesIn(samples),
                         [](const auto &info) { return info.param.name; });

TEST(Manual, ShowsTheTreeThatAutomapMakes) {
  const Scratch scratch;
  scratch.write("s.h", region("struct s { int a; char b; int c; char d; int e; char f; } /*~ AutoMap_TpUsed */;"));
  ASSERT_EQ(run_automap(scratch, "s.h -o m.c").exit_code, 0);
  const std::string source = scratch.read("m.c");
  const auto begin = source.find(" * tree: "), end = source.find(" */", begin);
  ASSERT_NE(begin, std::string::npos);
  EXPECT_NE(manual().find("\n.EX\n" + source.substr(begin, end - begin) + ".EE\n"), std::string::npos)
      << source.substr(begin, end - begin);
}

TEST(Manual, ShowsATypeMapThatIsRead) {
  const Scratch scratch;
  const std::string text = manual();
  const auto begin = text.find("# the third column"), end = text.find("\n.EE", begin);
  ASSERT_NE(begin, std::string::npos);
  scratch.write("column.map", text.substr(begin, end - begin));
  const Finished run = run_automap(scratch, "--from-typemap column.map --format=json");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("\"extent\": 128"), std::string::npos);
}

} // namespace
} // namespace automap::test
