// The state of the solver's pass over a segment. See least_cost.cpp.
//
// A place is a number of elements of the segment. The prefix before it has been covered so far.
#pragma once

#include "repeating.h"
#include "repetitions.h"
#include "token_sequence.h"

#include <cstddef>
#include <vector>

namespace automap::layout {

/// The last child of the list that covers a prefix.
struct Choice {
  Index start = 0, block = 0; // a leaf has block 0
  TypeTree::Kind kind = TypeTree::Kind::leaf;
};

/// The block of a repetition before it is solved.
struct BlockSeen {
  /// Lower bounds from its occurrences: of a list of struc children for it, and of a tree that repeats a block.
  FineCost list_at_least = 0, repetition_at_least = 0;

  FineCost cost = 0;       // a lower bound unless cost_known
  Index id = none;         // its number in the table, assigned when it is first needed
  bool cost_known = false; // whether `cost` is final
};

/// A run in the segment; places count from the segment's beginning.
struct RunState {
  StrictRun run;
  Index cut = 0; // see TokenSequence::find_cut(); counts from the segment's beginning
  bool cut_known = false;
  std::size_t starts = 0; // index into Frame::starts: one for each block of the period, if any occurs again
};

/// The best start of a vec over a run, of all starts that are multiples of the period apart.
struct RunStart {
  From from;
  /// The least cover at ends of previous blocks, if multiples of the run are watched.
  FineCost least_cover = unreachable;
};

/// A chain in the segment.
struct ChainState {
  Chain chain;
  Index at = 0;           // the number of the next block
  Index next = none;      // another chain with an event at the same place
  Index repeating = none; // index into repeating_
  BlockSeen block;
};

/// A run at a place where the second of two blocks ends. The blocks recur after each period.
struct ActiveRun {
  BlockSeen *blocks = nullptr;
  RunStart *starts = nullptr; // null if none occurs again
  Index at = 0;               // index into both
  Index period = 0, last_place = 0, run = none;
  bool is_watched = false; // whether multiples of the run are watched

  void advance() { at = at + 1 == period ? 0 : at + 1; }
};

/// A repetition that ends at the current place and whose block may have to be solved first.
struct Candidate {
  From from; // includes all costs except the block's
  Choice choice;
  Index block_start = 0; // an occurrence of the block, before the place
  BlockSeen *block = nullptr;
  Index run = none; // the run that contains it; none if there is none
};

/// The state of a pass over a segment.
struct Frame {
  Index begin = 0, length = 0;  // the segment
  std::vector<FineCost> covers; // the cost for each length of the prefix
  std::vector<Choice> choices;
  std::vector<RunState> runs;
  std::vector<RunStart> starts;
  std::vector<Index> run_first; // the first of the list of runs that become active at each place
  std::vector<Index> run_next;
  std::vector<ActiveRun> active;
  Index active_until = none; // the first place at which an active run ends
  std::vector<ChainState> chains;
  std::vector<Index> chain_first; // the first of the list of chains at each place
  Repeating singles;
  std::vector<Candidate> deferred;
  std::vector<RunStart *> watched;

  std::size_t bytes() const {
    return covers.capacity() * (sizeof(FineCost) + sizeof(Choice) + 2 * sizeof(Index)) +
           runs.capacity() * (sizeof(RunState) + sizeof(Index)) + starts.capacity() * sizeof(RunStart) +
           chains.capacity() * sizeof(ChainState);
  }
};

} // namespace automap::layout
