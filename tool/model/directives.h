// The directives that users write into comments, /*~ AutoMap_TpUsed */ and //~ AutoMap_TpUsed (AutoMap &
// AutoLink paper, section 1.4), and into attributes, [[clang::annotate("AutoMap_TpUsed")]]. This file knows
// the text of one directive only; where a directive may stand is the matter of annotations.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace automap {

enum class Directive : std::uint8_t {
  begin,   // AutoMap_Begin: the declarations that follow are known
  end,     // AutoMap_End
  tp_used, // AutoMap_TpUsed: the record declared just before gets a datatype
  ignore,  // AutoMap_Ignore: the field declared just before is left out
  use,     // AutoMap_Use(member): that member of the union is mapped
  bytes,   // AutoMap_Bytes: the field or record travels as raw bytes
  view,    // AutoMap_View(name: fields): a second datatype of these fields
  len,     // AutoMap_Len(expression): the pointer points to that many elements
  string,  // AutoMap_String: the pointer points to characters up to a NUL
  inside,  // AutoMap_Inside, AutoMap_Inside(record.field): the pointer points into the middle of something
  any,     // AutoMap_Any(field: value = type, …): what the pointer points to is told by a field
  tree,    // AutoMap_Tree: no two pointers lead to the same object of this record
};

/// "AutoMap_TpUsed" for Directive::tp_used.
std::string_view spelling(Directive directive);

/// By which --select files say the same, "ignore"; empty for those that they do not need.
std::string_view selection_key(Directive directive);

/// The reverse; nothing if no directive is called so.
std::optional<Directive> directive_called(std::string_view name);

/// A part of a directive's text, and where that begins in the text that was parsed.
struct Word {
  std::string_view text;
  std::size_t offset = 0;
};

struct ParsedDirective {
  /// Where a field has this value, the pointer points to a record of this type; of a union: this member is
  /// alive.
  struct Choice {
    Word value, what;
  };

  Directive directive;
  Word argument = {}; // use: the member; view: its name; len: the expression; any: the field; inside:
                      // "record.field" or empty
  std::vector<Word> fields = {};    // view: the paths of its fields, never empty
  std::vector<Choice> choices = {}; // any: never empty
};

/// A text that means to be a directive and is none.
struct DirectiveProblem {
  enum class Kind : std::uint8_t {
    unknown,           // no directive is called so
    missing_tilde,     // a comment of another kind that holds nothing but a directive, its name in any case
    extra_text,        // something follows the directive, which takes effect all the same
    malformed_argument // what stands between the parentheses, or that they are not there
  };
  Kind kind = Kind::unknown;
  std::size_t offset = 0; // of the offending text, and its length, in bytes
  std::size_t length = 0;
  std::string_view meant; // unknown: what to write in place of that text; else the spelling meant; empty: no
                          // directive comes near
};

using DirectiveMeaning = std::variant<std::monostate, ParsedDirective, DirectiveProblem>;

/// What a comment says, delimiters included: nothing of ours, a directive, or a directive gone wrong.
DirectiveMeaning parse_comment(std::string_view comment);

/// The same for the text of an annotate attribute.
DirectiveMeaning parse_annotation(std::string_view text);

/// The words of AutoMap_Any between its parentheses, with their places in `text`; a problem in the same.
DirectiveMeaning parse_any(std::string_view text);

/// Is this what AutoMap_Inside takes: "task.node", "geo::cell.links.next"?
bool is_field_of_type(std::string_view text);

/// Splits `text` at its commas, those between '<' and '>' left alone. Blanks around the parts are no part.
std::vector<Word> split_list(Word text);

/// How a directive is written: "AutoMap_Use(member)".
std::string_view usage(Directive directive);

/// All directives as they are spelled, separated by commas.
std::string all_directives();

/// Splits "vel.x" at its dots. Empty parts stay.
std::vector<Word> split_path(Word path);

} // namespace automap
