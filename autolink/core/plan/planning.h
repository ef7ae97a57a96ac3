// Plans of root types: found in the tables of al_type.h, and kept.
#pragma once

#include "node_plan.h"

namespace autolink {

/// Returns the plan for structures with this root. Each type's plan is made once and kept to the end of the program.
/// Throws Failure (AL_ERR_TABLES) if the tables contradict themselves.
const NodePlan &plan_of(AL_Type root);

} // namespace autolink
