#include "directives.h"

#include <gtest/gtest.h>

namespace automap {
namespace {

TEST(Directives, AreReadInBothKindsOfComment) {
  const std::pair<const char *, Directive> cases[] = {
      {"/*~ AutoMap_Begin */", Directive::begin},  {"/*~AutoMap_End*/", Directive::end},
      {"//~ AutoMap_TpUsed", Directive::tp_used},  {"/*~   AutoMap_TpUsed\n */", Directive::tp_used},
      {"//~ AutoMap_Ignore\r", Directive::ignore},
  };
  for (const auto &[comment, directive] : cases) {
    const auto meaning = parse_comment(comment);
    ASSERT_TRUE(std::holds_alternative<Directive>(meaning)) << comment;
    EXPECT_EQ(std::get<Directive>(meaning), directive) << comment;
  }
}

TEST(Directives, OtherCommentsAreLeftAlone) {
  for (const char *comment :
       {"", "/", "/**/", "//", "/*~*/", "//~", "/*~~~~~~~~~~*/", "/* AutoMap_Begin starts the region */",
        "/*~ see below */", "// automap reads this file", "/*~ the end */"})
    EXPECT_TRUE(std::holds_alternative<std::monostate>(parse_comment(comment))) << comment;
}

struct ProblemCase {
  const char *comment;
  DirectiveProblem::Kind kind;
  const char *offending;
  const char *meant;
};

TEST(Directives, SlipsAreNamedWithTheSpellingMeant) {
  using Kind = DirectiveProblem::Kind;
  const ProblemCase cases[] = {
      {"/*~ AutoMap_Tpused */", Kind::unknown, "AutoMap_Tpused", "AutoMap_TpUsed"},
      {"/*~ Automap_begin */", Kind::unknown, "Automap_begin", "AutoMap_Begin"},
      {"//~ AutoMap End", Kind::unknown, "AutoMap End", "AutoMap_End"},
      {"/*~ AutoMap_TypeUsed */", Kind::unknown, "AutoMap_TypeUsed", "AutoMap_TpUsed"},
      {"/*~ AtoMap_Ignore */", Kind::unknown, "AtoMap_Ignore", "AutoMap_Ignore"},
      {"//~~ AutoMap_Begin", Kind::unknown, "~ AutoMap_Begin", "AutoMap_Begin"},
      {"/*~ TpUsed */", Kind::unknown, "TpUsed", "AutoMap_TpUsed"},
      {"/*~ end */", Kind::unknown, "end", "AutoMap_End"},
      {"/**~ AutoMap_TpUsed */", Kind::missing_tilde, "AutoMap_TpUsed", "AutoMap_TpUsed"},
      {"/*~ AutoMap_SomethingElse */", Kind::unknown, "AutoMap_SomethingElse", ""},
      {"/* AutoMap_TpUsed */", Kind::missing_tilde, "AutoMap_TpUsed", "AutoMap_TpUsed"},
      {"// ~ AutoMap_End", Kind::missing_tilde, "AutoMap_End", "AutoMap_End"},
      {"/*~ AutoMap_TpUsed (yes) */", Kind::extra_text, "(yes)", "AutoMap_TpUsed"},
  };
  for (const ProblemCase &expected : cases) {
    const auto meaning = parse_comment(expected.comment);
    ASSERT_TRUE(std::holds_alternative<DirectiveProblem>(meaning)) << expected.comment;
    const auto &problem = std::get<DirectiveProblem>(meaning);
    EXPECT_EQ(problem.kind, expected.kind) << expected.comment;
    EXPECT_EQ(std::string_view(expected.comment).substr(problem.offset, problem.length), expected.offending);
    EXPECT_EQ(problem.meant, expected.meant) << expected.comment;
  }
}

} // namespace
} // namespace automap
