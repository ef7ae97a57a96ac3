// Clang's diagnostics on the way to the user.
#pragma once

#include "type_selection.h"

#include "clang/Frontend/TextDiagnosticPrinter.h"

namespace automap {

/// Prints diagnostics and counts the errors, those of the driver included, which Clang's own count forgets.
/// Errors in the aliases that --type adds to the input are kept for later: another input may know the type.
class CountingPrinter : public clang::TextDiagnosticPrinter {
public:
  CountingPrinter(clang::DiagnosticOptions &options, TypeSelection &selection)
      : TextDiagnosticPrinter(llvm::errs(), &options), selection_(selection) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &diagnostic) override;

  unsigned errors() const { return errors_; }

  /// The errors, if there are any, are automap's own.
  bool compiles() const { return compiles_; }

private:
  bool withhold(const clang::Diagnostic &diagnostic);

  TypeSelection &selection_;
  unsigned errors_ = 0;
  bool compiles_ = true;
  bool withheld_ = false; // the last error, and with it its notes
};

} // namespace automap
