// Walks over a layout: over all of it, or over any range of the bytes of its packed stream, in any order
// ("partial processing", section 2.2 of the dataloops paper). An action processes what is visited.
//
// The state of a segment is a position in the packed stream. A walk finds its place from this by one division or binary
// search for each loop, so segments can be copied, kept and started anywhere at no cost. A walk keeps a stack of
// bounded depth and does not recurse.
//
// An action is a class with two functions. Both return how many bytes of data they have processed; the walk ends if
// that is less than was offered:
//
//   struct Total {
//     std::int64_t bytes_seen = 0, pieces = 0;
//
//     // Whole blocks [first, first + count) of `loop`, whose offsets count from `base`.
//     // Returns `declined` to be shown the parts.
//     std::int64_t blocks(const Dataloop &, Dataloop::Id, std::int64_t base, std::int64_t first,
//                         std::int64_t count) {
//       return declined;
//     }
//     // `length` bytes at `offset`, which are elements of `type` or parts of them, or plain bytes if the
//     // loops have no types. Adjacent parts may come one by one.
//     std::int64_t bytes(std::int64_t offset, std::int64_t length, BasicType type) {
//       bytes_seen += length, ++pieces;
//       return length;
//     }
//   };
#pragma once

#include "dataloop.h"

#include <algorithm>

namespace automap::layout {

inline constexpr std::int64_t declined = -1;

/// Shows `action` the bytes [begin, end) of the packed stream of `blocks` blocks of the loop at `root`, whose offsets
/// count from `base`. Returns the position at which it stopped: end, or less if the action processed less than it was
/// offered.
template <typename Action>
std::int64_t walk(const Dataloops &loops, PlacedLoop root, std::int64_t blocks, std::int64_t base, std::int64_t begin,
                  std::int64_t end, Action &action) {
  struct Frame {
    const Dataloop *loop;
    Dataloop::Id id;
    std::int64_t base, block, count;
  };
  Frame stack[Dataloops::max_depth];
  int depth = 0;
  std::int64_t position = begin;
  std::int64_t within = begin; // bytes of data before `position` in the current loop or block
  const auto enter = [&](Dataloop::Id id, std::int64_t at, std::int64_t count) {
    const Dataloop &loop = loops[id];
    std::int64_t block = 0;
    if (within > 0) {
      block = loop.block_at(within);
      within -= loop.bytes_before(block);
    }
    stack[depth++] = {&loop, id, at, block, count};
  };
  if (begin < end)
    enter(root.loop, base + root.offset, blocks);
  while (position < end) {
    Frame &frame = stack[depth - 1];
    if (frame.block == frame.count) {
      --depth;
      ++stack[depth - 1].block;
      continue;
    }
    const Dataloop &loop = *frame.loop;
    if (within == 0) {
      std::int64_t whole = frame.count - frame.block, bytes = 0; // the blocks that end at or before `end`
      if (loop.uniform()) {
        whole = std::min(whole, (end - position) / loop.block_bytes);
        bytes = whole * loop.block_bytes;
      } else {
        const auto first = loop.before.begin() + frame.block;
        const auto past = std::upper_bound(first, loop.before.begin() + frame.count + 1, *first + (end - position));
        whole = past - first - 1;
        bytes = first[whole] - *first;
      }
      if (whole > 0) {
        const std::int64_t processed = action.blocks(loop, frame.id, frame.base, frame.block, whole);
        if (processed != declined) {
          position += processed;
          if (processed < bytes)
            return position;
          frame.block += whole;
          continue;
        }
      }
    }
    const std::int64_t at = frame.base + loop.offset(frame.block);
    if (!loop.leaf) {
      enter(loop.child(frame.block), at, loops[loop.child(frame.block)].count);
      continue;
    }
    const std::int64_t left = loop.bytes_of(frame.block) - within;
    const std::int64_t offered = std::min(left, end - position);
    const std::int64_t processed = action.bytes(at + within, offered, loop.type);
    position += processed;
    if (processed < offered)
      return position;
    within = 0;
    ++frame.block; // if a part of the block remains, `end` is reached
  }
  return position;
}

/// Walks over `count` layouts at `base`.
template <typename Action>
std::int64_t walk(const Dataloops &loops, std::int64_t count, std::int64_t base, std::int64_t begin, std::int64_t end,
                  Action &action) {
  if (count == 1 && begin < end)
    return walk(loops, loops.one(), loops[loops.one().loop].count, base, begin, end, action);
  return walk(loops, loops.array(), count * loops.array_blocks(), base, begin, end, action);
}

} // namespace automap::layout
