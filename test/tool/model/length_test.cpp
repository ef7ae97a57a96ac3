// Lengths as steps of a stack machine, which this file implements to compute them.
#include "model/length.h"

#include <gtest/gtest.h>

#include <map>

namespace automap {
namespace {

using Kind = Length::Step::Kind;

/// Returns the steps as text, such as "2 n 1 - *".
std::string steps(const Length &length) {
  std::string text;
  for (const Length::Step &step : length.steps) {
    text += text.empty() ? "" : " ";
    if (step.kind == Kind::number)
      text += std::to_string(step.value);
    else if (step.kind == Kind::field)
      text += length.fields.at(step.value).text;
    else
      text += step.kind == Kind::add        ? "+"
              : step.kind == Kind::subtract ? "-"
              : step.kind == Kind::multiply ? "*"
                                            : "/";
  }
  return text;
}

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
  };
  for (const auto &[text, expected] : cases) {
    const auto parsed = parse_length(text);
    ASSERT_TRUE(std::holds_alternative<Length>(parsed)) << text;
    EXPECT_EQ(steps(std::get<Length>(parsed)), expected);
    for (const Word &field : std::get<Length>(parsed).fields)
      EXPECT_EQ(std::string_view(text).substr(field.offset, field.text.size()), field.text);
  }
}

TEST(Lengths, ThatAreNoneSayWhere) {
  const std::pair<const char *, std::size_t> cases[] = {
      {"", 0},   {"  ", 2},    {"n +", 3},  {"n m", 2}, {"(n", 2},   {"n)", 1}, {"-n", 0},
      {"2x", 0}, {"n % 2", 2}, {"0x10", 0}, {"1.5", 0}, {"n, m", 1}, {"*n", 0}, {"f(n)", 1},
  };
  for (const auto &[text, offset] : cases) {
    const auto parsed = parse_length(text);
    ASSERT_TRUE(std::holds_alternative<LengthProblem>(parsed)) << text;
    EXPECT_EQ(std::get<LengthProblem>(parsed).offset, offset) << text;
    EXPECT_FALSE(std::get<LengthProblem>(parsed).too_large) << text;
  }
  const auto large = parse_length("n + 9223372036854775808");
  ASSERT_TRUE(std::holds_alternative<LengthProblem>(large));
  EXPECT_TRUE(std::get<LengthProblem>(large).too_large);
}

TEST(Lengths, OfManyParenthesesAreRefused) {
  EXPECT_TRUE(std::holds_alternative<Length>(parse_length(std::string(99, '(') + "n" + std::string(99, ')'))));
  EXPECT_TRUE(
      std::holds_alternative<LengthProblem>(parse_length(std::string(100000, '(') + "n" + std::string(100000, ')'))));
}

} // namespace
} // namespace automap
