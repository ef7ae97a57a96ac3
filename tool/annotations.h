// Where directives stand, and which declarations they mean.
//
// A DirectiveCollector listens to the preprocessor; Annotations then ties what it heard to declarations.
// Both diagnose what is out of place, at its place.
#pragma once

#include "directives.h"

#include "clang/Lex/Preprocessor.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <vector>

namespace clang {
class ASTContext;
class DiagnosticsEngine;
class FieldDecl;
class NamedDecl;
class RecordDecl;
} // namespace clang

namespace automap {

class DirectiveCollector : public clang::CommentHandler {
public:
  struct Found {
    Directive directive;
    clang::SourceRange range; // the comment
    bool in_region;           // between AutoMap_Begin and AutoMap_End
  };

  bool HandleComment(clang::Preprocessor &preprocessor, clang::SourceRange comment) override;

  /// To be called when the translation unit has ended: an AutoMap_Begin may still be open.
  void finish(clang::DiagnosticsEngine &diagnostics);

  /// AutoMap_TpUsed and AutoMap_Ignore, in the order of the translation unit.
  const std::vector<Found> &attached() const { return attached_; }

private:
  std::vector<Found> attached_;
  clang::SourceRange open_; // the AutoMap_Begin that waits for its end
};

/// All declarations of a translation unit that directives or --type can mean, in source order.
struct Declarations {
  std::vector<const clang::RecordDecl *> records; // complete ones
  std::vector<const clang::NamedDecl *> namers;   // typedefs, variables and fields of record type
  std::vector<const clang::FieldDecl *> fields;
};

Declarations collect_declarations(const clang::ASTContext &context);

/// The record that a typedef, variable or field is of, behind arrays and pointers; null if of none.
const clang::RecordDecl *record_named_by(const clang::NamedDecl &declaration);

struct Annotations {
  struct Use {
    const clang::RecordDecl *record;
    const clang::NamedDecl *name; // what the directive stands behind: a tag, a typedef or a variable
    clang::SourceRange range;     // the directive
  };
  std::vector<Use> uses;
  llvm::DenseSet<const clang::FieldDecl *> ignored;
};

/// Ties each directive to the declarator that ends just before it; behind a ';', to all declarators of the
/// declaration that it ends.
Annotations attach(const std::vector<DirectiveCollector::Found> &directives, const Declarations &declarations,
                   const clang::ASTContext &context, clang::DiagnosticsEngine &diagnostics);

} // namespace automap
