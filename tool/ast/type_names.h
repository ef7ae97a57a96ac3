// Names of Clang's types, for people and for generated code.
#pragma once

#include "declarations.h"
#include "model/record.h"

#include "clang/AST/PrettyPrinter.h"
#include "clang/AST/Type.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace clang {
class Preprocessor;
} // namespace clang

namespace automap {

/// Returns the name without its keyword: "struct Vec<double>" → "Vec<double>".
llvm::StringRef without_keyword(llvm::StringRef name);

/// Returns the name without spaces: "Vec<double,3>" and "Vec<double, 3>" are one type.
std::string without_spaces(llvm::StringRef name);

class TypeNames {
public:
  /// Unnamed records of `declarations` are named by their typedefs and variables.
  TypeNames(const clang::ASTContext &context, const clang::Preprocessor &preprocessor,
            const Declarations &declarations);

  /// Returns the declaration that names a record: itself, a typedef or a variable; null if only a field does.
  const clang::NamedDecl *namer_of(const clang::RecordDecl &record) const;

  /// Returns the name without its scopes: "Vec3", "Vec<double, 3>".
  std::string unqualified(const clang::NamedDecl &name) const;

  /// Returns the name with namespaces and enclosing classes, in C without: "ns::Vec<double, 3>".
  std::string qualified(const clang::NamedDecl &name) const;

  /// Returns the type that `name` names as generated code writes it: "struct ns::Vec3". The keyword distinguishes it
  /// from a function of the same name.
  std::string spelling(const clang::NamedDecl &name) const;

  /// Returns the user's name of `record` and its type in generated code. `name` is what the user marked: the record
  /// itself, a typedef or a variable.
  Record::Datatype datatype(const clang::RecordDecl &record, const clang::NamedDecl &name) const;

  /// Returns the type as the header writes it, for messages: "double[3]".
  std::string written(clang::QualType type) const { return type.getAsString(policy_); }

  /// Returns a type with which generated code can compare the field's type. It has the name that decided the mapping,
  /// so the compiler notices a header whose typedefs change. Empty if no name is the same in all compilers.
  std::string checked_type(clang::QualType type) const;

  /// Returns why generated code cannot write `name`: "'p' is the name of a macro"; empty if it can.
  std::string why_not_written(const clang::NamedDecl &name) const;

  /// The same for explicit instantiations, which may write names that are not public.
  std::string why_not_instantiated(const clang::NamedDecl &name) const;

  /// Whether code outside of all classes can name the type, its template arguments included.
  bool is_public(clang::QualType type) const;
  bool is_public(const clang::NamedDecl &declaration) const;

  const clang::Preprocessor &preprocessor() const { return preprocessor_; }

private:
  const clang::ASTContext &context_;
  const clang::Preprocessor &preprocessor_;
  clang::PrintingPolicy policy_;
  llvm::DenseMap<const clang::RecordDecl *, const clang::NamedDecl *> unnamed_; // named by a variable
};

} // namespace automap
