// C and C++ arithmetic types → MPI basic types (MPI 4.0, tables 3.2 and 3.3).
#pragma once

#include "layout/basic_type.h"

#include "clang/AST/Type.h"

#include <cstdint>
#include <optional>

namespace clang {
class ASTContext;
}

namespace automap {

/// The basic type of `type`, of exactly its size; nothing if MPI has none. Names that MPI knows
/// (int32_t, wchar_t, MPI_Aint, …) are recognised anywhere in a chain of typedefs, outermost first; an
/// enum has the type of its underlying integer.
std::optional<layout::BasicType> basic_type_of(clang::QualType type, const clang::ASTContext &context);

/// What one object of an arithmetic type is sent as: adjacent elements of one basic type.
struct BasicElements {
  layout::BasicType type;
  std::uint64_t count = 1;
  bool raw = false; // MPI has no basic type for it, so that it travels as bytes
};

/// The elements of `type`: as basic_type_of where there is a basic type, the elements of a vector or of a
/// complex integer, the value of an atomic, bytes for other numbers. Nothing if it is no number.
std::optional<BasicElements> basic_elements_of(clang::QualType type, const clang::ASTContext &context);

/// The type that basic_type_of decided by: the recognised name or the type at the end of the chain of
/// typedefs. Two headers that agree on it agree on the basic type.
clang::QualType deciding_type(clang::QualType type, const clang::ASTContext &context);

} // namespace automap
