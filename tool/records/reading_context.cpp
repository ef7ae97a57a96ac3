// The shared context of the readers. See reading_context.h.
#include "reading_context.h"

#include "ast/element_type.h"
#include "model/hint.h"
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

std::string ReadingContext::for_user(const std::string &text, const clang::FieldDecl &field) const {
  const clang::RecordDecl &record = *field.getParent();
  return for_user(text, record, joined_path(field_of_unnamed(record), field.getNameAsString()));
}

std::string ReadingContext::for_user(const std::string &text, const clang::RecordDecl &record,
                                     llvm::ArrayRef<std::string> fields) const {
  const clang::RecordDecl *owner = &record;
  while (!names.namer_of(*owner) && llvm::isa<clang::RecordDecl>(owner->getLexicalDeclContext()))
    owner = llvm::cast<clang::RecordDecl>(owner->getLexicalDeclContext());
  const clang::NamedDecl *name = names.namer_of(*owner);
  return hint_for(keys_place_of(options.keys_place, name ? names.qualified(*name) : ""), text, fields);
}

std::string ReadingContext::field_of_unnamed(const clang::RecordDecl &record) const {
  if (record.getIdentifier() || record.getTypedefNameForAnonDecl())
    return "";
  if (const auto *parent = llvm::dyn_cast<clang::RecordDecl>(record.getLexicalDeclContext()))
    for (const clang::FieldDecl *field : parent->fields())
      if (element_type_of(field->getType(), ast)->getAsRecordDecl() == &record)
        return joined_path(field_of_unnamed(*parent), field->getNameAsString());
  return "";
}

unsigned ReadingContext::line_of(clang::SourceLocation place) const {
  return ast.getSourceManager().getPresumedLineNumber(place);
}

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

bool ReadingContext::is_in_system_header(clang::SourceLocation place) const {
  return ast.getSourceManager().isInSystemHeader(place);
}

std::string joined_path(const std::string &outer, const std::string &field) {
  return outer + (outer.empty() || field.empty() ? "" : ".") + field;
}

std::string subject_of(const clang::FieldDecl &field) {
  return field.getDeclName() ? "field " + quoted(field.getName()) : "an unnamed field";
}

} // namespace automap
