// The diagnostics that the manual page shows are those that automap gives.
#include "automap_run.h"

namespace automap::test {
namespace {

/// The manual page as it is read: troff's escapes undone.
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
  const Finished run = run_automap(scratch, GetParam().file + std::string(" ") + GetParam().arguments);
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
    {"Remark", "flags.h", "",
     "/*~ AutoMap_Begin */\n"
     "struct flags {\n"
     "    unsigned open : 1, level : 9;\n"
     "} /*~ AutoMap_TpUsed */;\n"
     "/*~ AutoMap_End */\n"},
};

INSTANTIATE_TEST_SUITE_P(Diagnostics, Manual, ::testing::ValuesIn(samples),
                         [](const auto &info) { return info.param.name; });

} // namespace
} // namespace automap::test
