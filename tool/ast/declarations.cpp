// The declarations of a translation unit. See declarations.h.
#include "declarations.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"

namespace automap {
namespace {

class Collector {
public:
  explicit Collector(Declarations &out) : out_(out) {}

  void collect(const clang::DeclContext &scope) {
    for (const clang::Decl *declaration : scope.decls())
      visit(*declaration);
  }

private:
  void visit(const clang::Decl &declaration) {
    if (const auto *record = llvm::dyn_cast<clang::RecordDecl>(&declaration))
      return visit_record(*record);
    if (const auto *pattern = llvm::dyn_cast<clang::ClassTemplateDecl>(&declaration)) {
      visit_record(*pattern->getTemplatedDecl());
      return add_instances(*pattern);
    }
    if (const auto *enumeration = llvm::dyn_cast<clang::EnumDecl>(&declaration);
        enumeration && enumeration->isCompleteDefinition() && !enumeration->isDependentContext())
      out_.enums.push_back(enumeration);
    if (const auto *field = llvm::dyn_cast<clang::FieldDecl>(&declaration))
      out_.fields.push_back(field);
    if (llvm::isa<clang::TypedefNameDecl, clang::VarDecl, clang::FieldDecl>(declaration)) {
      const auto &named = llvm::cast<clang::NamedDecl>(declaration);
      const clang::RecordDecl *record = record_named_by(named);
      if (record && !record->isDependentContext())
        out_.namers.push_back(&named);
    }
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(declaration))
      collect(*llvm::cast<clang::DeclContext>(&declaration));
  }

  void visit_record(const clang::RecordDecl &record) {
    const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
    if (cxx && cxx->isInjectedClassName())
      return;
    if (is_instantiated(record))
      return add_instance(record); // an explicit instantiation
    collect(record);
    // Ordered by their ends: a record follows the records that it contains.
    if (record.isCompleteDefinition())
      (record.isDependentContext() ? out_.templates : out_.records).push_back(&record);
  }

  void add_instances(const clang::ClassTemplateDecl &pattern) {
    if (pattern.isCanonicalDecl())
      for (const clang::ClassTemplateSpecializationDecl *instance : pattern.specializations())
        if (!instance->isExplicitInstantiationOrSpecialization())
          add_instance(*instance);
  }

  /// Adds an instance of a template, without its fields: they are those of the template.
  void add_instance(const clang::RecordDecl &record) {
    if (!record.getDefinition()) {
      if (const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record); cxx && !cxx->isDependentContext())
        out_.undefined.push_back(cxx);
      return;
    }
    if (!record.isCompleteDefinition())
      return;
    for (const clang::Decl *member : record.decls())
      if (const auto *inner = llvm::dyn_cast<clang::CXXRecordDecl>(member); inner && !inner->isInjectedClassName())
        add_instance(*inner);
      else if (const auto *pattern = llvm::dyn_cast<clang::ClassTemplateDecl>(member))
        add_instances(*pattern);
    out_.records.push_back(&record);
  }

  Declarations &out_;
};

} // namespace

Declarations collect_declarations(const clang::ASTContext &context) {
  Declarations out;
  Collector(out).collect(*context.getTranslationUnitDecl());
  return out;
}

clang::CharUnits alignment_of(const clang::RecordDecl &record, const clang::ASTContext &context) {
  const clang::TypedefNameDecl *alias = record.getDeclName() ? nullptr : record.getTypedefNameForAnonDecl();
  return alias ? context.getTypeAlignInChars(context.getTypedefType(alias))
               : context.getASTRecordLayout(record.getDefinition()).getAlignment();
}

const clang::RecordDecl *record_named_by(const clang::NamedDecl &declaration) {
  clang::QualType type;
  if (const auto *name = llvm::dyn_cast<clang::TypedefNameDecl>(&declaration))
    type = name->getUnderlyingType();
  else if (const auto *value = llvm::dyn_cast<clang::ValueDecl>(&declaration))
    type = value->getType();
  while (!type.isNull()) {
    if (const auto *array = type->getAsArrayTypeUnsafe())
      type = array->getElementType();
    else if (const auto *pointer = type->getAs<clang::PointerType>())
      type = pointer->getPointeeType();
    else
      break;
  }
  return type.isNull() ? nullptr : type->getAsRecordDecl();
}

const clang::TypedefNameDecl *array_named_by(const clang::NamedDecl &declaration) {
  const auto *name = llvm::dyn_cast<clang::TypedefNameDecl>(&declaration);
  if (!name || !name->getUnderlyingType()->isConstantArrayType())
    return nullptr;
  clang::QualType type = name->getUnderlyingType();
  while (const auto *array = llvm::dyn_cast_if_present<clang::ConstantArrayType>(type->getAsArrayTypeUnsafe()))
    type = array->getElementType();
  return type->isRecordType() ? name : nullptr;
}

clang::SourceLocation written_at(const clang::RecordDecl &record) {
  if (const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record))
    if (const auto *pattern = cxx->getTemplateInstantiationPattern())
      return pattern->getLocation();
  const clang::RecordDecl *definition = record.getDefinition();
  return (definition ? *definition : record).getLocation();
}

bool is_instantiated(const clang::RecordDecl &record) {
  const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
  return cxx && cxx->getTemplateInstantiationPattern();
}

std::vector<std::pair<const clang::NamedDecl *, const clang::TemplateArgument *>>
arguments_of(const clang::ClassTemplateSpecializationDecl &instance) {
  const auto *partial =
      instance.getSpecializedTemplateOrPartial().dyn_cast<clang::ClassTemplatePartialSpecializationDecl *>();
  const clang::TemplateParameterList &parameters =
      partial ? *partial->getTemplateParameters() : *instance.getSpecializedTemplate()->getTemplateParameters();
  const clang::TemplateArgumentList &arguments = instance.getTemplateInstantiationArgs();
  std::vector<std::pair<const clang::NamedDecl *, const clang::TemplateArgument *>> out;
  for (unsigned i = 0; i < parameters.size() && i < arguments.size(); ++i)
    out.emplace_back(parameters.getParam(i), &arguments[i]);
  return out;
}

std::uint64_t own_bytes(const clang::CXXRecordDecl &record, const clang::ASTContext &context) {
  if (record.isEmpty())
    return 0;
  const clang::ASTRecordLayout &layout = context.getASTRecordLayout(&record);
  if (record.getNumVBases() != 0) // virtual bases lie elsewhere
    return bytes_of(layout.getNonVirtualSize());
  return bytes_of(std::max(layout.getNonVirtualSize(), layout.getDataSize()));
}

} // namespace automap
