// Data of collective calls. See collectives.h.
#include "collectives.h"

#include "compare_parts.h"
#include "travel.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

namespace automap::check {
namespace {

/// Whether what a rank expects is the same as what is `known` of the other side, without a closer look.
bool agree(const Part &mine, bool known, const layout::Signature &theirs) {
  return mine.known && known && layout::match(mine.signature, theirs) == layout::Matching::same;
}
bool agree(const Part &mine, const RecordHead &theirs) { return agree(mine, theirs.known, theirs.signature()); }

DataLane &lane_of(Communicator &communicator, int rank) {
  if (communicator.lanes.empty())
    communicator.lanes.resize(static_cast<std::size_t>(communicator.size));
  auto &lane = communicator.lanes[static_cast<std::size_t>(rank)];
  if (!lane)
    lane = std::make_unique<DataLane>();
  return *lane;
}

/// Compares what is known of both sides.
void pair(Checker &checker, Communicator &communicator, int peer) {
  DataLane &lane = lane_of(communicator, peer);
  const auto compare = [&](const ExpectedData &expected, const RecordRef &record, std::int64_t times) {
    const Argument &mine = *expected.argument;
    if (without_suffix(mine.call.name) != without_suffix(record->head.call)) { // see call_order.h
      checker.counters.skipped += times;
      return;
    }
    checker.counters.collectives += expected.is_first ? times : 0;
    if (!agree(mine.part, record->head))
      for (; times > 0; --times)
        compare_equal(checker, {mine.call, &communicator, peer, expected.roles->mine, expected.roles->theirs},
                      mine.part, *record);
  };
  communicator.expected_data -= lane.data.expected_count();
  lane.data.pair(
      compare,
      [](const ExpectedData &expected, const RecordRef &record) {
        return agree(expected.argument->part, record->head);
      },
      [&](std::int64_t times) { checker.counters.skipped += times; });
  communicator.expected_data += lane.data.expected_count();
}

} // namespace

CollectiveCheck::CollectiveCheck(Checker &checker, Communicator &communicator, const Roles &roles)
    : checker_(checker), communicator_(communicator), roles_(roles) {
  ++communicator_.data_calls;
}

void CollectiveCheck::send(int rank, const ArgumentRef &argument) {
  if (rank == communicator_.rank) {
    communicator_.own_sent.push_back(argument);
    return;
  }
  if (rank < 0 || rank >= communicator_.size) // MPI will refuse it
    return;
  DataLane &lane = lane_of(communicator_, rank);
  send_data(checker_, communicator_, argument, rank,
            communicator_.data_calls - std::exchange(lane.last_sent, communicator_.data_calls));
}

void CollectiveCheck::expect(int rank, const ArgumentRef &argument) {
  const bool is_first = !std::exchange(expects_any_, true);
  if (rank == communicator_.rank) {
    communicator_.own_expected.push_back(argument);
    checker_.counters.collectives += is_first;
    return;
  }
  if (rank < 0 || rank >= communicator_.size)
    return;
  lane_of(communicator_, rank).data.expect(communicator_.data_calls, {argument, &roles_, is_first});
  ++communicator_.expected_data;
  communicator_.expected_of.push_back(rank);
}

void CollectiveCheck::finish() {
  compare_own();
  for (const int rank : communicator_.expected_of)
    pair(checker_, communicator_, rank);
  communicator_.expected_of.clear();
}

void CollectiveCheck::compare_own() {
  auto &sent = communicator_.own_sent, &expected = communicator_.own_expected;
  for (std::size_t i = 0; i < std::min(expected.size(), sent.size()); ++i) {
    const Argument &mine = *expected[i];
    const auto is_mine = [&](const ArgumentRef &own) { return agree(mine.part, own->part.known, own->part.signature); };
    if (std::ranges::any_of(sent, is_mine)) // MPI libraries do not agree on which of several it gets
      continue;
    MessageRecord record;
    record.fill(sent[i]->part, sent[i]->call);
    compare_equal(checker_, {mine.call, &communicator_, communicator_.rank, roles_.mine, roles_.theirs}, mine.part,
                  record);
  }
  sent.clear();
  expected.clear();
}

void deliver_data(Checker &checker, Communicator &communicator, int source, std::int64_t step, const RecordRef &record,
                  std::int64_t times) {
  lane_of(communicator, source).data.arrive(step, record, times);
  pair(checker, communicator, source);
}

void give_up_data(Checker &checker, Communicator &communicator) {
  checker.counters.skipped += std::exchange(communicator.expected_data, 0);
  communicator.lanes.clear();
}

} // namespace automap::check
