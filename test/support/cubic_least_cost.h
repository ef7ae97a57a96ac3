// A reference for maps of several hundred elements: the papers' dynamic program, reduced to O(n³). It considers all
// segments, whereas runtime/layout considers only those that repeat.
#pragma once

#include "layout/cost_model.h"
#include "layout/type_map.h"

namespace automap::layout {

/// Returns the cost of a least-cost tree of `map`, in O(n³) time and O(n²) space.
Cost cubic_least_cost(const TypeMap &map, const CostModel &model);

} // namespace automap::layout
