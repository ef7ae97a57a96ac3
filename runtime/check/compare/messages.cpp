// Messages. See messages.h and design.md.
#include "messages.h"

#include "check/state/errors.h"
#include "compare_parts.h"

#include <sched.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <span>
#include <utility>

namespace automap::check {
namespace {

using Clock = std::chrono::steady_clock;

/// Whether MPI's own call has received what announces the parts of a message to AutoMap's.
bool is_announcement(const Receive &receive, const RecordHead &sent) {
  return sent.announcement_bytes > 0 && !receive.argument->call.is_of_automap();
}

std::string words_of_announcement(const RecordHead &sent) {
  return std::string(sent.call) +
         " sent it in parts, as AM_Comm_set_pipeline lets it on this communicator, and MPI's calls receive "
         "only the " +
         std::to_string(sent.announcement_bytes) +
         " bytes that announce them: receive it by AM_Recv or another AM_ call, or do without "
         "AM_Comm_set_pipeline";
}

/// Whether a message of so many bytes, which need not fill it, ends within a basic element of what receives it.
bool ends_within_element(const Part &receiver, std::int64_t bytes) {
  if (!receiver.type)
    return false;
  const layout::TypeTree *tree = &receiver.type->tree();
  while (tree->data_bytes() > 0 && (bytes %= tree->data_bytes()) > 0) {
    if (tree->kind() == layout::TypeTree::Kind::leaf)
      return true;
    const layout::TypeTree *child = &tree->child();
    if (tree->kind() == layout::TypeTree::Kind::struc)
      for (; bytes >= child->data_bytes(); ++child)
        bytes -= child->data_bytes();
    tree = child;
  }
  return false;
}

/// So many bytes as the sender has named are in the message, or in what announces it.
std::int64_t bytes_sent(const Receive &receive, const RecordHead &sent) {
  return is_announcement(receive, sent) ? sent.announcement_bytes : sent.bytes;
}

/// Whether the record explains what MPI says of the message; else it is another message's. MPI refuses a message that
/// is too long, of which the status then need not tell the size; MPICH also one that ends within an element.
bool is_of_this_message(const Receive &receive, const RecordHead &sent) {
  const Part &mine = receive.argument->part;
  const std::int64_t bytes = bytes_sent(receive, sent);
  if (receive.truncated)
    return bytes > mine.bytes() || ends_within_element(mine, bytes);
  // What AutoMap receives may announce the message, and be shorter.
  if (!receive.size_known || receive.argument->call.is_of_automap())
    return true;
  MPI_Count received = 0;
  PMPI_Get_elements_x(&receive.status, MPI_BYTE, &received);
  return received == bytes;
}

/// Reports a receive that differs from what was sent, unless the record may be another message's: then it is not
/// checked.
void report(Checker &checker, const Communicator &communicator, const Receive &receive,
            const ReceivedRecord &record) {
  const Part &mine = receive.argument->part;
  const RecordHead &theirs = record.head;
  const int source = receive.status.MPI_SOURCE;
  const bool too_long = bytes_sent(receive, theirs) > mine.bytes();
  if (!is_of_this_message(receive, theirs) || communicator.is_bypassed ||
      checker.is_distrusted(communicator, source)) {
    ++checker.counters.skipped;
    return;
  }
  ++checker.counters.messages;
  Finding finding{
      .kind = Kind::mismatch, .call = receive.argument->call, .role = "received", .count = mine.count};
  finding.type = mine.type ? mine.type->text() : "";
  checker.set_place(finding, communicator, source);
  finding.tag = receive.status.MPI_TAG;
  finding.other = side_of(theirs, record.text(), "sent");
  if (is_announcement(receive, theirs)) {
    finding.kind = Kind::announcement;
    finding.detail = words_of_announcement(theirs);
    checker.tell(finding);
    return;
  }
  set_difference(finding, mine, theirs, record.signature_bytes());
  if (too_long) {
    finding.kind = Kind::truncation;
    finding.detail = "a message of " + std::to_string(theirs.bytes) + " bytes for a buffer of " +
                     std::to_string(mine.bytes());
  } else if (receive.truncated) {
    finding.detail = "MPI has refused the message, whose " + std::to_string(theirs.bytes) +
                     " bytes end within an element of what receives it";
  }
  checker.tell(finding);
}

/// So many messages in a row, all received alike, of which this is the record.
void check_run(Checker &checker, const Communicator &communicator, const Receive &receive,
               const ReceivedRecord &record, std::int64_t times) {
  Counters &counters = checker.counters;
  const Part &mine = receive.argument->part;
  const layout::Signature sent = record.head.signature();
  const auto report_all = [&] {
    for (; times > 0; --times)
      report(checker, communicator, receive, record);
  };
  if (is_announcement(receive, record.head)) {
    report_all();
    return;
  }
  if (!record.head.known || !mine.known) {
    counters.skipped += times;
    return;
  }
  if (receive.truncated) { // so that not even MPI_PACKED can match
    report_all();
    return;
  }
  if (sent == mine.signature) {
    counters.messages += times;
    return;
  }
  if (sent.has_packed() || mine.signature.has_packed()) {
    counters.packed += times;
    return;
  }
  if ((sent.has_bytes() || mine.signature.has_bytes()) && checker.settings.bytes_match_all &&
      record.head.bytes <= mine.bytes()) {
    counters.messages += times;
    return;
  }
  // A message may be shorter than what is posted for it; it then has to match the first elements of that.
  if (sent.count < mine.signature.count &&
      (sent.count == 0 || mine.type->prefix(mine.count, sent.count) == sent)) {
    counters.messages += times;
    counters.shorter += times;
    if (sent.count % mine.type->tree().element_count() != 0)
      counters.partial += times;
    return;
  }
  report_all();
}

/// Checks a receive whose message and record are both here.
void check_if_complete(Checker &checker, Receive &receive) {
  if (!receive.argument || !receive.record)
    return;
  const RecordRef record = std::move(receive.record);
  receive.settled = true;
  check_run(checker, *receive.communicator, receive, *record, 1);
}

/// The next record of this envelope, if it is here.
RecordRef take_record(Communicator &communicator, Envelope envelope) {
  if (communicator.stored.empty())
    return nullptr;
  const auto runs = communicator.stored.find(envelope);
  if (!runs)
    return nullptr;
  RecordRun &run = runs->front();
  if (--run.times > 0)
    return run.record;
  RecordRef out = std::move(run.record);
  runs->pop_front();
  if (runs->empty())
    communicator.stored.erase(runs);
  return out;
}

/// So many receives more wait for their records; or fewer.
void want(Checker &checker, Communicator &communicator, std::int64_t receives) {
  communicator.wanting_count += receives;
  checker.wanting_count += receives;
}

/// A receive is the next one of its envelope: the next record of this envelope is the one of its message.
void pair(Checker &checker, const ReceiveRef &receive) {
  Communicator &communicator = *receive->communicator;
  receive->record = take_record(communicator, receive->envelope());
  if (receive->record) {
    check_if_complete(checker, *receive);
  } else if (communicator.shadow == MPI_COMM_NULL || // and all its records are in
             communicator.is_bypassed) {
    ++checker.counters.skipped;
  } else {
    want(checker, communicator, 1);
    communicator.wanting[receive->envelope()].push_back({receive, 1});
  }
}

/// A receive that has its message is the next one of its envelope, but what has been said of the one before
/// it, whose record is not here yet, says all of it. False if not.
bool is_as_before(Checker &checker, Communicator &communicator, const ArgumentRef &argument,
                  const MPI_Status &status, bool size_known) {
  const auto runs = communicator.wanting.find({status.MPI_SOURCE, status.MPI_TAG});
  if (!runs)
    return false;
  const Receive &before = *runs->back().receive;
  if (before.argument != argument || before.truncated || before.size_known != size_known ||
      std::memcmp(&before.status, &status, sizeof status) != 0)
    return false;
  ++runs->back().times;
  want(checker, communicator, 1);
  return true;
}

/// So many records of one kind have arrived: the oldest receives that want one of their envelope get them.
void deliver(Checker &checker, Communicator &communicator, Envelope envelope, const RecordRef &record,
             std::int64_t times) {
  const auto wanting = communicator.wanting.find(envelope);
  if (!wanting) {
    if (communicator.is_bypassed || communicator.receives.is_given_up(envelope))
      return;
    auto &runs = communicator.stored[envelope];
    if (!runs.empty() && runs.back().record == record)
      runs.back().times += times;
    else
      runs.push_back({record, times});
    return;
  }
  ReceiveRun &run = wanting->front();
  const ReceiveRef receive = run.receive;
  const std::int64_t here = std::min(times, run.times);
  want(checker, communicator, -here);
  run.times -= here;
  if (run.times == 0)
    wanting->pop_front();
  if (wanting->empty())
    communicator.wanting.erase(wanting);
  if (receive->argument) {
    receive->settled = true;
    check_run(checker, communicator, *receive, *record, here);
  } else {
    receive->record = record;
  }
  if (times > here)
    deliver(checker, communicator, envelope, record, times - here);
}

constexpr int group_tag = 0;                      // of all groups on a shadow
constexpr std::size_t most_bytes_of_group = 2500; // with one more record below any MPI library's eager limit
constexpr int most_messages_of_group = 256;

template <typename End>
End &end_for(std::vector<std::unique_ptr<End>> &ends, const Communicator &communicator, int rank) {
  if (ends.empty())
    ends.resize(static_cast<std::size_t>(communicator.size));
  auto &end = ends[static_cast<std::size_t>(rank)];
  if (!end)
    end = std::make_unique<End>();
  return *end;
}

/// Takes in one group, if one is there.
bool receive_group(Checker &checker, Communicator &communicator) {
  int found = 0, size = 0;
  MPI_Status status;
  if (PMPI_Iprobe(MPI_ANY_SOURCE, group_tag, communicator.shadow, &found, &status) != MPI_SUCCESS || !found)
    return false;
  PMPI_Get_count(&status, MPI_BYTE, &size);
  std::vector<char> bytes(static_cast<std::size_t>(size));
  const int source = status.MPI_SOURCE;
  PMPI_Recv(bytes.data(), size, MPI_BYTE, source, group_tag, communicator.shadow, MPI_STATUS_IGNORE);
  ++communicator.groups_received;
  end_for(communicator.arriving, communicator, source)
      .read(bytes, [&](int tag, const RecordRef &record, int times) {
        deliver(checker, communicator, {source, tag}, record, times);
      });
  return true;
}

/// In ticks of some milliseconds; takes no time to ask for.
long long now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

/// Whether what arrives is to be looked for. Records that nobody wants any more would otherwise stay in MPI's memory.
bool looks(const Communicator &communicator) {
  return communicator.shadow != MPI_COMM_NULL &&
         (communicator.wanting_count > 0 || communicator.is_bypassed || communicator.receives.any_lost());
}

void take_in_wanted(Checker &checker, Communicator &communicator) {
  while (looks(communicator) && receive_group(checker, communicator))
    ;
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

void send_group(Checker &checker, Communicator &communicator, int destination) {
  GroupWriter<ArgumentRef> &group = end_for(communicator.unsent, communicator, destination);
  free_sent_groups(communicator);
  OutgoingGroup &out = communicator.outgoing.emplace_back();
  out.bytes = group.take();
  if (PMPI_Isend(out.bytes.data(), static_cast<int>(out.bytes.size()), MPI_BYTE, destination, group_tag,
                 communicator.shadow, &out.request) == MPI_SUCCESS)
    ++communicator.groups_sent[static_cast<std::size_t>(destination)];
  else
    checker.distrust_me();
}

void send_all_groups(Checker &checker, Communicator &communicator) {
  for (const int destination : std::exchange(communicator.with_unsent, {}))
    send_group(checker, communicator, destination);
  std::erase(checker.with_unsent, &communicator);
}

void send_all_groups(Checker &checker) {
  while (!checker.with_unsent.empty())
    send_all_groups(checker, *checker.with_unsent.back());
}

/// `time`: now().
void send_due_groups(Checker &checker, long long time) {
  if (time != checker.unsent_since)
    send_all_groups(checker);
}

/// The two ends of what PostedReceives does with a receive.
struct Paired {
  Checker &checker;
  void operator()(const ReceiveRef &receive, Envelope) const { pair(checker, receive); }
};
struct Dropped {
  Checker &checker;
  void operator()(const ReceiveRef &) const { ++checker.counters.skipped; }
};

} // namespace

Envelope pattern_of(int source, int tag) {
  return {source == MPI_ANY_SOURCE ? any : source, tag == MPI_ANY_TAG ? any : tag};
}

void send_record(Checker &checker, Communicator &communicator, const ArgumentRef &argument, int destination,
                 int tag) {
  if (destination < 0 || destination >= communicator.size || tag < 0) // MPI will refuse it
    return;
  if (communicator.is_retiring) { // a persistent send that outlives its communicator
    ++checker.counters.skipped;
    checker.distrust_me();
    return;
  }
  GroupWriter<ArgumentRef> &group = end_for(communicator.unsent, communicator, destination);
  bool at_once = checker.settings.mode == Mode::abort;
  if (group.count() == 0) {
    communicator.groups_sent.resize(static_cast<std::size_t>(communicator.size));
    if (checker.with_unsent.empty()) {
      checker.unsent_since = now();
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
    return record;
  });
  if (at_once) { // it is the only one
    send_all_groups(checker, communicator);
  } else if (group.count() == most_messages_of_group || group.size_bytes() > most_bytes_of_group) {
    send_group(checker, communicator, destination);
    std::erase(communicator.with_unsent, destination);
    if (communicator.with_unsent.empty())
      std::erase(checker.with_unsent, &communicator);
  }
}

void send_due_groups(Checker &checker) {
  if (!checker.with_unsent.empty())
    send_due_groups(checker, now());
}

void send_before_collective(Checker &checker) {
  if (checker.with_unsent.empty())
    return;
  const long long time = now();
  if (checker.groups_at_collectives.take(time))
    send_all_groups(checker);
  else
    send_due_groups(checker, time);
}

bool may_ask_for_many(Checker &checker) { return checker.asks_for_many.take(now()); }

void look_while_waiting(Checker &checker, long long &next) {
  constexpr long long interval = 20'000'000; // far below the patience of a rank that ends by an error
  const long long time = now();
  if (next == 0) {
    next = time + interval;
  } else if (time >= next) {
    next = time + interval;
    take_in_all(checker);
  }
}

[[gnu::noinline]] void give_up_blocking(Checker &checker, Communicator &communicator) {
  const auto [pattern, place] = *std::exchange(communicator.blocking, std::nullopt);
  lost(checker, communicator, pattern, place, false);
}

ReceiveRef matched(Checker &checker, const CommunicatorRef &communicator, const ArgumentRef &argument,
                   Envelope pattern, PostedReceives<ReceiveRef>::Place place, bool was_pending,
                   const MPI_Status &status, bool truncated, bool has_status) {
  if (program_handles_errors() && communicator->blocking) // it was left by longjmp
    give_up_blocking(checker, *communicator);
  MPI_Status told{};
  if (has_status) {
    told = status;
    told.MPI_ERROR = MPI_SUCCESS; // which not all calls set
  } else {
    told.MPI_SOURCE = pattern.source;
    told.MPI_TAG = pattern.tag;
  }
  const Envelope envelope{told.MPI_SOURCE, told.MPI_TAG};
  auto &receives = communicator->receives;
  const bool is_next = receives.matched_next(place, pattern, was_pending, envelope);
  ReceiveRef out;
  if (!is_next || !argument || truncated ||
      !is_as_before(checker, *communicator, argument, told, has_status)) {
    out = ReceiveRef::make(communicator, argument, told, has_status, truncated);
    if (is_next)
      pair(checker, out);
    else
      receives.matched(place, pattern, was_pending, envelope, out, Paired{checker}, Dropped{checker});
  }
  if (checker.settings.mode == Mode::abort)
    poll(checker, *communicator);
  else if (communicator->wanting_count == 1 && checker.looks_at_once.take(now()))
    take_in_wanted(checker, *communicator);
  return out;
}

void received(Checker &checker, const ReceiveRef &receive, ArgumentRef argument, const MPI_Status &status,
              bool truncated) {
  receive->argument = std::move(argument);
  receive->status = status;
  receive->truncated = truncated;
  poll(checker, *receive->communicator);
  check_if_complete(checker, *receive);
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
        const Part &part = receive->argument->part;
        Finding finding{.kind = Kind::truncation,
                        .call = receive->argument->call,
                        .role = "received",
                        .count = part.count};
        finding.type = part.type ? part.type->text() : "";
        finding.detail = "MPI says so; what was sent is not known yet";
        checker.set_place(finding, *receive->communicator, receive->status.MPI_SOURCE);
        finding.tag = receive->status.MPI_TAG;
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
          PostedReceives<ReceiveRef>::Place place, bool was_pending) {
  ++checker.counters.skipped;
  communicator.receives.lost(place, pattern, was_pending, Paired{checker}, Dropped{checker});
}

void poll(Checker &checker, Communicator &communicator) {
  if (checker.with_unsent.empty() && !looks(communicator))
    return;
  const long long time = now();
  send_due_groups(checker, time);
  if (!looks(communicator))
    return;
  // A look costs as much as a message: one for each group that may be there.
  constexpr int calls_between_looks = 64;
  if (checker.settings.mode != Mode::abort && time == communicator.looked_at &&
      ++communicator.calls_since_look < calls_between_looks)
    return;
  communicator.calls_since_look = 0;
  communicator.looked_at = time;
  take_in_wanted(checker, communicator);
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
  communicator.poll_collectives();
  return communicator.is_added_up && communicator.groups_received >= communicator.groups_expected &&
         communicator.outgoing.empty() && communicator.collectives.empty();
}

/// What is still expected has no record: its message went past the checker.
void give_up_wanting(Checker &checker, Communicator &communicator) {
  checker.counters.skipped += communicator.wanting_count;
  communicator.wanting = {};
  want(checker, communicator, -communicator.wanting_count);
}

} // namespace

bool take_in_all(Checker &checker) {
  bool out = true;
  for (const CommunicatorRef &communicator : checker.communicators.all()) {
    send_all_groups(checker, *communicator);
    while (receive_group(checker, *communicator))
      ;
    communicator->poll_collectives();
    out = out && communicator->wanting_count == 0 && communicator->collectives.empty();
  }
  poll_retiring(checker);
  return out && checker.retiring.empty();
}

void begin_retiring(Checker &checker, const CommunicatorRef &communicator) {
  communicator->is_retiring = true;
  send_all_groups(checker, *communicator);
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
  // A rank that comes later may have records that it has not sent before.
  MPI_Request all_are_here = MPI_REQUEST_NULL;
  PMPI_Ibarrier(checker.control, &all_are_here);
  auto give_up = Clock::time_point::max();
  while (!checker.retiring.empty() && Clock::now() < give_up) {
    {
      const Lock lock(checker);
      poll_retiring(checker);
    }
    int flag = 0;
    if (all_are_here != MPI_REQUEST_NULL)
      PMPI_Test(&all_are_here, &flag, MPI_STATUS_IGNORE);
    if (flag)
      give_up = Clock::now() + checker.settings.patience;
    sched_yield();
  }
  PMPI_Wait(&all_are_here, MPI_STATUS_IGNORE);
  const Lock lock(checker);
  for (const CommunicatorRef &communicator : checker.retiring) {
    give_up_wanting(checker, *communicator);
    checker.counters.skipped += static_cast<std::int64_t>(communicator->collectives.size());
    communicator->shadow = MPI_COMM_NULL; // which is left to MPI_Finalize
  }
}

} // namespace automap::check
