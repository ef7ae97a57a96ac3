// Small structures of records whose pointers are plain links, as lists, trees and graphs have them. Each is packed,
// unpacked or freed in one pass. What that needs is on the stack or, if structures are freed, in memory that the thread
// keeps. These functions do what those of packer.h, unpacker.h and structure.h do, with the same messages byte by byte.
// If a structure is too large, of a rare form or wrong, they do nothing and say so, and the caller uses those. This
// file has structures of one record type, small_types.h those of several.
#pragma once

#include "core/base/memory.h"
#include "core/plan/node_plan.h"
#include "core/receive/unpacker.h"
#include "core/send/packer.h"

#include <cstddef>

namespace autolink {

/// Whether pack_small() leaves a structure to others because of its size alone. `eager_bytes`: as in its options.
bool is_too_large(const NodePlan &plan, const Counts &counts, std::size_t eager_bytes);

/// Remembers the plan whose last structure was too large for one pass. A failed attempt costs up to a sixth of the
/// transfer, so the next structure of that plan skips it.
class LastLarge {
public:
  bool is(const NodePlan &plan) const { return plan_ == &plan; }

  /// Notes whether the last structure of this plan was too large.
  void set(const NodePlan &plan, bool is_large) {
    if (is_large || is(plan))
      plan_ = is_large ? &plan : nullptr;
  }

private:
  const NodePlan *plan_ = nullptr;
};

/// Packs the structure into `message`, which has room for the head, the counts and most_whole_bytes(). Returns the
/// message's length; 0 if the structure is not small.
std::size_t pack_small(const NodePlan &plan, const void *root, const PackOptions &options, std::byte *message);

/// Returns the structure of a first message, with its memory in `arena` if the options say so. Returns null if the
/// message is wrong, or is not of a small structure from a process like this one.
void *unpack_small(const NodePlan &plan, const std::byte *message, std::size_t size, const UnpackOptions &options,
                   Arena &arena);

/// Returns the bytes of the nodes that unpack_small() makes of a message. The message is longer than its head and
/// counts.
std::size_t small_bytes(const NodePlan &plan, const std::byte *message, std::size_t size);

/// Takes nodes from malloc for a structure of this plan while the thread waits for it. It takes as many as the last
/// structure had that the thread received, if that was not long and of this plan. Each call takes some. Returns whether
/// there is nothing left to take.
bool allocate_spare_nodes(const NodePlan &plan, const UnpackOptions &options);

/// Frees every node. Returns false if there are too many, other pointers, or no memory.
bool release_small(const NodePlan &plan, void *root, const Allocator &allocator);

} // namespace autolink
