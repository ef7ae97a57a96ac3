// The least cost by the plain exact method, O(n³): what tests and the benchmark compare reconstruct() with
// where the papers' O(n⁴) takes too long.
#pragma once

#include "layout/reconstruct.h"

#include <algorithm>

namespace automap::test {

inline layout::Cost cubic_least_cost(const layout::TypeMap &map, const layout::CostModel &model) {
  std::vector<layout::Part> parts; // the basic types
  std::vector<layout::PlacedPart> sequence;
  for (const layout::TypeMapEntry &entry : map) {
    const auto leaf = layout::TypeTree::leaf(entry.type);
    auto part = std::ranges::find(parts, leaf, &layout::Part::tree);
    if (part == parts.end())
      part = parts.insert(part, {leaf, model.leaf});
    sequence.push_back({static_cast<std::size_t>(part - parts.begin()), entry.displacement});
  }
  return cost(reconstruct_exactly(sequence, parts, model), model);
}

} // namespace automap::test
