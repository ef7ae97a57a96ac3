// The head of a stream's first message. Its types are 8 bytes of hash and a name that ends with a null character, padded
// so that what follows in the message is aligned by AL_PACKET_ALIGN.
#pragma once

#include "core/base/wire.h"

#include "autolink/al_stream.h"

#include <cstddef>
#include <cstdint>

namespace autolink {

/// Returns the bytes of the head with the types.
std::size_t stream_head_bytes(const AL_ContentType &type);

/// Writes the head, with `flags` besides those of all streams.
void put_stream_head(std::byte *to, const AL_ContentType &type, std::uint8_t flags);

/// Returns the head of a first message. Throws Failure unless its contents are of this type.
wire::LoadedHead get_stream_head(const AL_ContentType &type, const std::byte *message, std::size_t size);

} // namespace autolink
