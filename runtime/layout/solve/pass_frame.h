// The state of the solver's pass over a segment. See least_cost.cpp.
//
// A place is a number of elements of the segment: the prefix in front of it is what has been covered so far.
#pragma once

#include "repeating.h"
#include "repetitions.h"
#include "token_sequence.h"

#include <cstddef>
#include <vector>

namespace automap::layout {

/// The last child of the list that covers a prefix.
struct Choice {
  Index start = 0, block = 0; // block 0: a leaf
  TypeTree::Kind kind = TypeTree::Kind::leaf;
};

/// The block of a repetition: what is known of it before it is solved.
struct BlockSeen {
  /// From its occurrences: a list of struc children for it and a tree that repeats a block cost as much.
  FineCost list_at_least = 0, whole_at_least = 0;

  FineCost cost = 0;       // or, unless it is known, a lower bound of it
  Index id = none;         // once it is needed
  bool cost_known = false; // and final
};

/// A run in the segment; places are counted from the segment's beginning.
struct RunState {
  StrictRun run;
  Index cut = 0; // see TokenSequence::find_cut(); from the segment's beginning
  bool cut_known = false;
  std::size_t starts = 0; // into Frame::starts; one for each block of the period, if any comes again
};

/// Where the vecs over a run may begin whose starts are a multiple of the period apart.
struct RunStart {
  From from;
  FineCost least_cover = unreachable; // of the ends of blocks seen, if multiples of the run are watched
};

/// A chain in the segment.
struct ChainState {
  Chain chain;
  Index at = 0;           // the next block
  Index next = none;      // chain with an event at the same place
  Index repeating = none; // into repeating_
  BlockSeen block;
};

/// A run at a place where the second of two blocks ends. Blocks come round after each period.
struct ActiveRun {
  BlockSeen *blocks = nullptr;
  RunStart *starts = nullptr; // null where none comes again
  Index at = 0;               // of both
  Index period = 0, last_place = 0, run = none;
  bool is_watched = false; // for multiples

  void advance() { at = at + 1 == period ? 0 : at + 1; }
};

/// A repetition that ends at the place at hand and whose block may have to be solved first.
struct Candidate {
  From from; // with all costs but the block's
  Choice choice;
  Index block_start = 0; // an occurrence of the block, before the place
  BlockSeen *block = nullptr;
  Index run = none; // that it lies in, if it does
};

/// The state of a pass over a segment.
struct Frame {
  Index begin = 0, length = 0;  // what it is about
  std::vector<FineCost> covers; // by length of the prefix
  std::vector<Choice> choices;
  std::vector<RunState> runs;
  std::vector<RunStart> starts;
  std::vector<Index> run_first; // by place: the first of a list of runs that become active
  std::vector<Index> run_next;
  std::vector<ActiveRun> active;
  Index active_until = none; // the first place at which one ends
  std::vector<ChainState> chains;
  std::vector<Index> chain_first; // by place
  Repeating singles;
  std::vector<Candidate> put_off;
  std::vector<RunStart *> watched;

  std::size_t bytes() const {
    return covers.capacity() * (sizeof(FineCost) + sizeof(Choice) + 2 * sizeof(Index)) +
           runs.capacity() * (sizeof(RunState) + sizeof(Index)) + starts.capacity() * sizeof(RunStart) +
           chains.capacity() * sizeof(ChainState);
  }
};

} // namespace automap::layout
