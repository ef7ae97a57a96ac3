// What AL_Plan_create makes. See planned.h.
#include "planned.h"

#include "core/plan/description.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace autolink {

PlannedStructure::PlannedStructure(const NodePlan &plan, void *root)
    : recorded(plan, root), type_name(std::string("plan of ") + plan.classes[0].type->name) {
  const std::vector<std::byte> types = hash_description(plan);
  type_hash = XXH3_64bits(types.data(), types.size());
}

} // namespace autolink
