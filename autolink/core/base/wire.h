// The wire format, version 4, as autolink/wire-format.md describes it. Numbers are in the sender's byte order.
#pragma once

#include "bytes.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace autolink::wire {

inline constexpr std::uint32_t magic = 0x4b4e4c41; // "ALNK" where the least significant byte comes first
inline constexpr std::uint32_t footer_magic = 0x544b4341;
inline constexpr std::uint8_t version = 4;

/// No first message is longer than this.
inline constexpr std::size_t max_first_bytes = 64 << 10;

/// Nor a packet: what an int of MPI can count.
inline constexpr std::size_t max_packet_bytes = 0x7fffffff;

/// Nor a record or an element of an array, so that one fits into a packet.
inline constexpr std::size_t max_element_bytes = 1 << 30;

// Head.flags
inline constexpr std::uint8_t flag_whole = 1;   // the structure is in this message
inline constexpr std::uint8_t flag_null = 2;    // the root is NULL
inline constexpr std::uint8_t flag_aborted = 4; // the sender gave up
inline constexpr std::uint8_t flag_hashed = 8;  // of the types, there is a hash in place of a description
inline constexpr std::uint8_t flag_short_pointers = 16; // they take 4 bytes, not 8
inline constexpr std::uint8_t flag_list = 32; // without links: each leads to the next, the last nowhere
inline constexpr std::uint8_t flag_ring = 64; // the same, but the last leads to the first
inline constexpr std::uint8_t list_flags = flag_list | flag_ring; // one of them, or none

/// Those that are the same in all first messages of a plan, but for those of a sender that gave up.
inline constexpr std::uint8_t flags_of_machine = sizeof(void *) == 4 ? flag_short_pointers : 0;

/// The beginning of the first message; behind it, the types (description.h).
struct Head {
  std::uint32_t magic;
  std::uint8_t version;
  std::uint8_t flags;
  std::uint16_t types_bytes;
};
static_assert(sizeof(Head) == 8);

/// The first message of a sender that gave up before there was another.
inline constexpr Head aborted = {magic, version, flag_whole | flag_aborted | flags_of_machine, 0};

/// Behind the types, if the structure is in this message: for each class the labels, and for arrays and strings the
/// elements; all are less than the message's bytes.
using Count = std::uint16_t;

/// Behind the types, if packets follow.
struct Stream {
  std::uint64_t stream;           // in the tag of the packets
  std::uint64_t max_packet_bytes; // no packet is longer
};
static_assert(sizeof(Stream) == 16);

// Footer.flags
inline constexpr std::uint32_t packet_last = 1;
inline constexpr std::uint32_t packet_aborted = 2;
inline constexpr std::uint32_t packet_inside = 4; // InsideEntry instead of elements

/// The end of a packet: elements of one class, announcements, footer.
struct Footer {
  std::uint32_t magic;
  std::uint32_t flags;
  std::uint32_t node_class;
  std::uint32_t number; // of the packet in its stream, from 0 on, modulo 2^32
  std::uint64_t elements;
  std::uint64_t announcement_bytes;
};
static_assert(sizeof(Footer) == 32);

/// New labels of a class, behind the elements; for arrays followed by `labels` lengths of 8 bytes.
struct NewLabels {
  std::uint64_t node_class;
  std::uint64_t labels;
};
static_assert(sizeof(NewLabels) == 16);

/// Of InsideEntry in walk.h.
inline constexpr std::size_t inside_bytes = 24;

/// A number of a message, whose byte order may be the other one.
inline std::uint64_t load_number(const std::byte *from, bool other_order) {
  const auto out = load<std::uint64_t>(from);
  return other_order ? __builtin_bswap64(out) : out;
}

/// In this machine's byte order, with what follows the types.
struct LoadedHead : Head {
  bool other_order = false;  // in the message
  std::size_t types_end = 0; // the types begin behind the head
  Stream stream = {0, 0};    // if packets follow and it is there

  bool is_whole() const { return flags & flag_whole; }
  unsigned pointer_bytes() const { return flags & flag_short_pointers ? 4 : 8; }
};

/// Of a message; nothing if it is none of AutoLink's. Of this version, the types lie in the message.
inline std::optional<LoadedHead> load_head(const std::byte *message, std::size_t size) {
  if (size < sizeof(Head))
    return std::nullopt;
  LoadedHead out;
  static_cast<Head &>(out) = load<Head>(message);
  out.other_order = out.magic == __builtin_bswap32(magic);
  if (out.magic != magic && !out.other_order)
    return std::nullopt;
  if (out.other_order)
    out.types_bytes = __builtin_bswap16(out.types_bytes);
  out.types_end = sizeof(Head) + out.types_bytes;
  if (out.version != version)
    return out;
  if (size < out.types_end)
    return std::nullopt;
  if (!out.is_whole() && size - out.types_end >= sizeof(Stream)) {
    const std::byte *at = message + out.types_end;
    out.stream = {load_number(at, out.other_order),
                  load_number(at + offsetof(Stream, max_packet_bytes), out.other_order)};
  }
  return out;
}

inline std::size_t load_count(const std::byte *from, bool other_order) {
  const auto out = load<Count>(from);
  return other_order ? __builtin_bswap16(out) : out;
}

/// Of a packet of at least this size.
inline Footer load_footer(const std::byte *packet, std::size_t size) {
  auto out = load<Footer>(packet + size - sizeof(Footer));
  if (out.magic == __builtin_bswap32(footer_magic)) {
    out.magic = footer_magic;
    for (std::uint32_t *number : {&out.flags, &out.node_class, &out.number})
      *number = __builtin_bswap32(*number);
    for (std::uint64_t *number : {&out.elements, &out.announcement_bytes})
      *number = __builtin_bswap64(*number);
  }
  return out;
}

} // namespace autolink::wire
