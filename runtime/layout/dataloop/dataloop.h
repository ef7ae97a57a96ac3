// Dataloops: layouts as loops over blocks, for whatever walks all bytes of a layout (Ross, Miller, Gropp,
// "Implementing Fast and Reusable Datatype Processing", section 2.1).
//
//   TypeTree ─ Dataloops ─▶ loops ─ walk (walk.h) ─▶ an action: pack and unpack (plan.h), lists (actions.h),
//   …
//
// Loops depend on the type map alone as far as that can be seen cheaply: blocks that touch are one, a struct
// of equal parts is an indexed loop, equally spaced blocks are a vector, an index list that repeats itself is
// a vector of its period.
#pragma once

#include "../construction.h"
#include "../type_tree.h"

#include <cstdint>
#include <string>
#include <vector>

namespace automap::layout {

/// `count` blocks, in the order of the packed stream. The blocks of a leaf are bytes; those of other loops
/// are one other loop each.
struct Dataloop {
  enum class Kind : std::uint8_t {
    contig,       // blocks that follow each other without a hole; of a leaf: one block
    vector,       // blocks `stride` bytes apart
    blockindexed, // equal blocks, each at its offset
    indexed,      // leaf: blocks of bytes of different lengths, each at its offset
    struc,        // different loops, each at its offset
  };
  using Id = std::uint32_t;

  Kind kind = Kind::contig;
  bool leaf = true;
  BasicType type;               // leaf: what the bytes are elements of, MPI_BYTE where types do not matter
  std::int64_t count = 0;       // blocks, at least 1
  std::int64_t block_bytes = 0; // of data in each block; 0 if they differ (indexed, struc)
  std::int64_t stride = 0;      // contig, vector
  std::vector<std::int64_t> offsets; // blockindexed, indexed, struc
  std::vector<std::int64_t> before;  // indexed, struc: bytes of data ahead of each block, and of all
  std::vector<Id> children;          // struc: one for each block; the other inner loops: one

  std::int64_t size = 0;             // bytes of data
  std::int64_t true_lower_bound = 0; // lowest byte
  std::int64_t true_upper_bound = 0; // behind the highest byte
  std::int64_t pieces = 0;           // contiguous ones, blocks of leaves, at most 2^62
  std::int64_t extent() const { return true_upper_bound - true_lower_bound; }

  /// Contiguous parts of memory, those that touch being one: how many, where the first begins and the last ends.
  struct Parts {
    std::int64_t number = 0, begin = 0, end = 0;
  };
  Parts parts; // of all blocks

  bool uniform() const { return block_bytes > 0; }
  std::int64_t offset(std::int64_t block) const {
    return offsets.empty() ? block * stride : offsets[static_cast<std::size_t>(block)];
  }
  std::int64_t bytes_before(std::int64_t block) const {
    return uniform() ? block * block_bytes : before[static_cast<std::size_t>(block)];
  }
  std::int64_t bytes_of(std::int64_t block) const {
    return uniform() ? block_bytes : bytes_before(block + 1) - bytes_before(block);
  }
  Id child(std::int64_t block) const {
    return children.size() == 1 ? children.front() : children[static_cast<std::size_t>(block)];
  }

  /// The block that holds the byte `position` of the data, which is less than size.
  std::int64_t block_at(std::int64_t position) const;
};

/// `address` moved by `offset` bytes. Absolute displacements count from a null pointer, so this is no pointer
/// arithmetic.
template <typename Byte> Byte *moved(Byte *address, std::int64_t offset) {
  return reinterpret_cast<Byte *>(reinterpret_cast<std::uintptr_t>(address) +
                                  static_cast<std::uintptr_t>(offset));
}

/// A loop at an offset, or nothing (no data).
struct PlacedLoop {
  static constexpr Dataloop::Id none = ~Dataloop::Id{0};
  Dataloop::Id loop = none;
  std::int64_t offset = 0;

  bool empty() const { return loop == none; }
};

/// The loops of one layout, and those of an array of it.
class Dataloops {
public:
  /// Whether leaves tell basic types. Loops are simpler where they need not.
  enum class Types : std::uint8_t { erased, kept };

  /// Throws std::length_error where an array of two would leave the 64-bit range, and std::bad_alloc.
  Dataloops(const TypeTree &tree, Bounds bounds, Types types);

  const Dataloop &operator[](Dataloop::Id id) const { return loops_[id]; }
  Dataloop::Id count() const { return static_cast<Dataloop::Id>(loops_.size()); }

  /// Those of the blocks [first, first + count) of `loop`, count > 0.
  Dataloop::Parts parts(const Dataloop &loop, std::int64_t first, std::int64_t count) const;

  /// Bytes of data in one.
  std::int64_t size() const { return size_; }
  Bounds bounds() const { return bounds_; }

  /// Lowest byte and what is behind the highest byte of one.
  std::int64_t true_lower_bound() const { return true_lower_bound_; }
  std::int64_t true_upper_bound() const { return true_upper_bound_; }

  /// One, and an array of any number: the loop `array` with `array_blocks` blocks for each of them, so that
  /// counts are folded into the outermost loop (section 2.4).
  PlacedLoop one() const { return one_; }
  PlacedLoop array() const { return array_; }
  std::int64_t array_blocks() const { return array_blocks_; }

  /// Loops nest less deeply than this, whatever the tree does: a level of loops, or at least two of them,
  /// halve the data.
  static constexpr int max_depth = 128;

private:
  friend class DataloopBuilder;
  std::vector<Dataloop> loops_;
  PlacedLoop one_, array_;
  std::int64_t array_blocks_ = 1;
  std::int64_t size_ = 0, true_lower_bound_ = 0, true_upper_bound_ = 0;
  Bounds bounds_;
};

/// Each loop on a line, indented: "vector ct = 8; str = 192; el_sz = 8". For people and tests.
std::string to_string(const Dataloops &loops);

} // namespace automap::layout
