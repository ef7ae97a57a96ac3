// A reference for maps of some hundred elements: the papers' dynamic program made O(n³), which looks at all
// segments where runtime/layout/least_cost looks at those that repeat.
#pragma once

#include "layout/cost_model.h"
#include "layout/type_map.h"

namespace automap::layout {

/// The least-cost tree of `map`. O(n³) time and O(n²) space.
TypeTree cubic_reconstruction(const TypeMap &map, const CostModel &model);

} // namespace automap::layout
