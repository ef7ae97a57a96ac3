// The step that uses nodes where their type map occurs in other nodes. See steps.h.
#include "cover.h"
#include "layout/dag.h"
#include "steps.h"
#include "units.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace automap::layout {
namespace {

constexpr std::size_t most_pieces = std::size_t{1} << 20; // the limit for one node

} // namespace

TypeTree reuse(const TypeTree &tree, const CostModel &model) {
  const Sequences all(tree);
  const Patterns patterns(all.units);

  // Nodes are processed by their number of elements. A node may use nodes with fewer elements, which are done before
  // it.
  std::vector<std::size_t> order(all.nodes.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return all.nodes[i].element_count(); });
  std::vector<bool> done(all.nodes.size());
  Replacements results;
  std::size_t windows = Patterns::most_windows;
  for (const std::size_t i : order) {
    const TypeTree &node = all.nodes[i];
    const Units &units = all.units[i];
    std::vector<Piece> pieces;
    std::optional<std::size_t> equal; // an earlier node with the same units
    if (!units.empty() && node.kind() != TypeTree::Kind::vec)
      patterns.find(units, windows, [&](std::size_t begin, std::size_t other) {
        const Units &pattern = all.units[other];
        if (!done[other] || pieces.size() == most_pieces)
          return;
        if (pattern.size() == units.size() && pattern == units)
          equal = other;
        else if (pattern.size() < units.size() && pattern.front().at == 0)
          pieces.push_back({begin, pattern.size(), other});
      });
    if (node.element_count() == 0) { // it may have fewer elements than its children
      results.set(node, node);
      done[i] = true;
      continue;
    }
    TypeTree result = results.over(node);
    if (equal)
      result = results[all.nodes[*equal]];
    else if (!pieces.empty())
      if (const Cover found = cover(units, std::move(pieces), model);
          found.cost < node_cost(node, model) &&
          is_exact(found, units, [&](std::size_t other) -> const Units & { return all.units[other]; }))
        result = build(
            found, units, [&](std::uint32_t number) { return results[all.nodes[number]]; },
            [&](std::size_t other) { return results[all.nodes[other]]; }, model);
    results.set(node, std::move(result));
    done[i] = true;
  }
  return results[tree];
}

} // namespace automap::layout
