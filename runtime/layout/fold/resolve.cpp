// The step that solves regions (regions.h) anew. See steps.h.
#include "layout/reconstruct.h"
#include "regions.h"
#include "steps.h"

#include <utility>

namespace automap::layout {

TypeTree resolve(const TypeTree &tree, const CostModel &model) {
  const CostModel free_atoms = Regions::with_free_atoms(model);
  const Regions regions(tree);
  SolvingBudget budget;
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
      Regions::require_distances(best);
      TypeTree found = normalize(best, free_atoms).tree;
      if (cost(found, free_atoms) < cost(best, free_atoms))
        best = std::move(found);
    }
    results.set(node, regions.expanded(best, results));
  }
  return results[tree];
}

} // namespace automap::layout
