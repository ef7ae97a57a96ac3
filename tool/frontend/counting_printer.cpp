// Printing and counting diagnostics. See counting_printer.h.
#include "counting_printer.h"

#include "model/names.h"
#include "model/report.h"

#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/LexDiagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <utility>

namespace automap {

namespace {

/// Whether the diagnostic is about an attribute of gcc's for functions. The layout may depend on other attributes.
bool is_about_gcc_attribute(const clang::Diagnostic &diagnostic) {
  if (diagnostic.getID() != clang::diag::warn_unknown_attribute_ignored)
    return false;
  llvm::SmallString<128> message;
  diagnostic.FormatDiagnostic(message);
  const llvm::StringRef name = message.str().split('\'').second.split('\'').first;
  return llvm::is_contained({"access", "copy", "externally_visible", "no_icf", "no_reorder", "noclone", "noipa",
                             "noplt", "optimize", "simd", "symver", "tainted_args"},
                            name.trim('_'));
}

/// Whether C++ would know the unknown type of the diagnostic, such as 'namespace'.
bool is_keyword_of_cxx(const clang::Diagnostic &diagnostic) {
  if (diagnostic.getArgKind(0) != clang::DiagnosticsEngine::ak_identifierinfo)
    return false;
  clang::LangOptions cxx;
  cxx.CPlusPlus = true;
  clang::IdentifierTable names(cxx);
  return names.get(diagnostic.getArgIdentifier(0)->getName()).getTokenID() != clang::tok::identifier;
}

/// Whether the error is about a type that nothing declares. Where C++ is read as C, a keyword or a name before "::" is
/// none.
bool is_unknown_type(const clang::Diagnostic &diagnostic) {
  if (diagnostic.getID() != clang::diag::err_unknown_typename &&
      diagnostic.getID() != clang::diag::err_undeclared_var_use)
    return false;
  if (diagnostic.getID() == clang::diag::err_unknown_typename && is_keyword_of_cxx(diagnostic))
    return false;
  const llvm::StringRef after = diagnostic.getSourceManager().getCharacterData(diagnostic.getLocation());
  const bool is_scope = after.drop_while([](char c) { return llvm::isAlnum(c) || c == '_'; }).ltrim().starts_with("::");
  const bool is_undeclared = diagnostic.getID() == clang::diag::err_undeclared_var_use; // of C++ alone
  return is_scope == is_undeclared;
}

} // namespace

void CountingPrinter::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &diagnostic) {
  if (level != clang::DiagnosticsEngine::Note)
    withheld_ = withhold(diagnostic) || is_repeated(diagnostic) || is_about_gcc_attribute(diagnostic);
  if (withheld_)
    return;
  if (level >= clang::DiagnosticsEngine::Error) {
    ++errors_;
    if (diagnostic.getLocation().isValid())
      error_places_.push_back(diagnostic.getLocation());
    compiles_ = compiles_ && diagnostic.getID() >= clang::diag::DIAG_UPPER_LIMIT; // automap's own
  }
  hide_progress();
  TextDiagnosticPrinter::HandleDiagnostic(level, diagnostic);
  if (diagnostic.getID() == clang::diag::err_typecheck_field_variable_size)
    report_note() << "MPI cannot describe an array of variable length: give it a constant size, or make it a pointer\n";
  if (diagnostic.getID() == clang::diag::err_pp_file_not_found)
    note_missing_file(diagnostic.getArgStdStr(0));
  if (is_unknown_type(diagnostic) && !std::exchange(has_unknown_type_, true))
    report_note() << "if another header must be included before this one, name it: '--extra-arg=-include "
                     "--extra-arg=<header>'\n";
}

void CountingPrinter::note_missing_file(llvm::StringRef path) const {
  if (is_output(path))
    report_note() << "automap writes this file, so that its inputs cannot include it: move the structs into a header "
                     "that does not\n";
  else if (llvm::sys::path::has_extension(path)) // headers of the C++ library have none
    report_note() << "add the directory of this file with '-I <dir>', as for the compiler\n";
}

bool CountingPrinter::is_output(llvm::StringRef path) const {
  namespace paths = llvm::sys::path;
  return paths::filename(path) == paths::filename(output_path_) ||
         paths::filename(path) == paths::filename(names::header_for(output_path_));
}

bool CountingPrinter::withhold(const clang::Diagnostic &diagnostic) {
  if (!diagnostic.hasSourceManager() || diagnostic.getLocation().isInvalid())
    return false;
  const clang::PresumedLoc place = diagnostic.getSourceManager().getPresumedLoc(diagnostic.getLocation());
  if (place.isInvalid() || place.getFilename() != TypeSelection::alias_file)
    return false;
  llvm::SmallString<128> message;
  diagnostic.FormatDiagnostic(message);
  selection_.set_failure(place.getLine(), message.str().str());
  return true;
}

bool CountingPrinter::is_repeated(const clang::Diagnostic &diagnostic) {
  if (diagnostic.getID() < clang::diag::DIAG_UPPER_LIMIT || diagnostic.getLocation().isInvalid())
    return false;
  llvm::SmallString<128> message;
  diagnostic.FormatDiagnostic(message);
  return !printed_.emplace(diagnostic.getLocation().getRawEncoding(), message.str().str()).second;
}

} // namespace automap
