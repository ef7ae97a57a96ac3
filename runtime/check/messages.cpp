// Messages. See messages.h and README.md.
#include "messages.h"

#include "collectives.h"
#include "compare_parts.h"

#include <sched.h>
#include <time.h>

#include <chrono>
#include <cstring>
#include <span>
#include <utility>

namespace automap::check {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto patience = std::chrono::seconds(10); // for what a wrong program may never send

/// Reports a receive that differs from what was sent, unless the record may be another message's.
void report(Checker &checker, const Receive &receive, const Part &mine, const MessageRecord &record) {
  const RecordHead &theirs = record.head;
  const bool too_long = theirs.bytes > mine.bytes();
  MPI_Count bytes = 0;
  PMPI_Get_elements_x(&receive.status, MPI_BYTE, &bytes);
  const bool is_this_message = receive.truncated ? too_long : !receive.bytes_known || theirs.bytes == bytes;
  if (!is_this_message || checker.is_distrusted(*receive.communicator, receive.source)) {
    ++checker.counters.skipped;
    return;
  }
  Finding finding{.kind = Kind::mismatch, .call = receive.call, .role = "received", .count = mine.count};
  finding.type = mine.type ? mine.type->text() : "";
  checker.set_place(finding, *receive.communicator, receive.source);
  finding.tag = receive.tag;
  finding.other = side_of(theirs, record.text(), "sent");
  set_difference(finding, mine, theirs, record.signature_bytes());
  if (too_long) {
    finding.kind = Kind::truncation;
    finding.detail = "a message of " + std::to_string(theirs.bytes) + " bytes for a buffer of " +
                     std::to_string(mine.bytes());
  }
  checker.tell(finding);
}

void check_one(Checker &checker, const Receive &receive, const MessageRecord &record) {
  const Part &mine = receive.part;
  const layout::Signature sent = record.head.signature();
  if (!record.head.known || !mine.known || receive.dropped) {
    ++checker.counters.skipped;
    return;
  }
  if (sent == mine.signature) {
    ++checker.counters.messages;
    return;
  }
  if (sent.has_packed() || mine.signature.has_packed()) {
    ++checker.counters.packed;
    return;
  }
  if ((sent.has_bytes() || mine.signature.has_bytes()) && checker.settings.bytes_match_all &&
      record.head.bytes <= mine.bytes()) {
    ++checker.counters.messages;
    return;
  }
  // A message may be shorter than what is posted for it; it then has to match the first elements of that.
  if (sent.count < mine.signature.count) {
    const bool is_prefix = sent.count == 0 || mine.type->prefix(mine.count, sent.count) == sent;
    if (is_prefix) {
      ++checker.counters.messages;
      ++checker.counters.shorter;
      checker.counters.partial += sent.count % mine.type->tree().element_count() != 0;
      return;
    }
  }
  ++checker.counters.messages;
  report(checker, receive, mine, record);
}

/// Checks a receive whose message and record are both here.
void check_if_complete(Checker &checker, const ReceiveRef &receive) {
  if (!receive->received || !receive->record)
    return;
  const auto record = std::move(receive->record);
  receive->settled = true;
  check_one(checker, *receive, *record);
}

/// A receive is the next one of its envelope: the next record of this envelope is the one of its message.
void pair(Checker &checker, const ReceiveRef &receive, Envelope envelope) {
  Communicator &communicator = *receive->communicator;
  if (!communicator.stored.empty()) {
    const auto stored = communicator.stored.find(envelope);
    if (stored != communicator.stored.end()) {
      receive->record = std::move(stored->second.front());
      stored->second.pop_front();
      if (stored->second.empty())
        communicator.stored.erase(stored);
      check_if_complete(checker, receive);
      return;
    }
  }
  if (communicator.shadow == MPI_COMM_NULL) { // and all its records are in
    ++checker.counters.skipped;
    return;
  }
  communicator.wanting[envelope].push_back(receive);
  ++communicator.wanting_count;
}

/// A record has arrived: the oldest receive that wants one of its envelope gets it.
void deliver(Checker &checker, Communicator &communicator, Envelope envelope,
             std::unique_ptr<MessageRecord> record) {
  const auto wanting = communicator.wanting.find(envelope);
  if (wanting == communicator.wanting.end()) {
    communicator.stored[envelope].push_back(std::move(record));
    return;
  }
  const ReceiveRef receive = std::move(wanting->second.front());
  wanting->second.pop_front();
  --communicator.wanting_count;
  if (wanting->second.empty())
    communicator.wanting.erase(wanting);
  receive->record = std::move(record);
  check_if_complete(checker, receive);
}

constexpr int group_tag = 0;                      // of all groups on a shadow
constexpr std::size_t most_bytes_of_group = 3500; // below any MPI library's eager limit
constexpr int most_records_of_group = 32;

/// What stands before each record of a group.
struct RecordPlace {
  std::int32_t tag, size_bytes;
};

/// The groups' records one by one. What is no group ends the reading.
void read_group(Checker &checker, Communicator &communicator, int source, std::span<const char> bytes) {
  while (bytes.size() >= sizeof(RecordPlace)) {
    RecordPlace place;
    std::memcpy(&place, bytes.data(), sizeof place);
    bytes = bytes.subspan(sizeof place);
    if (place.size_bytes < static_cast<int>(sizeof(RecordHead)) ||
        place.size_bytes > static_cast<int>(sizeof(MessageRecord)) ||
        static_cast<std::size_t>(place.size_bytes) > bytes.size())
      return;
    const auto size = static_cast<std::size_t>(place.size_bytes);
    auto record = std::make_unique_for_overwrite<MessageRecord>();
    std::memcpy(static_cast<void *>(record.get()), bytes.data(), size);
    if (!record->is_valid(size))
      record->head = {};
    bytes = bytes.subspan(size);
    deliver(checker, communicator, {source, place.tag}, std::move(record));
  }
}

/// Takes in one group, if one is there.
bool receive_group(Checker &checker, Communicator &communicator) {
  int found = 0, size = 0;
  MPI_Status status;
  if (PMPI_Iprobe(MPI_ANY_SOURCE, group_tag, communicator.shadow, &found, &status) != MPI_SUCCESS || !found)
    return false;
  PMPI_Get_count(&status, MPI_BYTE, &size);
  std::vector<char> bytes(static_cast<std::size_t>(size));
  PMPI_Recv(bytes.data(), size, MPI_BYTE, status.MPI_SOURCE, group_tag, communicator.shadow,
            MPI_STATUS_IGNORE);
  ++communicator.groups_received;
  read_group(checker, communicator, status.MPI_SOURCE, bytes);
  return true;
}

/// In ticks of some milliseconds; takes no time to ask for.
long long now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

void free_sent_groups(Communicator &communicator) {
  while (!communicator.outgoing.empty()) {
    int done = 0;
    PMPI_Test(&communicator.outgoing.front().request, &done, MPI_STATUS_IGNORE);
    if (!done)
      return;
    communicator.outgoing.pop_front();
  }
}

void send_group(Communicator &communicator, int destination) {
  RecordGroup &group = communicator.unsent[static_cast<std::size_t>(destination)];
  if (group.count == 0)
    return;
  free_sent_groups(communicator);
  OutgoingGroup &out = communicator.outgoing.emplace_back();
  out.bytes = std::exchange(group.bytes, {});
  group.count = 0;
  if (PMPI_Isend(out.bytes.data(), static_cast<int>(out.bytes.size()), MPI_BYTE, destination, group_tag,
                 communicator.shadow, &out.request) == MPI_SUCCESS)
    ++communicator.groups_sent[static_cast<std::size_t>(destination)];
}

void send_all_groups(Communicator &communicator) {
  for (const int destination : communicator.with_unsent)
    send_group(communicator, destination);
  communicator.with_unsent.clear();
}

/// The two ends of what PostedReceives does with a receive.
struct Paired {
  Checker &checker;
  void operator()(ReceiveRef receive, Envelope envelope) const { pair(checker, receive, envelope); }
};
struct Dropped {
  Checker &checker;
  void operator()(const ReceiveRef &receive) const {
    receive->dropped = true;
    ++checker.counters.skipped;
  }
};

} // namespace

Envelope pattern_of(int source, int tag) {
  return {source == MPI_ANY_SOURCE ? any : source, tag == MPI_ANY_TAG ? any : tag};
}

void send_record(Checker &checker, Communicator &communicator, Call call, const Part &part, int destination,
                 int tag) {
  if (destination < 0 || destination >= communicator.size || tag < 0) // MPI will refuse it
    return;
  if (communicator.is_retiring) { // a persistent send that outlives its communicator
    ++checker.counters.skipped;
    checker.distrust_me();
    return;
  }
  if (communicator.unsent.empty()) {
    communicator.unsent.resize(static_cast<std::size_t>(communicator.size));
    communicator.groups_sent.resize(static_cast<std::size_t>(communicator.size));
  }
  RecordGroup &group = communicator.unsent[static_cast<std::size_t>(destination)];
  if (group.count == 0) {
    if (communicator.with_unsent.empty())
      communicator.unsent_since = now();
    communicator.with_unsent.push_back(destination);
    group.bytes.reserve(most_bytes_of_group + sizeof(MessageRecord) + sizeof(RecordPlace));
  }
  MessageRecord record;
  record.fill(part, call);
  const std::size_t size = record.size_bytes();
  const RecordPlace place{tag, static_cast<std::int32_t>(size)};
  const auto append = [&](const void *data, std::size_t n) {
    group.bytes.insert(group.bytes.end(), static_cast<const char *>(data),
                       static_cast<const char *>(data) + n);
  };
  append(&place, sizeof place);
  append(&record, size);
  ++group.count;
  if (checker.settings.mode == Mode::abort || now() != communicator.unsent_since)
    send_all_groups(communicator);
  else if (group.count == most_records_of_group || group.bytes.size() > most_bytes_of_group) {
    send_group(communicator, destination);
    std::erase(communicator.with_unsent, destination);
  }
}

ReceiveRef matched(Checker &checker, const CommunicatorRef &communicator, Call call, const Part *part,
                   Envelope pattern, PostedReceives<ReceiveRef>::Place place, bool was_pending,
                   const MPI_Status &status, bool truncated, bool has_status) {
  auto receive = std::make_shared<Receive>();
  receive->communicator = communicator;
  receive->call = call;
  receive->source = status.MPI_SOURCE;
  receive->tag = status.MPI_TAG;
  if (part) {
    receive->part = *part;
    receive->status = status;
    receive->received = true;
    receive->truncated = truncated;
  }
  receive->bytes_known = has_status;
  if (!has_status) {
    receive->source = pattern.source;
    receive->tag = pattern.tag;
  }
  const Envelope envelope{receive->source, receive->tag};
  if (!was_pending && communicator->receives.none_pending())
    pair(checker, receive, envelope);
  else
    communicator->receives.matched(place, pattern, was_pending, envelope, receive, Paired{checker},
                                   Dropped{checker});
  poll(checker, *communicator);
  return receive;
}

void received(Checker &checker, Call call, const ReceiveRef &receive, const Part &part,
              const MPI_Status &status, bool truncated) {
  receive->call = call;
  receive->part = part;
  receive->status = status;
  receive->received = true;
  receive->truncated = truncated;
  poll(checker, *receive->communicator);
  check_if_complete(checker, receive);
}

void report_now(Checker &checker, const ReceiveRef &receive) {
  const auto give_up = Clock::now() + std::chrono::seconds(1);
  while (true) {
    {
      const Lock lock(checker);
      if (receive->communicator->shadow != MPI_COMM_NULL)
        receive_group(checker, *receive->communicator);
      if (receive->settled)
        return;
      if (Clock::now() > give_up) {
        Finding finding{.kind = Kind::truncation,
                        .call = receive->call,
                        .role = "received",
                        .count = receive->part.count};
        finding.type = receive->part.type ? receive->part.type->text() : "";
        checker.set_place(finding, *receive->communicator, receive->source);
        finding.tag = receive->tag;
        checker.tell(finding);
        return;
      }
    }
    sched_yield();
  }
}

void withdrawn(Checker &checker, Communicator &communicator, Envelope pattern,
               PostedReceives<ReceiveRef>::Place place) {
  communicator.receives.withdrawn(place, pattern, Paired{checker}, Dropped{checker});
  poll(checker, communicator);
}

void lost(Checker &checker, Communicator &communicator, Envelope pattern,
          PostedReceives<ReceiveRef>::Place place) {
  ++checker.counters.skipped;
  communicator.receives.lost(place, pattern, Paired{checker}, Dropped{checker});
}

void poll(Checker &checker, Communicator &communicator) {
  if (!communicator.with_unsent.empty() && now() != communicator.unsent_since)
    send_all_groups(communicator);
  if (communicator.wanting_count == 0 || communicator.shadow == MPI_COMM_NULL)
    return;
  // A look costs as much as a message: one for each group that may be there.
  constexpr int calls_between_looks = 16;
  if (checker.settings.mode != Mode::abort && ++communicator.calls_since_look < calls_between_looks)
    return;
  communicator.calls_since_look = 0;
  while (communicator.wanting_count > 0 && receive_group(checker, communicator))
    ;
}

namespace {

/// True when nothing is left to be done with the shadow.
bool take_in(Checker &checker, Communicator &communicator) {
  if (!communicator.is_added_up) {
    int done = 0;
    PMPI_Test(&communicator.adding_up, &done, MPI_STATUS_IGNORE);
    communicator.is_added_up = done;
  }
  while (receive_group(checker, communicator))
    ;
  free_sent_groups(communicator);
  poll_collectives(checker, communicator);
  return communicator.is_added_up && communicator.groups_received >= communicator.groups_expected &&
         communicator.outgoing.empty() && communicator.collectives.empty();
}

/// What is still expected has no record: its message went past the checker.
void give_up_wanting(Checker &checker, Communicator &communicator) {
  checker.counters.skipped += static_cast<std::int64_t>(communicator.wanting_count);
  communicator.wanting.clear();
  communicator.wanting_count = 0;
}

} // namespace

void begin_retiring(Checker &checker, const CommunicatorRef &communicator) {
  communicator->is_retiring = true;
  send_all_groups(*communicator);
  communicator->groups_sent.resize(static_cast<std::size_t>(communicator->size));
  PMPI_Ireduce_scatter_block(communicator->groups_sent.data(), &communicator->groups_expected, 1,
                             MPI_LONG_LONG, MPI_SUM, communicator->shadow, &communicator->adding_up);
  checker.retiring.push_back(communicator);
}

void poll_retiring(Checker &checker) {
  for (auto next = checker.retiring.begin(); next != checker.retiring.end();) {
    Communicator &communicator = **next;
    if (!take_in(checker, communicator)) {
      ++next;
      continue;
    }
    give_up_wanting(checker, communicator);
    PMPI_Comm_free(&communicator.shadow);
    communicator.shadow = MPI_COMM_NULL;
    next = checker.retiring.erase(next);
  }
}

void finish_retiring(Checker &checker) {
  const auto give_up = Clock::now() + patience;
  while (!checker.retiring.empty() && Clock::now() < give_up) {
    {
      const Lock lock(checker);
      poll_retiring(checker);
    }
    sched_yield();
  }
  const Lock lock(checker);
  for (const CommunicatorRef &communicator : checker.retiring) {
    give_up_wanting(checker, *communicator);
    checker.counters.skipped += static_cast<std::int64_t>(communicator->collectives.size());
    communicator->shadow = MPI_COMM_NULL; // which is left to MPI_Finalize
  }
}

} // namespace automap::check
