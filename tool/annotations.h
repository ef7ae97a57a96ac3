// What the directives of a translation unit say of its declarations.
#pragma once

#include "declarations.h"
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

  /// To be changed. Instances of a template share what is said of the template.
  Mapping &mapping(const clang::FieldDecl &field);
  Mapping &mapping(const clang::RecordDecl &record);

  /// Null: nothing was said.
  const Mapping *find(const clang::FieldDecl &field) const;
  const Mapping *find(const clang::RecordDecl &record) const;

private:
  llvm::DenseMap<clang::SourceLocation, Mapping> fields_, records_; // by where they are declared
};

/// Ties each directive to the declarator that ends just before it; behind a ';', to all declarators of the
/// declaration that it ends. A directive in an attribute means what has the attribute.
Annotations attach(const std::vector<FoundDirective> &directives, const Declarations &declarations,
                   const clang::ASTContext &context, const clang::Preprocessor &preprocessor);

} // namespace automap
