// The steps that solve regions (regions.h) anew: resolve and reuse_across. See fold_steps.h.
//
// Atoms cost nothing, and the nodes of a region are used once: so the best region over its atoms is the
// least-cost tree over them as basic types, with K_leaf = 0.
#include "fold_steps.h"
#include "reconstruct.h"
#include "regions.h"
#include "units.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace automap::layout {
namespace {

/// What solving may take in one step: the sum of the squares of the lengths.
class WorkBudget {
public:
  bool take(std::int64_t length) {
    left_ -= length * length;
    return left_ >= 0;
  }

private:
  std::int64_t left_ = std::int64_t{1} << 22;
};

CostModel with_free_atoms(CostModel model) {
  model.leaf = 0;
  return model;
}

} // namespace

TypeTree resolve(const TypeTree &tree, const CostModel &model) {
  const CostModel free_atoms = with_free_atoms(model);
  const Regions regions(tree);
  WorkBudget budget;
  Replacements results;
  for (std::size_t i = 0; i < regions.nodes().size(); ++i) {
    if (!regions.is_head(i))
      continue;
    const TypeTree &node = regions.nodes()[i];
    if (node.kind() == TypeTree::Kind::leaf) {
      results.set(node, node);
      continue;
    }
    TypeTree best = regions.content(i);
    if (const std::int64_t length = best.element_count();
        length > 0 && length <= Regions::longest && budget.take(length)) {
      TypeTree found = normalize(best, free_atoms).tree;
      if (cost(found, free_atoms) < cost(best, free_atoms))
        best = std::move(found);
    }
    results.set(node, regions.expanded(best, results));
  }
  return results[tree];
}

namespace {

Units units_of(const TypeMap &map) {
  Units out;
  for (const TypeMapEntry &entry : map)
    out.push_back({entry.displacement, entry.type.size_bytes});
  return out;
}

class ReuseAcross {
public:
  ReuseAcross(const TypeTree &root, const CostModel &model)
      : model_(with_free_atoms(model)), regions_(root), nodes_(regions_.nodes()), units_(nodes_.size()),
        rewritten_(nodes_.size()), needed_(nodes_.size()) {
    std::size_t total = 0;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (const std::int64_t length = regions_.content(i).element_count();
          length >= 2 && length <= Regions::longest && total <= most_units) {
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
    // What a region uses has fewer elements than it, or comes first among the nodes, and is done before it.
    std::ranges::stable_sort(heads, {}, [&](std::size_t i) { return nodes_[i].element_count(); });
    for (const std::size_t head : heads) {
      if (nodes_[head].kind() == TypeTree::Kind::leaf || nodes_[head].element_count() == 0) {
        results_.set(nodes_[head], nodes_[head]);
        continue;
      }
      std::map<std::size_t, std::vector<std::size_t>> places; // of nodes that occur in the region
      if (!units_[head].empty() && !needed_[head])
        patterns.find(units_[head], windows, [&](std::size_t begin, std::size_t node) {
          if (may_use(head, node) && occurs_at(units_[head], begin, units_[node]))
            if (auto &begins = places[node];
                begins.empty() || begin >= begins.back() + units_[node].size()) // no overlap
              begins.push_back(begin);
        });
      results_.set(nodes_[head], rewritten(head, places));
    }
    return results_[nodes_.back()];
  }

private:
  /// Of its own region, the head can use any node below it; of others, what they will keep.
  bool may_use(std::size_t head, std::size_t node) const {
    return units_[node].size() < units_[head].size() && units_[node].front().at == 0 &&
           (regions_.is_head(node) || regions_.region_of(node) == head ||
            !rewritten_[regions_.region_of(node)]);
  }

  /// A node of the region itself, which costs what it costs there.
  bool is_inner(std::size_t head, std::size_t node) const {
    return !regions_.is_head(node) && regions_.region_of(node) == head;
  }

  /// The region with the node that saves most at its places, over the results of the atoms.
  TypeTree rewritten(std::size_t head, const std::map<std::size_t, std::vector<std::size_t>> &places) {
    constexpr std::size_t most_tried = 8;
    std::vector<std::pair<std::size_t, std::size_t>> promising; // units that would be saved, node
    for (const auto &[node, begins] : places)
      if (const std::size_t uses = begins.size() - (is_inner(head, node) ? 1 : 0); uses > 0)
        promising.emplace_back(uses * (units_[node].size() - 1), node);
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
      const Cost whole =
          cost(found, model_) + (is_inner(head, node) ? cost(regions_.content(node), model_) : 0);
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

  /// The type map of the region with `node` in place of what it stands for.
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
  std::vector<Units> units_;             // in terms of atoms
  std::vector<bool> rewritten_, needed_; // regions whose inner nodes may be gone, or must not go
  WorkBudget budget_;
  Replacements results_;
};

} // namespace

TypeTree reuse_across(const TypeTree &tree, const CostModel &model) { return ReuseAcross(tree, model)(); }

} // namespace automap::layout
