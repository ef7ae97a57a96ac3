// Dataloops: layouts as loops over blocks, for all actions that walk the bytes of a layout (Ross, Miller, Gropp,
// "Implementing Fast and Reusable Datatype Processing", section 2.1).
//
//   TypeTree ─ Dataloops ─▶ loops ─ walk (walk.h) ─▶ an action: pack and unpack (plan.h), lists (actions.h),
//   …
//
// Loops depend on the type map alone as far as this can be determined cheaply: adjacent blocks are one block, a struct
// of equal parts is an indexed loop, equally spaced blocks are a vector, an index list that repeats itself is a vector
// of its period.
#pragma once

#include "../construction.h"
#include "../type_tree.h"

#include <cstdint>
#include <string>
#include <vector>

namespace automap::layout {

/// A loop over `count` blocks, in the order of the packed stream. The blocks of a leaf are bytes; each block of another
/// loop is one other loop.
struct Dataloop {
  enum class Kind : std::uint8_t {
    contig,       // blocks that follow each other without a hole; a leaf has one block
    vector,       // blocks `stride` bytes apart
    blockindexed, // equal blocks, each at its offset
    indexed,      // leaf: blocks of bytes of different lengths, each at its offset
    struc,        // different loops, each at its offset
  };
  using Id = std::uint32_t;

  Kind kind = Kind::contig;
  bool leaf = true;
  BasicType type;                    // leaf: the type of the elements, MPI_BYTE if types do not matter
  std::int64_t count = 0;            // the number of blocks, at least 1
  std::int64_t block_bytes = 0;      // bytes of data in each block; 0 if they differ (indexed, struc)
  std::int64_t stride = 0;           // contig, vector: bytes from one block to the next
  std::vector<std::int64_t> offsets; // blockindexed, indexed, struc: the offset of each block
  std::vector<std::int64_t> before;  // indexed, struc: bytes of data before each block, and in all
  std::vector<Id> children;          // struc: one for each block; other inner loops: one

  std::int64_t size = 0;             // bytes of data
  std::int64_t true_lower_bound = 0; // lowest byte
  std::int64_t true_upper_bound = 0; // the end of the highest byte
  std::int64_t pieces = 0;           // the number of contiguous pieces (blocks of leaves), at most 2^62
  std::int64_t extent() const { return true_upper_bound - true_lower_bound; }

  /// The contiguous parts of memory, adjacent ones counted as one: their number, the begin of the first one and the end
  /// of the last one.
  struct Parts {
    std::int64_t number = 0, begin = 0, end = 0;
  };
  Parts parts; // those of all blocks

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

  /// Returns the block that contains the byte `position` of the data; `position` is less than `size`.
  std::int64_t block_at(std::int64_t position) const;
};

/// Returns `address` moved by `offset` bytes. This is no pointer arithmetic, because absolute displacements count from
/// a null pointer.
template <typename Byte> Byte *moved(Byte *address, std::int64_t offset) {
  return reinterpret_cast<Byte *>(reinterpret_cast<std::uintptr_t>(address) + static_cast<std::uintptr_t>(offset));
}

/// A loop at an offset; empty if there is no data.
struct PlacedLoop {
  static constexpr Dataloop::Id none = ~Dataloop::Id{0};
  Dataloop::Id loop = none;
  std::int64_t offset = 0;

  bool empty() const { return loop == none; }
};

/// The loops of one layout and of an array of it.
class Dataloops {
public:
  /// Whether leaves keep their basic types. Loops are simpler if the types are erased.
  enum class Types : std::uint8_t { erased, kept };

  /// Throws std::length_error if an array of two would leave the 64-bit range, and std::bad_alloc.
  Dataloops(const TypeTree &tree, Bounds bounds, Types types);

  const Dataloop &operator[](Dataloop::Id id) const { return loops_[id]; }
  Dataloop::Id count() const { return static_cast<Dataloop::Id>(loops_.size()); }

  /// Returns the parts of the blocks [first, first + count) of `loop`, count > 0.
  Dataloop::Parts parts(const Dataloop &loop, std::int64_t first, std::int64_t count) const;

  /// Returns the bytes of data in one layout.
  std::int64_t size() const { return size_; }
  Bounds bounds() const { return bounds_; }

  /// Returns the lowest byte, and the end of the highest byte, of one layout.
  std::int64_t true_lower_bound() const { return true_lower_bound_; }
  std::int64_t true_upper_bound() const { return true_upper_bound_; }

  /// Returns the loop of one layout, and that of an array of any number of them: the loop `array` with `array_blocks`
  /// blocks for each layout, so that counts are folded into the outermost loop (section 2.4 of the
  /// dataloops paper).
  PlacedLoop one() const { return one_; }
  PlacedLoop array() const { return array_; }
  std::int64_t array_blocks() const { return array_blocks_; }

  /// The depth that nested loops never reach, whatever the tree: each level of loops, or each two of them, halve the
  /// data at least.
  static constexpr int max_depth = 128;

private:
  friend class DataloopBuilder;
  std::vector<Dataloop> loops_;
  PlacedLoop one_, array_;
  std::int64_t array_blocks_ = 1;
  std::int64_t size_ = 0, true_lower_bound_ = 0, true_upper_bound_ = 0;
  Bounds bounds_;
};

/// Returns each loop on an indented line, for people and tests: "vector ct = 8; str = 192; el_sz = 8".
std::string to_string(const Dataloops &loops);

} // namespace automap::layout
