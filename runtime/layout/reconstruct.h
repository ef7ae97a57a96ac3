// The least-cost type tree of a type map: the MPI type tree reconstruction problem of "Polynomial-time
// Construction of Optimal MPI Derived Datatype Trees" (Ganian, Kalany, Szeider, Träff), section III and IV.
#pragma once

#include "cost_model.h"
#include "type_map.h"
#include "type_tree.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace automap::layout {

/// A part of a layout that is not looked into: a basic type, or a whole tree of which there may be several.
struct Part {
  TypeTree tree;
  Cost cost = 0; // of the tree
};

/// An occurrence of parts[part] at `displacement` (bytes).
struct PlacedPart {
  std::size_t part = 0;
  std::int64_t displacement = 0;
};

/// The least-cost tree over a sequence of placed parts: no tree that has the parts as its leaves costs less.
/// Takes O(n³) time and O(n²) space in the worst case for n placed parts; repeated segments are found by
/// their tokens (part, next part, distance), and for a fixed beginning the shortest path to each end extends
/// the one before it, where the paper's O(n⁴) looks for each anew. n = 0 gives the empty tree.
TypeTree reconstruct_exactly(const std::vector<PlacedPart> &sequence, const std::vector<Part> &parts,
                             const CostModel &model);

struct Reconstruction {
  TypeTree tree;
  Cost cost = 0;
  bool proved = false;  // no tree that represents the type map costs less
  Cost lower_bound = 0; // of any tree that represents it; equals the cost if it is proved
};

/// What reconstruct() and normalize() may spend.
struct ReconstructionBudget {
  std::size_t exact_elements = 1024; // longest type map, or sequence of parts, to be solved exactly
};

/// The tree of least cost that represents `map`: flatten(result.tree) == map. Beyond the budget, the best
/// tree that was found and what is known of a better one.
///
/// Example, with the papers' constants: MPI_INT at 12, 14, 16, 18, 20 gives idx(1, <12>, vec(5, 2,
/// leaf(MPI_INT))).
Reconstruction reconstruct(const TypeMap &map, const CostModel &model,
                           const ReconstructionBudget &budget = {});

/// A tree for the same type map as `tree` that costs no more. Short type maps are flattened and solved
/// exactly; of longer ones the structure of `tree` is kept where it repeats, and what it repeats is made
/// better.
Reconstruction normalize(const TypeTree &tree, const CostModel &model,
                         const ReconstructionBudget &budget = {});

} // namespace automap::layout
