// Small structures of records of several types: what small.h does with those of one type. small.h decides which of both
// is used.
#pragma once

#include "core/base/memory.h"
#include "core/plan/node_plan.h"
#include "core/receive/unpacker.h"

#include <cstddef>

namespace autolink {

/// Packs the elements class by class, and their counts before them. Returns the bytes of the elements; 0 if the
/// structure is not small, or there is not enough room. `is_promised`: whether nothing is shared, as promised.
std::size_t pack_types(const NodePlan &plan, const void *root, bool is_promised, std::byte *elements, std::size_t room,
                       bool past_caches);

/// Does what unpack_small() does. The message is longer than what comes before the elements, and not longer than
/// allowed.
void *unpack_types(const NodePlan &plan, const std::byte *message, std::size_t size, const UnpackOptions &options,
                   Arena &arena);

/// Does what release_small() does.
bool release_types(const NodePlan &plan, void *root, const Allocator &allocator);

} // namespace autolink
