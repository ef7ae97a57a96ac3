// Repetitions: where a sequence holds the same block several times in a row. Only such segments can be a vec,
// an idx or an idxbuc, so that reconstruction need not look at any other.
//
// A sequence of n elements is seen through its n-1 tokens: token t stands for element t, element t+1 and the
// distance between them. Two blocks of q elements are the same up to a shift if their q-1 inner tokens agree.
#pragma once

#include "token_sequence.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace automap::layout {

/// Sequences of fewer tokens are searched for multiples of runs, too, where these may be of use.
inline constexpr std::size_t all_multiples_up_to = 2048;

/// For each u in [first, last] the block of `period` elements at u and the one behind it are the same, and
/// from u on all such pairs are equally far apart: whatever lies in the run is a vec of blocks. Both ends are
/// maximal. Runs whose period is a multiple of a shorter run's are left out where that one has a token that
/// occurs once in its period, for then they are no better (see least_cost.cpp).
struct StrictRun {
  std::uint32_t period = 0, first = 0, last = 0;
  bool beats_multiples = true; // no multiple of it has been left out that might be better

  // Of a part of a run: where the whole begins, and the number of blocks of other runs before it.
  std::uint32_t origin = 0;
  std::size_t first_block = 0;

  /// The number of the block at `start` among those of the run.
  std::uint32_t number(std::uint32_t start) const { return (start - origin) % period; }

  /// How many of its blocks differ.
  std::uint32_t blocks() const { return last - first + 1 < period ? last - first + 1 : period; }
};

/// `blocks` blocks of `period` elements, one behind the other from `first` on, that are the same; the
/// distances between them are arbitrary.
struct Chain {
  std::uint32_t period = 0, first = 0, blocks = 0;

  std::uint32_t end() const { return first + blocks * period; }
};

/// What Repetitions looks for, beyond strict runs.
enum class Chains : std::uint8_t {
  between_runs, // those that are more than a part of one strict run
  all,          // every maximal one, inside of strict runs too; there may be O(n²) of them
};

/// All repetitions of periods 2 … n/2, each list by ascending period and, for one period, by ascending
/// `first`.
class Repetitions {
public:
  /// `go_on(bytes)` is asked now and then with the bytes that are in use; when it says no, only some of the
  /// repetitions are found. Takes O(n log² n) time for the strict runs.
  Repetitions(const TokenSequence &sequence, Chains chains, const std::function<bool(std::size_t)> &go_on);

  bool complete() const { return complete_; }

  /// The number of blocks in runs, those that differ within a run counted.
  std::size_t blocks() const { return blocks_; }

  std::size_t bytes() const {
    return runs_.capacity() * sizeof(StrictRun) +
           chains_.capacity() * (sizeof(Chain) + sizeof(std::uint32_t));
  }

  /// Calls `visit` for each run that has a pair of blocks in the elements [begin, end), with that part of it.
  template <typename Visit> void runs_within(std::uint32_t begin, std::uint32_t end, Visit visit) const;

  /// Calls `visit` for each chain that has two blocks in the elements [begin, end), with that part of it.
  template <typename Visit> void chains_within(std::uint32_t begin, std::uint32_t end, Visit visit) const;

private:
  /// The entries of one period.
  struct Group {
    std::uint32_t period = 0;
    std::size_t begin = 0, end = 0;
  };

  class Search;

  std::vector<StrictRun> runs_;
  std::vector<Chain> chains_;
  std::vector<std::uint32_t> furthest_end_; // of chains_ in its group, up to there
  std::vector<Group> run_groups_, chain_groups_;
  std::size_t blocks_ = 0;
  bool complete_ = true;
};

template <typename Visit>
void Repetitions::runs_within(std::uint32_t begin, std::uint32_t end, Visit visit) const {
  for (const Group &group : run_groups_) {
    if (2 * group.period > end - begin)
      return;
    const std::uint32_t last = end - 2 * group.period;
    // Runs of one period do not overlap: they are sorted by their last starts, too.
    std::size_t low = group.begin, high = group.end;
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      runs_[middle].last < begin ? low = middle + 1 : high = middle;
    }
    for (; low < group.end && runs_[low].first <= last; ++low) {
      StrictRun part = runs_[low];
      part.first = part.first > begin ? part.first : begin;
      part.last = part.last < last ? part.last : last;
      visit(part);
    }
  }
}

template <typename Visit>
void Repetitions::chains_within(std::uint32_t begin, std::uint32_t end, Visit visit) const {
  for (const Group &group : chain_groups_) {
    const std::uint32_t period = group.period;
    if (2 * period > end - begin)
      return;
    const std::uint32_t last = end - 2 * period;
    std::size_t low = group.begin, high = group.end; // the first that begins behind `last`
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      chains_[middle].first <= last ? low = middle + 1 : high = middle;
    }
    for (; low > group.begin && furthest_end_[low - 1] >= begin + 2 * period; --low) {
      const Chain &chain = chains_[low - 1];
      const std::uint32_t skipped = chain.first < begin ? (begin - chain.first + period - 1) / period : 0;
      const std::uint32_t first = chain.first + skipped * period;
      if (skipped + 2 > chain.blocks || first > last)
        continue;
      const std::uint32_t fitting = (end - first) / period;
      visit(Chain{period, first, fitting < chain.blocks - skipped ? fitting : chain.blocks - skipped});
    }
  }
}

} // namespace automap::layout
