// The directives that users write into comments: /*~ AutoMap_TpUsed */ and //~ AutoMap_TpUsed
// (AutoMap & AutoLink paper, section 1.4). This file knows the text of one comment only; where a
// directive may stand is the matter of annotations.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace automap {

enum class Directive : std::uint8_t {
  begin,   // AutoMap_Begin: the declarations that follow are known
  end,     // AutoMap_End
  tp_used, // AutoMap_TpUsed: the record declared just before gets a datatype
  ignore,  // AutoMap_Ignore: the field declared just before is left out
};

/// "AutoMap_TpUsed" for Directive::tp_used.
std::string_view spelling(Directive directive);

/// The reverse; nothing if no directive is called so.
std::optional<Directive> directive_called(std::string_view name);

/// A comment that means to be a directive and is none.
struct DirectiveProblem {
  enum class Kind : std::uint8_t {
    unknown,       // no directive is called so
    missing_tilde, // a comment of another kind that holds nothing but a directive's name
    extra_text,    // something follows the name; the directive takes effect all the same
  };
  Kind kind = Kind::unknown;
  std::size_t offset = 0; // of the offending text in the comment, and its length, in bytes
  std::size_t length = 0;
  std::string_view meant; // the spelling meant; empty: no directive comes near
};

using CommentMeaning = std::variant<std::monostate, Directive, DirectiveProblem>;

/// What a comment says, delimiters included: nothing of ours, a directive, or a directive gone wrong.
CommentMeaning parse_comment(std::string_view comment);

} // namespace automap
