// Hints. See hint.h.
#include "hint.h"

#include "directives.h"
#include "quoted.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"

#include <optional>

namespace automap {
namespace {

constexpr llvm::StringLiteral begin = "/*~ ", end = " */";

/// Returns "AutoMap_Use(member)" as a --select file has it: "use: {u: member}", or "use: member" for a record.
std::string key(llvm::StringRef comment, llvm::StringRef field) {
  auto [name, argument] = comment.split('(');
  argument.consume_back(")");
  if (name == "AutoMap_View") {
    const auto [view, fields] = argument.split(": ");
    return ("views: {" + view + ": [" + fields + "]}").str();
  }
  if (name == "AutoMap_Reduce")
    return ("reduce: {" + argument + "}").str();
  const std::optional<Directive> directive = directive_called({name.data(), name.size()});
  const std::string key(directive ? selection_key(*directive) : "");
  const std::string quotes = argument.contains(':') ? "\"" : "";
  const std::string value = quotes + argument.str() + quotes;
  if (field.empty())
    return key + ": " + (argument.empty() ? "true" : value);
  return (key + ": " + (argument.empty() ? "[" + field + "]" : "{" + field + ": " + value + "}")).str();
}

} // namespace

Hint length_hint(const std::string &integer) {
  const std::string text = "or give the number of elements with '/*~ AutoMap_Len(";
  if (integer.empty())
    return {text + "n) */', where 'n' is computed from integer fields", true};
  return {text + integer + ") */', where '" + integer + "' is the one integer field beside it"};
}

std::string single_hint(const std::string &name) {
  const bool has_name = name.find('(') == std::string::npos; // "(unnamed struct at …)"
  return quoted("/*~ " + (has_name ? "AutoMap_Any(" + name + ")" : "AutoMap_Len(1)") + " */");
}

std::string keys_place(const std::string &selection_file, bool types_alone) {
  if (!selection_file.empty())
    return quoted(llvm::sys::path::filename(selection_file));
  return types_alone ? "a file for '--select'" : "";
}

std::string keys_place_of(const std::string &keys_place, const std::string &name) {
  return keys_place.empty() ? "" : keys_place + ", under " + quoted("name: " + name);
}

llvm::StringRef first_comment(llvm::StringRef hint) {
  const auto at = hint.find(begin);
  return at == llvm::StringRef::npos ? "" : hint.slice(at, hint.find(end, at) + end.size());
}

std::string text_in_comment(std::string text) {
  for (const llvm::StringRef mark : {begin, end})
    for (std::size_t at; (at = text.find(mark)) != std::string::npos;)
      text.erase(at, mark.size());
  return text;
}

std::string hint_for(const std::string &keys_place, const std::string &hint, const std::string &field) {
  if (keys_place.empty())
    return hint;
  std::string out;
  bool first = true;
  for (llvm::StringRef rest = hint; !rest.empty();) {
    const auto [before, from] = rest.split(begin);
    out += before;
    if (from.empty())
      break;
    const auto [comment, after] = from.split(end);
    out += key(comment, field);
    rest = after;
    if (first && rest.consume_front("'"))
      out += "' in " + keys_place;
    first = false;
  }
  return out;
}

} // namespace automap
