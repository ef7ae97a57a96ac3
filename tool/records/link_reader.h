// Reads pointer fields as Links: where each pointer leads, by its type and its directives.
#pragma once

#include "annotations/annotations.h"
#include "annotations/field_lookup.h"
#include "annotations/length_lookup.h"
#include "ast/complete_type.h"
#include "ast/instances.h"
#include "ast/type_names.h"
#include "findings.h"
#include "model/link.h"
#include "target_types.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace clang {
class ASTContext;
class DeclContext;
class EnumDecl;
} // namespace clang

namespace automap {

/// A record that a link leads to, and the field with the link.
struct LinkTarget {
  const clang::RecordDecl *record = nullptr;
  const clang::FieldDecl *field = nullptr;
};

class LinkReader {
public:
  LinkReader(const clang::ASTContext &context, const TypeNames &names, const Annotations &annotations,
             const Declarations &declarations, CompleteType complete, bool ignores_pointers);

  /// Returns where the pointers of a field lead. `pointer` is the field's type without arrays. The records of the link
  /// are indices into targets(). A refusal without a place means the field.
  std::variant<Link, Refusal> read(const clang::FieldDecl &field, clang::QualType pointer);

  /// Reports what is wrong with the lengths that an AutoMap_Len of this field gives.
  void check_lengths(const clang::FieldDecl &field, const PlacedName &expression) const;

  /// Returns the pointer to the beginning of the array to whose end this pointer leads; null if it is no such end.
  const clang::FieldDecl *find_begin(const clang::FieldDecl &end) const;

  /// Returns the link of a field of union type that has AutoMap_Any.
  std::variant<Link, Refusal> read_union(const clang::FieldDecl &field, const clang::RecordDecl &of);

  /// Returns the name of a pointer of the same type beside this one that seems to lead to the end of its array; empty if
  /// there is none.
  std::string end_beside(const clang::FieldDecl &field) const;

  /// Returns a record that begins with this one, as its first member or as a base; null if there is none.
  const clang::RecordDecl *find_extension(const clang::RecordDecl &record) const;

  /// Whether the record consists of pointers to others of its kind, without directives. So do the hooks of intrusive
  /// lists, whose pointers mean the records around other hooks.
  bool is_hook(const clang::RecordDecl &record) const;

  /// Returns the number of members, or arrays, of the type `hook`.
  std::ptrdiff_t members_of_type(const clang::RecordDecl &hook) const;

  /// Returns the place in a record, "task.links", where the pointers of `hook` expect other hooks, unless `field` is
  /// such a place. The pointers must have been read.
  std::optional<std::string> find_other_place(const clang::RecordDecl &hook, const clang::FieldDecl &field) const;

  /// Returns all records that links lead to.
  const std::vector<LinkTarget> &targets() const { return targets_; }

private:
  using Result = std::variant<Link, Refusal>;

  struct HookPlace {
    const clang::FieldDecl *field;
    std::string text;
  };

  /// A deciding field: its path in a record.
  struct Decider {
    const clang::RecordDecl *record;
    PlacedName path;
  };

  Result read_pointer(const clang::FieldDecl &field, clang::QualType pointer, const Mapping *mapping,
                      const clang::RecordDecl &scope);
  Result read_strong(const clang::FieldDecl &field, clang::QualType pointee, const Mapping *mapping,
                     const clang::RecordDecl &scope);
  Result weaken(Result read, clang::QualType pointee) const;
  std::optional<Refusal> check_readable(const Link &link, const clang::RecordDecl &scope) const;
  Result read_object(const clang::FieldDecl &field, clang::QualType pointee);
  Result read_record(const clang::FieldDecl &field, clang::QualType pointee);
  std::optional<Result> read_flexible(const clang::RecordDecl &record) const;
  Result begin_array(const PlacedName &length, const clang::RecordDecl &scope) const;
  Result read_elements(Result begun, const clang::FieldDecl &field, clang::QualType pointee, const Mapping &mapping,
                       const clang::RecordDecl &scope);
  Result begin_pair(const clang::FieldDecl &begin, const clang::FieldDecl &end, const PlacedName &length) const;
  Result read_end(const clang::FieldDecl &begin);
  Result read_array(const clang::FieldDecl &field, clang::QualType pointee, const Mapping &mapping,
                    const clang::RecordDecl &scope);
  Result read_rows(Result begun, const clang::FieldDecl &field, clang::QualType pointee,
                   const clang::RecordDecl &scope);
  Result read_string(clang::QualType pointee) const;
  Result read_inside(const clang::FieldDecl &field, clang::QualType pointee, const Mapping &mapping);
  Result read_place(const clang::FieldDecl &field, clang::QualType pointee, const PlacedName &place);
  bool begins_with(const clang::RecordDecl &record, clang::QualType type) const;
  bool may_point_at(clang::QualType pointee, clang::QualType place) const;
  Result read_kind(clang::QualType type, const Mapping &mapping, const clang::RecordDecl &scope,
                   const std::string &purpose) const;
  Result read_choices(Result begun, const Decider &decider, const Mapping &mapping, const clang::RecordDecl &scope,
                      llvm::function_ref<Result(const PlacedName &)> read_target);
  Result read_choice(const PlacedName &what, const clang::FieldDecl &field, clang::QualType pointee, const Link *array,
                     const clang::RecordDecl &scope);
  Result read_kind_of_target(const clang::FieldDecl &field, clang::QualType pointee, const Mapping &mapping);
  Result read_any(const clang::FieldDecl &field, clang::QualType pointee, const Mapping &mapping,
                  const clang::RecordDecl &scope, bool has_length);
  std::size_t add_target(const clang::RecordDecl &record, const clang::FieldDecl &field);
  const clang::EnumDecl *enumeration_of(const Link &link, const Decider &decider) const;
  void describe(Link &link, clang::QualType type) const;

  const clang::ASTContext &context_;
  const TypeNames &names_;
  const Annotations &annotations_;
  const Declarations &declarations_;
  CompleteType complete_;
  FieldLookup lookup_;
  LengthLookup lengths_;
  TargetTypes types_;
  std::vector<LinkTarget> targets_;
  Instances instances_;
  std::multimap<const clang::RecordDecl *, HookPlace> places_; // places of hooks that point to their own kind
};

} // namespace automap
