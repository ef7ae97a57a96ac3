// Dataloops. See dataloop.h; dataloop_builder.cpp builds them.
#include "dataloop.h"

#include <algorithm>

namespace automap::layout {

std::int64_t Dataloop::block_at(std::int64_t position) const {
  if (uniform())
    return position / block_bytes;
  return std::upper_bound(before.begin(), before.end(), position) - before.begin() - 1;
}

namespace {

const char *name(Dataloop::Kind kind) {
  switch (kind) {
  case Dataloop::Kind::contig:
    return "contig";
  case Dataloop::Kind::vector:
    return "vector";
  case Dataloop::Kind::blockindexed:
    return "blockindexed";
  case Dataloop::Kind::indexed:
    return "indexed";
  default:
    return "struct";
  }
}

struct Line {
  PlacedLoop placed;
  int depth;
};

} // namespace

Dataloop::Parts Dataloops::parts(const Dataloop &loop, std::int64_t first, std::int64_t count) const {
  const auto of_block = [&](std::int64_t block) {
    const Dataloop::Parts one =
        loop.leaf ? Dataloop::Parts{1, 0, loop.bytes_of(block)} : loops_[loop.child(block)].parts;
    const std::int64_t at = loop.offset(block);
    return Dataloop::Parts{one.number, at + one.begin, at + one.end};
  };
  Dataloop::Parts out = of_block(first);
  if (loop.leaf || loop.offsets.empty()) { // all neighbours touch, or none
    const bool touch = count > 1 && of_block(first + 1).begin == out.end;
    return {count * out.number - (touch ? count - 1 : 0), out.begin, of_block(first + count - 1).end};
  }
  for (std::int64_t block = first + 1; block < first + count; ++block) {
    const Dataloop::Parts next = of_block(block);
    out.number += next.number - (next.begin == out.end ? 1 : 0);
    out.end = next.end;
  }
  return out;
}

std::string to_string(const Dataloops &loops) {
  constexpr std::size_t shown = 8;
  std::string out;
  std::vector<Line> waiting;
  if (!loops.one().empty())
    waiting.push_back({loops.one(), 0});
  while (!waiting.empty()) {
    const auto [placed, depth] = waiting.back();
    waiting.pop_back();
    const Dataloop &loop = loops[placed.loop];
    out.append(static_cast<std::size_t>(2 * depth), ' ');
    if (placed.offset != 0)
      out += "at " + std::to_string(placed.offset) + ": ";
    out += name(loop.kind);
    out += " ct = " + std::to_string(loop.count);
    if (loop.offsets.empty() && loop.count > 1)
      out += "; str = " + std::to_string(loop.stride);
    for (std::size_t i = 0; i < std::min(shown, loop.offsets.size()); ++i)
      out += (i == 0 ? "; off = " : ", ") + std::to_string(loop.offsets[i]);
    if (loop.offsets.size() > shown)
      out += ", ...";
    if (loop.uniform())
      out += "; el_sz = " + std::to_string(loop.block_bytes);
    for (std::size_t i = 0; !loop.uniform() && i < std::min(shown, loop.offsets.size()); ++i)
      out += (i == 0 ? "; el_sz = " : ", ") + std::to_string(loop.bytes_of(static_cast<std::int64_t>(i)));
    out += "; size = " + std::to_string(loop.size) + "; ext = " + std::to_string(loop.extent()) + '\n';
    for (auto child = loop.children.rbegin(); child != loop.children.rend(); ++child)
      waiting.push_back({{*child, 0}, depth + 1});
  }
  return out;
}

} // namespace automap::layout
