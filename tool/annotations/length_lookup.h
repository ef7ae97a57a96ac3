// The lengths that AutoMap_Len gives, with the fields and constants that their names mean.
#pragma once

#include "annotations.h"
#include "ast/complete_type.h"
#include "field_lookup.h"
#include "model/link.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace clang {
class IdentifierInfo;
} // namespace clang

namespace automap {

class LengthLookup {
public:
  /// `preprocessor` has the macros that lengths may use. `ignores_pointers`: those without a directive are left out.
  LengthLookup(const clang::ASTContext &context, const clang::Preprocessor &preprocessor,
               const Annotations &annotations, CompleteType complete, bool ignores_pointers)
      : context_(context), preprocessor_(preprocessor), annotations_(annotations), complete_(std::move(complete)),
        ignores_pointers_(ignores_pointers), fields_(context) {}

  /// Returns lengths with their fields. They may consist of integer fields of the record, of elements of arrays and of
  /// what is behind one pointer, and of numbers and names of constants (macros, enumerators, variables, template
  /// arguments). Reports anything else, and returns nothing.
  std::optional<std::vector<LinkLength>> resolve(const clang::RecordDecl &record, const PlacedName &expression) const;

  /// The pointers of a length that is their difference, "end - begin".
  struct Pair {
    const clang::FieldDecl *end, *begin;
  };

  /// Returns the pointers if the length is a difference of two fields of `record` that are pointers.
  std::optional<Pair> find_pair(const clang::RecordDecl &record, llvm::StringRef length) const;

private:
  friend class LengthReader;

  std::optional<std::uint64_t> find_constant(const clang::RecordDecl &record, llvm::StringRef name) const;
  std::optional<std::int64_t> value_of(const clang::RecordDecl &record, const clang::IdentifierInfo &name,
                                       int depth) const;

  const clang::ASTContext &context_;
  const clang::Preprocessor &preprocessor_;
  const Annotations &annotations_;
  const CompleteType complete_;
  const bool ignores_pointers_;
  const FieldLookup fields_;
};

} // namespace automap
