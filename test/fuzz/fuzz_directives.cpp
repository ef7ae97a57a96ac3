// Any text as a comment: no crash, places inside the text, and a spelling that mends what was misspelled.
#include "directives.h"

#include <cstdlib>
#include <string>

using namespace automap;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string comment(reinterpret_cast<const char *>(data), size);
  const DirectiveMeaning meaning = parse_comment(comment);
  if (const auto *parsed = std::get_if<ParsedDirective>(&meaning))
    for (const Word &field : parsed->fields)
      if (field.text.empty() || comment.compare(field.offset, field.text.size(), field.text) != 0)
        std::abort();
  parse_annotation(comment);
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
    if (std::holds_alternative<std::monostate>(again) ||
        (slip && slip->kind == DirectiveProblem::Kind::unknown))
      std::abort();
  }
  return 0;
}
