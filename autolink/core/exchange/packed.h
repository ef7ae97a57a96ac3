// Objects and structures in memory: AL_Unpack of what autolink::pack has made, and the other way round.
#pragma once

#include "core/base/memory.h"
#include "core/plan/node_plan.h"
#include "core/receive/unpacker.h"

#include "autolink/al_stream.h"

#include <cstddef>
#include <cstdint>

namespace autolink::exchange {

/// Hands an object to a sink, from bytes of autolink::pack, or of AL_Pack if the sink can take structures. Throws
/// Failure.
void unpack(const AL_Sink &sink, const std::byte *bytes, std::size_t size, std::uint64_t limit_bytes);

/// Returns a structure from bytes of AL_Pack or autolink::pack. Throws Failure, std::bad_alloc.
void *unpack(const NodePlan &plan, const std::byte *bytes, std::size_t size, const UnpackOptions &options,
             Arena &arena);

} // namespace autolink::exchange
