// Pack plans: what is prepared once for a layout, to copy any range of its packed stream at any time. The
// packed stream of a layout is its bytes in the order of its type map, without holes.
//
// A plan is immutable and may be used by several threads at once.
#pragma once

#include "cpu.h"
#include "dataloop.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace automap::layout {

class Kernel; // how the blocks of one loop are copied (kernel.h)

/// Code made ahead for one layout, such as automap generates: copies `count` of it as pack() and unpack() do,
/// and is best for few of few parts.
struct PackFunctions {
  void (*pack)(const void *buffer, std::size_t count, void *out) = nullptr;
  void (*unpack)(const void *in, std::size_t count, void *buffer) = nullptr;
};

class Plan : public std::enable_shared_from_this<Plan> {
public:
  /// Throws std::length_error and std::bad_alloc.
  Plan(const TypeTree &tree, Bounds bounds, CpuFeatures features = cpu_features(),
       PackFunctions functions = {});
  ~Plan();
  Plan(const Plan &) = delete; // kernels refer to the loops
  Plan &operator=(const Plan &) = delete;

  /// What the kernels may use of the processor.
  CpuFeatures features() const { return features_; }

  /// The loops that are walked; types are erased.
  const Dataloops &loops() const { return loops_; }

  /// Bytes of data in one.
  std::int64_t size() const { return loops_.size(); }

  /// Bytes of each element if all are of one basic type; else 0.
  std::int64_t element_bytes() const { return element_bytes_; }

  /// True if `count` of it are adjacent bytes in memory, in the order of the stream; the first is at
  /// true_lower_bound().
  bool is_contiguous(std::int64_t count) const { return count <= most_contiguous_; }
  std::int64_t true_lower_bound() const { return loops_.true_lower_bound(); }

  /// Of so many of it, the packed size and all displacements are sure to fit 64 bits.
  std::int64_t most_within_64_bits() const { return most_within_64_bits_; }

  /// Copies all of the packed stream of `count` of it, 1 to most_within_64_bits(); as pack() and unpack(), but
  /// quicker for few.
  void pack_all(const void *buffer, std::int64_t count, void *out) const {
    if (count <= most_packed_by_functions_)
      functions_.pack(buffer, static_cast<std::size_t>(count), out);
    else
      pack_by_kernels(buffer, count, out);
  }
  void unpack_all(const void *in, void *buffer, std::int64_t count) const {
    if (count <= most_unpacked_by_functions_)
      functions_.unpack(in, static_cast<std::size_t>(count), buffer);
    else
      unpack_by_kernels(in, buffer, count);
  }

  /// Copies the bytes [begin, end) of the packed stream of `count` of it at `buffer` to `out`, or from `in`.
  /// 0 <= begin <= end <= count * size(), which fits 64 bits as all displacements do. Data may overlap in
  /// memory for pack alone.
  void pack(const void *buffer, std::int64_t count, std::int64_t begin, std::int64_t end, void *out) const;
  void unpack(const void *in, std::int64_t begin, std::int64_t end, void *buffer, std::int64_t count) const;

private:
  void pack_by_kernels(const void *buffer, std::int64_t count, void *out) const;
  void unpack_by_kernels(const void *in, void *buffer, std::int64_t count) const;

  /// Packs or unpacks, as Direction says: all bytes, any, or any by a walk.
  template <typename Direction>
  void copy_by_kernels(typename Direction::Buffer buffer, std::int64_t count,
                       typename Direction::Stream stream) const;
  template <typename Direction>
  void copy(typename Direction::Buffer buffer, std::int64_t count, std::int64_t begin, std::int64_t end,
            typename Direction::Stream stream) const;
  template <typename Direction>
  void copy_by_walk(typename Direction::Buffer buffer, std::int64_t count, std::int64_t begin,
                    std::int64_t end, typename Direction::Stream stream) const;

  /// What copies whole layouts without a walk, as soon as they are enough. What a call needs stands together:
  /// between calls the data themselves drive it out of the nearest cache.
  struct Whole {
    const Kernel *kernel = nullptr;
    std::int64_t least_count = 0; // of blocks
    std::int64_t blocks = 0;      // in each
    std::int64_t offset = 0;      // of the loop
  };
  Whole whole(PlacedLoop root, std::int64_t blocks) const;

  CpuFeatures features_;
  std::int64_t element_bytes_;
  Dataloops loops_;
  PackFunctions functions_;
  std::int64_t most_contiguous_ = 0, most_within_64_bits_ = 0;                 // layouts in an array
  std::int64_t most_packed_by_functions_ = 0, most_unpacked_by_functions_ = 0; // layouts in a call
  Whole one_, array_;
  std::vector<std::unique_ptr<Kernel>> kernels_; // one for each loop; may be null
};

} // namespace automap::layout
