// Completing types: an instance of a template has no definition before somebody needs it.
#pragma once

#include "diagnose.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceLocation.h"

#include <functional>

namespace automap {

/// Whether the type has a definition. An instance of a template gets its own now, as if it was needed at the place.
using CompleteType = std::function<bool(const clang::TagDecl &, clang::SourceLocation)>;

/// Whether the record has a definition; reports an error at `place` if not.
inline bool require_complete(const CompleteType &complete, const clang::RecordDecl &record,
                             const clang::NamedDecl &name, clang::SourceRange place) {
  if (complete(record, place.getBegin()))
    return true;
  clang::DiagnosticsEngine &diagnostics = record.getASTContext().getDiagnostics();
  error(diagnostics, place.getBegin(),
        "'" + name.getNameAsString() + "' is incomplete: its definition is not in this file or what it includes")
      << place;
  note(diagnostics, record.getLocation(), "it is declared here, without its fields");
  return false;
}

} // namespace automap
