// Collective calls in their order. See call_order.h.
#include "call_order.h"

#include "check/state/operations.h"
#include "compare_parts.h"

#include <algorithm>
#include <string>

namespace automap::check {
namespace {

Finding finding_of(const Checker &checker, const Communicator &communicator, Kind kind, const Call &call) {
  Finding out{.kind = kind, .call = call};
  checker.set_place(out, communicator, communicator.rank_before());
  return out;
}

std::string at(const Side &side) { return side.call + (side.where.empty() ? "" : " at " + side.where); }

/// Compares a call of this rank with the call of the rank before that has the same place in the order. Returns whether
/// they are the same function: otherwise all later ones are likely to differ, too.
bool compare(Checker &checker, const Communicator &communicator, const Argument &mine, const RecordHead &theirs) {
  const bool is_same = without_suffix(mine.call.name) == without_suffix(theirs.call);
  const auto report = [&](Kind kind, const std::string &here, const std::string &there) {
    Finding finding = finding_of(checker, communicator, kind, mine.call);
    finding.other = side_of(theirs, "", "");
    finding.detail = here + " here, " + there + at(*finding.other) + " there";
    checker.report(finding);
  };
  if (!is_same)
    report(Kind::collective, mine.call.name, "");
  else if (mine.root != theirs.root)
    report(Kind::root, "root " + std::to_string(mine.root), "root " + std::to_string(theirs.root) + " in ");
  else if (mine.operation != theirs.operation)
    report(Kind::operation, operation_name(mine.operation), operation_name(theirs.operation) + std::string(" in "));
  return is_same;
}

/// Compares the calls of both ranks as far as both are known.
void compare_known(Checker &checker, Communicator &communicator) {
  CollectiveCalls &calls = communicator.calls;
  auto &mine = calls.mine;
  auto &theirs = calls.theirs;
  while (!calls.differ && !mine.empty() && !theirs.empty()) {
    const ArgumentRef argument = mine.front().argument;
    const RecordRef record = theirs.front().record;
    const std::int64_t times = std::min(mine.front().times, theirs.front().times);
    if ((mine.front().times -= times) == 0)
      mine.pop_front();
    if ((theirs.front().times -= times) == 0)
      theirs.pop_front();
    if (argument == calls.same_mine && record == calls.same_theirs)
      continue;
    if (compare(checker, communicator, *argument, record->head)) {
      calls.same_mine = argument;
      calls.same_theirs = record;
    } else {
      calls.differ = true;
    }
  }
  if (calls.differ) {
    mine.clear();
    theirs.clear();
  }
}

} // namespace

void add_own_call(Checker &checker, Communicator &communicator, const ArgumentRef &argument) {
  if (communicator.calls.differ)
    return;
  auto &mine = communicator.calls.mine;
  if (!mine.empty() && mine.back().argument == argument)
    ++mine.back().times;
  else
    mine.push_back({argument, 1});
  compare_known(checker, communicator);
}

void deliver_collective(Checker &checker, Communicator &communicator, const RecordRef &record, std::int64_t times) {
  auto &theirs = communicator.calls.theirs;
  if (communicator.calls.differ)
    return;
  if (!theirs.empty() && theirs.back().record == record)
    theirs.back().times += times;
  else
    theirs.push_back({record, times});
  compare_known(checker, communicator);
}

void report_missing_calls(Checker &checker, Communicator &communicator) {
  auto &calls = communicator.calls;
  auto &mine = calls.mine;
  auto &theirs = calls.theirs;
  if (!calls.are_all_here) {
    checker.counters.skipped += !mine.empty();
  } else if (!mine.empty()) {
    Finding finding = finding_of(checker, communicator, Kind::collective, mine.front().argument->call);
    finding.detail = "that rank has made no such call";
    checker.report(finding);
  } else if (!theirs.empty()) {
    const RecordHead &head = theirs.front().record->head;
    Finding finding = finding_of(checker, communicator, Kind::collective, call_of(head));
    finding.detail = "that rank has made this call, and this rank has not";
    checker.report(finding);
  }
  mine.clear();
  theirs.clear();
}

} // namespace automap::check
