// The kernel for nested vectors whose packed order is far from the order of memory. Examples are the variables of
// interleaved cells, one after the other (the Flash I/O test, section 3 of the dataloops paper), and the columns of a
// matrix.
//
// Loops are interchanged: those with the longest strides come first. The loop `x`, which packs adjacent blocks, and the
// loop `v`, which walks memory with the shortest stride, remain. Both are walked in tiles, so that each cache line is
// used up on both sides when it is touched. One tile's width of `v` goes through as much of the other loops as the
// second-level cache holds before the next one does. Thus few streams of packed data are touched at a time. Many
// streams that lie multiples of 4096 bytes apart would evict each other from the caches.
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
constexpr std::int64_t line = 64; // the size of a cache line

template <Fetched fetched> void transpose_by_elements(const Tiles &tiles, const char *in, char *out) {
  transpose_tiles<fetched>(tiles, in, out, [](const char *from, std::int64_t in_row, char *to, std::int64_t out_row) {
    for (std::int64_t column = 0; column < tile; ++column)
      for (std::int64_t row = 0; row < tile; ++row)
        std::memcpy(moved(to, column * out_row + 8 * row), moved(from, row * in_row + 8 * column), 8);
  });
}
constexpr Transposes by_elements = {transpose_by_elements<Fetched::in>, transpose_by_elements<Fetched::out>};

template <typename Copy> class Nest : public Kernel {
public:
  /// Takes the loops: levels[0] is the loop that the kernel is for; levels[v] and levels.back() are walked in tiles.
  Nest(std::vector<Level> levels, std::size_t v, Transposes transposes, Copy copy)
      : levels_(std::move(levels)), v_(v), transposes_(transposes), copy_(copy) {
    for (std::size_t i = 0; i + 1 < levels_.size(); ++i)
      if (i != v_)
        others_.push_back(i);
    std::ranges::sort(others_, std::ranges::greater(), [&](std::size_t i) { return std::abs(levels_[i].memory); });
    near_ = first_near();
    if (is_far()) {
      packs_past_caches_ = transposes_.pack_past_caches && has_lines<&Level::packed>(levels_.size() - 1);
      unpacks_past_caches_ = transposes_.unpack_past_caches && has_lines<&Level::memory>(v_);
    }
  }

  /// Returns half the width of a tile if fewer blocks would make narrow tiles.
  std::int64_t least_count() const override { return v_ == 0 ? tile / 2 : 1; }

  void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    copy<&Level::memory, &Level::packed>(moved(base, first * levels_[0].memory), count, out, transposes_.pack,
                                         packs_past_caches_ ? transposes_.pack_past_caches : nullptr);
  }
  void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    copy<&Level::packed, &Level::memory>(in, count, moved(base, first * levels_[0].memory), transposes_.unpack,
                                         unpacks_past_caches_ ? transposes_.unpack_past_caches : nullptr);
  }

private:
  using Step = std::int64_t Level::*;

  /// Returns the first of the loops in others_ that a tile's width goes through before the next one: the innermost, and
  /// as many more as touch no more memory than the second-level cache holds.
  std::size_t first_near() const {
    constexpr double most = 256 << 10;
    const Level &v = levels_[v_], &x = levels_.back();
    double bytes =
        static_cast<double>(v.count) * static_cast<double>(std::abs(v.memory)) * static_cast<double>(x.count);
    std::size_t out = others_.size();
    for (; out > 0; --out) {
      bytes *= static_cast<double>(levels_[others_[out - 1]].count);
      if (bytes > most && out < others_.size())
        break;
    }
    return out;
  }

  /// Whether the distance between the first and the last byte in memory exceeds the caches, so that most likely nothing
  /// of it is cached.
  bool is_far() const {
    constexpr double most = 32 << 20;
    double extent = 0;
    for (const Level &level : levels_)
      extent += static_cast<double>(level.count) * std::abs(static_cast<double>(level.memory));
    return extent > most;
  }

  /// Whether the rows of all tiles along the level `row` are cache lines if the first one is.
  template <Step step> bool has_lines(std::size_t row) const {
    for (std::size_t i = 0; i < levels_.size(); ++i)
      if (i != row && levels_[i].*step % line != 0)
        return false;
    return true;
  }

  /// Copies past the caches if there is a function for that, if rows are cache lines, and if much is copied;
  /// small results may be needed soon.
  template <Step from_step, Step to_step>
  void copy(const char *from, std::int64_t count, char *to, Transposes::Function transpose,
            Transposes::Function past_caches) const {
    constexpr std::int64_t least = std::int64_t{4} << 20;
    if (!past_caches || count * levels_[0].packed < least || reinterpret_cast<std::uintptr_t>(to) % line != 0)
      return run<from_step, to_step>(from, count, to, transpose);
    run<from_step, to_step>(from, count, to, past_caches);
    transposes_.fence();
  }

  /// Copies from the side with steps `from_step` to the side with steps `to_step`.
  template <Step from_step, Step to_step>
  void run(const char *from, std::int64_t count, char *to, Transposes::Function transpose) const {
    const auto count_of = [&](std::size_t level) { return level == 0 ? count : levels_[level].count; };
    const std::size_t innermost = others_.empty() ? 0 : others_.size() - 1;
    Level inner = {1, 0, 0}, v = levels_[v_];
    if (!others_.empty()) {
      inner = levels_[others_.back()];
      inner.count = count_of(others_.back());
    }
    struct State {
      std::int64_t from = 0, to = 0;
      std::array<std::int64_t, most_levels> at = {}; // positions in the loops of others_
    };
    // Moves on to the next positions of others_[begin, end), or to the first ones after the last.
    const auto advance = [&](State &state, std::size_t begin, std::size_t end) {
      for (std::size_t level = end; level > begin; state.at[--level] = 0) {
        const Level &other = levels_[others_[level - 1]];
        const std::int64_t n = count_of(others_[level - 1]);
        state.from += other.*from_step, state.to += other.*to_step;
        if (++state.at[level - 1] < n)
          return true;
        state.from -= n * other.*from_step, state.to -= n * other.*to_step;
      }
      return false;
    };
    const auto memory_of = [](const State &state) { return from_step == &Level::memory ? state.from : state.to; };
    State outer, next_outer;
    for (bool more_outer = true; more_outer; outer = next_outer) {
      more_outer = advance(next_outer, 0, near_);
      for (std::int64_t j = 0, all_v = count_of(v_); j < all_v; j += tile) {
        v.count = std::min(tile, all_v - j);
        State now, next;
        for (bool more = true; more; now = next) {
          more = advance(next, near_, innermost);
          const std::int64_t prefetch_distance =
              memory_of(next) - memory_of(now) + (more ? 0 : memory_of(next_outer) - memory_of(outer));
          copy_strip<from_step, to_step>(moved(from, outer.from + now.from + j * v.*from_step),
                                         moved(to, outer.to + now.to + j * v.*to_step), v, inner, prefetch_distance,
                                         transpose);
        }
      }
    }
  }

  /// Copies tiles as wide as `v`, along x and `inner`. The next tiles are `prefetch_distance` bytes further.
  template <Step from_step, Step to_step>
  void copy_strip(const char *from, char *to, const Level &v, const Level &inner, std::int64_t prefetch_distance,
                  Transposes::Function transpose) const {
    constexpr bool packing = from_step == &Level::memory;
    const Level x = levels_.back();
    std::int64_t done = 0; // the blocks of x that are done
    if (transpose && v.count == tile) {
      done = x.count / tile * tile;
      transpose({.in_row = packing ? x.memory : v.packed,
                 .out_row = packing ? v.packed : x.memory,
                 .outer = {inner.count, inner.*from_step, inner.*to_step},
                 .inner = {x.count / tile, tile * x.*from_step, tile * x.*to_step},
                 .prefetch_distance = prefetch_distance},
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
  Transposes transposes_;
  Copy copy_;
  std::vector<std::size_t> others_;
  std::size_t near_; // others_ from here on are walked for each tile's width
  bool packs_past_caches_ = false, unpacks_past_caches_ = false; // whether to do so for much data
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
  Transposes transposes;
  if (block == 8 && levels[v].memory == 8 && levels.back().memory > 0)
    transposes = features == CpuFeatures::avx512 ? avx512::transposes
                 : features == CpuFeatures::avx2 ? avx2::transposes
                                                 : by_elements;
  return with_copy(block, [&](auto copy) -> std::unique_ptr<Kernel> {
    return std::make_unique<Nest<decltype(copy)>>(levels, v, transposes, copy);
  });
}

} // namespace automap::layout
