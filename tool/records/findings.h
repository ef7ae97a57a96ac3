// What the readers find out about a record besides its layout: why it cannot be mapped, or else what the user should
// know.
#pragma once

#include "annotations/field_lookup.h"
#include "model/hint.h"
#include "model/record.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceLocation.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace automap {

/// A reason why a record cannot be mapped.
struct Refusal {
  std::string reason;             // "field 'p' is a pointer: …"
  clang::SourceLocation location; // the record or the field that is the reason
  clang::SourceRange range;
  std::string hint;                      // what the user can do; empty: nothing
  std::vector<Hint> other_hints;         // other things that the user can do
  clang::SourceLocation hint_location;   // the place for the comments that hints name
  bool has_fixes = false;                // each hint's first comment can be inserted there, unless it is an example
  std::optional<std::size_t> because_of; // a record that this one contains and that is refused
  std::string field;                     // the field that is the reason; empty: the record
};

/// Refuses a member that the union `of` does not have. `subject` begins the reason: "it ", "field 'u' ".
Refusal no_such_member(const std::string &subject, const clang::RecordDecl &of, const PlacedName &member,
                       const FieldLookup &lookup);

/// A remark or warning about a record that is mapped.
struct Notice {
  clang::DiagnosticIDs::Level level; // a remark or a warning
  clang::SourceLocation location;
  std::string text;
};

/// The findings about one record.
struct Findings {
  clang::SourceRange record;
  std::vector<Refusal> refusals;
  std::vector<Notice> notices;
};

/// The findings about all records, by their index in the survey, until they are reported.
class FindingsByRecord {
public:
  /// `keys_place` is described in hint.h. `wrong_directives` has the places of directives that have been reported.
  FindingsByRecord(const Survey &survey, clang::DiagnosticsEngine &diagnostics, std::string keys_place,
                   std::vector<clang::SourceLocation> wrong_directives)
      : survey_(survey), diagnostics_(diagnostics), keys_place_(std::move(keys_place)),
        wrong_directives_(std::move(wrong_directives)) {}

  void add(std::size_t index, Findings findings);

  /// Adds a notice to the findings about a record.
  void add_notice(std::size_t index, Notice notice);

  /// Reports all reasons why the record at `index` cannot be mapped, down to the records that it contains. Reasons in
  /// system headers are reported at `asked_for`, where the user asked for the record. Leaves out reasons that may
  /// follow from a wrong directive.
  void report_refusal(std::size_t index, clang::SourceLocation asked_for) const;

  /// Reports the notices about the record at `index`, once.
  void report_notices(std::size_t index);

private:
  bool has_wrong_directive(std::size_t index) const;
  bool may_follow_from_directive(std::size_t index, const Refusal &refusal) const;
  clang::SourceLocation user_place(clang::SourceLocation place, clang::SourceLocation instead) const;
  void note_hints(const Refusal &refusal, clang::SourceLocation instead, const std::string &owner) const;
  void note_cause(std::size_t index, clang::SourceLocation user_field, std::string owner) const;

  const Survey &survey_;
  clang::DiagnosticsEngine &diagnostics_;
  std::string keys_place_;
  std::vector<clang::SourceLocation> wrong_directives_;
  std::map<std::size_t, Findings> findings_;
};

} // namespace automap
