// Types whose values mean something on one rank only: addresses and the objects of the MPI library.
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

/// Pointers of all kinds, references, and the null pointer.
bool is_address(clang::QualType type);

/// A field in the type, at any depth, that holds an address; null if there is none.
const clang::FieldDecl *pointer_in(clang::QualType type, const clang::ASTContext &context);

/// Where in an object of the type pointers lie, to objects or functions, and references and pointers to virtual
/// functions, at any depth: ascending offsets in bytes.
std::vector<std::uint64_t> pointers_in(clang::QualType type, const clang::ASTContext &context);

/// The typedef of MPI, OpenMP or a thread library by which a type is named, if it is one that means nothing elsewhere:
/// "MPI_Comm", "pthread_mutex_t"; else empty. As which integer, pointer, struct or union it is declared differs between
/// libraries.
llvm::StringRef handle_type(clang::QualType type, const clang::ASTContext &context);

/// What is wrong with a field of this element type, which is `written` so; "field 'x'" comes before it.
std::string why_not_basic(clang::QualType type, const std::string &written);

} // namespace automap
