// Takes any text as a comment. There must be no crash, reported places must be inside the text, and a suggested
// spelling must correct the mistake. The same text is also read as a length and as the argument of AutoMap_Any.
#include "model/directives.h"
#include "model/length.h"

#include <cstdlib>
#include <string>

using namespace automap;

namespace {

void require(bool condition) {
  if (!condition)
    std::abort();
}

void require_inside(const Word &word, const std::string &text) {
  require(!word.text.empty() && text.compare(word.offset, word.text.size(), word.text) == 0);
}

/// Checks that a stack machine can execute the steps.
void check_length(const std::string &text) {
  const auto parsed = parse_length(text);
  if (const auto *problem = std::get_if<LengthProblem>(&parsed))
    return require(problem->offset <= text.size());
  const Length &length = std::get<Length>(parsed);
  std::size_t depth = 0, fields = 0;
  for (const Length::Step &step : length.steps) {
    const bool operand = step.kind == Length::Step::Kind::number || step.kind == Length::Step::Kind::field;
    if (step.kind == Length::Step::Kind::field)
      require(step.value == fields++);
    require(operand || depth >= 2);
    depth += operand ? 1 : -1;
  }
  require(depth == 1 && fields == length.fields.size());
  for (const Word &field : length.fields)
    require_inside(field, text);
}

void check_any(const std::string &text) {
  const DirectiveMeaning meaning = parse_any(text);
  const auto *parsed = std::get_if<ParsedDirective>(&meaning);
  if (!parsed)
    return;
  require(!parsed->choices.empty());
  for (const ParsedDirective::Choice &choice : parsed->choices) {
    require_inside(choice.value, text);
    require_inside(choice.what, text);
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string comment(reinterpret_cast<const char *>(data), size);
  const DirectiveMeaning meaning = parse_comment(comment);
  if (const auto *parsed = std::get_if<ParsedDirective>(&meaning))
    for (const Word &field : parsed->fields)
      require_inside(field, comment);
  parse_annotation(comment);
  check_length(comment);
  check_any(comment);
  const auto *problem = std::get_if<DirectiveProblem>(&meaning);
  if (!problem)
    return 0;
  if (problem->offset > size || problem->length > size - problem->offset)
    std::abort();
  if (problem->kind == DirectiveProblem::Kind::unknown && !problem->meant.empty()) {
    std::string mended = comment;
    mended.replace(problem->offset, problem->length, problem->meant);
    const DirectiveMeaning again = parse_comment(mended);
    const auto *slip = std::get_if<DirectiveProblem>(&again);
    if (std::holds_alternative<std::monostate>(again) || (slip && slip->kind == DirectiveProblem::Kind::unknown))
      std::abort();
  }
  return 0;
}
