// Reporting findings. See findings.h.
#include "findings.h"

#include "diagnose.h"

namespace automap {

void FindingsByRecord::add(std::size_t index, Findings findings) { findings_[index] = std::move(findings); }

void FindingsByRecord::report_refusal(std::size_t index) const {
  const std::string head = "cannot map '" + describe(survey_.records[index]) + "': ";
  for (const Refusal &refusal : findings_.at(index).refusals) {
    error(diagnostics_, refusal.location, head + refusal.reason) << refusal.range;
    note_hint(refusal);
    if (refusal.because_of)
      note_cause(*refusal.because_of);
  }
}

void FindingsByRecord::note_hint(const Refusal &refusal) const {
  if (refusal.hint.empty())
    return;
  auto hint = note(diagnostics_, refusal.hint_location, refusal.hint);
  if (!refusal.fix.empty() && refusal.hint_location.isFileID())
    hint << clang::FixItHint::CreateInsertion(refusal.hint_location, refusal.fix);
}

/// Notes what is wrong with a contained record. Where that is again a record it contains, only that one is
/// noted: the field to blame is at the end of the chain.
void FindingsByRecord::note_cause(std::size_t index) const {
  for (const Refusal &refusal : findings_.at(index).refusals) {
    if (refusal.because_of) {
      note_cause(*refusal.because_of);
      continue;
    }
    note(diagnostics_, refusal.location, "in '" + describe(survey_.records[index]) + "': " + refusal.reason)
        << refusal.range;
    note_hint(refusal);
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
