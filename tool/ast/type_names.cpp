// Names of types. See type_names.h.
#include "type_names.h"

#include "basic_type_mapping.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Preprocessor.h"

namespace automap {
namespace {

bool is_template_instance(const clang::NamedDecl &name) {
  return llvm::isa<clang::ClassTemplateSpecializationDecl>(name);
}

clang::QualType without_arrays_and_pointers(clang::QualType type) {
  while (true) {
    if (const auto *array = type->getAsArrayTypeUnsafe())
      type = array->getElementType();
    else if (!type->getPointeeType().isNull())
      type = type->getPointeeType();
    else
      return type;
  }
}

bool is_writable(clang::QualType type);

/// Whether all compilers understand the same text for the argument.
bool is_writable(const clang::TemplateArgument &argument) {
  switch (argument.getKind()) {
  case clang::TemplateArgument::Type:
    return is_writable(argument.getAsType());
  case clang::TemplateArgument::Integral:
    return !argument.getAsIntegral().isSigned() || !argument.getAsIntegral().isMinSignedValue();
  case clang::TemplateArgument::StructuralValue:
  case clang::TemplateArgument::Expression:
    return false;
  case clang::TemplateArgument::Declaration:
    return !llvm::isa<clang::TemplateParamObjectDecl>(argument.getAsDecl());
  case clang::TemplateArgument::Pack:
    return llvm::all_of(argument.pack_elements(),
                        [](const clang::TemplateArgument &element) { return is_writable(element); });
  default:
    return true;
  }
}

/// Whether the type and its template arguments have names.
bool is_writable(const clang::TagDecl &tag) {
  const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&tag);
  if ((cxx && cxx->isLambda()) || (!tag.getDeclName() && !tag.getTypedefNameForAnonDecl()))
    return false;
  if (const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&tag))
    if (!llvm::all_of(instance->getTemplateArgs().asArray(),
                      [](const clang::TemplateArgument &argument) { return is_writable(argument); }))
      return false;
  const auto *outer = llvm::dyn_cast<clang::TagDecl>(tag.getDeclContext());
  return !outer || is_writable(*outer);
}

bool is_writable(clang::QualType type) {
  type = without_arrays_and_pointers(type);
  if (const auto *function = type->getAs<clang::FunctionProtoType>())
    return is_writable(function->getReturnType()) &&
           llvm::all_of(function->param_types(), [](clang::QualType of) { return is_writable(of); });
  const auto *tag = type->getAsTagDecl();
  // An unnamed type may be the type of a field: then the owner's name is written.
  return !tag || is_writable(*tag);
}

} // namespace

llvm::StringRef without_keyword(llvm::StringRef name) {
  for (const char *keyword : {"struct ", "class ", "union "})
    if (name.consume_front(keyword))
      break;
  return name;
}

TypeNames::TypeNames(const clang::ASTContext &context, const clang::Preprocessor &preprocessor,
                     const Declarations &declarations)
    : context_(context), preprocessor_(preprocessor), policy_(context.getPrintingPolicy()) {
  policy_.AnonymousTagLocations = false;
  policy_.SuppressTagKeyword = context.getLangOpts().CPlusPlus;
  policy_.SuppressUnwrittenScope = true; // unnamed and inline namespaces
  // Clang prints "bool" in C after <stdbool.h>, which generated code may not include.
  policy_.Bool = context.getLangOpts().CPlusPlus || context.getLangOpts().C23;
  for (const clang::NamedDecl *namer : declarations.namers) {
    const clang::RecordDecl *record = record_named_by(*namer);
    if (!llvm::isa<clang::FieldDecl>(namer) && !record->getDeclName() && !record->getTypedefNameForAnonDecl())
      unnamed_.try_emplace(record->getDefinition(), namer);
  }
}

const clang::NamedDecl *TypeNames::namer_of(const clang::RecordDecl &record) const {
  if (record.getDeclName())
    return &record;
  if (const auto *name = record.getTypedefNameForAnonDecl())
    return name;
  return unnamed_.lookup(record.getDefinition());
}

std::string TypeNames::unqualified(const clang::NamedDecl &name) const {
  std::string text;
  llvm::raw_string_ostream out(text);
  name.getNameForDiagnostic(out, policy_, false);
  return text;
}

std::string TypeNames::qualified(const clang::NamedDecl &name) const {
  if (is_template_instance(name)) // only these, and scopes of theirs, have arguments
    return without_keyword(
               context_.getTypeDeclType(&llvm::cast<clang::TypeDecl>(name)).getCanonicalType().getAsString(policy_))
        .str();
  if (const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(&name); record && record->getDeclName())
    return without_keyword(context_.getTypeDeclType(record).getCanonicalType().getAsString(policy_)).str();
  std::string text;
  llvm::raw_string_ostream out(text);
  name.printQualifiedName(out, policy_);
  return text;
}

std::string TypeNames::spelling(const clang::NamedDecl &name) const {
  if (const auto *record = llvm::dyn_cast<clang::RecordDecl>(&name))
    return record->getKindName().str() + " " + qualified(name);
  const auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(&name);
  if (alias && alias->getUnderlyingType()->isRecordType())
    return qualified(name);

  // An unnamed record, reached through a variable, a field, or a typedef of a pointer or an array.
  std::string expression = qualified(name);
  clang::QualType type;
  if (alias) {
    expression = "(*(" + expression + " *)0)";
    type = alias->getUnderlyingType();
  } else {
    type = llvm::cast<clang::ValueDecl>(name).getType();
    if (const auto *field = llvm::dyn_cast<clang::FieldDecl>(&name))
      if (const clang::NamedDecl *owner = namer_of(*field->getParent()))
        expression = "((" + spelling(*owner) + " *)0)->" + field->getNameAsString();
  }
  while (type->isArrayType() || type->isPointerType()) {
    expression += "[0]";
    type = type->isArrayType() ? type->getAsArrayTypeUnsafe()->getElementType() : type->getPointeeType();
  }
  return "__typeof__(" + expression + ")";
}

Record::Datatype TypeNames::datatype(const clang::RecordDecl &record, const clang::NamedDecl &name) const {
  const clang::NamedDecl *chosen = &name;
  // If the record has a name, a variable, a field or a typedef of a pointer or an array does not rename it.
  const auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(&name);
  if (!alias || !alias->getUnderlyingType()->isRecordType()) {
    if (record.getDeclName())
      chosen = &record;
    else if (record.getTypedefNameForAnonDecl())
      chosen = record.getTypedefNameForAnonDecl();
  }
  return {qualified(*chosen), spelling(*chosen)};
}

std::string TypeNames::checked_type(clang::QualType type) const {
  std::string subscripts;
  while (const auto *array = context_.getAsConstantArrayType(type)) {
    subscripts += "[" + std::to_string(array->getZExtSize()) + "]";
    type = array->getElementType();
  }
  type = deciding_type(type, context_);
  // Compilers spell atomic and vector types differently, and warn about __int128 and similar types with
  // -Wpedantic.
  const auto basic = basic_elements_of(type, context_);
  if (basic && (basic->raw || basic->count != 1 || type->isAtomicType()))
    return "";
  if (type->isAtomicType() || !is_writable(type))
    return "";
  if (const auto *tag = type->getAsTagDecl(); tag && !tag->getDeclName() && !tag->getTypedefNameForAnonDecl())
    return "";
  if (const auto *record = type->getAsRecordDecl()) {
    if (!namer_of(*record))
      return "";
    if (is_template_instance(*record))
      type = context_.getCanonicalType(type);
  }
  if (type->isPointerType()) // the name of its target is qualified only then
    type = context_.getCanonicalType(type);
  clang::PrintingPolicy policy = policy_;
  policy.FullyQualifiedName = true;
  policy.PrintCanonicalTypes = false;
  policy.SuppressTagKeyword = false;
  return type.getAsString(policy) + subscripts;
}

namespace {

bool has_public_access(const clang::Decl &declaration) {
  return declaration.getAccess() != clang::AS_private && declaration.getAccess() != clang::AS_protected;
}

bool is_public_argument(const clang::TemplateArgument &argument) {
  switch (argument.getKind()) {
  case clang::TemplateArgument::Type:
    return TypeNames::is_public(argument.getAsType());
  case clang::TemplateArgument::Integral:
    return TypeNames::is_public(argument.getIntegralType());
  case clang::TemplateArgument::Declaration:
    return TypeNames::is_public(*argument.getAsDecl());
  case clang::TemplateArgument::Template:
    return TypeNames::is_public(*argument.getAsTemplate().getAsTemplateDecl());
  case clang::TemplateArgument::Pack:
    return llvm::all_of(argument.pack_elements(), is_public_argument);
  default:
    return true;
  }
}

} // namespace

bool TypeNames::is_public(const clang::NamedDecl &declaration) {
  const clang::Decl *scope = &declaration;
  while (scope) {
    if (!has_public_access(*scope))
      return false;
    if (const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(scope))
      if (!has_public_access(*instance->getSpecializedTemplate()) ||
          !llvm::all_of(instance->getTemplateArgs().asArray(), is_public_argument))
        return false;
    scope = llvm::dyn_cast<clang::TagDecl>(scope->getDeclContext());
  }
  return true;
}

bool TypeNames::is_public(clang::QualType type) {
  const auto *tag = without_arrays_and_pointers(type)->getAsTagDecl();
  return !tag || is_public(*tag);
}

std::string TypeNames::why_not_written(const clang::NamedDecl &name) const {
  if (!is_public(name))
    return "'" + name.getNameAsString() + "' is not public in its class";
  if (const auto *tag = llvm::dyn_cast<clang::TagDecl>(&name); tag && tag->getDeclName() && !is_writable(*tag))
    return "a template argument of '" + name.getNameAsString() + "' has no name";
  if (const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&name))
    for (const clang::TemplateArgument &argument : instance->getTemplateArgs().asArray())
      if (std::string why = why_argument_not_written(argument); !why.empty())
        return why;
  for (const clang::Decl *scope = &name; scope; scope = llvm::dyn_cast_or_null<clang::Decl>(scope->getDeclContext())) {
    const auto *named = llvm::dyn_cast<clang::NamedDecl>(scope);
    const clang::IdentifierInfo *identifier = named ? named->getIdentifier() : nullptr;
    if (!identifier || !identifier->hasMacroDefinition())
      continue;
    const clang::MacroInfo *macro = preprocessor_.getMacroInfo(identifier);
    if (macro && macro->isObjectLike())
      return "'" + identifier->getName().str() + "' is the name of a macro";
  }
  return "";
}

std::string TypeNames::why_argument_not_written(const clang::TemplateArgument &argument) const {
  switch (argument.getKind()) {
  case clang::TemplateArgument::Type: {
    const auto *tag = without_arrays_and_pointers(argument.getAsType())->getAsTagDecl();
    return tag ? why_not_written(*tag) : "";
  }
  case clang::TemplateArgument::Integral: // an enumerator may stand for the value
    if (const auto *enumeration = argument.getIntegralType()->getAs<clang::EnumType>())
      for (const clang::EnumConstantDecl *constant : enumeration->getDecl()->enumerators())
        if (std::string why = why_not_written(*constant); !why.empty())
          return why;
    return "";
  case clang::TemplateArgument::Pack:
    for (const clang::TemplateArgument &element : argument.pack_elements())
      if (std::string why = why_argument_not_written(element); !why.empty())
        return why;
    return "";
  default:
    return "";
  }
}

} // namespace automap
