// The shared context of the readers. See reading_context.h.
#include "reading_context.h"

#include "model/quoted.h"

#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace automap {

ReadingContext::ReadingContext(clang::ASTContext &ast, const TypeNames &names, const Annotations &annotations,
                               const Declarations &declarations, ReadingOptions options, Survey &survey)
    : ast(ast), names(names), annotations(annotations), options(std::move(options)), survey(survey), lookup(ast),
      links(ast, names, annotations, declarations, this->options.complete,
            this->options.autolink && this->options.ignore_pointers) {}

clang::SourceLocation ReadingContext::end_of(clang::SourceLocation token) const {
  return clang::Lexer::getLocForEndOfToken(token, 0, ast.getSourceManager(), ast.getLangOpts());
}

unsigned ReadingContext::line_of(clang::SourceLocation place) const {
  return ast.getSourceManager().getPresumedLineNumber(place);
}

bool ReadingContext::is_in_system_header(clang::SourceLocation place) const {
  return ast.getSourceManager().isInSystemHeader(place);
}

std::string subject_of(const clang::FieldDecl &field) {
  return field.getDeclName() ? "field " + quoted(field.getName()) : "an unnamed field";
}

} // namespace automap
Location ReadingContext::place_of(clang::SourceLocation place) const {
  const clang::SourceManager &sources = ast.getSourceManager();
  const clang::PresumedLoc presumed = sources.getPresumedLoc(place);
  if (presumed.isInvalid())
    return {};
  Location out{presumed.getFilename(), presumed.getLine(), presumed.getColumn(), {}};
  if (const auto file = sources.getFileEntryRefForID(sources.getFileID(sources.getFileLoc(place))))
    out.file_id = {file->getUniqueID().getDevice(), file->getUniqueID().getFile()};
  return out;
}

