// What the directives of a translation unit say of its declarations.
#pragma once

#include "ast/declarations.h"
#include "directive_collector.h"

#include "clang/Basic/SourceLocation.h"

#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace automap {

/// How a field, or each object of a record, is to be mapped.
struct Mapping {
  bool ignored = false;
  bool bytes = false;
  PlacedName member; // of a union: the one to map; empty: none was named
  PlacedName length; // of the array that a pointer points to; empty: none was given

  // Of pointers, beside their length.
  bool string = false;
  bool inside = false;
  PlacedName place;                  // inside: "record.field"; empty: in what other pointers lead to
  PlacedName kind;                   // any: the field that tells; empty: it is none
  std::vector<PlacedChoice> choices; // any

  bool tree = false; // of a record: nothing else points to its objects

  /// Is it said what a pointer points to?
  bool tells_target() const { return !length.text.empty() || string || inside || !kind.text.empty(); }
};

class Annotations {
public:
  struct Use {
    const clang::RecordDecl *record;
    const clang::NamedDecl *name; // what the directive stands behind: a tag, a typedef or a variable
    clang::SourceRange range;     // the directive
  };
  struct View {
    Use of;
    PlacedName name;
    std::vector<PlacedName> fields;
  };

  std::vector<Use> uses;
  std::vector<View> views;

  /// Says a directive, but TpUsed and View, of a field or a record; instances of a template share what is
  /// said of the template. Reports what cannot be said of it or contradicts what is said already.
  void say(const clang::FieldDecl &field, const FoundDirective &said, const clang::ASTContext &context);
  void say(const clang::RecordDecl &record, const FoundDirective &said, const clang::ASTContext &context);

  /// Null: nothing was said.
  const Mapping *find(const clang::FieldDecl &field) const;
  const Mapping *find(const clang::RecordDecl &record) const;

private:
  static void say(Mapping &mapping, const FoundDirective &said, clang::DiagnosticsEngine &diagnostics);

  llvm::DenseMap<clang::SourceLocation, Mapping> fields_, records_; // by where they are declared
};

/// Ties each directive to the declarator that ends just before it; behind a ';', to all declarators of the
/// declaration that it ends. A directive in an attribute means what has the attribute.
Annotations attach(const std::vector<FoundDirective> &directives, const Declarations &declarations,
                   const clang::ASTContext &context, const clang::Preprocessor &preprocessor);

} // namespace automap
