// The step that uses nodes where their type map occurs in regions (regions.h). See steps.h.
#include "layout/reconstruct.h"
#include "regions.h"
#include "steps.h"
#include "units.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace automap::layout {
namespace {

Units units_of(const TypeMap &map) {
  Units out;
  for (const TypeMapEntry &entry : map)
    out.push_back({entry.displacement, entry.type.size_bytes});
  return out;
}

/// Searches each region for the type map of each node, both in terms of atoms, and solves a region anew with the node
/// as one more atom.
class ReuseAcross {
public:
  ReuseAcross(const TypeTree &root, const CostModel &model)
      : model_(Regions::with_free_atoms(model)), regions_(root), nodes_(regions_.nodes()), units_(nodes_.size()),
        rewritten_(nodes_.size()), needed_(nodes_.size()) {
    std::size_t total = 0;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (const std::int64_t length = regions_.content(i).element_count();
          length >= 2 && length <= Regions::longest && total <= most_units) {
        Regions::require_distances(regions_.content(i));
        units_[i] = units_of(flatten(regions_.content(i)));
        total += units_[i].size();
      }
  }

  TypeTree operator()() {
    const Patterns patterns(units_);
    std::size_t windows = Patterns::most_windows;
    std::vector<std::size_t> heads;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (regions_.is_head(i))
        heads.push_back(i);
    // A region only uses nodes that have fewer elements or come first among the nodes, and these are done before it.
    std::ranges::stable_sort(heads, {}, [&](std::size_t i) { return nodes_[i].element_count(); });
    for (const std::size_t head : heads) {
      if (nodes_[head].kind() == TypeTree::Kind::leaf || nodes_[head].element_count() == 0) {
        results_.set(nodes_[head], nodes_[head]);
        continue;
      }
      std::map<std::size_t, std::vector<std::size_t>> places; // the places of each node in the region
      if (!units_[head].empty() && !needed_[head])
        patterns.find(units_[head], windows, [&](std::size_t begin, std::size_t node) {
          if (!may_use(head, node))
            return;
          auto &begins = places[node];
          const bool overlaps = !begins.empty() && begin < begins.back() + units_[node].size();
          if (!overlaps && occurs_at(units_[head], begin, units_[node]))
            begins.push_back(begin);
        });
      results_.set(nodes_[head], rewritten(head, places));
    }
    return results_[nodes_.back()];
  }

private:
  /// Whether the head can use the node: any node below it in its own region, and those of other regions that stay.
  bool may_use(std::size_t head, std::size_t node) const {
    return units_[node].size() < units_[head].size() && units_[node].front().at == 0 &&
           (regions_.is_head(node) || regions_.region_of(node) == head || !rewritten_[regions_.region_of(node)]);
  }

  /// Whether the node belongs to the head's own region, in which it costs something.
  bool is_inner(std::size_t head, std::size_t node) const {
    return !regions_.is_head(node) && regions_.region_of(node) == head;
  }

  /// Returns the region with the node that saves most at its places, over the results of the atoms.
  TypeTree rewritten(std::size_t head, const std::map<std::size_t, std::vector<std::size_t>> &places) {
    constexpr std::size_t most_tried = 8;
    std::vector<std::pair<std::size_t, std::size_t>> promising; // the number of units saved, and the node
    for (const auto &[node, begins] : places)
      if (const std::size_t there = is_inner(head, node) ? 1 : 0; begins.size() > there)
        promising.emplace_back((begins.size() - there) * (units_[node].size() - 1), node);
    std::ranges::stable_sort(promising, std::ranges::greater(), [](const auto &one) { return one.first; });

    TypeTree best = regions_.content(head);
    Cost least = cost(best, model_);
    std::optional<std::size_t> used;
    for (std::size_t i = 0; i < std::min(promising.size(), most_tried); ++i) {
      const std::size_t node = promising[i].second;
      const TypeMap map = with_node(head, node, places.at(node));
      if (!budget_.take(std::ssize(map)))
        break;
      TypeTree found = reconstruct(map, model_).tree;
      const Cost whole = cost(found, model_) + (is_inner(head, node) ? cost(regions_.content(node), model_) : 0);
      if (whole < least) {
        least = whole;
        best = std::move(found);
        used = node;
      }
    }
    if (used) {
      rewritten_[head] = true;
      if (!regions_.is_head(*used)) {
        needed_[regions_.region_of(*used)] = true;
        results_.set(nodes_[*used], regions_.expanded(regions_.content(*used), results_));
      }
    }
    return regions_.expanded(best, results_);
  }

  /// Returns the type map of the region with `node` at its places.
  TypeMap with_node(std::size_t head, std::size_t node, const std::vector<std::size_t> &begins) const {
    TypeMap out;
    auto next = begins.begin();
    for (std::size_t k = 0; k < units_[head].size();) {
      const auto &[at, atom] = units_[head][k];
      const bool here = next != begins.end() && *next == k;
      out.push_back({here ? Regions::atom(node) : BasicType{BasicTypeId::BYTE, atom}, at});
      k += here ? units_[node].size() : 1;
      if (here)
        ++next;
    }
    return out;
  }

  CostModel model_;
  Regions regions_;
  const std::vector<TypeTree> &nodes_;
  std::vector<Units> units_;             // each node's units, in terms of atoms
  std::vector<bool> rewritten_, needed_; // regions whose inner nodes may be missing, or must stay
  SolvingBudget budget_;
  Replacements results_;
};

} // namespace

TypeTree reuse_across(const TypeTree &tree, const CostModel &model) { return ReuseAcross(tree, model)(); }

} // namespace automap::layout
