// The wire format, version 5, as autolink/wire-format.md describes it. Numbers are in the sender's byte order.
#pragma once

#include "bytes.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace autolink::wire {

inline constexpr std::uint32_t magic = 0x4b4e4c41; // "ALNK" where the least significant byte comes first
inline constexpr std::uint32_t footer_magic = 0x544b4341;
inline constexpr std::uint8_t version = 5;

/// No first message is longer than this.
inline constexpr std::size_t max_first_bytes = 64 << 10;

/// No packet is longer, because an int of MPI counts its bytes.
inline constexpr std::size_t max_packet_bytes = 0x7fffffff;

/// No record and no element of an array is longer, so that one fits into a packet.
inline constexpr std::size_t max_element_bytes = 1 << 30;

// Head.flags
inline constexpr std::uint8_t flag_whole = 1;           // the structure is in this message
inline constexpr std::uint8_t flag_null = 2;            // the root is NULL
inline constexpr std::uint8_t flag_aborted = 4;         // the sender gave up
inline constexpr std::uint8_t flag_hashed = 8;          // a hash stands in place of the types' description
inline constexpr std::uint8_t flag_short_pointers = 16; // pointers take 4 bytes, not 8
inline constexpr std::uint8_t flag_list = 32;           // links are left out: each leads to the next, the last nowhere
inline constexpr std::uint8_t flag_ring = 64;           // the same, but the last leads to the first
inline constexpr std::uint8_t flag_stream = 128;        // the contents are a stream of a program's own: C++ objects
inline constexpr std::uint8_t list_flags = flag_list | flag_ring; // one of them, or none

/// The flags that are the same in all first messages of a plan, except those of a sender that gave up.
inline constexpr std::uint8_t flags_of_machine = sizeof(void *) == 4 ? flag_short_pointers : 0;

/// The beginning of the first message. The types follow (description.h).
struct Head {
  std::uint32_t magic;
  std::uint8_t version;
  std::uint8_t flags;
  std::uint16_t types_bytes;
};
static_assert(sizeof(Head) == 8);

/// The first message of a sender that gave up before it had sent another one.
inline constexpr Head aborted = {magic, version, flag_whole | flag_aborted | flags_of_machine, 0};

/// A count in the data after the types if the structure is in this message: for each class the number of labels, and
/// for arrays and strings that of elements. Each is less than the message's bytes.
using Count = std::uint16_t;

/// The data after the types if packets follow.
struct Stream {
  std::uint64_t stream;           // number of the stream, which gives the packets their tag
  std::uint64_t max_packet_bytes; // no packet is longer
};
static_assert(sizeof(Stream) == 16);

// Footer.flags
inline constexpr std::uint32_t packet_last = 1;
inline constexpr std::uint32_t packet_aborted = 2;
inline constexpr std::uint32_t packet_inside = 4; // InsideEntry instead of elements

/// The end of a packet, which consists of elements of one class, announcements of new labels, and this.
struct Footer {
  std::uint32_t magic;
  std::uint32_t flags;
  std::uint32_t node_class;
  std::uint32_t number; // the packet's number in its stream, from 0 on, modulo 2^32
  std::uint64_t elements;
  std::uint64_t announcement_bytes;
};
static_assert(sizeof(Footer) == 32);

/// New labels of a class, after the elements. For arrays and strings, `labels` lengths of 8 bytes follow.
struct NewLabels {
  std::uint64_t node_class;
  std::uint64_t labels;
};
static_assert(sizeof(NewLabels) == 16);

/// The size of InsideEntry (walk.h).
inline constexpr std::size_t inside_bytes = 24;

/// Returns a number of a message. `other_order`: the message's byte order is not this machine's.
inline std::uint64_t load_number(const std::byte *from, bool other_order) {
  const auto out = load<std::uint64_t>(from);
  return other_order ? __builtin_bswap64(out) : out;
}

/// A head in this machine's byte order, with what follows the types.
struct LoadedHead : Head {
  bool other_order = false;  // whether the message has the other byte order
  std::size_t types_end = 0; // the end of the types, which begin after the head
  Stream stream = {0, 0};    // zeroes unless packets follow and it is there

  bool is_whole() const { return flags & flag_whole; }
  unsigned pointer_bytes() const { return flags & flag_short_pointers ? 4 : 8; }
};

/// Returns the head of a message; nothing if the message is not AutoLink's. The types of a head of this version lie in
/// the message.
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

/// Returns the footer of a packet, which is at least as long as one.
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
