// Reporting findings. See findings.h.
#include "findings.h"

#include "ast/diagnose.h"
#include "model/nearest_name.h"
#include "model/quoted.h"

#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace automap {

Refusal no_such_member(const std::string &subject, const clang::RecordDecl &of, const PlacedName &member,
                       const FieldLookup &lookup) {
  return {.reason = subject + "is a union without a member " + quoted(member.text) +
                    did_you_mean(member.text, lookup.names(of)),
          .location = member.range.getBegin(),
          .range = member.range.getAsRange(),
          .hint = lookup.members_of(of),
          .hint_location = of.getLocation()};
}

void FindingsByRecord::add(std::size_t index, Findings findings) { findings_[index] = std::move(findings); }

void FindingsByRecord::add_notice(std::size_t index, Notice notice) {
  findings_[index].notices.push_back(std::move(notice));
}

/// Returns `place`, or `instead` if `place` is in a system header, which the user cannot change.
clang::SourceLocation FindingsByRecord::user_place(clang::SourceLocation place, clang::SourceLocation instead) const {
  return diagnostics_.getSourceManager().isInSystemHeader(place) && instead.isValid() ? instead : place;
}

/// Whether a wrong directive stands on a line of the record, after its end included.
bool FindingsByRecord::has_wrong_directive(std::size_t index) const {
  const clang::SourceManager &sources = diagnostics_.getSourceManager();
  const clang::SourceRange record = findings_.at(index).record;
  const clang::SourceLocation begin = sources.getExpansionLoc(record.getBegin()),
                              end = sources.getExpansionLoc(record.getEnd());
  return std::ranges::any_of(wrong_directives_, [&](clang::SourceLocation wrong) {
    return sources.isWrittenInSameFile(wrong, begin) &&
           sources.getSpellingLineNumber(wrong) >= sources.getSpellingLineNumber(begin) &&
           sources.getSpellingLineNumber(wrong) <= sources.getSpellingLineNumber(end);
  });
}

bool FindingsByRecord::may_follow_from_directive(std::size_t index, const Refusal &refusal) const {
  return has_wrong_directive(index) ||
         (refusal.because_of &&
          std::ranges::any_of(findings_.at(*refusal.because_of).refusals, [&](const Refusal &cause) {
            return may_follow_from_directive(*refusal.because_of, cause);
          }));
}

void FindingsByRecord::report_refusal(std::size_t index, clang::SourceLocation asked_for) const {
  const std::string head = "cannot map '" + describe(survey_.records[index]) + "': ";
  for (const Refusal &refusal : findings_.at(index).refusals) {
    if (may_follow_from_directive(index, refusal))
      continue;
    const clang::SourceLocation place = user_place(refusal.location, asked_for);
    error(diagnostics_, place, head + refusal.reason)
        << (place == refusal.location ? refusal.range : clang::SourceRange());
    note_hints(refusal, place, "");
    if (refusal.because_of)
      note_cause(*refusal.because_of, place, "");
  }
}

/// `owner` is the contained record whose entry in a --select file has the keys; empty: the one that the user selected.
void FindingsByRecord::note_hints(const Refusal &refusal, clang::SourceLocation instead,
                                  const std::string &owner) const {
  const std::string keys = owner.empty() ? keys_place_ : keys_place_of(keys_place_, owner);
  const clang::SourceLocation place = user_place(refusal.hint_location, instead);
  const auto note_hint = [&](const Hint &hint) {
    auto out = note(diagnostics_, place, hint_for(keys, hint.text, refusal.field));
    if (refusal.has_fixes && !hint.is_example && keys_place_.empty() && place == refusal.hint_location &&
        place.isFileID())
      out << clang::FixItHint::CreateInsertion(place, " " + first_comment(hint.text).str());
  };
  if (!refusal.hint.empty())
    note_hint({refusal.hint});
  for (const Hint &hint : refusal.other_hints)
    note_hint(hint);
}

/// Notes why a contained record cannot be mapped. If the reason is a record in it, only that record is noted: the field
/// that is the reason stands at the end of the chain. `owner` is the last one with a name before this record.
void FindingsByRecord::note_cause(std::size_t index, clang::SourceLocation user_field, std::string owner) const {
  if (!survey_.records[index].name.empty())
    owner = survey_.records[index].qualified;
  for (const Refusal &refusal : findings_.at(index).refusals) {
    const clang::SourceLocation place = user_place(refusal.location, user_field);
    if (refusal.because_of) {
      note_cause(*refusal.because_of, place, owner);
      continue;
    }
    note(diagnostics_, refusal.location, "in '" + describe(survey_.records[index]) + "': " + refusal.reason)
        << refusal.range;
    note_hints(refusal, place, owner);
  }
}

void FindingsByRecord::report_notices(std::size_t index) {
  const auto found = findings_.find(index);
  if (found == findings_.end())
    return;
  for (const Notice &notice : found->second.notices)
    diagnose(diagnostics_, notice.level, notice.location, notice.text);
  found->second.notices.clear();
}

} // namespace automap
