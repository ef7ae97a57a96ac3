// The type tree of least cost of a layout. See optimal_tree.h.
#include "optimal_tree.h"

#include "layout/fold.h"
#include "layout/reconstruct.h"

#include <unordered_set>
#include <vector>

namespace automap {
namespace {

/// Counts the nodes of the DAG that MPI builds. Basic types are not built, and count once for each use.
layout::Cost built_cost(const layout::TypeTree &tree, const layout::CostModel &model) {
  layout::CostModel inner = model;
  inner.leaf = 0;
  std::unordered_set<const void *> seen;
  std::vector<layout::TypeTree> waiting = {tree};
  layout::Cost sum = layout::dag_cost(tree, inner);
  while (!waiting.empty()) {
    const layout::TypeTree next = waiting.back();
    waiting.pop_back();
    if (next.kind() == layout::TypeTree::Kind::leaf) {
      sum += model.leaf;
      continue;
    }
    if (seen.insert(next.node_address()).second)
      waiting.insert(waiting.end(), next.children().begin(), next.children().end());
  }
  return sum;
}

OptimalTree choose_tree(const layout::Reconstruction &found, const layout::TypeTree &naive,
                        const layout::CostModel &model) {
  OptimalTree out;
  out.naive_cost = layout::cost(naive, model);
  // If the costs are equal, keep the tree that people expect.
  const layout::TypeTree &least = found.cost < out.naive_cost ? found.tree : naive;
  out.tree = layout::fold(least);
  // A DAG that is cheaper only through shared basic types is no better.
  const layout::TypeTree shared = layout::fold(least, model);
  if (built_cost(shared, model) < built_cost(out.tree, model) && layout::cost(shared, model) <= out.naive_cost)
    out.tree = shared;
  out.cost = layout::cost(out.tree, model);
  out.dag_cost = layout::dag_cost(out.tree, model);
  out.lower_bound = found.lower_bound;
  out.proved = found.proved && out.cost <= out.lower_bound;
  out.shares = built_cost(out.tree, model) < out.cost;
  return out;
}

} // namespace

OptimalTree optimal_tree(const layout::TypeTree &naive, const layout::CostModel &model) {
  return choose_tree(layout::normalize(naive, model), naive, model);
}

OptimalTree optimal_tree(const layout::TypeMap &map, const layout::TypeTree &naive, const layout::CostModel &model) {
  return choose_tree(layout::reconstruct(map, model), naive, model);
}

} // namespace automap
