// Collects the directives of a translation unit: those in comments, from the preprocessor, and those in attributes.
#pragma once

#include "model/directives.h"

#include "clang/Basic/SourceLocation.h"
#include "clang/Lex/Preprocessor.h"

#include <optional>
#include <string>
#include <vector>

namespace clang {
class AnnotateAttr;
class DiagnosticsEngine;
} // namespace clang

namespace automap {

/// A name that the user wrote in a directive or in a --select file, and its place.
struct PlacedName {
  std::string text;
  clang::CharSourceRange range;
};

/// One choice of AutoMap_Any, or a field and its operator in AutoMap_Reduce.
struct PlacedChoice {
  PlacedName value, what;
};

/// A directive and its place.
struct FoundDirective {
  Directive directive;
  PlacedName argument;               // the argument; see ParsedDirective
  std::vector<PlacedName> fields;    // the fields of a view; see ParsedDirective
  std::vector<PlacedChoice> choices; // see ParsedDirective
  clang::SourceRange range;          // the comment or the attribute
  bool in_region = false;            // it stands between AutoMap_Begin and AutoMap_End, or needs no such region
  bool selected = false;             // it comes from a --select file
};

class DirectiveCollector : public clang::CommentHandler {
public:
  bool HandleComment(clang::Preprocessor &preprocessor, clang::SourceRange comment) override;

  /// Reports every AutoMap_Begin without an AutoMap_End. Call it after the translation unit has ended.
  void finish(clang::DiagnosticsEngine &diagnostics);

  /// Returns all directives except AutoMap_Begin and AutoMap_End, in the order of the translation unit.
  const std::vector<FoundDirective> &attached() const { return attached_; }

private:
  std::vector<FoundDirective> attached_;
  std::vector<clang::SourceRange> open_; // each AutoMap_Begin without its end: an included file may have another one
};

/// Returns a directive whose words have the places that `place(offset, length)` gives them. Its range is not set.
template <typename Place> FoundDirective with_places(const ParsedDirective &parsed, Place place) {
  const auto name = [&](const Word &word) {
    return PlacedName{std::string(word.text), place(word.offset, word.text.size())};
  };
  FoundDirective out{parsed.directive, name(parsed.argument), {}, {}, {}};
  for (const Word &field : parsed.fields)
    out.fields.push_back(name(field));
  for (const ParsedDirective::Choice &choice : parsed.choices)
    out.choices.push_back({name(choice.value), name(choice.what)});
  return out;
}

/// Returns the directive in an attribute; nothing if the attribute is for another tool, or wrong, which is reported.
std::optional<FoundDirective> directive_in(const clang::AnnotateAttr &attribute, clang::DiagnosticsEngine &diagnostics);

} // namespace automap
