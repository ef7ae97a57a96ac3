// Hears the directives of a translation unit: those in comments, as the preprocessor passes them, and those
// in attributes.
#pragma once

#include "directives.h"

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

/// A name that the user wrote, in a directive or in a --select file.
struct PlacedName {
  std::string text;
  clang::CharSourceRange range;
};

/// A directive and its place.
struct FoundDirective {
  Directive directive;
  PlacedName argument;            // as in ParsedDirective
  std::vector<PlacedName> fields; // as in ParsedDirective
  clang::SourceRange range;       // the comment or the attribute
  bool in_region = false;         // between AutoMap_Begin and AutoMap_End, or in no need of that
};

class DirectiveCollector : public clang::CommentHandler {
public:
  bool HandleComment(clang::Preprocessor &preprocessor, clang::SourceRange comment) override;

  /// To be called when the translation unit has ended: an AutoMap_Begin may still be open.
  void finish(clang::DiagnosticsEngine &diagnostics);

  /// All but AutoMap_Begin and AutoMap_End, in the order of the translation unit.
  const std::vector<FoundDirective> &attached() const { return attached_; }

private:
  std::vector<FoundDirective> attached_;
  std::vector<clang::SourceRange>
      open_; // AutoMap_Begins that wait for their ends: an included file may have one
};

/// The directive in an attribute; nothing if it is somebody else's, or wrong, which has been reported.
std::optional<FoundDirective> directive_in(const clang::AnnotateAttr &attribute,
                                           clang::DiagnosticsEngine &diagnostics);

} // namespace automap
