// Constants by their names.
#pragma once

#include <cstdint>
#include <optional>

namespace clang {
class DeclContext;
class IdentifierInfo;
} // namespace clang

namespace automap {

/// Returns the value of the constant that `name` means in `scope`: an enumerator, a variable that may be used in
/// constant expressions, or an argument of a class template. As in C++, inner scopes come first. Nothing if there is
/// none, or if its value does not fit.
std::optional<std::int64_t> find_constant(const clang::DeclContext &scope, const clang::IdentifierInfo &name);

} // namespace automap
