// The step that uses nodes for what occurs again in others. See fold_steps.h.
#include "cover.h"
#include "dag.h"
#include "fold_steps.h"
#include "units.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace automap::layout {
namespace {

constexpr std::size_t most_windows = std::size_t{1} << 24; // stretches that are looked up

/// Where which nodes occur, by the hash of their units.
class Patterns {
public:
  void add(const Units &units, std::size_t node) {
    if (units.size() >= 2)
      lengths_[units.size()].emplace(StretchHashes(units).of(0, units.size()), node);
  }

  /// Calls found(begin, node) for every stretch of `units` that is that long and hashes like that node.
  /// Looks up at most `windows` stretches, the longest patterns first, and counts them down.
  template <typename Found> void find(const Units &units, std::size_t &windows, Found found) const {
    const StretchHashes hashes(units);
    for (auto entry = lengths_.rbegin(); entry != lengths_.rend(); ++entry) {
      const auto &[length, nodes] = *entry;
      if (length > units.size())
        continue;
      const std::size_t count = units.size() - length + 1;
      if (count > windows)
        return;
      windows -= count;
      for (std::size_t begin = 0; begin < count; ++begin)
        for (auto [at, end] = nodes.equal_range(hashes.of(begin, length)); at != end; ++at)
          found(begin, at->second);
    }
  }

private:
  std::map<std::size_t, std::unordered_multimap<std::uint64_t, std::size_t>> lengths_;
};

} // namespace

TypeTree reuse(const TypeTree &tree, const CostModel &model) {
  const Sequences all(tree);
  Patterns patterns;
  for (std::size_t i = 0; i < all.nodes.size(); ++i)
    patterns.add(all.units[i], i);

  // By rising numbers of elements, so that what a node may use, which has fewer, is done before it.
  std::vector<std::size_t> order(all.nodes.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return all.nodes[i].element_count(); });
  std::vector<bool> done(all.nodes.size());
  Replacements results;
  std::size_t windows = most_windows;
  for (const std::size_t i : order) {
    const TypeTree &node = all.nodes[i];
    const Units &units = all.units[i];
    std::vector<Piece> pieces;
    std::optional<std::size_t> equal; // an earlier node with the same units
    if (!units.empty() && node.kind() != TypeTree::Kind::vec)
      patterns.find(units, windows, [&](std::size_t begin, std::size_t other) {
        const Units &pattern = all.units[other];
        if (!done[other] || !occurs_at(units, begin, pattern))
          return;
        if (pattern == units)
          equal = other;
        else if (pattern.front().at == 0)
          pieces.push_back({begin, pattern.size(), other});
      });
    if (node.element_count() == 0) { // has fewer elements than its children
      results.set(node, node);
      done[i] = true;
      continue;
    }
    TypeTree result = results.over(node);
    if (equal)
      result = results[all.nodes[*equal]];
    else if (!pieces.empty())
      if (const Cover found = cover(units, pieces, model); found.cost < node_cost(node, model))
        result = build(
            found, units, [&](std::uint32_t number) { return results[all.nodes[number]]; },
            [&](std::size_t other) { return results[all.nodes[other]]; }, model);
    results.set(node, std::move(result));
    done[i] = true;
  }
  return results[tree];
}

} // namespace automap::layout
