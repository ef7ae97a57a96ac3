// Trees with long arrays: solved with shorter arrays, which then get their length back. long_arrays.cpp says when this
// is exact. This header is not installed; normalize() uses it.
#pragma once

#include "layout/cost_model.h"
#include "layout/least_cost.h"
#include "layout/type_tree.h"

#include <optional>

namespace automap::layout {

/// The arrays that are shortened.
enum class Shorten : std::uint8_t {
  outermost, // those that are not part of another array
  all,
};

/// Returns a good tree with the type map of `tree`, found by examining about budget.shortened_elements elements at
/// most. Returns nothing if they do not suffice, if there is no long array, or if the arrays cannot get their length
/// back. The tree can only be proved with Shorten::outermost.
std::optional<LeastCostTree> tree_with_long_arrays(const TypeTree &tree, const CostModel &model,
                                                   const ReconstructionBudget &budget, Shorten shorten);

} // namespace automap::layout
