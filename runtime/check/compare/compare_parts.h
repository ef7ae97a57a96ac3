// The comparison of what this rank names in a call with what another rank's record says.
#pragma once

#include "check/state/checker.h"
#include "check/state/record.h"

#include "layout/compare.h"

namespace automap::check {

/// A transfer as this rank sees it.
struct View {
  Call call;
  const Communicator *communicator;
  int peer;
  const char *my_role, *their_role; // "received", "sent", …
};

/// Returns the name of a function without the suffix of its form with large counts, which matches the other form.
inline std::string_view without_suffix(std::string_view name) {
  return name.ends_with("_c") ? name.substr(0, name.size() - 2) : name;
}

/// Returns the MPI name of an element's type; empty if there is no element.
std::string name_of(const std::optional<layout::Element> &element);

/// Returns what a record says, for a report. `text` is the datatype in the record, empty if it did not fit.
Side side_of(const RecordHead &head, std::string_view text, const char *role);

/// Sets the first difference of my part and theirs in `finding`. The kind becomes Kind::bytes if only one of the two
/// elements is an MPI_BYTE.
void set_difference(Finding &finding, const Part &mine, const RecordHead &theirs, std::string_view signature_bytes);

/// Compares two sides that have to name the same signature. Counts those that cannot be compared.
template <typename Record>
void compare_equal(Checker &checker, const View &view, const Part &mine, const Record &theirs) {
  if (!mine.known || !theirs.head.known) {
    ++checker.counters.skipped;
    return;
  }
  switch (layout::match(mine.signature, theirs.head.signature())) {
  case layout::Matching::same:
    return;
  case layout::Matching::packed:
    ++checker.counters.packed;
    return;
  case layout::Matching::bytes:
    if (checker.settings.bytes_match_all)
      return;
    break;
  case layout::Matching::different:
    break;
  }
  Finding finding{.kind = Kind::mismatch, .call = view.call, .role = view.my_role, .count = mine.count};
  finding.type = mine.type ? mine.type->text() : "";
  checker.set_place(finding, *view.communicator, view.peer);
  finding.other = side_of(theirs.head, theirs.text(), view.their_role);
  set_difference(finding, mine, theirs.head, theirs.signature_bytes());
  if (finding.kind == Kind::mismatch && finding.difference &&
      (finding.difference->mine.empty() || finding.difference->theirs.empty()))
    finding.kind = Kind::length;
  else if (finding.kind == Kind::mismatch && !finding.difference && mine.signature.count != theirs.head.elements)
    finding.kind = Kind::length;
  checker.report(finding);
}

} // namespace automap::check
