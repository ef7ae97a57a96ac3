// Pack plans: they are prepared once for a layout and then copy any range of its packed stream. The packed stream of a
// layout is its bytes in the order of its type map, without holes.
//
// A plan may be used by several threads at once.
#pragma once

#include "cpu.h"
#include "dataloop.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace automap::layout {

class Kernel; // copies the blocks of one loop (kernel.h)

/// Functions that were compiled for one layout, such as automap generates. They copy `count` layouts as pack() and
/// unpack() do, and are best for few layouts of few parts.
struct PackFunctions {
  void (*pack)(const void *buffer, std::size_t count, void *out) = nullptr;
  void (*unpack)(const void *in, std::size_t count, void *buffer) = nullptr;
};

/// When the best kernels are made, which may take 100 times as long as portable ones.
enum class Preparation : std::uint8_t {
  at_once,
  by_use, // after some copies by portable ones, unless one layout is long
};

class Plan : public std::enable_shared_from_this<Plan> {
public:
  /// Prepares the plan; throws std::length_error and std::bad_alloc.
  Plan(const TypeTree &tree, Bounds bounds, CpuFeatures features = cpu_features(), PackFunctions functions = {},
       Preparation preparation = Preparation::at_once);
  ~Plan();
  Plan(const Plan &) = delete; // kernels refer to the loops
  Plan &operator=(const Plan &) = delete;

  /// Returns the features of the processor that the kernels may use.
  CpuFeatures features() const { return features_; }

  /// Returns the loops that are walked; types are erased.
  const Dataloops &loops() const { return loops_; }

  /// Returns the bytes of data in one layout.
  std::int64_t size() const { return loops_.size(); }

  /// Returns the bytes of each element if all elements are of one basic type, else 0.
  std::int64_t element_bytes() const { return element_bytes_; }

  /// Whether `count` layouts are adjacent bytes in memory, in the order of the stream; the first byte is at
  /// true_lower_bound().
  bool is_contiguous(std::int64_t count) const { return count <= most_contiguous_; }
  std::int64_t true_lower_bound() const { return loops_.true_lower_bound(); }

  /// Returns the number of layouts up to which the packed size and all displacements certainly fit into 64 bits.
  std::int64_t most_within_64_bits() const { return most_within_64_bits_; }

  /// Copies the whole packed stream of `count` layouts, 1 to most_within_64_bits(). Faster than pack() and unpack() for
  /// few layouts.
  void pack_all(const void *buffer, std::int64_t count, void *out) const {
    const Choice &choice = choice_for(count);
    if (count <= choice.most_packed_by_functions)
      functions_.pack(buffer, static_cast<std::size_t>(count), out);
    else
      pack_by_kernels(choice, buffer, count, out);
  }
  void unpack_all(const void *in, void *buffer, std::int64_t count) const {
    const Choice &choice = choice_for(count);
    if (count <= choice.most_unpacked_by_functions)
      functions_.unpack(in, static_cast<std::size_t>(count), buffer);
    else
      unpack_by_kernels(choice, in, buffer, count);
  }

  /// Copies the bytes [begin, end) of the packed stream of `count` layouts at `buffer` to `out`, or from `in`. The
  /// range is 0 <= begin <= end <= count * size(), which must fit into 64 bits, as all displacements must. Data may
  /// only overlap in memory for pack().
  void pack(const void *buffer, std::int64_t count, std::int64_t begin, std::int64_t end, void *out) const;
  void unpack(const void *in, std::int64_t begin, std::int64_t end, void *buffer, std::int64_t count) const;

private:
  /// The kernel that copies whole layouts without a walk if they are enough. The values that a call needs are adjacent,
  /// because the data drive them out of the nearest cache between calls.
  struct WholeKernel {
    const Kernel *kernel = nullptr;
    std::int64_t least_count = 0; // the number of blocks from which on the kernel is used
    std::int64_t blocks = 0;      // the number of blocks of each layout
    std::int64_t offset = 0;      // the offset of the loop
  };

  /// The kernels of all loops, and when they are used.
  struct Choice {
    std::int64_t most_packed_by_functions = 0, most_unpacked_by_functions = 0; // numbers of layouts in a call
    WholeKernel one, array;
    std::vector<std::unique_ptr<Kernel>> kernels; // one for each loop; may be null
  };
  Choice choose(CpuFeatures features) const;

  /// Returns the choice for a copy of `count` layouts. Makes the best one if enough has been copied.
  const Choice &choice_for(std::int64_t count) const {
    const Choice *choice = choice_.load(std::memory_order_acquire);
    return choice == &best_ ? *choice : prepare(count);
  }
  const Choice &prepare(std::int64_t count) const;

  void pack_by_kernels(const Choice &choice, const void *buffer, std::int64_t count, void *out) const;
  void unpack_by_kernels(const Choice &choice, const void *in, void *buffer, std::int64_t count) const;

  /// Packs or unpacks, depending on Direction: all bytes, any bytes, or any bytes by a walk.
  template <typename Direction>
  void copy_by_kernels(const Choice &choice, typename Direction::Buffer buffer, std::int64_t count,
                       typename Direction::Stream stream) const;
  template <typename Direction>
  void copy(typename Direction::Buffer buffer, std::int64_t count, std::int64_t begin, std::int64_t end,
            typename Direction::Stream stream) const;
  template <typename Direction>
  void copy_by_walk(const Choice &choice, typename Direction::Buffer buffer, std::int64_t count, std::int64_t begin,
                    std::int64_t end, typename Direction::Stream stream) const;

  CpuFeatures features_;
  std::int64_t element_bytes_;
  Dataloops loops_;
  PackFunctions functions_;
  std::int64_t most_contiguous_ = 0, most_within_64_bits_ = 0; // numbers of layouts in an array
  mutable std::atomic<const Choice *> choice_;
  mutable Choice best_, first_;
  mutable std::once_flag best_is_made_;
  mutable std::atomic<std::int64_t> copied_bytes_ = 0; // by the first choice
};

} // namespace automap::layout
