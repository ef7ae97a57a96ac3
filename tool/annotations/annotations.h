// The meaning of a translation unit's directives for its declarations.
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
  PlacedName member; // the member of a union to map; empty: no directive names one
  PlacedName length; // the number of elements that a pointer points to; empty: not given

  // These describe what a pointer points to, besides its length.
  bool string = false;
  bool inside = false;
  PlacedName place;                  // inside: "record.field"; empty: anywhere in what other pointers lead to
  PlacedName kind;                   // any: the deciding field; empty: there is only one choice
  std::vector<PlacedChoice> choices; // any; empty: not AutoMap_Any
  bool weak = false;                 // it is not followed, and leads there only if that travels anyway

  std::vector<PlacedChoice> reductions; // a record: its fields with their operators; empty: no AutoMap_Reduce
  clang::SourceRange reduce;            // that directive

  bool tree = false;        // a record: exactly one pointer leads to each of its objects
  PlacedName make, arrived; // a class: functions that make an object, and that are called when one has been received

  /// Whether a directive describes what the pointer points to.
  bool describes_target() const { return !length.text.empty() || string || inside || weak || !choices.empty(); }

  /// Returns the function of AutoMap_Make or AutoMap_Arrived, with which a class is meant as a C++ object; null: none.
  const PlacedName *object_function() const {
    return !make.text.empty() ? &make : !arrived.text.empty() ? &arrived : nullptr;
  }
};

class Annotations {
public:
  /// A record that gets a datatype.
  struct Use {
    const clang::RecordDecl *record;
    const clang::NamedDecl *name; // what the directive follows: a tag, a typedef or a variable
    clang::SourceRange range;     // the directive
  };
  /// A part of a record that gets a datatype.
  struct View {
    Use use;
    PlacedName name;
    std::vector<PlacedName> fields;
  };

  std::vector<Use> uses;
  std::vector<View> views;

  /// Adds a directive other than TpUsed and View to a field or a record. Instances of a template share the directives
  /// of the template. Reports a directive that does not fit the declaration or contradicts another one.
  void add(const clang::FieldDecl &field, const FoundDirective &found, const clang::ASTContext &context);
  void add(const clang::RecordDecl &record, const FoundDirective &found, const clang::ASTContext &context);

  /// Return the directives of a field or record; null if it has none.
  const Mapping *find(const clang::FieldDecl &field) const;
  const Mapping *find(const clang::RecordDecl &record) const;

private:
  static void add_to(Mapping &mapping, const FoundDirective &found, clang::DiagnosticsEngine &diagnostics);

  llvm::DenseMap<clang::SourceLocation, Mapping> fields_, records_; // keyed by the place of the declaration
};

/// Attaches each directive to the declarator that ends just before it; after a ';', to all declarators of that
/// declaration. A directive in an attribute belongs to the declaration that has the attribute.
Annotations attach(const std::vector<FoundDirective> &directives, const Declarations &declarations,
                   const clang::ASTContext &context, const clang::Preprocessor &preprocessor);

} // namespace automap
