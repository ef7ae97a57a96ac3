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
class Preprocessor;
class RecordDecl;
} // namespace clang

namespace automap {

/// The fields and base classes of a record that were selected, each with what was selected of it; nothing
/// in that: all.
struct FieldSelection {
  std::map<const clang::Decl *, FieldSelection> parts;
  bool named = false; // by itself, not only by what is in it

  const FieldSelection *find(const clang::Decl &part) const;
};

class FieldLookup {
public:
  /// `preprocessor`: knows the macros that may stand in lengths; null: none may.
  explicit FieldLookup(const clang::ASTContext &context, const clang::Preprocessor *preprocessor = nullptr)
      : context_(context), preprocessor_(preprocessor) {}

  /// The way to the field called `name`: through anonymous members and base classes (as their definitions)
  /// to the field itself. Empty if there is none; the first, with `ambiguous` set, if several bases have one.
  std::vector<const clang::Decl *> find(const clang::RecordDecl &record, const std::string &name,
                                        bool *ambiguous = nullptr) const;

  /// The field that a path of names ends at; null, after a report, if one does not exist. `way` receives all
  /// steps to it.
  const clang::FieldDecl *resolve(const clang::RecordDecl &record, const PlacedName &path,
                                  std::vector<const clang::Decl *> *way = nullptr) const;

  /// The selection of these fields; false, after reports, if they make none.
  bool select(const clang::RecordDecl &record, const std::vector<PlacedName> &fields,
              FieldSelection &out) const;

  /// A length with its fields; nothing, after a report, if it is not made of integer fields of the record,
  /// numbers, names of constants (macros, enumerators, variables, templates' arguments), + - * / and parentheses.
  std::optional<LinkLength> length(const clang::RecordDecl &record, const PlacedName &expression) const;

  /// The integer field that a path leads to; nothing, after a report that it cannot do what `purpose` says,
  /// "count elements", if there is none.
  std::optional<IntegerField> integer(const clang::RecordDecl &record, const PlacedName &path,
                                      const std::string &purpose) const;

  /// Where the field at the end of `way` lies in an object of `record`.
  std::uint64_t offset_of(const clang::RecordDecl &record, const std::vector<const clang::Decl *> &way) const;

  /// The record whose fields a directive behind this field names: anonymous ones have none of their own.
  static const clang::RecordDecl &scope_of(const clang::FieldDecl &field);

  /// Where a word of a path stands; the whole path, where only that is known.
  static clang::CharSourceRange part_of(const clang::CharSourceRange &path, const Word &word);

  /// The names that find() knows.
  std::set<std::string> names(const clang::RecordDecl &record) const;

  /// The name of the record's one field that may be a number of something; empty if it has none, or several.
  std::string only_integer(const clang::RecordDecl &record) const;

  /// The name of the record's one integer field that by its name tells how many `things` there are, as 'n_things' or,
  /// beside a plural, 'n' and 'count'; empty if it has none, or several.
  std::string count_of(const clang::RecordDecl &record, llvm::StringRef things) const;

  /// For users: "its members are 'i', 'f' and 'd'".
  std::string members_of(const clang::RecordDecl &record) const;

private:
  void report_missing(const clang::RecordDecl &record, const std::string &name,
                      clang::CharSourceRange place) const;

  std::vector<std::string> integers(const clang::RecordDecl &record) const;
  std::optional<std::uint64_t> constant(const clang::RecordDecl &record, llvm::StringRef name) const;
  std::optional<std::int64_t> value_of(const clang::RecordDecl &record, const clang::IdentifierInfo &name,
                                       int depth) const;

  const clang::ASTContext &context_;
  const clang::Preprocessor *preprocessor_;
};

} // namespace automap
