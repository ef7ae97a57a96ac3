// A reference for maps of some hundred elements: the papers' dynamic program made O(n³). It looks at all segments, where
// runtime/layout looks only at those that repeat.
#pragma once

#include "layout/cost_model.h"
#include "layout/type_map.h"

namespace automap::layout {

/// Returns the cost of a least-cost tree of `map`, in O(n³) time and O(n²) space.
Cost cubic_least_cost(const TypeMap &map, const CostModel &model);

} // namespace automap::layout
