// Which record belongs to which receive. See pairing.h and design.md.
#include "pairing.h"

#include "call_order.h"
#include "collectives.h"
#include "travel.h"
#include "verdict.h"

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

namespace automap::check {
namespace {

/// Checks a receive if both its message and its record have come.
void check_if_complete(Checker &checker, Receive &receive) {
  if (!receive.argument || !receive.record)
    return;
  const RecordRef record = std::move(receive.record);
  receive.settled = true;
  judge(checker, receive, *record, 1);
}

/// Returns the next record of this envelope if it has come, and removes it.
RecordRef take_record(Communicator &communicator, SourceAndTag envelope) {
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

/// Notes that more receives wait for their records, or fewer.
void add_wanted(Checker &checker, Communicator &communicator, std::int64_t receives) {
  communicator.wanting_count += receives;
  checker.wanting_count += receives;
}

/// Pairs a receive that is the next one of its envelope: the next record of this envelope describes its message.
void pair(Checker &checker, const ReceiveRef &receive) {
  Communicator &communicator = *receive->communicator;
  receive->record = take_record(communicator, receive->envelope());
  if (receive->record) {
    check_if_complete(checker, *receive);
  } else if (communicator.shadow == MPI_COMM_NULL || // all its records have come
             communicator.is_bypassed) {
    ++checker.counters.skipped;
  } else {
    add_wanted(checker, communicator, 1);
    communicator.wanting[receive->envelope()].push_back({receive, 1});
  }
}

/// Whether a receive, which has its message and is the next one of its envelope, is like the one before it, whose
/// record has not come yet. Then counts it together with that one.
bool is_as_before(Checker &checker, Communicator &communicator, const ArgumentRef &argument, const MPI_Status &status,
                  bool size_known) {
  const auto runs = communicator.wanting.find({status.MPI_SOURCE, status.MPI_TAG});
  if (!runs)
    return false;
  const Receive &before = *runs->back().receive;
  if (before.argument != argument || before.truncated || before.size_known != size_known ||
      std::memcmp(&before.status, &status, sizeof status) != 0)
    return false;
  ++runs->back().times;
  add_wanted(checker, communicator, 1);
  return true;
}

/// Gives records that have arrived to the oldest receives that wait for records of this envelope.
void deliver(Checker &checker, Communicator &communicator, SourceAndTag envelope, const RecordRef &record,
             std::int64_t times) {
  if (envelope.tag < 0) {
    if (envelope.tag == collective_tag)
      deliver_collective(checker, communicator, record, times);
    else
      deliver_data(checker, communicator, envelope.source, data_tag - envelope.tag, record, times);
    return;
  }
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
  add_wanted(checker, communicator, -here);
  run.times -= here;
  if (run.times == 0)
    wanting->pop_front();
  if (wanting->empty())
    communicator.wanting.erase(wanting);
  if (receive->argument) {
    receive->settled = true;
    judge(checker, *receive, *record, here);
  } else {
    receive->record = record;
  }
  if (times > here)
    deliver(checker, communicator, envelope, record, times - here);
}

/// Whether groups must be looked for. Records that nobody waits for any more would otherwise stay in MPI's memory.
bool must_look(const Communicator &communicator) {
  return communicator.shadow != MPI_COMM_NULL &&
         (communicator.wanting_count > 0 || communicator.expected_data > 0 || communicator.is_bypassed ||
          communicator.receives.any_lost() || !communicator.calls.mine.empty());
}

/// Takes in groups as long as a receive waits for a record.
void receive_wanted(Checker &checker, Communicator &communicator) {
  while (must_look(communicator) && receive_group(checker, communicator, deliver))
    ;
}

/// Pairs a receive whose message is known; PostedReceives calls this.
struct Paired {
  Checker &checker;
  void operator()(const ReceiveRef &receive, SourceAndTag) const { pair(checker, receive); }
};
struct Dropped {
  Checker &checker;
  void operator()(const ReceiveRef &) const { ++checker.counters.skipped; }
};

} // namespace

SourceAndTag pattern_of(int source, int tag) {
  return {source == MPI_ANY_SOURCE ? any : source, tag == MPI_ANY_TAG ? any : tag};
}

[[gnu::noinline]] void give_up_blocking(Checker &checker, Communicator &communicator) {
  const auto [pattern, place] = *std::exchange(communicator.blocking, std::nullopt);
  note_lost(checker, communicator, pattern, place, false);
}

ReceiveRef note_matched(Checker &checker, const CommunicatorRef &communicator, const ArgumentRef &argument,
                        SourceAndTag pattern, PostedReceives<ReceiveRef>::Place place, bool was_pending,
                        const MPI_Status &status, bool truncated, bool has_status) {
  if (program_handles_errors() && communicator->blocking) // it was left by longjmp
    give_up_blocking(checker, *communicator);
  MPI_Status known_status{};
  if (has_status) {
    known_status = status;
    known_status.MPI_ERROR = MPI_SUCCESS; // not all calls set it
  } else {
    known_status.MPI_SOURCE = pattern.source;
    known_status.MPI_TAG = pattern.tag;
  }
  const SourceAndTag envelope{known_status.MPI_SOURCE, known_status.MPI_TAG};
  auto &receives = communicator->receives;
  const bool is_next = receives.match_next(place, pattern, was_pending, envelope);
  ReceiveRef out;
  if (!is_next || !argument || truncated || !is_as_before(checker, *communicator, argument, known_status, has_status)) {
    out = ReceiveRef::make(communicator, argument, known_status, has_status, truncated);
    if (is_next)
      pair(checker, out);
    else
      receives.match(place, pattern, was_pending, envelope, out, Paired{checker}, Dropped{checker});
  }
  if (checker.settings.mode == Mode::abort)
    poll(checker, *communicator);
  else if (communicator->wanting_count == 1 && checker.looks_at_once.take(coarse_clock_ns()))
    receive_wanted(checker, *communicator);
  return out;
}

void note_received(Checker &checker, const ReceiveRef &receive, ArgumentRef argument, const MPI_Status &status,
                   bool truncated) {
  receive->argument = std::move(argument);
  receive->status = status;
  receive->truncated = truncated;
  poll(checker, *receive->communicator);
  check_if_complete(checker, *receive);
}

void report_now(Checker &checker, const ReceiveRef &receive) {
  using Clock = std::chrono::steady_clock;
  const auto give_up = Clock::now() + std::chrono::seconds(1);
  while (true) {
    {
      const Lock lock(checker);
      if (receive->communicator->shadow != MPI_COMM_NULL)
        receive_group(checker, *receive->communicator, deliver);
      if (receive->settled)
        return;
      if (Clock::now() > give_up) {
        report_truncation(checker, *receive);
        return;
      }
    }
    sched_yield();
  }
}

void note_withdrawn(Checker &checker, Communicator &communicator, SourceAndTag pattern,
                    PostedReceives<ReceiveRef>::Place place) {
  communicator.receives.withdraw(place, pattern, Paired{checker}, Dropped{checker});
  poll(checker, communicator);
}

void note_lost(Checker &checker, Communicator &communicator, SourceAndTag pattern,
               PostedReceives<ReceiveRef>::Place place, bool was_pending) {
  ++checker.counters.skipped;
  communicator.receives.lose(place, pattern, was_pending, Paired{checker}, Dropped{checker});
}

void poll(Checker &checker, Communicator &communicator, bool at_once) {
  if (checker.with_unsent.empty() && !must_look(communicator))
    return;
  const long long time = coarse_clock_ns();
  send_due_groups(checker, time);
  if (!must_look(communicator))
    return;
  // A look costs as much as a message. One suffices for each group that may have arrived.
  constexpr int calls_between_looks = 64;
  if (checker.settings.mode != Mode::abort && !(at_once && checker.looks_at_once.take(time)) &&
      time == communicator.looked_at && ++communicator.calls_since_look < calls_between_looks)
    return;
  communicator.calls_since_look = 0;
  communicator.looked_at = time;
  receive_wanted(checker, communicator);
}

bool receive_any_group(Checker &checker, Communicator &communicator) {
  return receive_group(checker, communicator, deliver);
}

void receive_groups(Checker &checker, Communicator &communicator) {
  while (receive_any_group(checker, communicator))
    ;
}

void give_up_wanted(Checker &checker, Communicator &communicator) {
  checker.counters.skipped += communicator.wanting_count;
  communicator.wanting = {};
  add_wanted(checker, communicator, -communicator.wanting_count);
  give_up_data(checker, communicator);
}

} // namespace automap::check
