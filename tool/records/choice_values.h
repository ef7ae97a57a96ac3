// The values of AutoMap_Any: which number each of them means.
#pragma once

#include "annotations/annotations.h"
#include "ast/complete_type.h"
#include "ast/type_names.h"
#include "model/link.h"

#include <vector>

namespace automap {

class ChoiceValues {
public:
  /// `deciding` is the enumeration of the deciding field; null if that is an integer. `scope` is where the choices are
  /// written. All arguments must outlive this object.
  ChoiceValues(const clang::ASTContext &context, const TypeNames &names, const Declarations &declarations,
               const CompleteType &complete, const clang::EnumDecl *deciding, const clang::DeclContext &scope)
      : context_(context), names_(names), declarations_(declarations), complete_(complete), deciding_(deciding),
        scope_(scope) {}

  /// Finds the number of a choice, unless only a compiler can know it. Reports an unknown name and a number that
  /// another choice of the link has, or which the link's deciding field cannot have, and returns false.
  bool add_number(LinkChoice &choice, const PlacedChoice &placed, const Link &link) const;

private:
  /// Returns the enumerators that a user may mean by `name`. Those of the deciding enumeration come first, then those
  /// of inner scopes, as in C++.
  std::vector<const clang::EnumConstantDecl *> find_enumerators(llvm::StringRef name) const;

  const clang::ASTContext &context_;
  const TypeNames &names_;
  const Declarations &declarations_;
  const CompleteType &complete_;
  const clang::EnumDecl *deciding_;
  const clang::DeclContext &scope_;
};

} // namespace automap
