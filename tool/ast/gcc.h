// Whether headers are read as gcc reads them, and what only gcc has.
#pragma once

#include "clang/Basic/LangOptions.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <utility>

namespace clang {
class FieldDecl;
} // namespace clang

namespace automap {

/// The version of gcc, 4.2.1, that Clang claims to be by itself.
inline constexpr unsigned gnuc_version_of_clang = 40201;

/// What an annotation begins with that stands for gcc's attribute scalar_storage_order; the attribute's argument
/// follows.
inline constexpr llvm::StringLiteral storage_order = "scalar_storage_order ";

/// Whether Clang presents itself as gcc.
inline bool is_presented_as_gcc(const clang::LangOptions &language) {
  return language.GNUCVersion > gnuc_version_of_clang;
}

/// Numbers that are types of their own to gcc, in C since version 7 and in C++ since 13, with the types of the same
/// values that other compilers and the C library take for them. _Float128 stands for two, by machine.
inline constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> floats_of_gcc[] = {
    {"_Float32", "float"}, {"_Float64", "double"}, {"_Float32x", "double"}, {"_Float64x", "long double"}};

/// Whether the field's type names one of floats_of_gcc, so that compilers do not agree on what it is.
bool has_float_of_gcc(const clang::FieldDecl &field);

} // namespace automap
