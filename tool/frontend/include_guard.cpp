// Finding include guards. See include_guard.h.
#include "include_guard.h"

#include "ast/diagnose.h"

#include "clang/AST/Decl.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/PPConditionalDirectiveRecord.h"
#include "clang/Lex/Preprocessor.h"

#include <algorithm>
#include <memory>

namespace automap {
namespace {

const clang::PPConditionalDirectiveRecord &watch_conditionals(clang::CompilerInstance &compiler) {
  auto record = std::make_unique<clang::PPConditionalDirectiveRecord>(compiler.getSourceManager());
  const auto &watched = *record;
  compiler.getPreprocessor().addPPCallbacks(std::move(record));
  return watched;
}

} // namespace

IncludeGuard::IncludeGuard(clang::CompilerInstance &compiler)
    : compiler_(compiler), conditionals_(watch_conditionals(compiler)) {}

void IncludeGuard::warn(const Declarations &declarations) const {
  const clang::SourceManager &sources = compiler_.getSourceManager();
  const auto file = sources.getFileEntryRefForID(sources.getMainFileID());
  // In a source Clang ignores '#pragma once'.
  if (!file || !compiler_.getFrontendOpts().Inputs.front().getKind().isHeader() ||
      compiler_.getPreprocessor().getHeaderSearchInfo().isFileMultipleIncludeGuarded(*file))
    return;
  // The file has no guard as a whole, but each record may stand between #if and #endif, or get another name from a
  // macro each time.
  const auto defined_unconditionally = [&](const clang::RecordDecl *record) {
    const clang::SourceLocation place = sources.getFileLoc(record->getLocation());
    return !record->getLocation().isMacroID() && sources.isInMainFile(place) &&
           conditionals_.findConditionalDirectiveRegionLoc(place).isInvalid();
  };
  if (std::ranges::none_of(declarations.records, defined_unconditionally))
    return;
  const clang::SourceLocation begin = sources.getLocForStartOfFile(sources.getMainFileID());
  warning(compiler_.getDiagnostics(), begin,
          "this header has no include guard, but the generated header includes it: a source that includes both "
          "does not compile; begin it with '#pragma once'")
      << clang::FixItHint::CreateInsertion(begin, "#pragma once\n");
}

} // namespace automap
