// Finds the classes of a translation unit to which a pointer to one of their bases may lead.
#pragma once

#include "ast/complete_type.h"
#include "ast/declarations.h"

#include <cstddef>
#include <vector>

namespace clang {
class CXXRecordDecl;
}

namespace automap {

class DerivedClasses {
public:
  DerivedClasses(const Declarations &declarations, const CompleteType &complete);

  /// Adds an instance of a template that has been completed since, and the classes in it.
  void add_instance(const clang::CXXRecordDecl &instance);

  /// Returns those of the classes from number `next` on that can be behind a pointer to `base`, and sets `next` to the
  /// number of all classes. They are `base` itself and what derives from it, but not what is abstract. Instances of
  /// templates that nothing has needed are completed if they may be among them.
  std::vector<const clang::CXXRecordDecl *> find(const clang::CXXRecordDecl &base, std::size_t &next);

private:
  const clang::CXXRecordDecl *definition_of(const clang::CXXRecordDecl &record, const clang::CXXRecordDecl &base) const;

  const CompleteType &complete_;
  std::vector<const clang::CXXRecordDecl *> classes_;
};

} // namespace automap
