// Dataloops. See dataloop.h; they are made in dataloop_builder.cpp.
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
