// Prints Clang's diagnostics, with automap's own notes.
#pragma once

#include "annotations/type_selection.h"

#include "clang/Frontend/TextDiagnosticPrinter.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace automap {

/// Prints diagnostics and counts the errors, those of the driver included, which Clang does not count. Errors in the
/// aliases that --type adds to the input are kept for later, because another input may have the type. Equal diagnostics
/// of automap at one place, for several names of one record, are printed once.
class CountingPrinter : public clang::TextDiagnosticPrinter {
public:
  /// `output_path` is the path of the generated source, which need not exist yet.
  CountingPrinter(clang::DiagnosticOptions &options, TypeSelection &selection, std::string output_path)
      : TextDiagnosticPrinter(llvm::errs(), &options), selection_(selection), output_path_(std::move(output_path)) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &diagnostic) override;

  unsigned errors() const { return errors_; }

  /// Returns the places of the errors that have one in a file.
  const std::vector<clang::SourceLocation> &error_places() const { return error_places_; }

  /// Whether the input compiles: all errors so far, if any, are automap's own.
  bool compiles() const { return compiles_; }

private:
  bool withhold(const clang::Diagnostic &diagnostic);
  bool is_repeated(const clang::Diagnostic &diagnostic);
  void note_missing_file(llvm::StringRef path) const;
  bool is_output(llvm::StringRef path) const;

  TypeSelection &selection_;
  std::string output_path_;
  unsigned errors_ = 0;
  std::vector<clang::SourceLocation> error_places_;
  bool compiles_ = true;
  bool has_unknown_type_ = false;
  bool withheld_ = false; // whether the last error, and so its notes, are withheld
  std::set<std::pair<clang::SourceLocation::UIntTy, std::string>>
      printed_; // the texts of automap's diagnostics, with their places
};

} // namespace automap
