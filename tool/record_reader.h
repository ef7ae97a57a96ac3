// Clang record declarations → Records.
//
// A record is mapped only if each byte of each field is understood; otherwise it is refused, with the
// reason kept until somebody who needs the record asks for the diagnostic.
#pragma once

#include "annotations.h"
#include "record.h"

#include "clang/AST/PrettyPrinter.h"
#include "clang/Basic/SourceLocation.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <map>
#include <optional>
#include <string>
#include <variant>

namespace automap {

class RecordReader {
public:
  /// Reads into `survey`, which may hold the records of other translation units. Typedefs and variables
  /// name the unnamed records of `declarations`.
  RecordReader(clang::ASTContext &context, clang::DiagnosticsEngine &diagnostics,
               const Declarations &declarations, const llvm::DenseSet<const clang::FieldDecl *> &ignored,
               bool ignore_pointers, Survey &survey);

  /// The index of `record` in the survey. Reads it, and what it contains, at the first call.
  std::size_t read(const clang::RecordDecl &record);

  /// As which type generated code names `record`, and as which name the user knows it, if it is called
  /// by `name`: the record itself, a typedef or a variable of it.
  Record::Datatype datatype(const clang::RecordDecl &record, const clang::NamedDecl &name) const;

  /// Reports all that keeps the record at `index` from being mapped, into the records it contains.
  void report_refusal(std::size_t index);

private:
  struct Refusal {
    std::string reason;
    clang::SourceLocation location; // of the record or the field to blame
    clang::SourceRange range;
    std::string hint;                      // empty: none
    clang::SourceLocation hint_location;   // where the hint's fix goes
    std::string fix;                       // the text to insert there; empty: none
    std::optional<std::size_t> because_of; // the refused record that this one contains
  };

  std::vector<Refusal> read_into(Record &out, const clang::RecordDecl &record);
  std::variant<Field, Refusal> read_field(const clang::FieldDecl &field);
  std::optional<Refusal> check_class(const clang::RecordDecl &record) const;
  std::string why_not_basic(clang::QualType type) const;
  std::string checked_type(const Field &field, clang::QualType element) const;
  bool is_nameable(const clang::FieldDecl &field) const;
  std::string spelling(const clang::NamedDecl &name) const;
  std::string qualified_name(const clang::NamedDecl &name) const;
  std::pair<std::uint64_t, std::uint64_t> file_id(const clang::RecordDecl &record) const;
  const clang::NamedDecl *name_of(const clang::RecordDecl &record) const;
  std::size_t merge(Record record);
  void note_cause(std::size_t index);

  clang::ASTContext &context_;
  clang::DiagnosticsEngine &diagnostics_;
  const llvm::DenseSet<const clang::FieldDecl *> &ignored_;
  bool ignore_pointers_;
  Survey &survey_;
  clang::PrintingPolicy policy_;
  std::multimap<decltype(Location().key()), std::size_t> earlier_; // records of other translation units
  llvm::DenseMap<const clang::RecordDecl *, const clang::NamedDecl *> unnamed_; // named by a variable
  llvm::DenseMap<const clang::RecordDecl *, std::size_t> read_;
  llvm::DenseMap<std::size_t, std::vector<Refusal>> refusals_; // by index into the survey
};

} // namespace automap
