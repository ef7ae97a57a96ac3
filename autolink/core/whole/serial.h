// A structure in one block of memory: the messages of a transfer one after the other, each after its length.
#pragma once

#include "core/receive/unpacker.h"
#include "core/send/packer.h"

namespace autolink {

/// Returns the serial form, in memory from malloc, and its length in `size`. Throws Failure, std::bad_alloc.
void *pack(const NodePlan &plan, const void *root, PackOptions options, std::size_t &size);

/// Returns the structure of a serial form. Throws Failure, std::bad_alloc; then nothing of it is left.
void *unpack(const NodePlan &plan, const void *bytes, std::size_t size, const UnpackOptions &options, Arena &arena);

} // namespace autolink
