// The wire format, version 2, as autolink/README.md describes it. Numbers are in the sender's byte order.
#pragma once

#include "bytes.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace autolink::wire {

inline constexpr std::uint32_t magic = 0x4b4e4c41; // "ALNK" where the least significant byte comes first
inline constexpr std::uint32_t footer_magic = 0x544b4341;
inline constexpr std::uint16_t version = 2;

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

/// The beginning of the first message.
struct Head {
  std::uint32_t magic;
  std::uint16_t version;
  std::uint8_t pointer_bytes;
  std::uint8_t flags;
  std::uint32_t n_classes;
  std::uint32_t
      description_bytes;          // of the types, behind the class table; a multiple of 8, 0 if there is none
  std::uint64_t stream;           // in the tag of the packets that follow
  std::uint64_t message_bytes;    // of this message
  std::uint64_t max_packet_bytes; // no packet is longer
  std::uint64_t lengths;          // of arrays that follow the elements, in this message
  std::uint64_t inside;           // entries of inside pointers that follow the lengths
  std::uint64_t reserved;         // 0
};
static_assert(sizeof(Head) == 64);

/// The first message of a sender that gave up before there was another.
inline constexpr Head aborted = {
    magic, version, sizeof(void *), flag_whole | flag_aborted, 0, 0, 0, sizeof(Head), 0, 0, 0, 0};

/// One for each node class, behind the head; behind all of them, the description (description.h).
struct ClassEntry {
  std::uint64_t signature_hash;
  std::uint64_t signature_count;
  std::uint64_t layout;
  std::uint64_t size;     // of an element, bytes
  std::uint64_t labels;   // nodes, if the structure is in this message
  std::uint64_t elements; // elements, if the structure is in this message
};
static_assert(sizeof(ClassEntry) == 48);

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
struct Announcement {
  std::uint64_t node_class;
  std::uint64_t labels;
};
static_assert(sizeof(Announcement) == 16);

/// Of InsideEntry in walk.h.
inline constexpr std::size_t inside_bytes = 24;

/// A number of a message, whose byte order may be the other one.
inline std::uint64_t load_number(const std::byte *from, bool other_order) {
  const auto out = load<std::uint64_t>(from);
  return other_order ? __builtin_bswap64(out) : out;
}

/// In this machine's byte order.
struct LoadedHead : Head {
  bool other_order = false; // in the message
};

/// Of a message; nothing if it is none of AutoLink's.
inline std::optional<LoadedHead> load_head(const std::byte *message, std::size_t size) {
  if (size < sizeof(Head))
    return std::nullopt;
  LoadedHead out;
  static_cast<Head &>(out) = load<Head>(message);
  out.other_order = out.magic == __builtin_bswap32(magic);
  if (out.magic != magic && !out.other_order)
    return std::nullopt;
  if (out.other_order) {
    out.magic = magic;
    out.version = __builtin_bswap16(out.version);
    out.n_classes = __builtin_bswap32(out.n_classes);
    out.description_bytes = __builtin_bswap32(out.description_bytes);
    for (std::uint64_t *number :
         {&out.stream, &out.message_bytes, &out.max_packet_bytes, &out.lengths, &out.inside, &out.reserved})
      *number = __builtin_bswap64(*number);
  }
  return out;
}

inline ClassEntry load_class(const std::byte *from, bool other_order) {
  auto out = load<ClassEntry>(from);
  if (other_order)
    for (std::uint64_t *number :
         {&out.signature_hash, &out.signature_count, &out.layout, &out.size, &out.labels, &out.elements})
      *number = __builtin_bswap64(*number);
  return out;
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
