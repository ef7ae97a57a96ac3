// The step that turns displacements that occur more than once into a node. See steps.h.
#include "cover.h"
#include "layout/checked.h"
#include "layout/dag.h"
#include "steps.h"
#include "units.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace automap::layout {
namespace {

constexpr std::size_t longest_together = std::size_t{1} << 18; // the number of units of all lists over one child

std::vector<std::int64_t> displacements_of(const Units &units) {
  std::vector<std::int64_t> out;
  for (const Unit &unit : units)
    out.push_back(unit.at);
  return out;
}

/// The idx and idxbuc nodes over one child, which are searched for a common stretch.
class Lists {
public:
  Lists(const Sequences &all, std::vector<std::size_t> nodes, const CostModel &model)
      : all_(all), nodes_(std::move(nodes)), model_(model) {
    for (const std::size_t node : nodes_) {
      hashes_.emplace_back(all.units[node]);
      total_ += all.units[node].size();
    }
  }

  /// Returns the stretch that saves most as a node of its own, its first unit at 0; empty if none saves anything. It
  /// tries the most frequent stretches of the greatest length at which any occurs twice, of half that length, and so
  /// on. Each is extended as far as all its occurrences allow.
  Units best_stretch() const {
    Units best;
    Cost most = 0;
    for (std::size_t wanted = longest_common(); wanted >= 2; wanted /= 2)
      if (std::vector<Place> places = most_frequent(wanted); !places.empty()) {
        std::size_t length = wanted;
        extend(places, length);
        const Cost words = static_cast<Cost>(places.size() * length);
        if (words * (model_.ix + model_.bucket) <= most)
          continue; // even all of them together cannot save more
        Units stretch = stretch_at(places.front(), length);
        if (const Cost saved = saving(stretch); saved > most) {
          most = saved;
          best = std::move(stretch);
        }
      }
    return best;
  }

  /// Returns the cover of the list nodes[i] with `stretch` as its only piece, if that is cheaper than the list.
  std::optional<Cover> cheaper_cover(std::size_t i, const Units &stretch) const {
    const Units &units = units_of(i);
    const std::uint64_t hash = StretchHashes(stretch).of(0, stretch.size());
    std::vector<Piece> pieces;
    for (std::size_t begin = 0; begin + stretch.size() <= units.size(); ++begin)
      if (hashes_[i].of(begin, stretch.size()) == hash)
        pieces.push_back({begin, stretch.size(), 0});
    if (pieces.empty())
      return std::nullopt;
    Cover found = cover(units, std::move(pieces), model_);
    if (found.cost >= node_cost(all_.nodes[nodes_[i]], model_) ||
        !is_exact(found, units, [&](std::size_t) -> const Units & { return stretch; }))
      return std::nullopt;
    return found;
  }

private:
  const Units &units_of(std::size_t i) const { return all_.units[nodes_[i]]; }

  struct Place {
    std::size_t list = 0, begin = 0;
  };

  /// Returns the places, from left to right, of the stretch of this length that occurs most often without overlap; none
  /// if no stretch occurs twice.
  std::vector<Place> most_frequent(std::size_t length) const {
    struct Seen {
      Place last;
      std::size_t count = 0;
    };
    std::unordered_map<std::uint64_t, Seen> seen;
    seen.reserve(total_);
    std::size_t most = 1;
    std::uint64_t best = 0;
    for (std::size_t list = 0; list < nodes_.size(); ++list)
      for (std::size_t begin = 0; begin + length <= units_of(list).size(); ++begin) {
        const std::uint64_t hash = hashes_[list].of(begin, length);
        auto &[last, count] = seen[hash];
        if (count > 0 && last.list == list && begin < last.begin + length)
          continue;
        last = {list, begin};
        if (++count > most) {
          most = count;
          best = hash;
        }
      }
    std::vector<Place> places;
    if (most == 1)
      return places;
    for (std::size_t list = 0; list < nodes_.size(); ++list)
      for (std::size_t begin = 0; begin + length <= units_of(list).size(); ++begin)
        if (hashes_[list].of(begin, length) == best &&
            (places.empty() || places.back().list != list || begin >= places.back().begin + length))
          places.push_back({list, begin});
    return places;
  }

  /// Extends the stretches at `places` at both ends as long as they stay equal and do not overlap.
  void extend(std::vector<Place> &places, std::size_t &length) const {
    const auto apart = [&](std::size_t longer) {
      for (std::size_t i = 1; i < places.size(); ++i)
        if (places[i].list == places[i - 1].list && places[i].begin < places[i - 1].begin + longer)
          return false;
      return true;
    };
    /// Whether the distances to unit `offset` of the stretches exist and are equal.
    const auto equal_gap = [&](std::size_t offset) {
      const auto exists = [&](const Place &place) {
        return place.begin + offset > 0 && place.begin + offset < units_of(place.list).size();
      };
      const auto gap_of = [&](const Place &place) { return gap(units_of(place.list), place.begin + offset); };
      return std::ranges::all_of(places, [&](const Place &place) {
        return exists(place) && exists(places.front()) && gap_of(place) == gap_of(places.front());
      });
    };
    while (equal_gap(length) && apart(length + 1))
      ++length;
    while (equal_gap(0) && apart(length + 1)) {
      for (Place &place : places)
        --place.begin;
      ++length;
    }
  }

  Units stretch_at(const Place &place, std::size_t length) const {
    const Units &units = units_of(place.list);
    Units out;
    for (std::size_t k = place.begin; k < place.begin + length; ++k)
      out.push_back({checked_subtract(units[k].at, units[place.begin].at), units[k].tree});
    return out;
  }

  /// Returns the greatest length at which a stretch occurs twice without overlap. If a stretch does, its prefixes do,
  /// too.
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

  /// Returns the cost that the lists save with a node for `stretch`, minus the cost of that node.
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
  std::size_t total_ = 0; // the number of units of all lists
};

/// The replacement of a list node.
struct Rewritten {
  Cover cover;
  const Units *stretch; // the units of its pieces
};

} // namespace

TypeTree factor(const TypeTree &tree, const CostModel &model) {
  const Sequences all(tree);
  std::map<std::uint32_t, std::vector<std::size_t>> lists_over; // the lists of each child
  for (std::size_t i = 0; i < all.nodes.size(); ++i)
    if (const TypeTree::Kind kind = all.nodes[i].kind();
        !all.units[i].empty() && (kind == TypeTree::Kind::idx || kind == TypeTree::Kind::idxbuc))
      lists_over[all.units[i].front().tree].push_back(i);

  std::map<std::uint32_t, Units> stretches; // the stretch of each child's copies that becomes a node
  std::map<std::size_t, Rewritten> rewritten;
  for (const auto &[child, nodes] : lists_over) {
    std::size_t length = 0;
    for (const std::size_t node : nodes)
      length += all.units[node].size();
    if (length > longest_together)
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
    const TypeTree piece = table.unique(cheapest_list(displacements_of(*found->second.stretch), child, model));
    results.set(all.nodes[i], build(
                                  found->second.cover, all.units[i], [&](std::uint32_t) { return child; },
                                  [&](std::size_t) { return piece; }, model));
  }
  return results[tree];
}

} // namespace automap::layout
