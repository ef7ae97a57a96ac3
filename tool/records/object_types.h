// The classes of libraries that AutoLink's C++ headers can send, and what of their template arguments travels with them.
#pragma once

#include "clang/AST/Type.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>

namespace clang {
class ASTContext;
class CXXRecordDecl;
} // namespace clang

namespace automap {

struct LibraryClass {
  /// A smart pointer, or what holds its contents itself.
  enum class Kind { value, unique, shared };

  Kind kind = Kind::value;
  llvm::SmallVector<clang::QualType, 2> contents; // types of its elements, or the type that a pointer leads to
  bool makes = false;                             // whether a receiver makes these
  std::string header;                             // AutoLink's header about it; empty: the one about all
  std::string problem;                            // why this instance cannot travel: "its deleter is …"; empty: it can
  bool has_keys = false;                          // whether the first of the contents are keys
  bool is_of_program = false;                     // the program has specialized autolink::container for it
};

/// Returns what AutoLink knows of a class; nothing if its headers do not know it. A program may have specialized
/// autolink::container for it.
std::optional<LibraryClass> library_class(const clang::CXXRecordDecl &record, const clang::ASTContext &ast);

} // namespace automap
