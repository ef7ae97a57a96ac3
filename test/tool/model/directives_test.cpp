#include "model/directives.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace automap {
namespace {

TEST(Directives, AreReadInBothKindsOfComment) {
  const std::pair<const char *, Directive> cases[] = {
      {"/*~ AutoMap_Begin */", Directive::begin},  {"/*~AutoMap_End*/", Directive::end},
      {"//~ AutoMap_TpUsed", Directive::tp_used},  {"/*~   AutoMap_TpUsed\n */", Directive::tp_used},
      {"//~ AutoMap_Ignore\r", Directive::ignore}, {"/*~ AutoMap_Bytes */", Directive::bytes},
  };
  for (const auto &[comment, directive] : cases) {
    const auto meaning = parse_comment(comment);
    ASSERT_TRUE(std::holds_alternative<ParsedDirective>(meaning)) << comment;
    EXPECT_EQ(std::get<ParsedDirective>(meaning).directive, directive) << comment;
  }
}

TEST(Directives, WithArgumentsKnowWhereTheirWordsStand) {
  const std::string_view comment = "/*~ AutoMap_View( ghost : pos,vel.x , id ) */";
  const auto meaning = parse_comment(comment);
  ASSERT_TRUE(std::holds_alternative<ParsedDirective>(meaning));
  const auto &view = std::get<ParsedDirective>(meaning);
  EXPECT_EQ(view.directive, Directive::view);
  EXPECT_EQ(view.argument.text, "ghost");
  std::vector<std::string_view> fields;
  for (const Word &field : view.fields) {
    EXPECT_EQ(comment.substr(field.offset, field.text.size()), field.text);
    fields.push_back(field.text);
  }
  EXPECT_EQ(fields, (std::vector<std::string_view>{"pos", "vel.x", "id"}));

  const std::string_view reduce = "/*~ AutoMap_Reduce(a : sum,b.c: minloc(d, e.f )) */";
  const auto reduced = parse_comment(reduce);
  ASSERT_TRUE(std::holds_alternative<ParsedDirective>(reduced));
  const auto &choices = std::get<ParsedDirective>(reduced).choices;
  ASSERT_EQ(choices.size(), 2);
  EXPECT_EQ(choices[0].value.text, "a");
  EXPECT_EQ(choices[0].what.text, "sum");
  EXPECT_EQ(choices[1].value.text, "b.c");
  const auto [op, with] = split_reduction(choices[1].what);
  EXPECT_EQ(op.text, "minloc");
  EXPECT_EQ(with.text, "d, e.f ");
  EXPECT_EQ(reduce.substr(with.offset, with.text.size()), with.text);
  for (const char *text : {"sum(", "minloc()", "minloc(a", "minloc(a) b", "(a)", "minloc(a b)", "", "a.b"})
    EXPECT_FALSE(is_reduction(text)) << text;

  const auto use = parse_comment("//~ AutoMap_Use(f)");
  ASSERT_TRUE(std::holds_alternative<ParsedDirective>(use));
  EXPECT_EQ(std::get<ParsedDirective>(use).argument.text, "f");
  const auto length = parse_comment("/*~ AutoMap_Len((n + 1) * m) */");
  ASSERT_TRUE(std::holds_alternative<ParsedDirective>(length));
  EXPECT_EQ(std::get<ParsedDirective>(length).argument.text, "(n + 1) * m");
}

TEST(Directives, OfPointers) {
  const std::string_view comment =
      "/*~ AutoMap_Any(head.kind: 1 = leaf, kind::NODE = struct geo::Vec<int, 3> ,'x'=b) */";
  const auto meaning = parse_comment(comment);
  ASSERT_TRUE(std::holds_alternative<ParsedDirective>(meaning));
  const auto &any = std::get<ParsedDirective>(meaning);
  EXPECT_EQ(any.directive, Directive::any);
  EXPECT_EQ(any.argument.text, "head.kind");
  std::vector<std::string_view> words;
  for (const ParsedDirective::Choice &choice : any.choices)
    for (const Word &word : {choice.value, choice.what}) {
      EXPECT_EQ(comment.substr(word.offset, word.text.size()), word.text);
      words.push_back(word.text);
    }
  EXPECT_EQ(words, (std::vector<std::string_view>{"1", "leaf", "kind::NODE", "struct geo::Vec<int, 3>", "'x'", "b"}));

  const std::pair<const char *, Directive> cases[] = {{"/*~ AutoMap_String */", Directive::string},
                                                      {"//~ AutoMap_Inside", Directive::inside},
                                                      {"/*~ AutoMap_Inside( task.links ) */", Directive::inside},
                                                      {"/*~ AutoMap_Weak */", Directive::weak},
                                                      {"/*~ AutoMap_Tree */", Directive::tree}};
  for (const auto &[text, directive] : cases) {
    const auto one = parse_comment(text);
    ASSERT_TRUE(std::holds_alternative<ParsedDirective>(one)) << text;
    EXPECT_EQ(std::get<ParsedDirective>(one).directive, directive) << text;
  }
  EXPECT_EQ(std::get<ParsedDirective>(parse_comment(cases[2].first)).argument.text, "task.links");

  for (const auto &[text, argument] : {std::pair("/*~ AutoMap_Any(geo::leaf) */", ""),
                                       std::pair("/*~ AutoMap_Any(->head.type: 1 = geo::leaf) */", "->head.type"),
                                       std::pair("/*~ AutoMap_Any(p -> type: 1 = geo::leaf) */", "p -> type")}) {
    const auto one = parse_comment(text);
    ASSERT_TRUE(std::holds_alternative<ParsedDirective>(one)) << text;
    EXPECT_EQ(std::get<ParsedDirective>(one).argument.text, argument);
    ASSERT_EQ(std::get<ParsedDirective>(one).choices.size(), 1u);
    EXPECT_EQ(std::get<ParsedDirective>(one).choices[0].what.text, "geo::leaf");
  }
  for (const char *wrong : {"/*~ AutoMap_Any */",
                            "/*~ AutoMap_Any() */",
                            "/*~ AutoMap_Any(k->) */",
                            "/*~ AutoMap_Any(a.p->k: 1 = b) */",
                            "/*~ AutoMap_Any(->: 1 = b) */",
                            "/*~ AutoMap_Any(->k) */",
                            "/*~ AutoMap_Any(k: ) */",
                            "/*~ AutoMap_Any(k: 1) */",
                            "/*~ AutoMap_Any(k: 1 = ) */",
                            "/*~ AutoMap_Any(k: = a) */",
                            "/*~ AutoMap_Any(k: 1 = a,) */",
                            "/*~ AutoMap_Any(k: 1:2 = a) */",
                            "/*~ AutoMap_Any(2: 1 = a) */",
                            "/*~ AutoMap_Any(k: 1 = 2) */",
                            "/*~ AutoMap_Weak(p) */",
                            "/* AutoMap_Weak */",
                            "/*~ AutoMap_Inside() */",
                            "/*~ AutoMap_Inside(task) */",
                            "/*~ AutoMap_Inside(task.) */",
                            "/*~ AutoMap_Inside(task.a, ) */",
                            "/*~ AutoMap_Inside(task.a, b) */",
                            "/*~ AutoMap_Inside(.links) */",
                            "/*~ AutoMap_Inside task.links */"})
    EXPECT_TRUE(std::holds_alternative<DirectiveProblem>(parse_comment(wrong))) << wrong;
}

TEST(Directives, ListsAreSplitOutsideOfTemplateArguments) {
  std::vector<std::string_view> parts;
  for (const Word &word : split_list({"a, b<c, d<e, f>> ,g", 10}))
    parts.push_back(word.text);
  EXPECT_EQ(parts, (std::vector<std::string_view>{"a", "b<c, d<e, f>>", "g"}));
  EXPECT_EQ(split_list({"a, b", 10})[1].offset, 13u);
}

TEST(Directives, AreReadInAttributes) {
  EXPECT_TRUE(std::holds_alternative<ParsedDirective>(parse_annotation("AutoMap_TpUsed")));
  EXPECT_TRUE(std::holds_alternative<ParsedDirective>(parse_annotation("AutoMap_Use(f)")));
  EXPECT_TRUE(std::holds_alternative<DirectiveProblem>(parse_annotation("AutoMap_Used")));
  EXPECT_TRUE(std::holds_alternative<std::monostate>(parse_annotation("TpUsed")));
  EXPECT_TRUE(std::holds_alternative<std::monostate>(parse_annotation("somebody else's")));
}

TEST(Directives, PathsAreSplitAtDots) {
  const auto parts = split_path({"vel.x", 10});
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].text, "vel");
  EXPECT_EQ(parts[1].text, "x");
  EXPECT_EQ(parts[1].offset, 14u);
}

TEST(Directives, OtherCommentsAreLeftAlone) {
  for (const char *comment : {"",
                              "/",
                              "/**/",
                              "//",
                              "/*~*/",
                              "//~",
                              "/*~~~~~~~~~~*/",
                              "/* AutoMap_Begin starts the region */",
                              "/*~ see below */",
                              "// automap reads this file",
                              "/*~ the end */",
                              "/*- AutoMap is used here */",
                              "/*- automap_ignore leaves this out */",
                              "/* Automap_Ignored */",
                              "// automap_view()",
                              "/* see AutoMap_Ignore */",
                              "// AUTOMAP_TREE",
                              "/* AUTOMAP_LEN(n) */",
                              "/* (AutoMap_Ignore) */",
                              "// automap_use of f"})
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
      {"/*~ AutoMap_Used */", Kind::unknown, "AutoMap_Used", "AutoMap_TpUsed"},
      {"/*~ AutoMap_Used () */", Kind::unknown, "AutoMap_Used ()", "AutoMap_TpUsed"},
      {"/*~ AutoMap_Used (f) */", Kind::unknown, "AutoMap_Used", "AutoMap_Use"},
      {"/*~ AutoMap_Us */", Kind::unknown, "AutoMap_Us", "AutoMap_Use(member)"},
      {"/*~ AutoMap_Ues(f) */", Kind::unknown, "AutoMap_Ues", "AutoMap_Use"},
      {"/*~ AutoMap_en(n) */", Kind::unknown, "AutoMap_en", "AutoMap_Len"},
      {"/*~ AutoMap_Ignor(f) */", Kind::unknown, "AutoMap_Ignor(f)", "AutoMap_Ignore"},
      {"/*~ AutoMap_Ignor this */", Kind::unknown, "AutoMap_Ignor this", "AutoMap_Ignore"},
      {"/*~ AutoMap_Lem */", Kind::unknown, "AutoMap_Lem", "AutoMap_Len(expression)"},
      {"/*~ AutoMap_Ign */", Kind::unknown, "AutoMap_Ign", "AutoMap_Ignore"},
      {"/*~ AutoMap_tp */", Kind::unknown, "AutoMap_tp", "AutoMap_TpUsed"},
      {"/*~ AutoMap_Any_(p: 1 = a) */", Kind::unknown, "AutoMap_Any_", "AutoMap_Any"},
      {"/*~ end */", Kind::unknown, "end", "AutoMap_End"},
      {"/**~ AutoMap_TpUsed */", Kind::missing_tilde, "AutoMap_TpUsed", "AutoMap_TpUsed"},
      {"/*~ AutoMap_SomethingElse */", Kind::unknown, "AutoMap_SomethingElse", ""},
      {"/* AutoMap_TpUsed */", Kind::missing_tilde, "AutoMap_TpUsed", "AutoMap_TpUsed"},
      {"// ~ AutoMap_End", Kind::missing_tilde, "AutoMap_End", "AutoMap_End"},
      {"/*~ AutoMap_TpUsed (yes) */", Kind::extra_text, "(yes)", "AutoMap_TpUsed"},
      {"/*~ AutoMap_Use(f) now */", Kind::extra_text, "now", "AutoMap_Use"},
      {"/* AutoMap_Use(f) */", Kind::missing_tilde, "AutoMap_Use(f)", "AutoMap_Use"},
      {"/*- AutoMap_Ignore */", Kind::missing_tilde, "AutoMap_Ignore", "AutoMap_Ignore"},
      {"/* Automap_Ignore */", Kind::missing_tilde, "Automap_Ignore", "AutoMap_Ignore"},
      {"//= automap_len (n * 2) =", Kind::missing_tilde, "automap_len (n * 2)", "AutoMap_Len"},
      {"/*\n * automap_END\n */", Kind::missing_tilde, "automap_END", "AutoMap_End"},
      {"/*~ AutoMap_Used(f) */", Kind::unknown, "AutoMap_Used", "AutoMap_Use"},
      {"/*~ AutoMap_Use */", Kind::malformed_argument, "AutoMap_Use", "AutoMap_Use"},
      {"/*~ AutoMap_Use(f */", Kind::malformed_argument, "(f", "AutoMap_Use"},
      {"/*~ AutoMap_Use() */", Kind::malformed_argument, "()", "AutoMap_Use"},
      {"/*~ AutoMap_Use(a.b) */", Kind::malformed_argument, "a.b", "AutoMap_Use"},
      {"/*~ AutoMap_View(a, b) */", Kind::malformed_argument, "a, b", "AutoMap_View"},
      {"/*~ AutoMap_View(v: a, ) */", Kind::malformed_argument, "v: a,", "AutoMap_View"},
      {"/*~ AutoMap_View(v: a, b[0]) */", Kind::malformed_argument, "b[0]", "AutoMap_View"},
      {"/*~ AutoMap_View(v:) */", Kind::malformed_argument, "v:", "AutoMap_View"},
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

/// Returns `name` with one letter omitted, doubled or exchanged with the next, or with another character instead of
/// '_'.
std::set<std::string> slips_of(const std::string &name) {
  const std::size_t underscore = name.find('_');
  std::set<std::string> out;
  for (const char *other : {" ", "-"})
    out.insert(std::string(name).replace(underscore, 1, other));
  for (std::size_t i = 0; i < name.size(); ++i) {
    out.insert(name.substr(0, i) + name.substr(i + 1));
    out.insert(name.substr(0, i) + name[i] + name.substr(i));
    std::string swapped = name;
    if (i + 1 < name.size())
      std::swap(swapped[i], swapped[i + 1]);
    out.insert(swapped);
  }
  out.erase(name);
  return out;
}

TEST(Directives, WhatIsSuggestedIsADirective) {
  for (int i = 0; i <= static_cast<int>(Directive::tree); ++i) {
    const auto directive = static_cast<Directive>(i);
    const std::string name(spelling(directive)), argument(usage(directive).substr(name.size()));
    for (const std::string &slip : slips_of(name))
      for (const std::string &tail :
           {argument, " " + argument, std::string(), std::string("()"), std::string(" ()"), std::string(" ("),
            std::string(" (f)"), std::string("(f) now"), std::string(" f")}) {
        std::string comment = "/*~ " + slip + tail + " */";
        SCOPED_TRACE(comment);
        const auto meaning = parse_comment(comment);
        ASSERT_TRUE(std::holds_alternative<DirectiveProblem>(meaning));
        const auto problem = std::get<DirectiveProblem>(meaning);
        EXPECT_EQ(problem.kind, DirectiveProblem::Kind::unknown);
        if (problem.meant.empty()) { // lists all directives
          EXPECT_EQ(tail, " f");
          continue;
        }
        comment.replace(problem.offset, problem.length, problem.meant);
        const auto mended = parse_comment(comment);
        ASSERT_TRUE(std::holds_alternative<ParsedDirective>(mended)) << comment;
        if (tail.ends_with(argument) && (!argument.empty() || tail.empty())) {
          EXPECT_EQ(std::get<ParsedDirective>(mended).directive, directive);
        }
      }
  }
}

} // namespace
} // namespace automap
