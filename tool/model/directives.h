// The directives that users write into comments, /*~ AutoMap_TpUsed */ and //~ AutoMap_TpUsed (AutoMap & AutoLink
// paper, section 1.4), and into attributes, [[clang::annotate("AutoMap_TpUsed")]]. This file parses the text of one
// directive; annotations.h says where a directive may stand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace automap {

enum class Directive : std::uint8_t {
  begin,   // AutoMap_Begin: directives may follow
  end,     // AutoMap_End
  tp_used, // AutoMap_TpUsed: the record declared just before gets a datatype
  ignore,  // AutoMap_Ignore: the field declared just before is left out
  use,     // AutoMap_Use(member): that member of the union is mapped
  bytes,   // AutoMap_Bytes: the field or record travels as raw bytes
  view,    // AutoMap_View(name: fields): these fields get a second datatype
  len,     // AutoMap_Len(expression): the pointer points to that many elements
  string,  // AutoMap_String: the pointer points to characters up to a NUL
  inside,  // AutoMap_Inside, AutoMap_Inside(record.field, …): the pointer points into the middle of something
  any,     // AutoMap_Any(field: value = type, …): the value of a field decides what the pointer points to; AutoMap_Any(
           // type): it always points to this
  reduce,  // AutoMap_Reduce(field: operator, …): MPI's reductions combine the fields of two structs like this
  weak,    // AutoMap_Weak: the pointer arrives if what it leads to travels anyway, else as NULL
  tree,    // AutoMap_Tree: no two pointers lead to the same object of this record
  make,    // AutoMap_Make(function): makes an object of this class for a receiver
  arrived, // AutoMap_Arrived(function): is called for each object of this class that has been received
};

/// Whether the directive is about the C++ objects of a class.
constexpr bool is_about_objects(Directive directive) {
  return directive == Directive::make || directive == Directive::arrived;
}

/// Returns "AutoMap_TpUsed" for Directive::tp_used.
std::string_view spelling(Directive directive);

/// Returns the key of --select files with the same meaning, "ignore"; empty if they need none.
std::string_view selection_key(Directive directive);

/// Returns the directive with this spelling; nothing if there is none.
std::optional<Directive> directive_called(std::string_view name);

/// A part of a directive's text, and its offset in the text that was parsed.
struct Word {
  std::string_view text;
  std::size_t offset = 0;
};

/// A directive with its arguments.
struct ParsedDirective {
  /// any: one value of the deciding field, and the type that the pointer then points to, or the member of the union
  /// that is then alive. Without a deciding field, the value is empty. reduce: a field, and its operator.
  struct Choice {
    Word value, what;
  };

  Directive directive;
  Word argument = {};               // use: the member; view: its name; len: the expression; any: the field, or empty;
                                    // inside: "record.field", several of them with commas, or empty; make, arrived:
                                    // the function
  std::vector<Word> fields = {};    // view: the paths of its fields, never empty
  std::vector<Choice> choices = {}; // any, reduce: never empty
};

/// The error in a text that looks like a directive.
struct DirectiveProblem {
  enum class Kind : std::uint8_t {
    unknown,           // no directive has this name
    missing_tilde,     // a comment without '~' that holds only a directive, in any case of letters
    extra_text,        // something follows the directive, which still takes effect
    malformed_argument // the parentheses are missing, or what stands between them is wrong
  };
  Kind kind = Kind::unknown;
  std::size_t offset = 0; // the offending text, in bytes
  std::size_t length = 0;
  std::string_view meant; // unknown: what to write in place of that text; else the spelling that was meant; empty:
                          // no directive is near
};

using DirectiveMeaning = std::variant<std::monostate, ParsedDirective, DirectiveProblem>;

/// Parses a comment, delimiters included: it is no directive, a directive, or a directive with an error.
DirectiveMeaning parse_comment(std::string_view comment);

/// Parses the text of an annotate attribute in the same way.
DirectiveMeaning parse_annotation(std::string_view text);

/// Parses the words between the parentheses of AutoMap_Any. All offsets are offsets in `text`.
DirectiveMeaning parse_any(std::string_view text);

/// Whether the text is what AutoMap_Reduce does with a field: "sum", "minloc(rank, cell.id)". The operator need not exist.
bool is_reduction(std::string_view text);

/// Returns the two parts of such a text, "minloc" and "rank, cell.id"; the second one is empty without parentheses.
std::pair<Word, Word> split_reduction(Word text);

/// Whether the text is an argument of AutoMap_Inside: "task.node", "geo::cell.links.next, geo::list.head".
bool are_fields_of_types(std::string_view text);

/// Splits `text` at its commas, except those between '<' and '>' or '(' and ')'. Blanks around the parts are dropped.
std::vector<Word> split_list(Word text);

/// Returns a directive as it is written with its argument: "AutoMap_Use(member)".
std::string_view usage(Directive directive);

/// Returns the spellings of all directives, separated by commas.
std::string all_directives();

/// Splits "vel.x" at its dots. Empty parts stay.
std::vector<Word> split_path(Word path);

} // namespace automap
