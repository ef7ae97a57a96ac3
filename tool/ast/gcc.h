// Whether headers are read as gcc reads them.
#pragma once

#include "clang/Basic/LangOptions.h"

#include "llvm/ADT/StringRef.h"

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

} // namespace automap
