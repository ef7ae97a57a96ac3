// Repetitions: segments that hold the same block several times in a row. Only such a segment can be a vec, an idx or an
// idxbuc, so the solver examines no others.
//
// A sequence of n elements is represented by its n-1 tokens: token t stands for element t, element t+1 and the distance
// between them. Two blocks of q elements are equal up to a shift if their q-1 inner tokens agree.
#pragma once

#include "token_sequence.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace automap::layout {

/// The number of tokens below which a sequence is also searched for multiples of runs, if these may be of use.
inline constexpr std::size_t all_multiples_up_to = 2048;

/// A run: for each u in [first, last] the block of `period` elements at u and the next one are equal, and all such
/// pairs are equally far apart. Whatever lies in the run is a vec of blocks. Both ends are maximal. A run whose period
/// is a multiple of a shorter run's is left out if the shorter one has a token that occurs once in its period, because
/// then it is no better (see least_cost.cpp).
struct StrictRun {
  std::uint32_t period = 0, first = 0, last = 0;
  bool beats_multiples = true; // whether no multiple that might be better has been left out

  // The start of the whole run that this is a part of, and the number of blocks of runs before that one.
  std::uint32_t origin = 0;
  std::size_t first_block = 0;

  /// Returns the number of the block at `start` among those of the run.
  std::uint32_t number(std::uint32_t start) const { return (start - origin) % period; }

  /// Returns how many of its blocks differ.
  std::uint32_t blocks() const { return last - first + 1 < period ? last - first + 1 : period; }
};

/// A chain: `blocks` equal blocks of `period` elements, one after the other, from `first` on. The distances between
/// them are arbitrary.
struct Chain {
  std::uint32_t period = 0, first = 0, blocks = 0;

  std::uint32_t end() const { return first + blocks * period; }
};

/// The chains that Repetitions looks for, in addition to strict runs.
enum class Chains : std::uint8_t {
  between_runs, // those that are more than a part of one strict run
  all,          // all maximal ones, also within strict runs; there may be O(n²) of them
};

/// All repetitions of the periods 2 … n/2. Each list is sorted by period, then by `first`.
class Repetitions {
public:
  /// Finds the repetitions; the strict runs take O(n log² n) time. Calls `go_on(bytes)` now and then with the bytes in
  /// use; if it returns false, only some of the repetitions are found.
  Repetitions(const TokenSequence &sequence, Chains chains, const std::function<bool(std::size_t)> &go_on);

  bool complete() const { return complete_; }

  /// Returns the number of different blocks in all runs.
  std::size_t blocks() const { return blocks_; }

  std::size_t bytes() const {
    return runs_.capacity() * sizeof(StrictRun) + chains_.capacity() * (sizeof(Chain) + sizeof(std::uint32_t));
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
  std::vector<std::uint32_t> furthest_end_; // the furthest end of a group's chains up to this one
  std::vector<Group> run_groups_, chain_groups_;
  std::size_t blocks_ = 0;
  bool complete_ = true;
};

template <typename Visit> void Repetitions::runs_within(std::uint32_t begin, std::uint32_t end, Visit visit) const {
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

template <typename Visit> void Repetitions::chains_within(std::uint32_t begin, std::uint32_t end, Visit visit) const {
  for (const Group &group : chain_groups_) {
    const std::uint32_t period = group.period;
    if (2 * period > end - begin)
      return;
    const std::uint32_t last = end - 2 * period;
    std::size_t low = group.begin, high = group.end; // the first that begins after `last`
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
