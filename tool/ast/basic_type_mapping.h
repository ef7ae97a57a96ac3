// Maps arithmetic types of C and C++ to basic types of MPI (MPI 4.0, tables 3.2 and 3.3).
#pragma once

#include "layout/basic_type.h"

#include "clang/AST/Type.h"

#include <cstdint>
#include <optional>

namespace clang {
class ASTContext;
}

namespace automap {

/// Returns the basic type of `type`, of exactly its size; nothing if MPI has none. Names that MPI knows
/// (int32_t, wchar_t, MPI_Aint, …) are recognised anywhere in a chain of typedefs, outermost first. An enum
/// has the type of its underlying integer.
std::optional<layout::BasicType> basic_type_of(clang::QualType type, const clang::ASTContext &context);

/// The adjacent elements of one basic type as which one object of an arithmetic type is sent.
struct BasicElements {
  layout::BasicType type;
  std::uint64_t count = 1;
  bool raw = false; // MPI has no basic type for it, so it travels as bytes
};

/// Returns the elements of `type`: its basic type if there is one, the elements of a vector or of a complex integer,
/// the value of an atomic, bytes for other numbers. Nothing if it is no number.
std::optional<BasicElements> basic_elements_of(clang::QualType type, const clang::ASTContext &context);

/// Returns the type by which basic_type_of() decides: the recognised name, or the type at the end of the chain of
/// typedefs. Two headers that agree on it agree on the basic type.
clang::QualType deciding_type(clang::QualType type, const clang::ASTContext &context);

} // namespace automap
