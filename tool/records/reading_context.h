// What the readers of records, fields and links share: the translation unit, its annotations, and the survey that they
// add to.
#pragma once

#include "annotations/annotations.h"
#include "annotations/field_lookup.h"
#include "ast/type_names.h"
#include "link_reader.h"
#include "model/record.h"

#include "clang/AST/ASTContext.h"

#include <functional>
#include <string>
#include <vector>

namespace automap {

/// Settings of a run that the readers follow.
struct ReadingOptions {
  bool ignore_pointers = false;                        // leave out pointers that have no directive
  bool autolink = false;                               // make links of all others
  bool objects = false;                                // what can be sent as C++ objects, is
  CompleteType complete;                               // completes what is asked for and what links lead to
  std::string keys_place;                              // the place that hints name; see hint.h
  std::vector<clang::SourceLocation> wrong_directives; // the places of directives that were reported
  /// Returns the constructor without arguments of a class; null if there is none, or several.
  std::function<const clang::CXXConstructorDecl *(const clang::CXXRecordDecl &)> default_constructor;
};

struct ReadingContext {
  ReadingContext(clang::ASTContext &ast, const TypeNames &names, const Annotations &annotations,
                 const Declarations &declarations, ReadingOptions options, Survey &survey);

  /// Returns the place after a token, where a comment may be inserted.
  clang::SourceLocation end_of(clang::SourceLocation token) const;

  /// Returns a text about a field, or about `fields` of a record, with what the user can write: comments, or keys of a
  /// --select file under the record's name. See hint.h.
  std::string for_user(const std::string &text, const clang::FieldDecl &field) const;
  std::string for_user(const std::string &text, const clang::RecordDecl &record,
                       llvm::ArrayRef<std::string> fields) const;

  /// Returns the field that an unnamed record is declared with, as a path from the nearest named one. --select files call
  /// the record by it. Empty if there is none.
  std::string field_of_unnamed(const clang::RecordDecl &record) const;

  unsigned line_of(clang::SourceLocation place) const;
  Location place_of(clang::SourceLocation place) const;
  bool is_in_system_header(clang::SourceLocation place) const;

  clang::ASTContext &ast;
  const TypeNames &names;
  const Annotations &annotations;
  const ReadingOptions options;
  Survey &survey;
  FieldLookup lookup;
  LinkReader links;
};

/// Returns "cache.pointer"; a field without a name is no part of a path.
std::string joined_path(const std::string &outer, const std::string &field);

/// The parts of a record that are wanted.
struct Part {
  const FieldSelection *selection = nullptr; // the selected fields; null: all fields
  const clang::FieldDecl *member = nullptr;  // the one member of a union; null: the one that its annotation names
  std::string view;                          // the view that asks for the part
  bool is_view = false;                      // the part is all that the view selects

  bool whole() const { return !selection && !member; }
};

/// Reads a part of a record, and returns its index in the survey.
using ReadRecord = std::function<std::size_t(const clang::RecordDecl &, const Part &)>;

/// Returns "field 'x'", with which messages about a field begin.
std::string subject_of(const clang::FieldDecl &field);

} // namespace automap
