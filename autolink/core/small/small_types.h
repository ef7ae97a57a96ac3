// Small structures of records of several types: what small.h does with those of one type. There, structures are told
// apart.
#pragma once

#include "core/base/memory.h"
#include "core/plan/node_plan.h"
#include "core/receive/unpacker.h"

#include <cstddef>

namespace autolink {

/// Packs the elements, class by class, and before them how many there are. Their bytes; 0 if the structure is not small,
/// or there is not so much room. `is_promised`: that nothing is shared.
std::size_t pack_types(const NodePlan &plan, const void *root, bool is_promised, std::byte *elements,
                       std::size_t room, bool past_caches);

/// As unpack_small(), of a message that is longer than what comes before the elements, and not longer than may be.
void *unpack_types(const NodePlan &plan, const std::byte *message, std::size_t size,
                   const UnpackOptions &options, Arena &arena);

/// As release_small().
bool release_types(const NodePlan &plan, void *root, const Allocator &allocator);

} // namespace autolink
