// Hints. See hint.h.
#include "hint.h"

#include "directives.h"
#include "quoted.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace automap {
namespace {

constexpr llvm::StringLiteral begin = "/*~ ", end = " */";

/// Returns "AutoMap_Use(member)" as a --select file has it: "use: {u: member}", or "use: member" for a record. Returns
/// nothing if the text is no directive.
std::string key(llvm::StringRef comment, llvm::ArrayRef<std::string> fields) {
  auto [name, argument] = comment.split('(');
  argument.consume_back(")");
  const std::optional<Directive> directive = directive_called({name.data(), name.size()});
  const std::string key(directive ? selection_key(*directive) : "");
  if (key.empty())
    return "";
  if (directive == Directive::view) {
    const auto [view, of_view] = argument.split(": ");
    return (key + ": {" + view + ": [" + of_view + "]}").str();
  }
  if (directive == Directive::reduce)
    return (key + ": {" + argument + "}").str();
  const std::string quotes = argument.find_first_of(":,") == llvm::StringRef::npos ? "" : "\"";
  const std::string value = quotes + argument.str() + quotes;
  if (fields.front().empty())
    return key + ": " + (argument.empty() ? "true" : value);
  if (argument.empty())
    return key + ": [" + llvm::join(fields, ", ") + "]";
  return key + ": {" + llvm::join(fields, ": " + value + ", ") + ": " + value + "}";
}

/// Returns a directive that is there, without what it says: "AutoMap_Len" → "length".
std::string key_alone(llvm::StringRef comment) {
  const std::optional<Directive> directive = directive_called({comment.data(), comment.size()});
  return std::string(directive ? selection_key(*directive) : "");
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

std::string hint_for(const std::string &keys_place, const std::string &text, llvm::ArrayRef<std::string> fields) {
  if (keys_place.empty())
    return text;
  std::string all = text;
  for (const auto &[comment, instead] : {std::pair("in place of 'AutoMap_TpUsed'", "beside 'datatype: false'"),
                                         std::pair("remove 'AutoMap_TpUsed'", "write 'datatype: false' there")})
    if (const auto at = all.find(comment); at != std::string::npos)
      all.replace(at, llvm::StringRef(comment).size(), instead);
  std::string out;
  bool first = true;
  for (llvm::StringRef rest = all; !rest.empty();) {
    const auto [before, from] = rest.split('\'');
    out += before;
    if (before.size() == rest.size())
      break;
    out += '\'';
    rest = from;
    const auto [quoted_text, after] = from.split('\'');
    llvm::StringRef comment = quoted_text;
    const bool is_to_be_written = comment.consume_front(begin) && comment.consume_back(end);
    const std::string instead = is_to_be_written ? key(comment, fields) : key_alone(comment);
    if (instead.empty())
      continue;
    out += instead + '\'';
    rest = after;
    if (!is_to_be_written)
      continue;
    if (rest.starts_with(" after "))
      rest = rest.drop_front(std::min(rest.find_first_of(",;"), rest.size()));
    if (std::exchange(first, false))
      out += " in " + keys_place;
  }
  return out;
}

} // namespace automap
