// Records on their way. See travel.h and design.md.
#include "travel.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace automap::check {
namespace {

constexpr int group_tag = 0; // tag of all groups on a shadow
/// One more record still stays below any MPI library's eager limit.
constexpr std::size_t most_bytes_of_group = 2500;
constexpr int most_messages_of_group = 256;

/// Returns the writer or reader of groups for a rank.
template <typename End>
End &end_for(std::vector<std::unique_ptr<End>> &ends, const Communicator &communicator, int rank) {
  if (ends.empty())
    ends.resize(static_cast<std::size_t>(communicator.size));
  auto &end = ends[static_cast<std::size_t>(rank)];
  if (!end)
    end = std::make_unique<End>();
  return *end;
}

void send_group(Checker &checker, Communicator &communicator, int destination, std::vector<char> bytes) {
  free_sent_groups(communicator);
  OutgoingGroup &out = communicator.outgoing.emplace_back();
  out.bytes = std::move(bytes);
  if (PMPI_Isend(out.bytes.data(), static_cast<int>(out.bytes.size()), MPI_BYTE, destination, group_tag,
                 communicator.shadow, &out.request) == MPI_SUCCESS)
    ++communicator.groups_sent[static_cast<std::size_t>(destination)];
  else
    checker.distrust_me();
}

void send_group(Checker &checker, Communicator &communicator, int destination) {
  send_group(checker, communicator, destination, end_for(communicator.unsent, communicator, destination).take());
}

void send_all_groups(Checker &checker) {
  while (!checker.with_unsent.empty())
    send_all_groups(checker, *checker.with_unsent.back());
}

} // namespace

void free_sent_groups(Communicator &communicator) {
  while (!communicator.outgoing.empty()) {
    int done = 0;
    PMPI_Test(&communicator.outgoing.front().request, &done, MPI_STATUS_IGNORE);
    if (!done)
      return;
    communicator.outgoing.pop_front();
  }
}

void send_all_groups(Checker &checker, Communicator &communicator) {
  for (const int destination : std::exchange(communicator.with_unsent, {}))
    send_group(checker, communicator, destination);
  std::erase(checker.with_unsent, &communicator);
}

void send_due_groups(Checker &checker, long long time) {
  if (time != checker.unsent_since)
    send_all_groups(checker);
}

void send_due_groups(Checker &checker) {
  if (!checker.with_unsent.empty())
    send_due_groups(checker, coarse_clock_ns());
}

bool send_before_collective(Checker &checker) {
  if (checker.with_unsent.empty())
    return true;
  const long long time = coarse_clock_ns();
  int groups = 0;
  for (const Communicator *const communicator : checker.with_unsent)
    groups += static_cast<int>(communicator->with_unsent.size());
  if (checker.groups_at_collectives.take(time, groups))
    send_all_groups(checker);
  else
    send_due_groups(checker, time);
  return checker.with_unsent.empty();
}

namespace {

/// Adds a record to the group for a rank, and sends it if it must go.
void add_record(Checker &checker, Communicator &communicator, const ArgumentRef &argument, int destination, int tag,
                bool at_once) {
  GroupWriter<ArgumentRef> &group = end_for(communicator.unsent, communicator, destination);
  if (group.count() == 0) {
    communicator.groups_sent.resize(static_cast<std::size_t>(communicator.size));
    if (checker.with_unsent.empty()) {
      checker.unsent_since = coarse_clock_ns();
      at_once = at_once || checker.groups_at_once.take(checker.unsent_since);
    }
    if (communicator.with_unsent.empty())
      checker.with_unsent.push_back(&communicator);
    communicator.with_unsent.push_back(destination);
  }
  group.add(argument, tag, [&] {
    MessageRecord record;
    record.fill(argument->part, argument->call);
    record.head.announcement_bytes = static_cast<std::uint8_t>(argument->announcement_bytes & 127);
    record.head.root = argument->root;
    record.head.operation = static_cast<std::uint8_t>(argument->operation);
    return record;
  });
  if (at_once) {
    send_all_groups(checker, communicator);
  } else if (group.count() == most_messages_of_group || group.size_bytes() > most_bytes_of_group) {
    send_group(checker, communicator, destination);
    std::erase(communicator.with_unsent, destination);
    if (communicator.with_unsent.empty())
      std::erase(checker.with_unsent, &communicator);
  }
}

} // namespace

void send_record(Checker &checker, Communicator &communicator, const ArgumentRef &argument, int destination, int tag) {
  if (destination < 0 || destination >= communicator.size || tag < 0) // MPI will refuse it
    return;
  if (communicator.is_retiring) { // a persistent send that outlives its communicator
    ++checker.counters.skipped;
    checker.distrust_me();
    return;
  }
  add_record(checker, communicator, argument, destination, tag, checker.settings.mode == Mode::abort);
}

void send_call(Checker &checker, Communicator &communicator, const ArgumentRef &argument, int destination,
               bool at_once) {
  add_record(checker, communicator, argument, destination, collective_tag,
             at_once || checker.settings.mode == Mode::abort);
}

void send_data(Checker &checker, Communicator &communicator, const ArgumentRef &argument, int destination,
               std::int64_t step) {
  constexpr std::int64_t most = 1 << 30;
  for (; step > most; step -= most) // a record that no call expects
    add_record(checker, communicator, ArgumentRef::make(), destination, data_tag - static_cast<int>(most), false);
  add_record(checker, communicator, argument, destination, data_tag - static_cast<int>(step),
             checker.settings.mode == Mode::abort);
}

void send_last_call(Checker &checker, Communicator &communicator) {
  if (communicator.size > 1 && !communicator.is_inter)
    send_group(checker, communicator, communicator.rank_after(), {});
  else
    communicator.calls.are_all_here = true;
}

bool receive_group(Checker &checker, Communicator &communicator, Deliver deliver) {
  int found = 0, size = 0;
  MPI_Status status;
  if (PMPI_Iprobe(MPI_ANY_SOURCE, group_tag, communicator.shadow, &found, &status) != MPI_SUCCESS || !found)
    return false;
  PMPI_Get_count(&status, MPI_BYTE, &size);
  std::vector<char> bytes(static_cast<std::size_t>(size));
  const int source = status.MPI_SOURCE;
  PMPI_Recv(bytes.data(), size, MPI_BYTE, source, group_tag, communicator.shadow, MPI_STATUS_IGNORE);
  ++communicator.groups_received;
  if (size == 0) // see send_last_call()
    communicator.calls.are_all_here = true;
  end_for(communicator.arriving, communicator, source).read(bytes, [&](int tag, const RecordRef &record, int times) {
    deliver(checker, communicator, {source, tag}, record, times);
  });
  return true;
}

} // namespace automap::check
