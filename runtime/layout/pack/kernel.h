// Kernels: they copy whole blocks of one loop. A plan (plan.h) has the best kernel for each of its loops. If a loop has
// none, the walk shows its blocks part by part.
//
// There is a portable kernel for each case, and faster ones for some processors; kernel_for() chooses among them.
// Kernels neither read nor write beyond the blocks that they are given, with one exception: a pack may read gaps
// between the lowest and the highest block that contain no whole page of memory, because such a page may not exist.
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

  /// Returns the number of blocks below which visiting the parts one by one is faster.
  virtual std::int64_t least_count() const { return 1; }

  /// Copies the blocks [first, first + count) of the loop, whose offsets count from `base`, to adjacent bytes from
  /// `out` on.
  virtual void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const = 0;

  /// Copies in the other direction. Writes only the bytes of the blocks. If blocks overlap, any of them may win.
  virtual void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const = 0;

  /// Whether one instruction packs bytes of several parts, which portable code cannot do.
  virtual bool packs_by_shuffles() const { return false; }
};

/// The kernels of loops, by their ids; some are null.
using Kernels = std::vector<std::unique_ptr<Kernel>>;

/// Returns the kernel for the blocks of a loop; null if it is best shown part by part. `known` are the kernels of the
/// loops before it, which include its children; they must live as long.
std::unique_ptr<Kernel> kernel_for(const Dataloops &loops, Dataloop::Id id, const Kernels &known, CpuFeatures features);

// The kernels. Each function returns null if the kernel does not apply, or if another one is known to be better.

/// The length below which a gap contains no whole page, so that all of it may be read.
constexpr std::int64_t least_page = 4096;

/// Returns a kernel for blocks of bytes (leaves).
std::unique_ptr<Kernel> block_kernel(const Dataloop &loop);

/// Equal records, `stride` bytes apart, or at offsets if `offsets` is not empty. A record is `pieces` in the order of
/// the packed stream.
struct Records {
  std::span<const ByteRange> pieces;
  std::int64_t stride = 0;
  std::span<const std::int64_t> offsets;
};
std::unique_ptr<Kernel> record_kernel(const Records &records);

/// Returns the bytes of data in a record.
std::int64_t size_of(const Records &records);

/// Whether all pieces are words of 4 bytes whose offsets are multiples of 4.
bool in_words(const Records &records);

/// Whether a gap within equally spaced records, or between them, may contain a page.
bool may_hold_pages_in_gaps(const Records &records);

/// Returns a kernel for blocks that are one loop each, which calls that loop's kernel; null if `known` has none for it.
/// `known` must live as long.
std::unique_ptr<Kernel> each_kernel(const Dataloops &loops, const Dataloop &loop, const Kernels &known);

/// Returns a kernel for blocks each of which is a `row` of long blocks.
std::unique_ptr<Kernel> long_rows_kernel(const Dataloop &loop, const Dataloop &row);

/// Returns a kernel for structs all of whose parts have kernels.
std::unique_ptr<Kernel> struct_kernel(const Dataloops &loops, const Dataloop &loop, const Kernels &known);

/// Returns a kernel for nested vectors whose packed order is far from the order of memory. It walks them in the order
/// of memory, in tiles.
std::unique_ptr<Kernel> nest_kernel(const Dataloops &loops, Dataloop::Id id, CpuFeatures features);

} // namespace automap::layout
