// What an array is an array of.
#pragma once

#include "clang/AST/Type.h"

#include <cstdint>
#include <vector>

namespace clang {
class ASTContext;
}

namespace automap {

/// The innermost element type of an array of arrays, where std::array is one too; extents are added outermost
/// first. The type itself where it is no array of constant size.
clang::QualType element_type_of(clang::QualType type, const clang::ASTContext &context,
                                std::vector<std::uint64_t> *extents = nullptr);

} // namespace automap
