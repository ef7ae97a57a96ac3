// The types that users name in AutoMap_Any and AutoMap_Inside.
#pragma once

#include "ast/declarations.h"
#include "ast/type_names.h"

#include "clang/AST/Type.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace clang {
class ASTContext;
class DeclContext;
} // namespace clang

namespace automap {

class TargetTypes {
public:
  TargetTypes(const clang::ASTContext &context, const TypeNames &names, const Declarations &declarations)
      : context_(context), names_(names), declarations_(declarations) {}

  /// Returns the record that a user calls `written` inside `scope`; null if there is none. As in C++, inner scopes come
  /// first, and in an instance of a class template the parameters mean its arguments.
  const clang::RecordDecl *find_record(llvm::StringRef written, const clang::DeclContext &scope);

  /// Returns the number type that a user calls `written` inside `scope`: a type of the language, a typedef or an enum.
  std::optional<clang::QualType> find_number(llvm::StringRef written, const clang::DeclContext &scope) const;

  /// Returns a suggestion of records with similar names.
  std::string suggest(llvm::StringRef name) const;

private:
  const clang::ASTContext &context_;
  const TypeNames &names_;
  const Declarations &declarations_;
  llvm::StringMap<const clang::RecordDecl *> by_name_; // filled on first use
};

} // namespace automap
