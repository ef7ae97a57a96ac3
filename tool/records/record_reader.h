// Clang record declarations → Records.
//
// A record is mapped only if each byte of each field is understood; otherwise it is refused, with the
// reason kept until somebody who needs the record asks for the diagnostic.
#pragma once

#include "annotations/annotations.h"
#include "annotations/field_lookup.h"
#include "ast/type_names.h"
#include "findings.h"
#include "link_reader.h"
#include "model/record.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceLocation.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace clang {
class CXXBaseSpecifier;
class CXXRecordDecl;
} // namespace clang

namespace automap {

class RecordReader {
public:
  struct Options {
    bool ignore_pointers = false;                        // pointers of which nothing is said are left out
    bool autolink = false;                               // the others become links
    CompleteType complete;                               // for links
    std::string keys_place;                              // that hints name; see hint.h
    std::vector<clang::SourceLocation> wrong_directives; // that have been reported
  };

  /// Reads into `survey`, which may hold the records of other translation units.
  RecordReader(clang::ASTContext &context, const TypeNames &names, const Annotations &annotations,
               const Declarations &declarations, const Options &options, Survey &survey);

  /// The index of `record` in the survey. Reads it, and what it contains, at the first call.
  std::size_t read(const clang::RecordDecl &record);

  /// The index of the part of `record` that a view selects: a record of its own.
  std::size_t read_view(const clang::RecordDecl &record, const std::string &view,
                        const FieldSelection &selection);

  /// Reads what the links of the records read so far lead to, and what the links of these lead to, and so on;
  /// from then on links know the indices of their records. Notes pointers that seem to lead into arrays.
  void follow_links();

  /// The record that is at `index`, and a field of another one that leads to it; nulls if no link does.
  LinkTarget target(std::size_t index) const { return targets_.lookup(index); }

  /// What was found out about the records of this translation unit, to be reported.
  FindingsByRecord &findings() { return findings_; }

private:
  /// What of a record is wanted.
  struct Part {
    const FieldSelection *selection = nullptr; // null: all of it
    const clang::FieldDecl *member = nullptr;  // of a union: only this one; null: as its annotation says
    std::string view;                          // the view that this belongs to
    bool is_view = false;                      // it is all that the view selects

    bool whole() const { return !selection && !member; }
  };

  /// A pointer to one record, or to an array of them, and where it is declared.
  struct Lead {
    std::size_t owner, target; // indices into the survey
    const clang::FieldDecl *field;
    bool has_length; // AutoMap_Len
  };

  void note_lead(std::size_t owner, const Link &link, const clang::FieldDecl &field);
  void notice_pointers_into_arrays();
  void warn_of_array(const Lead &object, const std::string &array);
  std::set<std::size_t> reached_from(std::size_t record) const;
  std::size_t read_part(const clang::RecordDecl &definition, const Part &part);
  void read_into(Record &out, const clang::RecordDecl &record, const Part &part, Findings &findings);
  void read_members(Record &out, const clang::RecordDecl &record, const Part &part, Findings &findings);
  void read_bases(Record &out, const clang::CXXRecordDecl &record, const Part &part, Findings &findings);
  std::string field_of_unnamed(const clang::RecordDecl &record) const;
  std::variant<const clang::FieldDecl *, Refusal> union_member(const clang::RecordDecl &record,
                                                               const Part &part) const;
  std::variant<Field, Refusal> read_field(const clang::FieldDecl &field, bool selected,
                                          const FieldSelection *selection, const Part &owner,
                                          Findings &findings);
  std::optional<Refusal> read_content(Field &read, const clang::FieldDecl &field, const Part &part,
                                      const std::string &view, Findings &findings);
  std::optional<Refusal> read_bytes(Field &read, const clang::FieldDecl &field, clang::QualType element,
                                    Findings &findings) const;
  std::optional<Refusal> read_link(Field &read, const clang::FieldDecl &field, clang::QualType pointer);
  std::optional<Refusal> read_tagged_union(Field &read, const clang::FieldDecl &field,
                                           clang::QualType element);
  Notice pointer_in_bytes(const clang::FieldDecl &pointer, clang::SourceLocation place) const;
  Notice around_hook(const std::string &subject, clang::SourceLocation place, clang::QualType hook,
                     const std::string &remedy) const;
  std::string remedy_for_hook(const clang::FieldDecl &field, const clang::RecordDecl &hook) const;
  void notice_count(const clang::FieldDecl &pointer, const clang::RecordDecl &to, Findings &findings) const;
  void notice_not_constructed(const clang::FieldDecl &field, clang::QualType element,
                              Findings &findings) const;
  bool is_nameable(const clang::FieldDecl &field) const;
  clang::SourceLocation end_of(clang::SourceLocation token) const;
  std::size_t merge(Record record);
  std::pair<std::uint64_t, std::uint64_t> file_id(const clang::RecordDecl &record) const;

  clang::ASTContext &context_;
  const Annotations &annotations_;
  Options options_;
  Survey &survey_;
  const TypeNames &names_;
  FieldLookup lookup_;
  LinkReader links_;
  std::size_t unfollowed_; // from here on, the records' links know no indices yet
  llvm::DenseMap<std::size_t, LinkTarget> targets_;
  std::vector<Lead> to_arrays_, to_objects_;
  std::multimap<std::size_t, std::size_t> leads_;                  // from record to record, by any link
  std::set<const clang::FieldDecl *> warned_of_;                   // those that seem to lead into arrays
  std::multimap<decltype(Location().key()), std::size_t> earlier_; // records of other translation units
  llvm::DenseMap<std::pair<const clang::RecordDecl *, const clang::FieldDecl *>, std::size_t> read_;
  FindingsByRecord findings_;
};

} // namespace automap
