// Array elements. See element_type.h.
#include "element_type.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

#include <optional>

namespace automap {
namespace {

struct Array {
  clang::QualType element;
  std::uint64_t extent;
};

/// Returns the element type and the extent of std::array<T, N>, which holds N objects of type T and nothing else.
std::optional<Array> as_std_array(clang::QualType type, const clang::ASTContext &context) {
  const auto *instance = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!instance || !instance->isInStdNamespace() || instance->getName() != "array" ||
      !instance->isCompleteDefinition() || instance->isInvalidDecl())
    return std::nullopt;
  const clang::TemplateArgumentList &arguments = instance->getTemplateArgs();
  if (arguments.size() != 2 || arguments[0].getKind() != clang::TemplateArgument::Type ||
      arguments[1].getKind() != clang::TemplateArgument::Integral)
    return std::nullopt;
  Array array{arguments[0].getAsType(), arguments[1].getAsIntegral().getZExtValue()};
  // The written argument keeps typedefs such as int32_t.
  if (const auto *written = type->getAs<clang::TemplateSpecializationType>())
    if (!written->isTypeAlias() && written->template_arguments().size() == 2 &&
        written->template_arguments()[0].getKind() == clang::TemplateArgument::Type &&
        context.hasSameType(written->template_arguments()[0].getAsType(), array.element))
      array.element = written->template_arguments()[0].getAsType();
  if (array.extent == 0 || array.element->isIncompleteType() ||
      context.getTypeSize(type) != array.extent * context.getTypeSize(array.element))
    return std::nullopt;
  return array;
}

} // namespace

clang::QualType element_type_of(clang::QualType type, const clang::ASTContext &context,
                                std::vector<std::uint64_t> *extents) {
  while (true) {
    std::optional<Array> array;
    if (const auto *constant = context.getAsConstantArrayType(type))
      array = Array{constant->getElementType(), constant->getZExtSize()};
    else
      array = as_std_array(type, context);
    if (!array)
      return type;
    if (extents)
      extents->push_back(array->extent);
    type = array->element;
  }
}

} // namespace automap
