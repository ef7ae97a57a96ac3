// Constants by their names. See constants.h.
#include "constants.h"

#include "declarations.h"

#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"

namespace automap {
namespace {

/// Returns the value if it fits into 64 bits.
std::optional<std::int64_t> number_of(const llvm::APSInt &value) {
  return value.isRepresentableByInt64() ? std::optional(value.getExtValue()) : std::nullopt;
}

std::optional<std::int64_t> declared_value(const clang::NamedDecl &name) {
  if (const auto *enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(&name))
    return number_of(enumerator->getInitVal());
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(&name);
  if (const clang::VarDecl *pattern = variable ? variable->getTemplateInstantiationPattern() : nullptr;
      pattern && !variable->getAnyInitializer()) // a member of an instance has none before it is used
    variable = pattern;
  if (!variable || !variable->getType()->isIntegralOrEnumerationType() || !variable->getAnyInitializer() ||
      variable->getAnyInitializer()->isValueDependent() ||
      !variable->isUsableInConstantExpressions(variable->getASTContext()))
    return std::nullopt;
  const clang::APValue *value = variable->evaluateValue();
  return value && value->isInt() ? number_of(value->getInt()) : std::nullopt;
}

} // namespace

std::optional<std::int64_t> find_constant(const clang::DeclContext &scope, const clang::IdentifierInfo &name) {
  for (const clang::DeclContext *around = &scope; around; around = around->getParent()) {
    for (const clang::NamedDecl *found : around->lookup(&name))
      if (const auto value = declared_value(*found))
        return value;
    if (const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(around))
      for (const auto &[parameter, argument] : arguments_of(*instance))
        if (parameter->getIdentifier() == &name && argument->getKind() == clang::TemplateArgument::Integral)
          return number_of(argument->getAsIntegral());
  }
  return std::nullopt;
}

} // namespace automap
