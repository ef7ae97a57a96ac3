// Finds the classes that derive from another one. See derived_classes.h.
#include "derived_classes.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/CXXInheritance.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace automap {
namespace {

using Seen = llvm::SmallPtrSetImpl<const clang::CXXRecordDecl *>;

bool is_or_derives_from(const clang::CXXRecordDecl &record, const clang::CXXRecordDecl &base) {
  return record.getCanonicalDecl() == base.getCanonicalDecl() ||
         (record.hasDefinition() && record.isDerivedFrom(&base));
}

bool may_derive(const clang::CXXRecordDecl &pattern, const clang::CXXRecordDecl &base, Seen &seen);

bool may_derive(const clang::ClassTemplateDecl &of, const clang::CXXRecordDecl &base, Seen &seen) {
  const clang::ClassTemplateDecl *pattern = &of;
  while (const clang::ClassTemplateDecl *member = pattern->getInstantiatedFromMemberTemplate())
    pattern = member;
  llvm::SmallVector<clang::ClassTemplatePartialSpecializationDecl *> partial;
  const_cast<clang::ClassTemplateDecl *>(pattern)->getPartialSpecializations(partial);
  return may_derive(*pattern->getTemplatedDecl(), base, seen) ||
         llvm::any_of(partial, [&](const auto *one) { return may_derive(*one, base, seen); });
}

/// Whether an instance of a class in a template may derive from `base`, as far as its bases tell.
bool may_derive(const clang::CXXRecordDecl &pattern, const clang::CXXRecordDecl &base, Seen &seen) {
  const clang::CXXRecordDecl *definition = pattern.getDefinition();
  if (!definition || !seen.insert(definition).second)
    return false;
  return llvm::any_of(definition->bases(), [&](const clang::CXXBaseSpecifier &specifier) {
    const clang::QualType type = specifier.getType();
    if (const auto *record = type->getAsCXXRecordDecl())
      return record->isDependentContext() ? may_derive(*record, base, seen) : is_or_derives_from(*record, base);
    const auto *instance = type->getAs<clang::TemplateSpecializationType>();
    const auto *of =
        instance ? llvm::dyn_cast_if_present<clang::ClassTemplateDecl>(instance->getTemplateName().getAsTemplateDecl())
                 : nullptr;
    if (!of) // a parameter of the template, for example
      return true;
    const auto *made = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&base);
    return (made && made->getSpecializedTemplate()->getCanonicalDecl() == of->getCanonicalDecl()) ||
           may_derive(*of, base, seen);
  });
}

/// Whether an instance of a template that has no definition yet may derive from `base`.
bool may_derive(const clang::CXXRecordDecl &instance, const clang::CXXRecordDecl &base) {
  llvm::SmallPtrSet<const clang::CXXRecordDecl *, 8> seen;
  if (const clang::CXXRecordDecl *pattern = instance.getInstantiatedFromMemberClass())
    return may_derive(*pattern, base, seen);
  const auto *of = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&instance);
  return of && may_derive(*of->getSpecializedTemplate(), base, seen);
}

} // namespace

DerivedClasses::DerivedClasses(const Declarations &declarations, const CompleteType &complete) : complete_(complete) {
  for (const clang::RecordDecl *record : declarations.records)
    if (const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record); cxx && !cxx->isDependentContext())
      classes_.push_back(cxx);
  classes_.insert(classes_.end(), declarations.undefined.begin(), declarations.undefined.end());
}

void DerivedClasses::add_instance(const clang::CXXRecordDecl &instance) {
  classes_.push_back(&instance);
  for (const clang::Decl *member : instance.decls())
    if (const auto *inner = llvm::dyn_cast<clang::CXXRecordDecl>(member); inner && !inner->isInjectedClassName())
      add_instance(*inner);
}

/// Returns the definition of a class. Completes an instance of a template if it may derive from `base`. One that does
/// not compile has no definition: no program can make objects of it.
const clang::CXXRecordDecl *DerivedClasses::definition_of(const clang::CXXRecordDecl &record,
                                                          const clang::CXXRecordDecl &base) const {
  if (!record.hasDefinition()) {
    const clang::ASTContext &ast = record.getASTContext();
    if (ast.getSourceManager().isInSystemHeader(record.getLocation()) || !may_derive(record, base))
      return nullptr;
    clang::DiagnosticsEngine &diagnostics = ast.getDiagnostics();
    const clang::DiagnosticErrorTrap trap(diagnostics);
    diagnostics.setSuppressAllDiagnostics(true);
    const bool is_complete = complete_(record, record.getLocation());
    diagnostics.setSuppressAllDiagnostics(false);
    if (!is_complete || trap.hasErrorOccurred())
      return nullptr;
  }
  const clang::CXXRecordDecl *definition = record.getDefinition();
  return definition && !definition->isInvalidDecl() ? definition : nullptr;
}

std::vector<const clang::CXXRecordDecl *> DerivedClasses::find(const clang::CXXRecordDecl &base, std::size_t &next) {
  std::vector<const clang::CXXRecordDecl *> out;
  const clang::ASTContext &ast = base.getASTContext();
  for (; next < classes_.size(); ++next) {
    const clang::CXXRecordDecl *record = definition_of(*classes_[next], base);
    if (!record || record->isAbstract())
      continue;
    if (record->getCanonicalDecl() != base.getCanonicalDecl()) {
      clang::CXXBasePaths paths;
      if (!record->isDerivedFrom(&base, paths) || paths.isAmbiguous(ast.getCanonicalType(ast.getTypeDeclType(&base))) ||
          paths.front().Access != clang::AS_public)
        continue;
    }
    out.push_back(record);
  }
  return out;
}

} // namespace automap
