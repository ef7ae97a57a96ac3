// Clang diagnostics with a text of ours.
#pragma once

#include "clang/Basic/Diagnostic.h"

#include "llvm/ADT/StringRef.h"

namespace automap {

/// Begins a diagnostic; ranges and fix-its may be streamed into the result.
inline clang::DiagnosticBuilder diagnose(clang::DiagnosticsEngine &diagnostics, clang::DiagnosticIDs::Level level,
                                         clang::SourceLocation location, llvm::StringRef message) {
  const unsigned id = diagnostics.getDiagnosticIDs()->getCustomDiagID(level, "%0");
  return diagnostics.Report(location, id) << message;
}

inline clang::DiagnosticBuilder error(clang::DiagnosticsEngine &diagnostics, clang::SourceLocation location,
                                      llvm::StringRef message) {
  return diagnose(diagnostics, clang::DiagnosticIDs::Error, location, message);
}

inline clang::DiagnosticBuilder warning(clang::DiagnosticsEngine &diagnostics, clang::SourceLocation location,
                                        llvm::StringRef message) {
  return diagnose(diagnostics, clang::DiagnosticIDs::Warning, location, message);
}

inline clang::DiagnosticBuilder note(clang::DiagnosticsEngine &diagnostics, clang::SourceLocation location,
                                     llvm::StringRef message) {
  return diagnose(diagnostics, clang::DiagnosticIDs::Note, location, message);
}

} // namespace automap
