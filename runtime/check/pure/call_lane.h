// What one rank expects of another in collective calls, and what has come from there. What a call expects is compared
// with the record of the call of the other rank that has the same number: all ranks of a communicator number their calls
// in the same way. Most calls are like one before them, so both are kept as runs. Knows no MPI.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace automap::check {

template <typename Expected, typename Record> class CallLane {
public:
  /// Adds what a call expects. The numbers of calls do not decrease.
  void expect(std::int64_t call, Expected expected) {
    add(expected_, std::move(expected), call, 0, 1);
    ++expected_count_;
  }

  /// Adds records that have come. The first is of the call `step` calls after the one before, and so on.
  void arrive(std::int64_t step, Record record, std::int64_t times) {
    add(arrived_, std::move(record), last_arrived_ + step, step, times);
    last_arrived_ += step * times;
  }

  /// Returns how much of what is expected has not been compared.
  std::int64_t expected_count() const { return expected_count_; }

  /// Compares what has come with what is expected of the same calls: compare(expected, record, times). If a call expects
  /// several records, which is which is not known; then those are preferred for which agrees(expected, record). Calls
  /// drop(times) for what is expected and cannot come any more.
  template <typename Compare, typename Agrees, typename Drop> void pair(Compare compare, Agrees agrees, Drop drop) {
    while (!expected_.empty() && !arrived_.empty()) {
      const std::int64_t mine = expected_.front().call, theirs = arrived_.front().call;
      if (mine < theirs) {
        take(expected_, 1);
        --expected_count_;
        drop(1);
      } else if (mine > theirs) {
        take(arrived_, 1);
      } else if (of_first_call(expected_) > 1) {
        if (!pair_several(compare, agrees))
          return;
      } else {
        const auto &wanted = expected_.front();
        const auto &come = arrived_.front();
        // The last call of a run may be one that expects several records.
        const bool ends_alone = expected_.size() == 1 || expected_[1].call != wanted.last();
        const std::int64_t common = std::min(wanted.times - !ends_alone, come.times);
        const std::int64_t times = wanted.step == come.step ? common : 1;
        compare(wanted.item, come.item, times);
        take(expected_, times);
        take(arrived_, times);
        expected_count_ -= times;
      }
    }
  }

private:
  /// Of `times` calls, from the first on, with this distance between their numbers: 0 if all are one call.
  template <typename Item> struct Run {
    Item item;
    std::int64_t call, step, times;
    std::int64_t last() const { return call + step * (times - 1); }
  };
  template <typename Item> using Runs = std::deque<Run<Item>>;

  template <typename Item>
  static void add(Runs<Item> &runs, Item item, std::int64_t call, std::int64_t step, std::int64_t times) {
    if (!runs.empty() && runs.back().item == item) {
      Run<Item> &back = runs.back();
      const std::int64_t distance = call - back.last();
      if ((times == 1 || distance == step) && (back.times == 1 || distance == back.step)) {
        back.step = distance;
        back.times += times;
        return;
      }
    }
    runs.push_back({std::move(item), call, times == 1 ? 0 : step, times});
  }

  template <typename Item> static void take(Runs<Item> &runs, std::int64_t times) {
    Run<Item> &front = runs.front();
    front.call += front.step * times;
    front.times -= times;
    if (front.times == 0)
      runs.pop_front();
  }

  /// Returns how many items the call of the first one has.
  template <typename Item> static std::int64_t of_first_call(const Runs<Item> &runs) {
    const std::int64_t call = runs.front().call;
    std::int64_t out = 0;
    for (const Run<Item> &run : runs) {
      if (run.call != call)
        break;
      out += run.step == 0 ? run.times : 1;
      if (run.last() != call)
        break;
    }
    return out;
  }

  template <typename Item> static std::vector<Item> take_first_call(Runs<Item> &runs) {
    std::vector<Item> out(static_cast<std::size_t>(of_first_call(runs)));
    for (Item &item : out) {
      item = runs.front().item;
      take(runs, 1);
    }
    return out;
  }

  /// Returns false if more records of the call may come.
  template <typename Compare, typename Agrees> bool pair_several(Compare compare, Agrees agrees) {
    if (of_first_call(arrived_) < of_first_call(expected_) && last_arrived_ == expected_.front().call)
      return false;
    const std::vector<Expected> wanted = take_first_call(expected_);
    const std::vector<Record> come = take_first_call(arrived_);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const auto fits = std::ranges::find_if(come, [&](const Record &record) { return agrees(wanted[i], record); });
      compare(wanted[i], fits == come.end() ? come[std::min(i, come.size() - 1)] : *fits, 1);
    }
    expected_count_ -= static_cast<std::int64_t>(wanted.size());
    return true;
  }

  Runs<Expected> expected_;
  Runs<Record> arrived_;
  std::int64_t expected_count_ = 0, last_arrived_ = 0; // the number of the last call that has a record
};

} // namespace automap::check
