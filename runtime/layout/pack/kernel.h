// Kernels: how whole blocks of one loop are copied. A plan (plan.h) has the best one for each of its loops
// where there is one; the walk shows the others part by part.
//
// There is a portable kernel for each case, and others for processors that can do better, which kernel_for()
// chooses among. Kernels neither read nor write beyond the blocks that they are given, but a pack may read
// what lies between the lowest and the highest of those, in gaps that hold no page of memory: it may be missing.
#pragma once

#include "layout/dataloop/cpu.h"
#include "layout/dataloop/dataloop.h"
#include "layout/dataloop/periods.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace automap::layout {

class Kernel {
public:
  virtual ~Kernel() = default;

  /// Of fewer blocks it is better to show the parts.
  virtual std::int64_t least_count() const { return 1; }

  /// Copies blocks [first, first + count) of the loop, whose offsets count from `base`, to adjacent bytes
  /// from `out` on.
  virtual void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const = 0;

  /// The other way round. Writes no other byte than those of the blocks. Where blocks overlap, any of them
  /// may win.
  virtual void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const = 0;

  /// Whether bytes of several parts are packed by one instruction, as code for any processor cannot do.
  virtual bool packs_by_shuffles() const { return false; }
};

/// Kernels of loops, by their ids; some are null.
using Kernels = std::vector<std::unique_ptr<Kernel>>;

/// The kernel for the blocks of a loop; null if it is best shown part by part. `known` are those of the loops
/// before it, among which its children are, and are to live as long.
std::unique_ptr<Kernel> kernel_for(const Dataloops &loops, Dataloop::Id id, const Kernels &known,
                                   CpuFeatures features);

// The kernels. Each returns null where it does not apply, or where another one is known to be better.

/// A gap that is shorter holds no whole page, so that all of it may be read.
constexpr std::int64_t least_page = 4096;

/// Blocks of bytes (leaves).
std::unique_ptr<Kernel> block_kernel(const Dataloop &loop);

/// Equal records: `stride` bytes apart, or at offsets if `offsets` is not empty. A record is `pieces` in the
/// order of the packed stream.
struct Records {
  std::span<const ByteRange> pieces;
  std::int64_t stride = 0;
  std::span<const std::int64_t> offsets;
};
std::unique_ptr<Kernel> record_kernel(const Records &records);

/// Whether a gap within equally spaced records, or from one to the next, may hold a page.
bool may_hold_pages_in_gaps(const Records &records);

/// Blocks that are one loop each, by the kernel of that; null if there is none in `known`, which is to live as long.
std::unique_ptr<Kernel> each_kernel(const Dataloops &loops, const Dataloop &loop, const Kernels &known);

/// Blocks that are a `row` of long blocks each.
std::unique_ptr<Kernel> long_rows_kernel(const Dataloop &loop, const Dataloop &row);

/// Structs all of whose parts have kernels.
std::unique_ptr<Kernel> struct_kernel(const Dataloops &loops, const Dataloop &loop, const Kernels &known);

/// Nested vectors that are packed in an order far from that of memory: walked in the order of memory, in
/// tiles.
std::unique_ptr<Kernel> nest_kernel(const Dataloops &loops, Dataloop::Id id, CpuFeatures features);

} // namespace automap::layout
