// Types whose values have a meaning on one rank only: addresses, and objects of MPI and of thread libraries.
#pragma once

#include "clang/AST/Type.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class FieldDecl;
} // namespace clang

namespace automap {

/// Whether the type is a pointer of any kind, a reference, or the type of the null pointer.
bool is_address(clang::QualType type);

/// Returns a field in the type, at any depth, that holds an address; null if there is none.
const clang::FieldDecl *pointer_in(clang::QualType type, const clang::ASTContext &context);

/// Returns the ascending offsets, in bytes, of all addresses in an object of the type, at any depth: pointers to
/// objects and functions, references, and pointers to virtual functions.
std::vector<std::uint64_t> pointers_in(clang::QualType type, const clang::ASTContext &context);

/// Returns the typedef of MPI, OpenMP or a thread library that names the type, if its values mean nothing on another
/// rank: "MPI_Comm", "pthread_mutex_t"; else an empty string. Libraries differ in the integer, pointer, struct or union
/// that such a typedef names.
llvm::StringRef handle_type(clang::QualType type, const clang::ASTContext &context);

/// Returns why a field of this element type cannot be sent, to follow "field 'x'"; `written` is the type for people.
std::string why_not_basic(clang::QualType type, const std::string &written);

} // namespace automap
