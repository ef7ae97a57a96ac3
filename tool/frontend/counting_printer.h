// Clang's diagnostics on the way to the user.
#pragma once

#include "annotations/type_selection.h"

#include "clang/Frontend/TextDiagnosticPrinter.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace automap {

/// Prints diagnostics and counts the errors, those of the driver included, which Clang's own count forgets.
/// Errors in the aliases that --type adds to the input are kept for later: another input may know the type. What
/// automap finds at one place for each name that a record has is told once.
class CountingPrinter : public clang::TextDiagnosticPrinter {
public:
  /// `output_path`: of the generated source, which need not be there yet.
  CountingPrinter(clang::DiagnosticOptions &options, TypeSelection &selection, std::string output_path)
      : TextDiagnosticPrinter(llvm::errs(), &options), selection_(selection),
        output_path_(std::move(output_path)) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &diagnostic) override;

  unsigned errors() const { return errors_; }

  /// Where the errors are that have a place in a file.
  const std::vector<clang::SourceLocation> &error_places() const { return error_places_; }

  /// The errors, if there are any, are automap's own.
  bool compiles() const { return compiles_; }

private:
  bool withhold(const clang::Diagnostic &diagnostic);
  bool is_told(const clang::Diagnostic &diagnostic);
  void note_missing_file(llvm::StringRef path) const;
  bool is_output(llvm::StringRef path) const;

  TypeSelection &selection_;
  std::string output_path_;
  unsigned errors_ = 0;
  std::vector<clang::SourceLocation> error_places_;
  bool compiles_ = true;
  bool withheld_ = false; // the last error, and with it its notes
  std::set<std::pair<clang::SourceLocation::UIntTy, std::string>> told_; // by automap, where
};

} // namespace automap
