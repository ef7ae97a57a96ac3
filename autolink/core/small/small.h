// Small structures of records whose pointers are plain links, as lists, trees and graphs have them: in one pass each,
// with what it needs on the stack, or where they are freed, in memory that the thread keeps. These functions do what
// those of packer.h, unpacker.h and structure.h do, and give the same messages byte by byte; or they do nothing and say
// so, and leave what is larger, rarer or wrong to those.
// Records of one type are dealt with here, of several types in small_types.h.
#pragma once

#include "core/base/memory.h"
#include "core/plan/node_plan.h"
#include "core/receive/unpacker.h"
#include "core/send/packer.h"

#include <cstddef>

namespace autolink {

/// Whether pack_small() leaves a structure to others for its size alone. `eager_bytes`: as in its options.
bool is_too_large(const NodePlan &plan, const Counts &counts, std::size_t eager_bytes);

/// Of a thread: the plan whose last structure has been too large for one pass. To begin that and not to end it costs up
/// to a sixth of all else, so that it is not tried with the next one.
class LastLarge {
public:
  bool is(const NodePlan &plan) const { return plan_ == &plan; }

  /// What the last structure of this plan has been.
  void set(const NodePlan &plan, bool is_large) {
    if (is_large || is(plan))
      plan_ = is_large ? &plan : nullptr;
  }

private:
  const NodePlan *plan_ = nullptr;
};

/// Packs the structure into `message`, which has `room` bytes. The message's length; 0 if the structure is not small, or
/// there is not so much room.
std::size_t pack_small(const NodePlan &plan, const void *root, const PackOptions &options, std::byte *message,
                       std::size_t room);

/// The structure of a first message, its memory in `arena` if the options say so; null if the message is not of a small
/// structure from a process like this one, or is wrong.
void *unpack_small(const NodePlan &plan, const std::byte *message, std::size_t size,
                   const UnpackOptions &options, Arena &arena);

/// The bytes of the nodes that unpack_small() makes of a message of `size` bytes, longer than its head and counts.
std::size_t small_bytes(const NodePlan &plan, const std::byte *message, std::size_t size);

/// For a thread that waits for a structure of this plan: if the last one that it has received, by malloc too, was of this
/// plan, and not long, takes some of as many nodes as that had from malloc. Whether there are none to take any more.
bool allocate_spare_nodes(const NodePlan &plan, const UnpackOptions &options);

/// Frees every node; false if there are too many, other pointers, or no memory.
bool release_small(const NodePlan &plan, void *root, const Allocator &allocator);

} // namespace autolink
