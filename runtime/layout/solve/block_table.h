// The solver's knowledge of blocks. Equal blocks are one entry, wherever they lie.
#pragma once

#include "layout/type_tree.h"
#include "repeating.h"
#include "token_sequence.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace automap::layout {

/// The tree of a segment that repeats a block.
struct Repetition {
  FineCost cost = unreachable;
  TypeTree::Kind kind = TypeTree::Kind::vec;
  Index block = 0; // elements
};

struct Block {
  Index begin = 0, length = 0; // the first occurrence; length > 1
  std::uint64_t hash = 0;      // the hash of its tokens
  FineCost cost = -1;          // the least cost; -1 if it is unknown
  FineCost list_at_least = 0;  // a lower bound of a list of struc children for it
  Repetition repetition;
  bool repetition_known = false;
  FineCost repetition_at_least = 0; // a lower bound of repetition.cost if that is not known
  std::vector<FineCost> covers;     // the covers of the pass over it, if they are kept
  std::optional<TypeTree> tree;
};

class BlockTable {
public:
  /// Keeps a reference to `sequence`.
  explicit BlockTable(const TokenSequence &sequence) : sequence_(sequence) {}

  Block &operator[](Index id) { return blocks_[id]; }
  const Block &operator[](Index id) const { return blocks_[id]; }
  std::size_t bytes() const { return blocks_.size() * sizeof(Block) + index_.size() * sizeof(Index); }

  /// Returns the id of the block, which is new if the block has not been used yet.
  Index find_or_add(Index begin, Index length) {
    const std::uint64_t hash = sequence_.hash(begin, length);
    if (2 * (blocks_.size() + 1) > index_.size())
      rehash();
    Index &slot = index_[slot_of(hash, begin, length)];
    if (slot == none) {
      slot = static_cast<Index>(blocks_.size());
      blocks_.push_back({begin, length, hash});
    }
    return slot;
  }

  /// Returns the id of the block if it has one, else none.
  Index find(Index begin, Index length) const {
    return blocks_.empty() ? none : index_[slot_of(sequence_.hash(begin, length), begin, length)];
  }

private:
  std::size_t slot_of(std::uint64_t hash, Index begin, Index length) const {
    const std::size_t mask = index_.size() - 1;
    for (std::size_t at = (hash * 31 + length) & mask;; at = (at + 1) & mask) {
      if (index_[at] == none)
        return at;
      const Block &known = blocks_[index_[at]];
      if (known.hash == hash && known.length == length && sequence_.same(begin, known.begin, length))
        return at;
    }
  }

  void rehash() {
    index_.assign(std::max<std::size_t>(64, 4 * index_.size()), none);
    for (Index id = 0; id < blocks_.size(); ++id)
      index_[slot_of(blocks_[id].hash, blocks_[id].begin, blocks_[id].length)] = id;
  }

  const TokenSequence &sequence_;
  std::deque<Block> blocks_; // references stay valid
  std::vector<Index> index_; // open addressing
};

} // namespace automap::layout
