// Applying --type and --select. See selected_types.h.
#include "selected_types.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>

namespace automap {
namespace {

class Matcher {
public:
  Matcher(TypeSelection &selection, const TypeNames &names, const CompleteType &complete, clang::ASTContext &context,
          Annotations &annotations)
      : selection_(selection), names_(names), complete_(complete), context_(context), annotations_(annotations) {
    for (const Annotations::Use &use : annotations.uses)
      marked_[use.record->getCanonicalDecl()].push_back(use.name);
    clang::SourceManager &sources = context.getSourceManager();
    if (const auto &file = selection.file())
      file_begin_ =
          sources.getLocForStartOfFile(sources.createFileID(llvm::MemoryBufferRef(file->text(), file->path())));
  }

  void match(const Declarations &declarations) {
    for (const clang::RecordDecl *record : declarations.templates)
      selection_.add_template(record->getQualifiedNameAsString());
    for (const clang::RecordDecl *record : declarations.records)
      match(*record, *record);
    for (const clang::NamedDecl *namer : declarations.namers)
      if (!llvm::isa<clang::FieldDecl>(namer)) {
        const clang::RecordDecl &record = *record_named_by(*namer);
        if (const auto type = selection_.find_alias(namer->getName()))
          request(*type, record, record, true);
        else if (record.getDefinition() || llvm::isa<clang::ClassTemplateSpecializationDecl>(record))
          match(record, *namer);
      }
  }

private:
  void match(const clang::RecordDecl &record, const clang::NamedDecl &name) {
    if (!name.getDeclName() || name.getLocation().isInvalid())
      return;
    // Globs do not match system headers, nor instances of templates that only an alias names.
    const bool by_name_alone =
        !record.getDefinition() || context_.getSourceManager().isInSystemHeader(name.getLocation());
    const auto requests = selection_.matches(names_.qualified(name), by_name_alone);
    // A glob means neither what the file wants no datatype for, nor another name of what is marked.
    const bool excluded =
        std::ranges::any_of(requests, [](const auto &one) { return one.type && !one.type->datatype; });
    const auto marks = marked_.find(record.getCanonicalDecl());
    const bool marked = marks != marked_.end();
    const bool other_name = marked && !llvm::is_contained(marks->second, &name);
    for (const auto &[type, by_name] : requests)
      if (!excluded || (type && !type->datatype))
        request(type, record, other_name && !by_name ? *marks->second.front() : name, by_name || !marked);
  }

  /// Requests the record. If `is_used`, it gets a datatype of this name, unless the file says that it does not.
  void request(const SelectionFile::Type *type, const clang::RecordDecl &record, const clang::NamedDecl &name,
               bool is_used) {
    if (type && require_complete(complete_, record, name, record.getSourceRange()))
      apply(*type, file_begin_, *record.getDefinition(), name, is_used, context_, annotations_);
    else if (!type && is_used)
      annotations_.uses.push_back({&record, &name, record.getSourceRange()});
  }

  TypeSelection &selection_;
  const TypeNames &names_;
  const CompleteType &complete_;
  clang::ASTContext &context_;
  Annotations &annotations_;
  clang::SourceLocation file_begin_; // the start of the --select file
  /// Records that comments and attributes mark, and the names that these follow.
  llvm::DenseMap<const clang::TagDecl *, llvm::SmallVector<const clang::NamedDecl *, 1>> marked_;
};

} // namespace

void add_selected_types(TypeSelection &selection, const TypeNames &names, const Declarations &declarations,
                        const CompleteType &complete, clang::ASTContext &context, Annotations &annotations) {
  if (!selection.empty())
    Matcher(selection, names, complete, context, annotations).match(declarations);
}

} // namespace automap
