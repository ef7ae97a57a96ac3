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

void check_buffer(Checker &checker, const Argument &argument, const void *buffer) {
  if (argument.call.is_of_automap() ||                      // which receives into a buffer of its own
      checker.has_unseen_calls || program_handles_errors()) // a request may have ended unnoticed
    return;
  const FollowedRequest *const other = checker.pending_buffers.find_overlap(buffer, argument.part);
  if (!other)
    return;
  Finding finding{.kind = Kind::pending, .call = argument.call};
  const SourcePlace place = place_of_call(caller_of(other->argument->call));
  finding.other = Side{.role = "", .call = other->argument->call.name, .where = place.where, .file = place.file};
  finding.other->line = place.line;
  finding.detail = "it writes what " + finding.other->call + " at " + place.where + " is still receiving into";
  checker.report(finding);
}

void note_buffer(Checker &checker, FollowedRequest &request) {
  if (!request.buffer || request.argument->call.is_of_automap())
    return;
  check_buffer(checker, *request.argument, request.buffer);
  checker.pending_buffers.add(request);
}

void check_target(Checker &checker, const Call &call, MPI_Win window, int target, std::int64_t place,
                  const Part &part) {
  const auto found = checker.windows.find(window);
  if (found == checker.windows.end() || !part.known || !part.type || part.bytes() == 0 || target < 0 ||
      static_cast<std::size_t>(target) >= found->second.bytes.size())
    return;
  const auto rank = static_cast<std::size_t>(target);
  const std::int64_t size = found->second.bytes[rank];
  std::int64_t at = 0, from = 0, to = 0;
  const auto [first, last] = part.type->span(part.count);
  if (__builtin_mul_overflow(place, found->second.units[rank], &at) || __builtin_add_overflow(at, first, &from) ||
      __builtin_add_overflow(at, last, &to) || (from >= 0 && to <= size))
    return;
  Finding finding{.kind = Kind::window, .call = call, .role = "target", .count = part.count};
  finding.type = part.type->text();
  finding.detail = "the target's part " +
                   (from < 0 ? "begins at byte " + std::to_string(from) : "ends at byte " + std::to_string(to)) +
                   " of a window of " + std::to_string(size) + " bytes of rank " + std::to_string(target);
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
