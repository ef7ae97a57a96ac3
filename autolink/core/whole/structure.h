// What can be done with a structure on one side alone: counting, freeing, and showing its labels and links.
#pragma once

#include "core/base/memory.h"
#include "core/send/walk.h"

#include <string>

namespace autolink {

struct Counts {
  std::uint64_t nodes = 0; ///< records and arrays
  std::uint64_t bytes = 0; ///< of all of them
};

/// Of a walk that has ended; of arrays the number alone.
inline Counts counts_of_records(const Plan &plan, const Walk &walk) {
  Counts out;
  for (std::uint32_t i = 0; i < plan.classes.size(); ++i) {
    out.nodes += walk.assigned(i);
    out.bytes += walk.assigned(i) * plan.classes[i].size;
  }
  return out;
}

Counts count(const Plan &plan, const void *root, Sharing sharing);

/// Frees every node, each of which must have memory of its own.
void release(const Plan &plan, void *root, const Allocator &allocator);

/// NEXT, ADDRESS and LINKS of the paper's section 2.2; autolink.h shows the form.
std::string trace(const Plan &plan, const void *root, Sharing sharing);

} // namespace autolink
