// Takes any text as a comment. There must be no crash, reported places must be inside the text, and a suggested
// spelling must correct the mistake. The same text is also read as lengths and as the argument of AutoMap_Any.
#include "model/directives.h"
#include "model/length.h"

#include <cstdlib>
#include <string>
#include <vector>

using namespace automap;

namespace {

void require(bool condition) {
  if (!condition)
    std::abort();
}

void require_inside(const Word &word, const std::string &text) {
  require(!word.text.empty() && text.compare(word.offset, word.text.size(), word.text) == 0);
}

/// Checks that a stack machine can execute the steps, among which the fields come one after another: it is called for
/// the steps of a length, and by itself for the index of each array element in the field's path.
void check_steps(const std::vector<Length::Step> &steps, const Length &length, std::size_t &fields,
                 const std::string &text) {
  using Kind = Length::Step::Kind;
  std::size_t depth = 0;
  for (const Length::Step &step : steps) {
    if (step.kind == Kind::field) {
      require(step.value < length.fields.size());
      ++fields;
      const Length::Path &field = length.fields[step.value];
      require_inside(field.text, text);
      require(!field.parts.empty());
      for (const Length::Part &part : field.parts) {
        require_inside(part.name, text);
        require((part.kind == Length::Part::Kind::element) == !part.index.empty());
        if (!part.index.empty())
          check_steps(part.index, length, fields, text);
      }
    }
    const std::size_t taken = step.kind == Kind::choose                                                         ? 3
                              : step.kind == Kind::number || step.kind == Kind::field || step.kind == Kind::row ? 0
                                                                                                                : 2;
    require(depth >= taken);
    depth += 1 - taken;
  }
  require(depth == 1);
}

void check_lengths(const std::string &text) {
  const auto parsed = parse_lengths(text);
  if (const auto *problem = std::get_if<LengthProblem>(&parsed))
    return require(problem->offset <= text.size());
  const auto &lengths = std::get<std::vector<Length>>(parsed);
  require(!lengths.empty());
  for (const Length &length : lengths) {
    require_inside(length.text, text);
    std::size_t fields = 0;
    check_steps(length.steps, length, fields, text);
    require(fields == length.fields.size());
  }
}

void check_any(const std::string &text) {
  const DirectiveMeaning meaning = parse_any(text);
  const auto *parsed = std::get_if<ParsedDirective>(&meaning);
  if (!parsed)
    return;
  require(!parsed->choices.empty());
  for (const ParsedDirective::Choice &choice : parsed->choices) {
    if (!choice.value.text.empty()) // the only choice has none
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
  check_lengths(comment);
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
