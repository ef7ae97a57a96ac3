// Field names that users write, "vel.x", and the fields they mean.
#pragma once

#include "directive_collector.h"
#include "model/link.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Decl;
class FieldDecl;
class QualType;
class RecordDecl;
} // namespace clang

namespace automap {

/// The selected fields and base classes of a record, each with the selected parts of it; no parts: all of it.
struct FieldSelection {
  std::map<const clang::Decl *, FieldSelection> parts;
  bool named = false; // selected by its own name, not only through a part of it

  const FieldSelection *find(const clang::Decl &part) const;
};

class FieldLookup {
public:
  explicit FieldLookup(const clang::ASTContext &context) : context_(context) {}

  /// Returns the innermost union without a name in the record whose member has this name; null if there is none.
  const clang::RecordDecl *unnamed_union(const clang::RecordDecl &record, const std::string &member) const;

  /// Returns the path to the field called `name`: anonymous members, base classes (as their definitions), and the field
  /// itself. Empty if there is none. If several bases have one, returns the first and sets `ambiguous`.
  std::vector<const clang::Decl *> find(const clang::RecordDecl &record, const std::string &name,
                                        bool *ambiguous = nullptr) const;

  /// Returns the field at the end of a path of names. Reports a name that does not exist, and returns null. `steps`
  /// receives all steps to the field.
  const clang::FieldDecl *resolve(const clang::RecordDecl &record, const PlacedName &path,
                                  std::vector<const clang::Decl *> *steps = nullptr) const;

  /// Selects these fields. Reports those that cannot be selected, and returns false.
  bool select(const clang::RecordDecl &record, const std::vector<PlacedName> &fields, FieldSelection &out) const;

  /// Returns the integer field at the end of a path. If there is none, reports that it cannot serve its purpose, "count
  /// elements", and returns nothing.
  std::optional<IntegerField> resolve_integer(const clang::RecordDecl &record, const PlacedName &path,
                                              const std::string &purpose) const;

  /// Sets what an integer of this type is; `bits` is the bit-field that it is, or null. Returns false if the type is no
  /// integer of at most 64 bits.
  bool set_integer(clang::QualType type, const clang::FieldDecl *bits, IntegerField &out) const;

  /// Whether generated code may name this step to a field.
  static bool is_nameable(const clang::Decl &step);

  /// Returns the offset, in bytes, of the field at the end of `steps` in an object of `record`.
  std::uint64_t offset_of(const clang::RecordDecl &record, const std::vector<const clang::Decl *> &steps) const;

  /// Returns the record whose fields a directive of this field names: the innermost one that is not anonymous.
  static const clang::RecordDecl &scope_of(const clang::FieldDecl &field);

  /// Returns the place of a word of a path, or of the whole path if only that is known.
  static clang::CharSourceRange part_of(const clang::CharSourceRange &path, const Word &word);

  /// Returns the names that find() finds.
  std::set<std::string> names(const clang::RecordDecl &record) const;

  /// Returns the name of the record's one integer field; empty if it has none, or several.
  std::string only_integer(const clang::RecordDecl &record) const;

  /// Returns the name of the record's one integer field whose name says that it counts `things`: 'n_things' or, beside
  /// a plural, 'n' and 'count'. Empty if the record has none, or several.
  std::string count_of(const clang::RecordDecl &record, llvm::StringRef things) const;

  /// Returns the members for a message: "its members are 'i', 'f' and 'd'".
  std::string members_of(const clang::RecordDecl &record) const;

private:
  void report_missing(const clang::RecordDecl &record, const std::string &name, clang::CharSourceRange place) const;

  std::vector<std::string> integers(const clang::RecordDecl &record) const;

  const clang::ASTContext &context_;
};

} // namespace automap
