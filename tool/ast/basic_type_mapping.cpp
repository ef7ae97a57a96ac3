// Maps arithmetic types of C and C++ to basic types of MPI. See basic_type_mapping.h.
#include "basic_type_mapping.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"

#include "llvm/ADT/StringSwitch.h"

#include <type_traits>

namespace automap {
namespace {

using layout::BasicType;
using Id = layout::BasicTypeId;

// MPI libraries are built without flags that change the size of wchar_t or long double.
constexpr std::uint64_t wchar_bits = 32, short_wchar_bits = 16, short_long_double_bits = 64;

struct NamedType {
  Id id;
  unsigned bits; // 0: any
  bool is_signed;
};

/// Returns the basic type for a name to which the MPI standard gives a datatype.
std::optional<NamedType> named_type(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<NamedType>>(name)
#define AUTOMAP_C_TYPEDEF(identifier, name, number, ...)                                                               \
  .Case(name, NamedType{Id::identifier, llvm::StringRef(name).starts_with("MPI_") ? 0 : 8 * unsigned{sizeof(number)},  \
                        std::is_signed_v<number>})
#include "layout/basic_type.def"
      .Case("char8_t", NamedType{Id::UINT8_T, 8, false}) // C has these as typedefs, C++ as types
      .Case("char16_t", NamedType{Id::UINT16_T, 16, false})
      .Case("char32_t", NamedType{Id::UINT32_T, 32, false})
      .Default(std::nullopt);
}

/// Returns the basic type that the name of a typedef stands for. A user's type of the same name counts only if its size
/// and sign fit the name.
std::optional<Id> named_id(const clang::TypedefNameDecl &name, const clang::ASTContext &context) {
  const clang::DeclContext *scope = name.getDeclContext()->getRedeclContext();
  if (!scope->isTranslationUnit() && !scope->isStdNamespace())
    return std::nullopt;
  const clang::QualType type = name.getUnderlyingType();
  if (!context.getLangOpts().CPlusPlus && name.getName() == "wchar_t" &&
      context.hasSameUnqualifiedType(type, context.getWideCharType()) && context.getTypeSize(type) == wchar_bits)
    return Id::WCHAR;
  const auto known = named_type(name.getName());
  if (!known || !type->isIntegerType() || type->isEnumeralType() || type->isBooleanType())
    return std::nullopt;
  if (type->isSignedIntegerType() != known->is_signed || (known->bits != 0 && context.getIntWidth(type) != known->bits))
    return std::nullopt;
  return known->id;
}

/// Whether long double is double: -mlong-double-64.
bool is_double(const clang::BuiltinType &type, const clang::ASTContext &context) {
  return type.getKind() == clang::BuiltinType::LongDouble && context.getTypeSize(&type) == short_long_double_bits;
}

std::optional<Id> wchar_id(const clang::BuiltinType &type, const clang::ASTContext &context) {
  switch (context.getTypeSize(&type)) {
  case wchar_bits:
    return Id::WCHAR;
  case short_wchar_bits: // -fshort-wchar
    return type.isSignedInteger() ? Id::INT16_T : Id::UINT16_T;
  default:
    return std::nullopt;
  }
}

std::optional<Id> builtin_id(const clang::BuiltinType &type, const clang::ASTContext &context) {
  using Builtin = clang::BuiltinType;
  switch (type.getKind()) {
  case Builtin::Bool:
    return context.getLangOpts().CPlusPlus ? Id::CXX_BOOL : Id::C_BOOL;
  case Builtin::Char_S:
  case Builtin::Char_U:
    return Id::CHAR;
  case Builtin::SChar:
    return Id::SIGNED_CHAR;
  case Builtin::UChar:
    return Id::UNSIGNED_CHAR;
  case Builtin::WChar_S:
  case Builtin::WChar_U:
    return wchar_id(type, context);
  case Builtin::Char8:
    return Id::UINT8_T;
  case Builtin::Char16:
    return Id::UINT16_T;
  case Builtin::Char32:
    return Id::UINT32_T;
  case Builtin::Short:
    return Id::SHORT;
  case Builtin::UShort:
    return Id::UNSIGNED_SHORT;
  case Builtin::Int:
    return Id::INT;
  case Builtin::UInt:
    return Id::UNSIGNED;
  case Builtin::Long:
    return Id::LONG;
  case Builtin::ULong:
    return Id::UNSIGNED_LONG;
  case Builtin::LongLong:
    return Id::LONG_LONG;
  case Builtin::ULongLong:
    return Id::UNSIGNED_LONG_LONG;
  case Builtin::Float:
    return Id::FLOAT;
  case Builtin::Double:
    return Id::DOUBLE;
  case Builtin::LongDouble:
    return is_double(type, context) ? Id::DOUBLE : Id::LONG_DOUBLE;
  default:
    return std::nullopt;
  }
}

/// The complex types with an element type, in C and in C++.
struct ComplexIds {
  Id c, cxx;
};

std::optional<ComplexIds> complex_ids(clang::QualType element, const clang::ASTContext &context) {
  const auto *builtin = element->getAs<clang::BuiltinType>();
  if (!builtin)
    return std::nullopt;
  const auto kind = is_double(*builtin, context) ? clang::BuiltinType::Double : builtin->getKind();
  switch (kind) {
  case clang::BuiltinType::Float:
    return ComplexIds{Id::C_FLOAT_COMPLEX, Id::CXX_FLOAT_COMPLEX};
  case clang::BuiltinType::Double:
    return ComplexIds{Id::C_DOUBLE_COMPLEX, Id::CXX_DOUBLE_COMPLEX};
  case clang::BuiltinType::LongDouble:
    return ComplexIds{Id::C_LONG_DOUBLE_COMPLEX, Id::CXX_LONG_DOUBLE_COMPLEX};
  default:
    return std::nullopt;
  }
}

/// Returns the basic type of std::complex<float> and the other complex types (MPI 4.0, table 3.4).
std::optional<Id> std_complex_id(const clang::RecordType &type, const clang::ASTContext &context) {
  const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(type.getDecl());
  if (!instance || !instance->isInStdNamespace() || instance->getName() != "complex" ||
      instance->getTemplateArgs().size() != 1 ||
      instance->getTemplateArgs()[0].getKind() != clang::TemplateArgument::Type)
    return std::nullopt;
  const auto ids = complex_ids(instance->getTemplateArgs()[0].getAsType(), context);
  return ids ? std::optional(ids->cxx) : std::nullopt;
}

std::optional<Id> id_of(clang::QualType type, const clang::ASTContext &context) {
  if (const auto *name = type->getAs<clang::TypedefType>())
    if (const auto id = named_id(*name->getDecl(), context))
      return id;
  const clang::QualType canonical = type.getCanonicalType();
  if (const auto *builtin = llvm::dyn_cast<clang::BuiltinType>(canonical))
    return builtin_id(*builtin, context);
  if (const auto *complex = llvm::dyn_cast<clang::ComplexType>(canonical)) {
    const auto ids = complex_ids(complex->getElementType(), context);
    return ids ? std::optional(ids->c) : std::nullopt;
  }
  if (const auto *enumeration = llvm::dyn_cast<clang::EnumType>(canonical)) {
    const clang::EnumDecl &declaration = *enumeration->getDecl();
    if (declaration.isInStdNamespace() && declaration.getName() == "byte")
      return Id::BYTE;
    if (declaration.isComplete() && !declaration.getIntegerType().isNull())
      return id_of(deciding_type(declaration.getIntegerType(), context), context);
  }
  if (const auto *record = llvm::dyn_cast<clang::RecordType>(canonical))
    return std_complex_id(*record, context);
  return std::nullopt;
}

} // namespace

clang::QualType deciding_type(clang::QualType type, const clang::ASTContext &context) {
  const clang::Qualifiers qualifiers = type.getQualifiers();
  while (true) {
    if (const auto *name = llvm::dyn_cast<clang::TypedefType>(type.getTypePtr()))
      if (named_id(*name->getDecl(), context))
        return context.getQualifiedType(type, qualifiers);
    const clang::QualType next = type.getSingleStepDesugaredType(context);
    if (next == type)
      return type;
    type = next;
  }
}

std::optional<BasicType> basic_type_of(clang::QualType type, const clang::ASTContext &context) {
  if (const auto id = id_of(deciding_type(type, context), context))
    return BasicType{*id, static_cast<std::uint32_t>(context.getTypeSizeInChars(type).getQuantity())};
  return std::nullopt;
}

namespace {

/// Whether the type is a number of C for which MPI has no basic type.
bool is_number(clang::QualType type) {
  const clang::QualType canonical = type.getCanonicalType();
  if (const auto *complex = llvm::dyn_cast<clang::ComplexType>(canonical))
    return is_number(complex->getElementType());
  return canonical->isBitIntType() || canonical->isRealType();
}

} // namespace

std::optional<BasicElements> basic_elements_of(clang::QualType type, const clang::ASTContext &context) {
  if (const auto *atomic = type->getAs<clang::AtomicType>())
    return basic_elements_of(atomic->getValueType(), context);
  if (type->isIncompleteType() || type->isSizelessType())
    return std::nullopt;
  if (const auto basic = basic_type_of(type, context))
    return BasicElements{*basic};
  const auto size_bytes = static_cast<std::uint64_t>(context.getTypeSizeInChars(type).getQuantity());
  const BasicElements bytes{{Id::BYTE, 1}, size_bytes, true};
  const auto several = [&](clang::QualType element, std::uint64_t count) -> std::optional<BasicElements> {
    const auto basic = basic_type_of(element, context);
    if (basic && count * basic->size_bytes <= size_bytes)
      return BasicElements{*basic, count};
    if (is_number(element))
      return bytes; // also vectors of single bits
    return std::nullopt;
  };
  const clang::QualType canonical = type.getCanonicalType();
  if (const auto *vector = llvm::dyn_cast<clang::VectorType>(canonical))
    return several(vector->getElementType(), vector->getNumElements());
  if (const auto *matrix = llvm::dyn_cast<clang::ConstantMatrixType>(canonical))
    return several(matrix->getElementType(), matrix->getNumElementsFlattened());
  if (const auto *complex = llvm::dyn_cast<clang::ComplexType>(canonical);
      complex && !complex->getElementType()->isRealFloatingType())
    return several(complex->getElementType(), 2);
  if (is_number(canonical) && !canonical->isEnumeralType())
    return bytes;
  return std::nullopt;
}

} // namespace automap
