// Pointer fields → Links: where each pointer leads, as its type and its directives tell.
#pragma once

#include "annotations/annotations.h"
#include "annotations/field_lookup.h"
#include "ast/complete_type.h"
#include "ast/type_names.h"
#include "findings.h"
#include "model/link.h"

#include "llvm/ADT/StringMap.h"

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace clang {
class ASTContext;
class DeclContext;
class EnumConstantDecl;
class EnumDecl;
} // namespace clang

namespace automap {

/// A record that a link leads to, and the field that does.
struct LinkTarget {
  const clang::RecordDecl *record = nullptr;
  const clang::FieldDecl *field = nullptr;
};

class LinkReader {
public:
  LinkReader(const clang::ASTContext &context, const TypeNames &names, const Annotations &annotations,
             const Declarations &declarations, CompleteType complete);

  /// Where the pointers of a field lead, whose type, arrays apart, is `pointer`. The records of the link are
  /// indices into targets(). A refusal without a place means the field.
  std::variant<Link, Refusal> read(const clang::FieldDecl &field, clang::QualType pointer);

  /// The same for a field of a union type that has AutoMap_Any.
  std::variant<Link, Refusal> read_union(const clang::FieldDecl &field, const clang::RecordDecl &of);

  /// Has the record nothing but pointers to others of its kind, of which nothing is said? So have the hooks of
  /// intrusive lists, whose pointers mean what is around the others.
  bool is_hook(const clang::RecordDecl &record) const;

  /// How many members, or arrays of them, have the type `hook`.
  std::ptrdiff_t members_of_type(const clang::RecordDecl &hook) const;

  /// The place in a record, "task.links", where the pointers of `hook`, which have been read, expect others of its
  /// kind to lie, if `field`, which is such a one, is none of these places.
  std::optional<std::string> place_elsewhere(const clang::RecordDecl &hook,
                                             const clang::FieldDecl &field) const;

  /// All records that links lead to.
  const std::vector<LinkTarget> &targets() const { return targets_; }

private:
  using Result = std::variant<Link, Refusal>;

  struct HookPlace {
    const clang::FieldDecl *field;
    std::string text;
  };

  Result read_pointer(const clang::FieldDecl &field, clang::QualType pointer, const Mapping *mapping,
                      const clang::RecordDecl &scope);
  std::optional<Refusal> check_readable(const Link &link, const clang::RecordDecl &scope) const;
  Result read_object(const clang::FieldDecl &field, clang::QualType pointee);
  Result read_array(const clang::FieldDecl &field, clang::QualType pointee, const Mapping &mapping,
                    const clang::RecordDecl &scope);
  Result read_string(clang::QualType pointee) const;
  Result read_inside(const clang::FieldDecl &field, clang::QualType pointee, const Mapping &mapping);
  bool begins_with(const clang::RecordDecl &record, clang::QualType type) const;
  bool may_point_at(clang::QualType pointee, clang::QualType place) const;
  Result read_kind(clang::QualType type, const Mapping &mapping, const clang::RecordDecl &scope,
                   const std::string &purpose) const;
  Result read_any(const clang::FieldDecl &field, clang::QualType pointee, const Mapping &mapping,
                  const clang::RecordDecl &scope);
  std::size_t target(const clang::RecordDecl &record, const clang::FieldDecl &field);
  const clang::RecordDecl *find_record(llvm::StringRef name, const clang::DeclContext &scope);
  const clang::EnumDecl *enumeration_of(const IntegerField &kind, const Mapping &mapping,
                                        const clang::RecordDecl &scope) const;
  std::vector<const clang::EnumConstantDecl *>
  find_enumerators(llvm::StringRef name, const clang::EnumDecl *told, const clang::DeclContext &scope) const;
  bool add_number(LinkChoice &choice, const PlacedChoice &placed, const std::vector<LinkChoice> &others,
                  const clang::EnumDecl *told, const clang::DeclContext &scope) const;
  void describe(Link &link, clang::QualType type) const;

  const clang::ASTContext &context_;
  const TypeNames &names_;
  const Annotations &annotations_;
  const Declarations &declarations_;
  CompleteType complete_;
  FieldLookup lookup_;
  llvm::StringMap<const clang::RecordDecl *> by_name_; // filled when first needed
  std::vector<LinkTarget> targets_;
  std::multimap<const clang::RecordDecl *, HookPlace> places_; // of records that point to their own kind
};

} // namespace automap
