// Checks within one call. See local_parts.h.
#include "local_parts.h"

#include "compare_parts.h"

#include <exception>

namespace automap::check {

void compare_local(Checker &checker, Call call, Kind kind, const Part &mine, const char *my_role, const Part &theirs,
                   const char *their_role) {
  if (!mine.known || !theirs.known) {
    ++checker.counters.skipped;
    return;
  }
  const layout::Matching matching = layout::match(mine.signature, theirs.signature);
  if (matching == layout::Matching::same || matching == layout::Matching::packed ||
      (matching == layout::Matching::bytes && checker.settings.bytes_match_all))
    return;
  Finding finding{.kind = kind, .call = call, .role = my_role, .count = mine.count};
  finding.type = mine.type ? mine.type->text() : "nothing";
  Side other;
  other.role = their_role;
  other.count = theirs.count;
  other.type = theirs.type ? theirs.type->text() : "nothing";
  finding.other = std::move(other);
  try {
    const auto comparison = layout::compare(mine.tree(), mine.count, theirs.tree(), theirs.count);
    finding.difference = Difference{comparison.index, name_of(comparison.first), name_of(comparison.second), ""};
  } catch (const std::exception &) { // counts beyond 64 bits: the finding is reported without the difference
  }
  checker.report(finding);
}

void check_part(Call call, Access access, MPI_Datatype type, std::int64_t count) {
  Checker *const checker = check::checker();
  if (!checker)
    return;
  const Lock lock(*checker);
  if (access == Access::reads)
    checker->sent_part(call, type, count);
  else
    checker->received_part(call, type, count);
}

} // namespace automap::check
