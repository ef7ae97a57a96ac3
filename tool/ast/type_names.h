// How people and generated code name the types that Clang has read.
#pragma once

#include "declarations.h"
#include "model/record.h"

#include "clang/AST/PrettyPrinter.h"
#include "clang/AST/TemplateBase.h"
#include "clang/AST/Type.h"

#include "llvm/ADT/DenseMap.h"

#include <string>

namespace clang {
class Preprocessor;
} // namespace clang

namespace automap {

class TypeNames {
public:
  /// Typedefs and variables name the unnamed records of `declarations`.
  TypeNames(const clang::ASTContext &context, const clang::Preprocessor &preprocessor,
            const Declarations &declarations);

  /// What names a record: itself, a typedef or a variable; null if nothing but a field does.
  const clang::NamedDecl *namer_of(const clang::RecordDecl &record) const;

  /// Without its scopes: "Vec3", "Vec<double, 3>".
  std::string unqualified(const clang::NamedDecl &name) const;

  /// With namespaces and enclosing classes: "ns::Vec<double, 3>".
  std::string qualified(const clang::NamedDecl &name) const;

  /// In generated code, the type that `name` names: "struct ns::Vec3". With the keyword a function of the
  /// same name does no harm.
  std::string spelling(const clang::NamedDecl &name) const;

  /// As which type generated code names `record`, and as which name the user knows it, if it is called
  /// by `name`: the record itself, a typedef or a variable of it.
  Record::Datatype datatype(const clang::RecordDecl &record, const clang::NamedDecl &name) const;

  /// As it is written, for messages: "double[3]".
  std::string written(clang::QualType type) const { return type.getAsString(policy_); }

  /// A type that generated code can compare the field's type with. It names what the mapping was decided
  /// by, so that a header whose typedefs change is noticed. Empty if nothing names it in all compilers.
  std::string checked_type(clang::QualType type) const;

  /// Why generated code could not write `name`: "'p' is the name of a macro"; empty if it can.
  std::string why_not_written(const clang::NamedDecl &name) const;

  /// Can code outside of all classes name the type, its template arguments included?
  static bool is_public(clang::QualType type);
  static bool is_public(const clang::NamedDecl &declaration);

  const clang::Preprocessor &preprocessor() const { return preprocessor_; }

private:
  std::string why_argument_not_written(const clang::TemplateArgument &argument) const;

  const clang::ASTContext &context_;
  const clang::Preprocessor &preprocessor_;
  clang::PrintingPolicy policy_;
  llvm::DenseMap<const clang::RecordDecl *, const clang::NamedDecl *> unnamed_; // named by a variable
};

} // namespace automap
