// Trees with long arrays: solved with shorter ones, and grown again. See long_arrays.cpp for when that is
// exact. Not installed; what normalize() stands on.
#pragma once

#include "layout/cost_model.h"
#include "layout/least_cost.h"
#include "layout/type_tree.h"

#include <optional>

namespace automap::layout {

/// Which arrays are shortened.
enum class Shorten : std::uint8_t {
  outermost, // those that are no part of another array
  all,
};

/// A good tree with the type map of `tree`, which no more than about budget.shortened_elements elements have
/// been looked at for; nothing if they do not suffice, if there is no long array, or if the arrays do not
/// grow again. Proved only with Shorten::outermost.
std::optional<LeastCostTree> tree_with_long_arrays(const TypeTree &tree, const CostModel &model,
                                                   const ReconstructionBudget &budget, Shorten shorten);

} // namespace automap::layout
