// What can be done with a structure on one side alone: counting, freeing, and showing its labels and links.
#pragma once

#include "core/base/memory.h"
#include "core/send/walk.h"

#include <string>

namespace autolink {

/// Returns the nodes and bytes of a structure.
Counts count(const NodePlan &plan, const void *root, Sharing sharing);

/// Frees every node, each of which must have memory of its own.
void release(const NodePlan &plan, void *root, const Allocator &allocator);

/// Returns NEXT, ADDRESS and LINKS of the paper's section 2.2. autolink.h shows the form.
std::string trace(const NodePlan &plan, const void *root, Sharing sharing);

} // namespace autolink
