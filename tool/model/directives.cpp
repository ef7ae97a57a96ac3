// Reading one directive. See directives.h.
#include "directives.h"

#include "nearest_name.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <array>
#include <utility>

namespace automap {
namespace {

struct Known {
  std::string_view spelling;
  std::string_view usage;
  std::string_view key; // the key in a --select file
};

constexpr std::array<Known, 16> directives = {{
    {"AutoMap_Begin", "AutoMap_Begin", ""},
    {"AutoMap_End", "AutoMap_End", ""},
    {"AutoMap_TpUsed", "AutoMap_TpUsed", "datatype"},
    {"AutoMap_Ignore", "AutoMap_Ignore", "ignore"},
    {"AutoMap_Use", "AutoMap_Use(member)", "use"},
    {"AutoMap_Bytes", "AutoMap_Bytes", "bytes"},
    {"AutoMap_View", "AutoMap_View(name: field, field.field)", "views"},
    {"AutoMap_Len", "AutoMap_Len(expression)", "length"},
    {"AutoMap_String", "AutoMap_String", "string"},
    {"AutoMap_Inside", "AutoMap_Inside(record.field)", "inside"},
    {"AutoMap_Any", "AutoMap_Any(field: value = type, value = type)", "any"},
    {"AutoMap_Reduce", "AutoMap_Reduce(field: sum, field: minloc(field))", "reduce"},
    {"AutoMap_Weak", "AutoMap_Weak", "weak"},
    {"AutoMap_Tree", "AutoMap_Tree", "tree"},
    {"AutoMap_Make", "AutoMap_Make(function)", "make"},
    {"AutoMap_Arrived", "AutoMap_Arrived(function)", "arrived"},
}};

llvm::StringRef ref(std::string_view text) { return {text.data(), text.size()}; }
std::string_view view(llvm::StringRef text) { return {text.data(), text.size()}; }

/// Returns the directive nearest to `word`, within the distance of a typing error. A missing or needless argument
/// counts as one more error: "AutoMap_Used" is not near AutoMap_Use(member). The beginning of a directive is as near as
/// one error. If none is near, returns the directive that `word` begins with.
std::optional<Directive> find_nearest(llvm::StringRef word, bool has_argument) {
  constexpr unsigned tolerated = 3;
  constexpr std::string_view prefix = "AutoMap_";
  std::string_view best;
  auto best_rank = std::pair(tolerated + 2, false);
  for (const Known &candidate : directives) {
    const llvm::StringRef name = ref(candidate.spelling);
    const bool shortened = word.size() > prefix.size() + 1 && name.starts_with_insensitive(word);
    // A short name with several wrong letters is another name.
    const unsigned limit = name.size() < 12 ? 1 : tolerated;
    const unsigned distance = shortened ? 1 : count_slips(word, name, tolerated);
    const bool differs = has_argument != ref(candidate.usage).contains('(');
    const auto rank = std::pair(distance + differs, differs);
    if (distance <= limit && rank < best_rank) {
      best = candidate.spelling;
      best_rank = rank;
    }
  }
  for (const Known &candidate : directives) // "AutoMap_Length"
    if (best.empty() && word.starts_with_insensitive(ref(candidate.spelling)))
      best = candidate.spelling;
  return directive_called(best);
}

bool is_word_char(char c) { return llvm::isAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; }

bool is_identifier(llvm::StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) && llvm::all_of(text, is_word_char);
}

bool is_path(llvm::StringRef text) {
  for (const Word &part : split_path({view(text)}))
    if (!is_identifier(ref(part.text)))
      return false;
  return true;
}

/// Whether `text` is a path of the pointer's record, or of what the pointer leads to: "->type", "p->type".
bool is_deciding_path(llvm::StringRef text) {
  const auto [pointer, path] = text.split("->");
  return text.contains("->") ? (pointer.empty() || is_identifier(pointer.rtrim())) && is_path(path) : is_path(text);
}

/// Returns the place of the first colon that is no part of "::".
std::size_t find_colon(llvm::StringRef text) {
  for (std::size_t at = text.find(':'); at != llvm::StringRef::npos; at = text.find(':', at + 2))
    if (!text.substr(at + 1).starts_with(":"))
      return at;
  return llvm::StringRef::npos;
}

/// Whether `text` is the name of a function: "create", "ns::shape::create".
bool is_function_name(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, "::");
  return llvm::all_of(parts, [](llvm::StringRef part) { return is_identifier(part.trim()); });
}

bool takes_argument(Directive directive) {
  return directive == Directive::use || directive == Directive::view || directive == Directive::len ||
         directive == Directive::inside || directive == Directive::any || directive == Directive::reduce ||
         is_about_objects(directive);
}

/// Whether `text` is the name of a type: "geo::Vec<double, 3>", "struct leaf".
bool is_type_name(llvm::StringRef text) {
  return !text.empty() && is_word_char(text.front()) && !llvm::isDigit(text.front()) && !text.contains("->") &&
         llvm::all_of(text, [](char c) { return is_word_char(c) || llvm::StringRef(":<>,* -").contains(c); });
}

/// Whether `text` is a number, the name of an enumerator or a macro, or a letter: "-1", "0x10", "kind::leaf", "'L'".
bool is_value(llvm::StringRef text) {
  if (text.size() == 3 && text.front() == '\'' && text.back() == '\'')
    return llvm::isPrint(text[1]) && text[1] != '\\' && text[1] != '\'';
  text.consume_front("-");
  const bool digits = !text.empty() && llvm::isDigit(text.front());
  return !text.empty() && llvm::all_of(text, [&](char c) { return is_word_char(c) || (c == ':' && !digits); });
}

/// Parses the text of directives. All offsets are offsets in `whole`.
class DirectiveParser {
public:
  explicit DirectiveParser(llvm::StringRef whole) : whole_(whole) {}

  DirectiveMeaning parse(llvm::StringRef text) const {
    const llvm::StringRef name = text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    if (const auto directive = directive_called(view(name)))
      return parse_argument(*directive, name, text.drop_front(name.size()).ltrim());
    // "AutoMap Begin" and "AutoMap-Begin" are misspelled names, so the whole text is compared too.
    const auto [before, argument] = text.split('(');
    const llvm::StringRef head = before.rtrim();
    const bool has_argument = !argument.take_until([](char c) { return c == ')'; }).trim().empty();
    if (const auto meant = find_nearest(head, has_argument))
      return unknown(text, head, *meant);
    for (const Known &candidate : directives)
      if (ref(candidate.spelling).ends_with_insensitive(("_" + head).str()))
        return unknown(text, head, *directive_called(candidate.spelling));
    if (const auto meant = find_nearest(name, has_argument))
      return unknown(text, name, *meant);
    if (name.starts_with_insensitive("automap"))
      return problem(Kind::unknown, name, "");
    return {};
  }

  /// Whether `text` is this directive and nothing else, whatever the case of its name.
  bool is_written(Directive directive, llvm::StringRef text) const {
    const llvm::StringRef rest = text.drop_front(spelling(directive).size()).ltrim();
    return std::holds_alternative<ParsedDirective>(parse_argument(directive, text, rest));
  }

  DirectiveProblem problem(DirectiveProblem::Kind kind, llvm::StringRef part, std::string_view meant) const {
    return {kind, offset(part), part.size(), meant};
  }

private:
  using Kind = DirectiveProblem::Kind;

  /// Returns the problem that `name`, with which `text` begins, should be `meant`. If the argument does not fit `meant`
  /// the problem is the whole text.
  DirectiveProblem unknown(llvm::StringRef text, llvm::StringRef name, Directive meant) const {
    const DirectiveMeaning mended = parse_argument(meant, name, text.drop_front(name.size()).ltrim());
    if (std::holds_alternative<ParsedDirective>(mended))
      return problem(Kind::unknown, name, spelling(meant));
    return problem(Kind::unknown, text, usage(meant));
  }

  std::size_t offset(llvm::StringRef part) const { return static_cast<std::size_t>(part.data() - whole_.data()); }

  Word word(llvm::StringRef part) const { return {view(part), offset(part)}; }

  DirectiveMeaning parse_argument(Directive directive, llvm::StringRef name, llvm::StringRef rest) const {
    const auto malformed = [&](llvm::StringRef part) {
      return problem(Kind::malformed_argument, part, spelling(directive));
    };
    ParsedDirective parsed{directive};
    if (!takes_argument(directive)) {
      if (!rest.empty())
        return problem(Kind::extra_text, rest, spelling(directive));
      return parsed;
    }
    if (rest.empty() && directive == Directive::inside)
      return parsed;
    if (!rest.starts_with("("))
      return malformed(name);
    const std::size_t close = find_closing(rest);
    if (close == llvm::StringRef::npos)
      return malformed(rest);
    const llvm::StringRef argument = rest.slice(1, close).trim();
    if (const llvm::StringRef extra = rest.drop_front(close + 1).trim(); !extra.empty())
      return problem(Kind::extra_text, extra, spelling(directive));
    if (argument.empty())
      return malformed(rest);
    if (directive == Directive::any)
      return parse_any(parsed, argument);
    if (directive == Directive::reduce)
      return parse_reduce(parsed, argument);
    parsed.argument = word(argument);
    if (directive == Directive::inside && !are_fields_of_types(view(argument)))
      return malformed(argument);
    if (directive == Directive::use && !is_identifier(argument))
      return malformed(argument);
    if (is_about_objects(directive) && !is_function_name(argument))
      return malformed(argument);
    if (directive == Directive::view)
      return parse_view(parsed, argument);
    return parsed;
  }

  DirectiveMeaning parse_view(ParsedDirective parsed, llvm::StringRef argument) const {
    const auto colon = argument.find(':');
    const llvm::StringRef name = argument.take_front(colon).rtrim();
    if (colon == llvm::StringRef::npos || !is_identifier(name))
      return problem(Kind::malformed_argument, argument, spelling(Directive::view));
    parsed.argument = word(name);
    llvm::StringRef rest = argument.drop_front(colon + 1);
    while (true) {
      const auto comma = rest.find(',');
      const llvm::StringRef path = rest.take_front(comma).trim();
      if (!is_path(path))
        return problem(Kind::malformed_argument, path.empty() ? argument : path, spelling(Directive::view));
      parsed.fields.push_back(word(path));
      if (comma == llvm::StringRef::npos)
        return parsed;
      rest = rest.drop_front(comma + 1);
    }
  }

  DirectiveMeaning parse_reduce(ParsedDirective parsed, llvm::StringRef argument) const {
    for (const Word &part : split_list(word(argument))) {
      const llvm::StringRef text = ref(part.text);
      const llvm::StringRef field = text.split(':').first.rtrim(), what = text.split(':').second.ltrim();
      if (!is_path(field) || !is_reduction(view(what)))
        return problem(Kind::malformed_argument, text.empty() ? argument : text, spelling(Directive::reduce));
      parsed.choices.push_back({word(field), word(what)});
    }
    return parsed;
  }

public:
  DirectiveMeaning parse_any(ParsedDirective parsed, llvm::StringRef argument) const {
    const auto malformed = [&](llvm::StringRef part) {
      return problem(Kind::malformed_argument, part.empty() ? argument : part, spelling(Directive::any));
    };
    const std::size_t colon = find_colon(argument);
    if (colon == llvm::StringRef::npos && is_type_name(argument)) { // there is nothing to decide
      parsed.choices.push_back({word(argument.take_front(0)), word(argument)});
      return parsed;
    }
    const llvm::StringRef field = argument.take_front(colon).trim();
    if (colon == llvm::StringRef::npos || !is_deciding_path(field))
      return malformed(argument);
    parsed.argument = word(field);
    for (const Word &part : split_list(word(argument.drop_front(colon + 1)))) {
      const llvm::StringRef text = ref(part.text);
      const llvm::StringRef value = text.split('=').first.rtrim(), what = text.split('=').second.ltrim();
      if (!is_value(value) || !is_type_name(what))
        return malformed(text);
      parsed.choices.push_back({word(value), word(what)});
    }
    return parsed;
  }

private:
  /// Returns the place of the parenthesis that closes the one at which `text` begins.
  static std::size_t find_closing(llvm::StringRef text) {
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
      if (depth == 0)
        return i;
    }
    return llvm::StringRef::npos;
  }

  llvm::StringRef whole_;
};

} // namespace

std::optional<Directive> directive_called(std::string_view name) {
  const auto *found = std::ranges::find(directives, name, &Known::spelling);
  if (found == directives.end())
    return std::nullopt;
  return static_cast<Directive>(found - directives.begin());
}

std::string_view spelling(Directive directive) { return directives[static_cast<std::size_t>(directive)].spelling; }

std::string_view selection_key(Directive directive) { return directives[static_cast<std::size_t>(directive)].key; }

std::string all_directives() {
  std::string out;
  for (const Known &known : directives)
    out += (out.empty() ? "" : ", ") + std::string(known.spelling);
  return out;
}

std::string_view usage(Directive directive) { return directives[static_cast<std::size_t>(directive)].usage; }

DirectiveMeaning parse_comment(std::string_view comment) {
  const llvm::StringRef whole = ref(comment);
  llvm::StringRef text = whole;
  if (!text.consume_front("/*") && !text.consume_front("//"))
    return {};
  if (whole.starts_with("/*"))
    text.consume_back("*/");
  const bool tilde = text.consume_front("~");
  text = text.trim();
  const DirectiveParser parser(whole);
  if (tilde)
    return parser.parse(text);
  // The tilde is missing, misplaced or another character: "/* AutoMap_End */", "/* ~ AutoMap_End */", "///~
  // AutoMap_End", "/*- AutoMap_End -*/". Prose may begin with a name, too, but does not end there.
  const llvm::StringRef inner = text.drop_until(is_word_char).rtrim("~-*/!<>=+#|.;: \t\r\n");
  const llvm::StringRef name = inner.take_while(is_word_char);
  if (!llvm::any_of(name, llvm::isLower)) // the name of a macro: "#endif // AUTOMAP_TREE"
    return {};
  for (const Known &known : directives)
    if (name.equals_insensitive(ref(known.spelling)) && parser.is_written(*directive_called(known.spelling), inner))
      return parser.problem(DirectiveProblem::Kind::missing_tilde, inner, known.spelling);
  return {};
}

DirectiveMeaning parse_annotation(std::string_view text) {
  const llvm::StringRef whole = ref(text);
  if (!whole.trim().starts_with_insensitive("automap"))
    return {}; // an annotation for another tool
  return DirectiveParser(whole).parse(whole.trim());
}

bool are_fields_of_types(std::string_view text) {
  return llvm::all_of(split_list({text}), [](const Word &part) {
    const auto [type, path] = ref(part.text).split('.');
    return is_type_name(type.rtrim()) && is_path(path);
  });
}

bool is_reduction(std::string_view text) {
  if (!ref(text).contains('('))
    return is_identifier(ref(text));
  const auto [op, fields] = split_reduction({text});
  return is_identifier(ref(op.text)) && ref(text).ends_with(")") &&
         llvm::all_of(split_list(fields), [](const Word &field) { return is_path(ref(field.text)); });
}

std::pair<Word, Word> split_reduction(Word text) {
  const auto [op, rest] = ref(text.text).split('(');
  llvm::StringRef fields = rest;
  fields.consume_back(")");
  const auto word = [&](llvm::StringRef part) {
    return Word{view(part),
                text.offset + (part.empty() ? 0 : static_cast<std::size_t>(part.data() - text.text.data()))};
  };
  return {word(op.rtrim()), word(fields)};
}

DirectiveMeaning parse_any(std::string_view text) {
  return DirectiveParser(ref(text)).parse_any({Directive::any}, ref(text));
}

std::vector<Word> split_list(Word text) {
  std::vector<Word> parts;
  const llvm::StringRef whole = ref(text.text);
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= whole.size(); ++i) {
    if (i < whole.size()) {
      const bool opens = whole[i] == '<' || whole[i] == '(', closes = whole[i] == '>' || whole[i] == ')';
      depth += opens ? 1 : closes && depth > 0 ? -1 : 0;
      if (whole[i] != ',' || depth > 0)
        continue;
    }
    const llvm::StringRef part = whole.slice(begin, i).trim();
    parts.push_back({view(part), text.offset + static_cast<std::size_t>(part.data() - whole.data())});
    begin = i + 1;
  }
  return parts;
}

std::vector<Word> split_path(Word path) {
  std::vector<Word> parts;
  llvm::StringRef rest = ref(path.text);
  while (true) {
    const auto dot = rest.find('.');
    const llvm::StringRef part = rest.take_front(dot).trim();
    parts.push_back({view(part), path.offset + static_cast<std::size_t>(part.data() - path.text.data())});
    if (dot == llvm::StringRef::npos)
      return parts;
    rest = rest.drop_front(dot + 1);
  }
}

} // namespace automap
