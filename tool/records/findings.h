// What the reader finds out about a record beside its layout: why it cannot be mapped, and what the user
// should know if it can.
#pragma once

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

struct Refusal {
  std::string reason;             // "field 'p' is a pointer: …"
  clang::SourceLocation location; // of the record or the field to blame
  clang::SourceRange range;
  std::string hint;                      // what to do; empty: none
  std::vector<Hint> other_hints;         // what else would do
  clang::SourceLocation hint_location;   // where the comments that hints name go
  bool has_fixes = false;                // each hint's first comment may be inserted there, unless an example
  std::optional<std::size_t> because_of; // the refused record that this one contains
  std::string field;                     // to blame; empty: the record
};

struct Notice {
  clang::DiagnosticIDs::Level level; // a remark or a warning
  clang::SourceLocation location;
  std::string text;
};

/// Of one record.
struct Findings {
  clang::SourceRange record;
  std::vector<Refusal> refusals;
  std::vector<Notice> notices;
};

/// Of all records, by their index in the survey, kept until somebody needs the record.
class FindingsByRecord {
public:
  /// `keys_place`: see hint.h. `wrong_directives`: the places of those that have been reported.
  FindingsByRecord(const Survey &survey, clang::DiagnosticsEngine &diagnostics, std::string keys_place,
                   std::vector<clang::SourceLocation> wrong_directives)
      : survey_(survey), diagnostics_(diagnostics), keys_place_(std::move(keys_place)),
        wrong_directives_(std::move(wrong_directives)) {}

  void add(std::size_t index, Findings findings);

  /// One more of a record that has been added.
  void add_notice(std::size_t index, Notice notice);

  /// Reports all that keeps the record at `index` from being mapped, into the records it contains. What would
  /// stand in a header of the system stands at `asked_for`, where the user asked for the record. Not what a
  /// directive that is wrong may have been to mend.
  void report_refusal(std::size_t index, clang::SourceLocation asked_for) const;

  /// Reports, once, what the user should know about the record at `index`.
  void report_notices(std::size_t index);

private:
  bool has_wrong_directive(std::size_t index) const;
  bool may_follow_from_directive(std::size_t index, const Refusal &refusal) const;
  clang::SourceLocation users_place(clang::SourceLocation place, clang::SourceLocation instead) const;
  void note_hints(const Refusal &refusal, clang::SourceLocation instead) const;
  void note_cause(std::size_t index, clang::SourceLocation user_field) const;

  const Survey &survey_;
  clang::DiagnosticsEngine &diagnostics_;
  std::string keys_place_;
  std::vector<clang::SourceLocation> wrong_directives_;
  std::map<std::size_t, Findings> findings_;
};

} // namespace automap
