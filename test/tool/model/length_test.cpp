// Lengths as steps of a stack machine, which this file implements to compute them.
#include "model/length.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace automap {
namespace {

using Kind = Length::Step::Kind;

/// Returns steps as text, such as "2 n 1 - *". The index of an element precedes its array: "n start[]".
std::string text_of(const Length &length, const std::vector<Length::Step> &steps) {
  static const std::map<Kind, std::string> operators = {
      {Kind::add, "+"},    {Kind::subtract, "-"}, {Kind::multiply, "*"}, {Kind::divide, "/"},
      {Kind::less, "<"},   {Kind::greater, ">"},  {Kind::at_most, "<="}, {Kind::at_least, ">="},
      {Kind::equal, "=="}, {Kind::unequal, "!="}, {Kind::choose, "?:"}};
  std::string text;
  for (const Length::Step &step : steps) {
    text += text.empty() ? "" : " ";
    if (step.kind == Kind::number) {
      text += std::to_string(step.value);
    } else if (step.kind == Kind::field) {
      std::string path;
      for (const Length::Part &part : length.fields.at(step.value).parts) {
        if (part.kind == Length::Part::Kind::element) {
          text += text_of(length, part.index) + " ";
          path += "[]";
        } else {
          path += path.empty() ? "" : part.kind == Length::Part::Kind::target ? "->" : ".";
          path += part.name.text;
        }
      }
      text += path;
    } else {
      text += operators.at(step.kind);
    }
  }
  return text;
}
std::string steps(const Length &length) { return text_of(length, length.steps); }

TEST(Lengths, AreReadAsInC) {
  const std::pair<const char *, const char *> cases[] = {
      {"n", "n"},
      {" 42 ", "42"},
      {"2*(n-1)", "2 n 1 - *"},
      {"a + b * c", "a b c * +"},
      {"a - b - c", "a b - c -"},
      {"a / b * c", "a b / c *"},
      {"((a))", "a"},
      {"head.count + 1", "head.count 1 +"},
      {"a*b+c*d-6/2", "a b * c d * + 6 2 / -"},
      {"9223372036854775807", "9223372036854775807"},
      {"länge", "länge"},
      {"start[n]", "n start[]"},
      {"start [ n + 1 ] - start[n]", "n 1 + start[] n start[] -"},
      {"dims[0] * dims[1]", "0 dims[] 1 dims[] *"},
      {"mesh->size.n", "mesh->size.n"},
      {"a.b[i][j + 1]->c", "i j 1 + a.b[][]->c"},
      {"a[b[c]]", "c b[] a[]"},
      {"n > 0 ? n : 1", "n 0 > n 1 ?:"},
      {"a ? b : c ? d : e", "a b c d e ?: ?:"},
      {"a < b == c >= d + 1", "a b < c d 1 + >= =="},
      {"a <= b != (c > 0)", "a b <= c 0 > !="},
      {"a-b", "a b -"},
  };
  for (const auto &[text, expected] : cases) {
    const auto parsed = parse_lengths(text);
    ASSERT_TRUE(std::holds_alternative<std::vector<Length>>(parsed)) << text;
    const auto &lengths = std::get<std::vector<Length>>(parsed);
    ASSERT_EQ(lengths.size(), 1u);
    EXPECT_EQ(steps(lengths.front()), expected);
    for (const Length::Path &field : lengths.front().fields)
      EXPECT_EQ(std::string_view(text).substr(field.text.offset, field.text.text.size()), field.text.text);
  }
}

TEST(Lengths, AreSeparatedByCommas) {
  const auto parsed = parse_lengths("n + 1, len[i],3");
  ASSERT_TRUE(std::holds_alternative<std::vector<Length>>(parsed));
  const auto &lengths = std::get<std::vector<Length>>(parsed);
  ASSERT_EQ(lengths.size(), 3u);
  EXPECT_EQ(steps(lengths[0]), "n 1 +");
  EXPECT_EQ(steps(lengths[1]), "i len[]");
  EXPECT_EQ(lengths[1].text.text, "len[i]");
  EXPECT_EQ(steps(lengths[2]), "3");
}

TEST(Lengths, ThatAreNoneSayWhere) {
  const std::pair<const char *, std::size_t> cases[] = {
      {"", 0},      {"  ", 2},     {"n +", 3},  {"n m", 2}, {"(n", 2},  {"n)", 1},    {"-n", 0},
      {"2x", 0},    {"n % 2", 2},  {"0x10", 0}, {"1.5", 0}, {"n, ", 3}, {"*n", 0},    {"f(n)", 1},
      {"a[", 2},    {"a[1", 3},    {"a[]", 2},  {"a->", 3}, {"a.1", 2}, {"a ? b", 5}, {"a ? : b", 4},
      {"a = b", 2}, {"a && b", 2}, {"&a", 0},   {"a]", 1},
  };
  for (const auto &[text, offset] : cases) {
    const auto parsed = parse_lengths(text);
    ASSERT_TRUE(std::holds_alternative<LengthProblem>(parsed)) << text;
    EXPECT_EQ(std::get<LengthProblem>(parsed).offset, offset) << text;
    EXPECT_FALSE(std::get<LengthProblem>(parsed).too_large) << text;
  }
  const auto large = parse_lengths("n + 9223372036854775808");
  ASSERT_TRUE(std::holds_alternative<LengthProblem>(large));
  EXPECT_TRUE(std::get<LengthProblem>(large).too_large);
}

TEST(Lengths, OfManyParenthesesAreRefused) {
  EXPECT_TRUE(
      std::holds_alternative<std::vector<Length>>(parse_lengths(std::string(99, '(') + "n" + std::string(99, ')'))));
  EXPECT_TRUE(
      std::holds_alternative<LengthProblem>(parse_lengths(std::string(100000, '(') + "n" + std::string(100000, ')'))));
  std::string brackets, choices;
  for (int i = 0; i < 100000; ++i) {
    brackets += "a[";
    choices += "a ? b : ";
  }
  EXPECT_TRUE(std::holds_alternative<LengthProblem>(parse_lengths(brackets)));
  EXPECT_TRUE(std::holds_alternative<LengthProblem>(parse_lengths(choices)));
}

} // namespace
} // namespace automap
