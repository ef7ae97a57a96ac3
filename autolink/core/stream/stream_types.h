// The head of a stream's first message. Its types are 8 bytes of hash, a name that ends with a null character, and what
// C programs have to know, padded by null characters so that what follows in the message is aligned by AL_PACKET_ALIGN.
#pragma once

#include "core/base/wire.h"

#include "autolink/al_stream.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace autolink {

/// Returns the bytes of the head with the types.
std::size_t stream_head_bytes(const AL_ContentType &type);

/// Writes the head, with `flags` besides those of all streams.
void put_stream_head(std::byte *to, const AL_ContentType &type, std::uint8_t flags);

/// Returns the head of a first message. Throws Failure unless its contents are of this type.
wire::LoadedHead get_stream_head(const AL_ContentType &type, const std::byte *message, std::size_t size);

/// What a first message says of a stream, whatever its type.
struct StreamHead : wire::LoadedHead {
  std::string name; // printable
  std::string text; // AL_ContentType's; empty: there is none
};
StreamHead get_described_head(const std::byte *message, std::size_t size);

/// Returns the footer of the packet with this number. Throws Failure unless it is one of a stream.
wire::Footer receive_stream_footer(const std::byte *message, std::size_t size, std::uint32_t number);

} // namespace autolink
