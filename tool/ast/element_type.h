// The element types of arrays.
#pragma once

#include "clang/AST/Type.h"

#include <cstdint>
#include <vector>

namespace clang {
class ASTContext;
}

namespace automap {

/// Returns the innermost element type of an array of arrays, std::array included, or the type itself if it is no array
/// of constant size. Adds the extents, outermost first.
clang::QualType element_type_of(clang::QualType type, const clang::ASTContext &context,
                                std::vector<std::uint64_t> *extents = nullptr);

} // namespace automap
