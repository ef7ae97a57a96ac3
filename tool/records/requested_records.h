// Turns the records that the user asked for into datatypes, nodes and the list of records that are shown.
#pragma once

#include "object_reader.h"
#include "record_reader.h"

#include "llvm/ADT/StringRef.h"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace automap {

/// Finishes the records of a survey. Reports what cannot be mapped and what the user should know about the rest.
class RequestedRecords {
public:
  RequestedRecords(ReadingContext &context, RecordReader &reader, ObjectReader &objects)
      : context_(context), reader_(reader), objects_(objects) {}

  /// Gives a record the datatype that a directive, --type or a --select file asks for.
  void add(const Annotations::Use &asked);

  /// Gives a part of a record the datatype that a view asks for.
  void add_view(const Annotations::View &view);

  /// Lists all records, whether or not they have datatypes: those outside of system headers with what they contain, and
  /// the others if they are asked for.
  void list_all(const Declarations &declarations, bool of_system_headers);

  /// Makes nodes of all records that have datatypes, and of all records that links lead to from there.
  void add_nodes();

private:
  std::size_t array_of(std::size_t index, const Annotations::Use &use);
  void add_datatype(std::size_t index, const Annotations::Use &use, const std::string &suffix);
  const clang::NamedDecl *usable_name(const clang::RecordDecl &record) const;
  bool add_target(std::size_t index);
  void list(std::size_t index, bool is_asked_for = true);
  void warn_if_empty(const Record &record, const clang::RecordDecl &declaration);
  std::string describe_owner(const clang::FieldDecl &field) const;
  clang::DiagnosticsEngine &diagnostics() const { return context_.ast.getDiagnostics(); }
  std::vector<Record> &records() const { return context_.survey.records; }

  ReadingContext &context_;
  RecordReader &reader_;
  ObjectReader &objects_;
  /// The views, by record and datatype name.
  std::map<std::pair<const clang::TagDecl *, std::string>, PlacedName> views_;
  std::set<std::size_t> refused_; // records that cannot be nodes, which has been reported
};

} // namespace automap
