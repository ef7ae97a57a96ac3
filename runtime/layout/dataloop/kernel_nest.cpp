// The kernel for nested vectors whose packed order is far from the order of memory, such as the variables of
// interleaved cells one after the other (the Flash I/O test, section 3 of the dataloops paper), or the
// columns of a matrix.
//
// Loops are interchanged: those with the longest strides come first. What remains are the loop `x` that packs
// adjacent blocks, and the loop `v` that walks memory with the shortest stride; both are walked in tiles, so
// that each cache line is used up on both sides when it is touched.
#include "copies.h"
#include "kernel.h"
#include "kernels_avx2.h"
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

/// Transposes tiles; null where elements are moved one by one.
using Transpose = void (*)(const Tiles &, const char *, char *);

void transpose_by_elements(const Tiles &tiles, const char *in, char *out) {
  transpose_tiles(tiles, in, out, [](const char *from, std::int64_t in_row, char *to, std::int64_t out_row) {
    for (std::int64_t column = 0; column < tile; ++column)
      for (std::int64_t row = 0; row < tile; ++row)
        std::memcpy(moved(to, column * out_row + 8 * row), moved(from, row * in_row + 8 * column), 8);
  });
}

template <typename Copy> class Nest : public Kernel {
public:
  /// levels[0] is the loop that the kernel is for; levels[v] and levels.back() are walked in tiles.
  Nest(std::vector<Level> levels, std::size_t v, Transpose transpose, Copy copy)
      : levels_(std::move(levels)), v_(v), transpose_(transpose), copy_(copy) {
    for (std::size_t i = 0; i + 1 < levels_.size(); ++i)
      if (i != v_)
        others_.push_back(i);
    std::ranges::sort(others_, std::ranges::greater(),
                      [&](std::size_t i) { return std::abs(levels_[i].memory); });
  }

  /// Tiles of fewer are narrow.
  std::int64_t least_count() const override { return v_ == 0 ? tile / 2 : 1; }

  void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    run<&Level::memory, &Level::packed>(moved(base, first * levels_[0].memory), count, out);
  }
  void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    run<&Level::packed, &Level::memory>(in, count, moved(base, first * levels_[0].memory));
  }

private:
  using Step = std::int64_t Level::*;

  /// Copies from where steps are `from_step` to where they are `to_step`.
  template <Step from_step, Step to_step> void run(const char *from, std::int64_t count, char *to) const {
    const auto count_of = [&](std::size_t level) { return level == 0 ? count : levels_[level].count; };
    // The innermost of the other loops runs inside of a tile's width, so that each stream of packed data goes
    // on.
    const std::size_t outer = others_.empty() ? 0 : others_.size() - 1;
    Level inner = {1, 0, 0}, v = levels_[v_];
    if (!others_.empty()) {
      inner = levels_[others_.back()];
      inner.count = count_of(others_.back());
    }
    struct State {
      std::int64_t from = 0, to = 0;
      std::array<std::int64_t, most_levels> at = {}; // of others_
    };
    const auto advance = [&](State &state) { // to the next state of the outer loops, if there is one
      for (std::size_t level = outer; level > 0; state.at[--level] = 0) {
        const Level &other = levels_[others_[level - 1]];
        const std::int64_t n = count_of(others_[level - 1]);
        state.from += other.*from_step, state.to += other.*to_step;
        if (++state.at[level - 1] < n)
          return true;
        state.from -= n * other.*from_step, state.to -= n * other.*to_step;
      }
      return false;
    };
    State now, next;
    for (bool more = true; more; now = next) {
      more = advance(next);
      for (std::int64_t j = 0, all_v = count_of(v_); j < all_v; j += tile) {
        v.count = std::min(tile, all_v - j);
        copy_strip<from_step, to_step>(moved(from, now.from + j * v.*from_step),
                                       moved(to, now.to + j * v.*to_step), v, inner, next.from - now.from,
                                       next.to - now.to);
      }
    }
  }

  /// Tiles as wide as `v`, along x and `inner`. The next ones are `from_ahead` and `to_ahead` bytes further.
  template <Step from_step, Step to_step>
  void copy_strip(const char *from, char *to, const Level &v, const Level &inner, std::int64_t from_ahead,
                  std::int64_t to_ahead) const {
    constexpr bool packing = from_step == &Level::memory;
    const Level x = levels_.back();
    std::int64_t done = 0; // of x
    if (transpose_ && v.count == tile) {
      done = x.count / tile * tile;
      transpose_({.in_row = packing ? x.memory : v.packed,
                  .out_row = packing ? v.packed : x.memory,
                  .outer = {inner.count, inner.*from_step, inner.*to_step},
                  .inner = {x.count / tile, tile * x.*from_step, tile * x.*to_step},
                  .in_ahead = from_ahead,
                  .out_ahead = to_ahead},
                 from, to);
    }
    for (std::int64_t k = 0; done < x.count && k < inner.count; ++k)
      for (std::int64_t begin = done; begin < x.count; begin += tile)
        for (std::int64_t i = begin; i < std::min(begin + tile, x.count); ++i)
          for (std::int64_t j = 0; j < v.count; ++j)
            copy_(moved(to, k * inner.*to_step + i * x.*to_step + j * v.*to_step),
                  moved(from, k * inner.*from_step + i * x.*from_step + j * v.*from_step));
  }

  std::vector<Level> levels_;
  std::size_t v_;
  Transpose transpose_;
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
  Transpose transpose = nullptr;
  if (block == 8 && levels[v].memory == 8 && levels.back().memory > 0)
    transpose = features == CpuFeatures::avx512 ? avx512::transpose
                : features == CpuFeatures::avx2 ? avx2::transpose
                                                : transpose_by_elements;
  return with_copy(block, [&](auto copy) -> std::unique_ptr<Kernel> {
    return std::make_unique<Nest<decltype(copy)>>(levels, v, transpose, copy);
  });
}

} // namespace automap::layout
