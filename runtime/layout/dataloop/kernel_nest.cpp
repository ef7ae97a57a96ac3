// The kernel for nested vectors whose packed order is far from the order of memory, such as the variables of
// interleaved cells one after the other (the Flash I/O test, section 3 of the dataloops paper), or the
// columns of a matrix.
//
// Loops are interchanged: those with the longest strides come first. What remains are the loop `x` that packs
// adjacent blocks, and the loop `v` that walks memory with the shortest stride; both are walked in tiles, so
// that each cache line is used up on both sides when it is touched.
#include "copies.h"
#include "kernel.h"
#include "kernels_avx512.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

namespace automap::layout {
namespace {

struct Level {
  std::int64_t count, memory, packed; // steps in bytes
};

constexpr std::size_t most_levels = 16;
constexpr std::int64_t tile = 8;

template <typename Copy> class Nest : public Kernel {
public:
  /// levels[0] is the loop that the kernel is for; levels[v] and levels.back() are walked in tiles.
  Nest(std::vector<Level> levels, std::size_t v, bool transposed, Copy copy)
      : levels_(std::move(levels)), v_(v), transposed_(transposed), copy_(copy) {
    for (std::size_t i = 0; i + 1 < levels_.size(); ++i)
      if (i != v_)
        others_.push_back(i);
    std::ranges::sort(others_, std::ranges::greater(),
                      [&](std::size_t i) { return std::abs(levels_[i].memory); });
  }

  /// Tiles of fewer are narrow.
  std::int64_t least_count() const override { return v_ == 0 ? tile / 2 : 1; }

  void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    base = moved(base, first * levels_[0].memory);
    for_each_tile(count, [&](std::int64_t memory, std::int64_t packed, std::int64_t nv, std::int64_t nx) {
      const Level v = levels_[v_], x = levels_.back();
      const char *from = moved(base, memory);
      char *to = out + packed;
      if (transposed_ && nv == tile && nx == tile)
        return avx512::transpose_8x8(from, x.memory, to, v.packed);
      for (std::int64_t i = 0; i < nx; ++i)
        for (std::int64_t j = 0; j < nv; ++j)
          copy_(to + i * x.packed + j * v.packed, moved(from, i * x.memory + j * v.memory));
    });
  }

  void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    base = moved(base, first * levels_[0].memory);
    for_each_tile(count, [&](std::int64_t memory, std::int64_t packed, std::int64_t nv, std::int64_t nx) {
      const Level v = levels_[v_], x = levels_.back();
      const char *from = in + packed;
      char *to = moved(base, memory);
      if (transposed_ && nv == tile && nx == tile)
        return avx512::transpose_8x8(from, v.packed, to, x.memory);
      for (std::int64_t i = 0; i < nx; ++i)
        for (std::int64_t j = 0; j < nv; ++j)
          copy_(moved(to, i * x.memory + j * v.memory), from + i * x.packed + j * v.packed);
    });
  }

private:
  /// Calls visit(memory, packed, nv, nx) with the offsets of each tile and its width.
  template <typename Visit> void for_each_tile(std::int64_t count, Visit visit) const {
    const auto count_of = [&](std::size_t level) { return level == 0 ? count : levels_[level].count; };
    const Level v = levels_[v_], x = levels_.back();
    const std::int64_t all_v = count_of(v_), all_x = x.count;
    std::array<std::int64_t, most_levels> at = {}; // of others_
    std::int64_t memory = 0, packed = 0;
    // The innermost of the other loops runs inside of a tile's width, so that each stream of packed data goes
    // on.
    const std::size_t outer = others_.empty() ? 0 : others_.size() - 1;
    const Level inner = others_.empty() ? Level{1, 0, 0} : levels_[others_.back()];
    const std::int64_t all_inner = others_.empty() ? 1 : count_of(others_.back());
    for (;;) {
      for (std::int64_t j = 0; j < all_v; j += tile)
        for (std::int64_t k = 0; k < all_inner; ++k)
          for (std::int64_t i = 0; i < all_x; i += tile)
            visit(memory + j * v.memory + k * inner.memory + i * x.memory,
                  packed + j * v.packed + k * inner.packed + i * x.packed, std::min(tile, all_v - j),
                  std::min(tile, all_x - i));
      std::size_t level = outer; // the next state of the outer loops
      while (level > 0) {
        const Level &other = levels_[others_[level - 1]];
        const std::int64_t n = count_of(others_[level - 1]);
        memory += other.memory, packed += other.packed;
        if (++at[level - 1] < n)
          break;
        memory -= n * other.memory, packed -= n * other.packed;
        at[--level] = 0;
      }
      if (level == 0)
        return;
    }
  }

  std::vector<Level> levels_;
  std::size_t v_;
  bool transposed_;
  Copy copy_;
  std::vector<std::size_t> others_;
};

} // namespace

std::unique_ptr<Kernel> nest_kernel(const Dataloops &loops, Dataloop::Id id, CpuFeatures features) {
  constexpr std::int64_t longest_block = 64, short_stride = 64;
  std::vector<Level> levels;
  const Dataloop *loop = &loops[id];
  for (;; loop = &loops[loop->children.front()]) {
    if (loop->kind != Dataloop::Kind::vector && loop->kind != Dataloop::Kind::contig)
      return nullptr;
    levels.push_back({loop->count, loop->stride, loop->block_bytes});
    if (loop->leaf)
      break;
  }
  const std::int64_t block = loop->block_bytes;
  if (levels.size() < 2 || levels.size() > most_levels || block > longest_block || levels.back().count == 1)
    return nullptr;
  std::size_t v = 0;
  for (std::size_t i = 0; i < levels.size(); ++i)
    if (std::abs(levels[i].memory) < std::abs(levels[v].memory))
      v = i;
  const std::int64_t step = std::abs(levels[v].memory);
  if (v + 1 == levels.size() || step > short_stride || 2 * step > std::abs(levels.back().memory))
    return nullptr;
  const bool transposed =
      features == CpuFeatures::avx512 && block == 8 && levels[v].memory == 8 && levels.back().memory > 0;
  return with_copy(block, [&](auto copy) -> std::unique_ptr<Kernel> {
    return std::make_unique<Nest<decltype(copy)>>(levels, v, transposed, copy);
  });
}

} // namespace automap::layout
