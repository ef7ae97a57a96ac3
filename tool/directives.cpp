// Reading one comment. See directives.h.
#include "directives.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <array>

namespace automap {
namespace {

constexpr std::array<std::string_view, 4> spellings = {"AutoMap_Begin", "AutoMap_End", "AutoMap_TpUsed",
                                                       "AutoMap_Ignore"};

llvm::StringRef ref(std::string_view text) { return {text.data(), text.size()}; }

/// The directive nearest to `word`, case apart, within the distance of a slip of the pen.
std::string_view nearest(llvm::StringRef word) {
  constexpr unsigned tolerated = 3;
  std::string_view best;
  unsigned best_distance = tolerated + 1;
  for (const std::string_view candidate : spellings) {
    const unsigned distance = word.edit_distance_insensitive(ref(candidate), true, tolerated);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

} // namespace

std::optional<Directive> directive_called(std::string_view name) {
  const auto *found = std::ranges::find(spellings, name);
  if (found == spellings.end())
    return std::nullopt;
  return static_cast<Directive>(found - spellings.begin());
}

std::string_view spelling(Directive directive) { return spellings[static_cast<std::size_t>(directive)]; }

CommentMeaning parse_comment(std::string_view comment) {
  using Kind = DirectiveProblem::Kind;
  const llvm::StringRef whole = ref(comment);
  llvm::StringRef text = whole;
  if (!text.consume_front("/*") && !text.consume_front("//"))
    return {};
  if (whole.starts_with("/*"))
    text.consume_back("*/");
  const bool tilde = text.consume_front("~");
  text = text.trim();
  const auto at = [&](llvm::StringRef part) { return static_cast<std::size_t>(part.data() - whole.data()); };

  if (!tilde) {
    // Forgotten or misplaced: "/* AutoMap_End */", "/* ~ AutoMap_End */", "///~ AutoMap_End".
    const llvm::StringRef name = text.ltrim("*/!<~ \t");
    if (const auto directive = directive_called(name))
      return DirectiveProblem{Kind::missing_tilde, at(name), name.size(), spelling(*directive)};
    return {};
  }

  const llvm::StringRef word = text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  const llvm::StringRef rest = text.drop_front(word.size()).trim();
  if (const auto directive = directive_called(word)) {
    if (rest.empty())
      return *directive;
    return DirectiveProblem{Kind::extra_text, at(rest), rest.size(), spelling(*directive)};
  }
  // "AutoMap Begin" and "AutoMap-Begin" are one name gone wrong, so the whole text is judged too.
  const std::string_view meant_by_text = nearest(text);
  if (!meant_by_text.empty())
    return DirectiveProblem{Kind::unknown, at(text), text.size(), meant_by_text};
  for (const std::string_view candidate : spellings)
    if (ref(candidate).ends_with_insensitive(("_" + text).str()))
      return DirectiveProblem{Kind::unknown, at(text), text.size(), candidate};
  if (word.starts_with_insensitive("automap"))
    return DirectiveProblem{Kind::unknown, at(word), word.size(), nearest(word)};
  return {};
}

} // namespace automap
