// Names of types. See type_names.h.
#include "type_names.h"

#include "basic_type_mapping.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Preprocessor.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace automap {
namespace {

/// Writes names and types as code at global scope does, so that all compilers find the same types.
class Writer {
public:
  Writer(const clang::ASTContext &context, const clang::Preprocessor &preprocessor, const clang::PrintingPolicy &policy)
      : context_(context), preprocessor_(preprocessor), policy_(policy), is_cxx_(context.getLangOpts().CPlusPlus) {}

  /// Returns the name with its scopes. In C only fields have them; they name unnamed records, for people.
  std::string name(const clang::NamedDecl &decl) {
    return (is_cxx_ || llvm::isa<clang::FieldDecl>(decl) ? scopes_of(decl) : "") + last_name(decl);
  }

  /// Returns the type of `declarator`, or the type alone: "int (*x)[3]", "int (*)[3]".
  std::string type(clang::QualType type, std::string declarator = "");

  /// Returns why what was written is no code; empty if it is.
  const std::string &problem() const { return problem_; }

  /// Whether all that was written may be named outside of all classes.
  bool is_public() const { return is_public_; }

private:
  std::string scopes_of(const clang::NamedDecl &decl);
  std::string last_name(const clang::NamedDecl &decl);
  std::string arguments_of(const clang::ClassTemplateSpecializationDecl &instance);
  std::string argument(const clang::TemplateArgument &argument, const clang::NamedDecl *parameter);
  std::string number(const clang::TemplateArgument &argument, bool is_deduced);
  std::string tag(const clang::TagDecl &decl, bool has_keyword);
  std::string class_of(const clang::MemberPointerType &member) {
    const auto *record = member.getClass()->getAsCXXRecordDecl(); // null if it depends on a template's parameters
    return record ? name(*record) : clang::QualType(member.getClass(), 0).getAsString(policy_);
  }
  std::string text_of(const clang::TemplateArgument &argument) const;

  void note_problem(const std::string &problem) {
    if (problem_.empty())
      problem_ = problem;
  }

  void note_access(const clang::Decl &decl) {
    if (decl.getAccess() == clang::AS_private || decl.getAccess() == clang::AS_protected)
      is_public_ = false;
  }

  /// The problem of a type without a name, until arguments_of() knows whose argument it is.
  static constexpr char has_no_name[] = "it has no name";

  const clang::ASTContext &context_;
  const clang::Preprocessor &preprocessor_;
  const clang::PrintingPolicy &policy_;
  const bool is_cxx_;
  std::string problem_;
  bool is_public_ = true;
};

std::string Writer::scopes_of(const clang::NamedDecl &decl) {
  if (decl.getParentFunctionOrMethod())
    note_problem("'" + decl.getNameAsString() + "' is local to a function");
  std::string out;
  const clang::NamedDecl *inner = &decl;
  for (const clang::DeclContext *scope = decl.getDeclContext(); scope; scope = scope->getParent()) {
    if (const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(scope)) {
      if (space->isAnonymousNamespace() ||
          (space->isInline() && space->isRedundantInlineQualifierFor(inner->getDeclName())))
        continue;
      out = last_name(*space) + "::" + out;
      inner = space;
    } else if (const auto *outer = llvm::dyn_cast<clang::TagDecl>(scope);
               outer && !(llvm::isa<clang::EnumDecl>(outer) && outer->isTransparentContext())) {
      out = last_name(*outer) + "::" + out;
      inner = outer;
    }
  }
  return out;
}

std::string Writer::last_name(const clang::NamedDecl &decl) {
  const clang::NamedDecl *named = &decl;
  if (const auto *unnamed = llvm::dyn_cast<clang::TagDecl>(&decl); unnamed && !decl.getDeclName())
    if (const auto *alias = unnamed->getTypedefNameForAnonDecl())
      named = alias;
  note_access(decl);
  if (const clang::IdentifierInfo *identifier = named->getIdentifier()) {
    const clang::MacroInfo *macro = identifier->hasMacroDefinition() ? preprocessor_.getMacroInfo(identifier) : nullptr;
    if (macro && macro->isObjectLike())
      note_problem("'" + identifier->getName().str() + "' is the name of a macro");
  }
  std::string out;
  llvm::raw_string_ostream stream(out);
  named->printName(stream, policy_);
  if (const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&decl)) {
    note_access(*instance->getSpecializedTemplate());
    stream << arguments_of(*instance);
  }
  return out;
}

std::string Writer::arguments_of(const clang::ClassTemplateSpecializationDecl &instance) {
  const clang::TemplateParameterList &parameters = *instance.getSpecializedTemplate()->getTemplateParameters();
  llvm::ArrayRef<clang::TemplateArgument> arguments = instance.getTemplateArgs().asArray();
  while (!arguments.empty() && arguments.size() <= parameters.size() &&
         clang::isSubstitutedDefaultArgument(const_cast<clang::ASTContext &>(context_), arguments.back(),
                                             parameters.getParam(arguments.size() - 1), arguments,
                                             parameters.getDepth()))
    arguments = arguments.drop_back();
  std::string out;
  const auto add = [&](const clang::TemplateArgument &one, const clang::NamedDecl *parameter) {
    const std::string before = problem_;
    out += (out.empty() ? "" : ", ") + argument(one, parameter);
    if (before.empty() && problem_ == has_no_name)
      problem_ = "a template argument of '" + instance.getNameAsString() + "' has no name";
  };
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const clang::NamedDecl *parameter = parameters.getParam(std::min<std::size_t>(i, parameters.size() - 1));
    if (arguments[i].getKind() == clang::TemplateArgument::Pack)
      for (const clang::TemplateArgument &element : arguments[i].pack_elements())
        add(element, parameter);
    else
      add(arguments[i], parameter);
  }
  return "<" + out + ">";
}

std::string Writer::text_of(const clang::TemplateArgument &argument) const {
  std::string out;
  llvm::raw_string_ostream stream(out);
  argument.print(policy_, stream, false);
  return out;
}

/// `parameter` is what the argument is for. If its type is deduced from the argument, the argument needs its exact type.
std::string Writer::argument(const clang::TemplateArgument &argument, const clang::NamedDecl *parameter) {
  const auto *value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(parameter);
  const bool is_deduced = value && value->getType()->getContainedDeducedType();
  switch (argument.getKind()) {
  case clang::TemplateArgument::Type:
    return type(argument.getAsType().getCanonicalType());
  case clang::TemplateArgument::Integral:
    return number(argument, is_deduced);
  case clang::TemplateArgument::NullPtr:
    return (is_deduced && !argument.getNullPtrType()->isNullPtrType()
                ? "(" + type(argument.getNullPtrType().getCanonicalType()) + ")"
                : "") +
           "nullptr";
  case clang::TemplateArgument::Declaration: {
    const clang::ValueDecl &decl = *argument.getAsDecl();
    if (llvm::isa<clang::TemplateParamObjectDecl>(decl))
      break;
    const bool is_itself = argument.getParamTypeForDecl()->isReferenceType() || decl.getType()->isArrayType();
    return (is_itself ? "" : "&") + name(decl);
  }
  case clang::TemplateArgument::Template:
    if (const clang::TemplateDecl *decl = argument.getAsTemplate().getAsTemplateDecl())
      return name(*decl);
    break;
  default:
    break;
  }
  note_problem(has_no_name);
  return text_of(argument);
}

std::string Writer::number(const clang::TemplateArgument &argument, bool is_deduced) {
  const llvm::APSInt &value = argument.getAsIntegral();
  const clang::QualType of = argument.getIntegralType().getCanonicalType();
  const auto *enumeration = of->getAs<clang::EnumType>();
  if (enumeration)
    for (const clang::EnumConstantDecl *constant : enumeration->getDecl()->enumerators())
      if (llvm::APSInt::isSameValue(constant->getInitVal(), value)) {
        Writer alone(context_, preprocessor_, policy_);
        const std::string out = alone.name(*constant);
        is_public_ = is_public_ && alone.is_public();
        if (alone.problem().empty())
          return out;
      }
  if (value.getSignificantBits() > 64 || (value.isUnsigned() && value.getActiveBits() > 64)) {
    note_problem(has_no_name);
    return text_of(argument);
  }
  std::string out;
  if (value.isSigned() && value.isMinSignedValue() && value.getBitWidth() == 64)
    out = "-9223372036854775807 - 1";
  else if (enumeration || (value.getBitWidth() == 8 && !of->isBooleanType() && !(value >= 32 && value < 127)))
    out = llvm::toString(value, 10, value.isSigned());
  else
    out = text_of(argument);
  if (value.isUnsigned() && value.getActiveBits() == 64)
    out += "U";
  return enumeration || (is_deduced && !context_.hasSameType(of, context_.IntTy))
             ? "(" + type(of) + ")" + (out[0] == '-' ? "(" + out + ")" : out)
             : out;
}

/// Returns the name of a struct, class, union or enumeration. It gets the keyword in C, if the header writes it
/// (`has_keyword`), and if a function or a variable of the same name hides the type.
std::string Writer::tag(const clang::TagDecl &decl, bool has_keyword) {
  if (!decl.getDeclName() && !decl.getTypedefNameForAnonDecl())
    note_problem(has_no_name);
  const std::string keyword = decl.getKindName().str() + " ";
  if (!decl.getDeclName())
    return name(decl);
  if (!is_cxx_)
    return keyword + name(decl);
  const auto found = decl.getDeclContext()->getRedeclContext()->lookup(decl.getDeclName());
  const bool is_hidden =
      std::ranges::any_of(found, [](const clang::NamedDecl *other) { return llvm::isa<clang::ValueDecl>(other); }) &&
      !llvm::isa<clang::ClassTemplateSpecializationDecl>(decl);
  return (has_keyword || is_hidden ? keyword : "") + name(decl);
}

std::string Writer::type(clang::QualType written, std::string declarator) {
  bool has_keyword = !policy_.SuppressTagKeyword;
  clang::Qualifiers qualifiers = written.getLocalQualifiers();
  const clang::Type *type = written.getTypePtr();
  const auto finish = [&](std::string out) {
    if (!qualifiers.empty())
      out = qualifiers.getAsString(policy_) + " " + out;
    return declarator.empty() ? out : out + " " + declarator;
  };
  /// Writes what the type is made of, around the declarator.
  const auto around = [&](clang::QualType inner, const std::string &mark) {
    std::string out = mark + (qualifiers.empty() ? "" : qualifiers.getAsString(policy_)) +
                      (!qualifiers.empty() && !declarator.empty() ? " " : "") + declarator;
    return this->type(
        inner, llvm::isa<clang::ArrayType, clang::FunctionType>(inner.getCanonicalType()) ? "(" + out + ")" : out);
  };
  while (true) {
    if (const auto *alias = llvm::dyn_cast<clang::TypedefType>(type)) {
      Writer alone(context_, preprocessor_, policy_);
      std::string out = alone.name(*alias->getDecl());
      if (alone.problem().empty() && alone.is_public())
        return finish(std::move(out));
    } else if (const auto *elaborated = llvm::dyn_cast<clang::ElaboratedType>(type)) {
      has_keyword = clang::TypeWithKeyword::KeywordIsTagTypeKind(elaborated->getKeyword());
    } else if (const auto *pointer = llvm::dyn_cast<clang::PointerType>(type)) {
      return around(pointer->getPointeeType(), "*");
    } else if (const auto *reference = llvm::dyn_cast<clang::ReferenceType>(type)) {
      return around(reference->getPointeeType(), llvm::isa<clang::LValueReferenceType>(type) ? "&" : "&&");
    } else if (const auto *member = llvm::dyn_cast<clang::MemberPointerType>(type)) {
      return around(member->getPointeeType(), class_of(*member) + "::*");
    } else if (const auto *array = llvm::dyn_cast<clang::ConstantArrayType>(type)) {
      return this->type(array->getElementType().withFastQualifiers(qualifiers.getFastQualifiers()),
                        declarator + "[" + std::to_string(array->getZExtSize()) + "]");
    } else if (const auto *open = llvm::dyn_cast<clang::IncompleteArrayType>(type)) {
      return this->type(open->getElementType(), declarator + "[]");
    } else if (const auto *function = llvm::dyn_cast<clang::FunctionProtoType>(type)) {
      std::string parameters;
      for (const clang::QualType parameter : function->param_types())
        parameters += (parameters.empty() ? "" : ", ") + this->type(parameter);
      if (function->isVariadic())
        parameters += parameters.empty() ? "..." : ", ...";
      else if (parameters.empty() && !is_cxx_)
        parameters = "void";
      std::string tail = ")";
      if (!function->getMethodQuals().empty())
        tail += " " + function->getMethodQuals().getAsString(policy_);
      if (function->getRefQualifier() != clang::RQ_None)
        tail += function->getRefQualifier() == clang::RQ_LValue ? " &" : " &&";
      if (is_cxx_ && function->isNothrow())
        tail += " noexcept";
      return this->type(function->getReturnType(), declarator + "(" + parameters + tail);
    } else if (const auto *tagged = llvm::dyn_cast<clang::TagType>(type)) {
      return finish(tag(*tagged->getDecl(), has_keyword));
    }
    const clang::QualType next = clang::QualType(type, 0).getSingleStepDesugaredType(context_);
    if (type->isNullPtrType())
      return finish("decltype(nullptr)"); // std::nullptr_t needs a header
    if (next.getTypePtr() == type)        // a basic type, or one that compilers write in different ways
      return finish(next.getAsString(policy_));
    qualifiers.addConsistentQualifiers(next.getLocalQualifiers());
    type = next.getTypePtr();
  }
}

} // namespace

llvm::StringRef without_keyword(llvm::StringRef name) {
  for (const char *keyword : {"struct ", "class ", "union "})
    if (name.consume_front(keyword))
      break;
  return name;
}

std::string without_spaces(llvm::StringRef name) {
  std::string out = name.str();
  std::erase(out, ' ');
  return out;
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
  return Writer(context_, preprocessor_, policy_).name(name);
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
  if (array_named_by(name))
    return {qualified(name), qualified(name)};
  const clang::NamedDecl *chosen = &name;
  // If the record has a name, a variable, a field or a typedef of a pointer does not rename it.
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
  clang::QualType pointee = type;
  while (pointee->isPointerType())
    pointee = context_.getBaseElementType(pointee->getPointeeType());
  if (const auto pointed = basic_elements_of(pointee, context_); pointed && pointed->raw)
    return "";
  if (type->isAtomicType())
    return "";
  if (const auto *record = type->getAsRecordDecl(); record && !namer_of(*record))
    return "";
  if (type->isPointerType() || llvm::isa_and_nonnull<clang::ClassTemplateSpecializationDecl>(type->getAsRecordDecl()))
    type = context_.getCanonicalType(type);
  clang::PrintingPolicy policy = policy_;
  policy.SuppressTagKeyword = false;
  Writer writer(context_, preprocessor_, policy);
  const std::string out = writer.type(type);
  return writer.problem().empty() ? out + subscripts : "";
}

bool TypeNames::is_public(const clang::NamedDecl &declaration) const {
  Writer writer(context_, preprocessor_, policy_);
  writer.name(declaration);
  return writer.is_public();
}

bool TypeNames::is_public(clang::QualType type) const {
  Writer writer(context_, preprocessor_, policy_);
  writer.type(type.getCanonicalType());
  return writer.is_public();
}

std::string TypeNames::why_not_written(const clang::NamedDecl &name) const {
  return is_public(name) ? why_not_instantiated(name) : "'" + name.getNameAsString() + "' is not public in its class";
}

std::string TypeNames::why_not_instantiated(const clang::NamedDecl &name) const {
  Writer writer(context_, preprocessor_, policy_);
  writer.name(name);
  return writer.problem();
}

} // namespace automap
