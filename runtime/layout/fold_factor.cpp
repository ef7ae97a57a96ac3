// The step that makes a node of displacements which occur more than once. See fold_steps.h.
#include "checked.h"
#include "cover.h"
#include "dag.h"
#include "fold_steps.h"
#include "units.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace automap::layout {
namespace {

std::vector<std::int64_t> displacements_of(const Units &units) {
  std::vector<std::int64_t> out;
  for (const Unit &unit : units)
    out.push_back(unit.at);
  return out;
}

/// The idx and idxbuc nodes over one child, in which a common stretch is looked for.
class Lists {
public:
  Lists(const Sequences &all, std::vector<std::size_t> nodes, const CostModel &model)
      : all_(all), nodes_(std::move(nodes)), model_(model) {
    for (const std::size_t node : nodes_)
      hashes_.emplace_back(all.units[node]);
  }

  /// The stretch that saves most as a node of its own, its first unit at 0; empty if none saves anything.
  /// Tried are the most frequent stretches of the longest length at which any occurs twice and of some
  /// lengths below it.
  Units best_stretch() const {
    Units best;
    Cost most = 0;
    for (std::size_t length = longest_common(); length >= 2; length = length * 3 / 4)
      if (Units stretch = most_frequent(length); !stretch.empty())
        if (const Cost saved = saving(stretch); saved > most) {
          most = saved;
          best = std::move(stretch);
        }
    return best;
  }

  /// The cover of the list that is nodes[i] with `stretch` as its only piece, if it is cheaper than the list.
  std::optional<Cover> cheaper_cover(std::size_t i, const Units &stretch) const {
    const Units &units = units_of(i);
    const std::uint64_t hash = StretchHashes(stretch).of(0, stretch.size());
    std::vector<Piece> pieces;
    for (std::size_t begin = 0; begin + stretch.size() <= units.size(); ++begin)
      if (hashes_[i].of(begin, stretch.size()) == hash && occurs_at(units, begin, stretch))
        pieces.push_back({begin, stretch.size(), 0});
    if (pieces.empty())
      return std::nullopt;
    Cover found = cover(units, pieces, model_);
    if (found.cost >= node_cost(all_.nodes[nodes_[i]], model_))
      return std::nullopt;
    return found;
  }

  const std::vector<std::size_t> &nodes() const { return nodes_; }

private:
  const Units &units_of(std::size_t i) const { return all_.units[nodes_[i]]; }

  struct Seen {
    std::size_t list = 0, begin = 0;         // of the first
    std::size_t last_list = 0, last_end = 0; // of the last; those counted do not overlap
    std::size_t count = 1;
  };

  /// A stretch of that length that occurs most often without overlap; empty if none occurs twice.
  Units most_frequent(std::size_t length) const {
    std::unordered_map<std::uint64_t, Seen> seen;
    const Seen *best = nullptr;
    for (std::size_t list = 0; list < nodes_.size(); ++list)
      for (std::size_t begin = 0; begin + length <= units_of(list).size(); ++begin) {
        const auto [at, is_new] =
            seen.try_emplace(hashes_[list].of(begin, length), Seen{list, begin, list, begin + length});
        Seen &known = at->second;
        if (is_new || (known.last_list == list && begin < known.last_end))
          continue;
        known.last_list = list;
        known.last_end = begin + length;
        ++known.count;
        if (!best || known.count > best->count)
          best = &known;
      }
    if (!best)
      return {};
    Units out;
    std::int64_t at = 0;
    for (std::size_t k = best->begin; k < best->begin + length; ++k) {
      at = k == best->begin ? 0 : checked_add(at, gap(units_of(best->list), k));
      out.push_back({at, units_of(best->list)[k].tree});
    }
    return out;
  }

  /// The longest length at which a stretch occurs twice without overlap: where one does, so do its
  /// beginnings.
  std::size_t longest_common() const {
    std::size_t low = 1, high = 1;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      high = std::max(high, units_of(i).size());
    while (low < high) {
      const std::size_t middle = low + (high - low + 1) / 2;
      if (most_frequent(middle).empty())
        high = middle - 1;
      else
        low = middle;
    }
    return low;
  }

  /// What the lists save by using a node for `stretch`, less what that costs.
  Cost saving(const Units &stretch) const {
    const TypeTree &child = all_.nodes[stretch.front().tree];
    Cost saved = -node_cost(cheapest_list(displacements_of(stretch), child, model_), model_);
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (const auto found = cheaper_cover(i, stretch))
        saved += node_cost(all_.nodes[nodes_[i]], model_) - found->cost;
    return saved;
  }

  const Sequences &all_;
  std::vector<std::size_t> nodes_;
  const CostModel &model_;
  std::vector<StretchHashes> hashes_;
};

/// What becomes of a list node.
struct Rewritten {
  Cover cover;
  const Units *stretch; // what its pieces are
};

} // namespace

TypeTree factor(const TypeTree &tree, const CostModel &model) {
  const Sequences all(tree);
  std::map<std::uint32_t, std::vector<std::size_t>> lists_over; // child, lists
  for (std::size_t i = 0; i < all.nodes.size(); ++i)
    if (const TypeTree::Kind kind = all.nodes[i].kind();
        !all.units[i].empty() && (kind == TypeTree::Kind::idx || kind == TypeTree::Kind::idxbuc))
      lists_over[all.units[i].front().tree].push_back(i);

  std::map<std::uint32_t, Units> stretches; // child, what is made a node of its copies
  std::map<std::size_t, Rewritten> rewritten;
  for (const auto &[child, nodes] : lists_over) {
    std::size_t length = 0;
    for (const std::size_t node : nodes)
      length += all.units[node].size();
    if (length > longest_units)
      continue;
    const Lists lists(all, nodes, model);
    const Units &stretch = stretches[child] = lists.best_stretch();
    for (std::size_t i = 0; !stretch.empty() && i < nodes.size(); ++i)
      if (auto found = lists.cheaper_cover(i, stretch))
        rewritten.emplace(nodes[i], Rewritten{std::move(*found), &stretch});
  }

  Replacements results;
  NodeTable table; // one node for each stretch
  for (std::size_t i = 0; i < all.nodes.size(); ++i) {
    const auto found = rewritten.find(i);
    if (found == rewritten.end()) {
      results.set(all.nodes[i], results.over(all.nodes[i]));
      continue;
    }
    const TypeTree &child = results[all.nodes[i].child()];
    const TypeTree piece =
        table.unique(cheapest_list(displacements_of(*found->second.stretch), child, model));
    results.set(all.nodes[i], build(
                                  found->second.cover, all.units[i], [&](std::uint32_t) { return child; },
                                  [&](std::size_t) { return piece; }, model));
  }
  return results[tree];
}

} // namespace automap::layout
