// Counts the instances of class templates. Each may need another one, as node<T> with a pointer to node<T *>.
#pragma once

#include "clang/AST/DeclTemplate.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <string>

namespace automap {

class Instances {
public:
  /// Adds a record. Returns why it is not read, to follow "it"; empty if it is no instance, or one of a few.
  std::string add(const clang::RecordDecl &record) {
    const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
    if (!instance)
      return "";
    auto &all = all_[instance->getSpecializedTemplate()->getCanonicalDecl()];
    all.insert(instance->getCanonicalDecl());
    return all.size() > 500 ? "is one of more than 500 instances of its template: one may need the next one" : "";
  }

private:
  llvm::DenseMap<const clang::ClassTemplateDecl *, llvm::SmallPtrSet<const clang::Decl *, 4>> all_;
};

} // namespace automap
