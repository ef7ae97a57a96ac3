// Reads Clang's record declarations as Records.
//
// A record is mapped only if each byte of each field is understood. Otherwise it is refused, and the reason is kept
// until somebody who needs the record asks for the diagnostic.
#pragma once

#include "findings.h"
#include "reading_context.h"
#include "record_links.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <string>
#include <utility>
#include <variant>

namespace clang {
class CXXRecordDecl;
class TypedefNameDecl;
} // namespace clang

namespace automap {

class RecordReader {
public:
  /// Reads into the survey of `context`, which may hold the records of other translation units.
  explicit RecordReader(ReadingContext &context);

  /// Returns the index of `record` in the survey. The first call reads it and what it contains.
  std::size_t read(const clang::RecordDecl &record);

  /// Returns the index of the part of `record` that a view selects: a record of its own.
  std::size_t read_view(const clang::RecordDecl &record, const std::string &view, const FieldSelection &selection);

  /// Returns the index of an array of the mapped record at `element`, which `name` stands for: a record of its own.
  std::size_t read_array(const clang::TypedefNameDecl &name, std::size_t element);

  /// Reads all records that links lead to.
  void follow_links() { links_.follow(read_record_, findings_); }

  const RecordLinks &links() const { return links_; }

  /// Returns what was found out about the records of this translation unit.
  FindingsByRecord &findings() { return findings_; }

private:
  std::size_t read_part(const clang::RecordDecl &definition, const Part &part);
  void read_into(Record &out, const clang::RecordDecl &record, const Part &part, Findings &findings);
  bool has_initial_bytes(const clang::RecordDecl &record) const;
  void read_members(Record &out, const clang::RecordDecl &record, const Part &part, Findings &findings);
  void read_bases(Record &out, const clang::CXXRecordDecl &record, const Part &part, Findings &findings);
  const clang::FieldDecl *any_union_member(const clang::RecordDecl &record, const std::string &view);
  std::variant<const clang::FieldDecl *, Refusal> choose_union_member(const clang::RecordDecl &record,
                                                                      const Part &part);
  std::size_t merge(Record record);

  ReadingContext &context_;
  const ReadRecord read_record_;
  RecordLinks links_;
  FindingsByRecord findings_;
  std::multimap<decltype(Location().key()), std::size_t> earlier_; // records of other translation units
  llvm::DenseMap<std::pair<const clang::RecordDecl *, const clang::FieldDecl *>, std::size_t> read_;
  std::map<std::pair<const clang::TypedefNameDecl *, std::size_t>, std::size_t> arrays_; // by name and element
};

} // namespace automap
