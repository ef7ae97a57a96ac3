// The head of a stream's first message. See stream_types.h.
#include "stream_types.h"

#include "core/base/received.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace autolink {
namespace {

std::size_t name_bytes(const AL_ContentType &type) { return std::min<std::size_t>(std::strlen(type.name), 1000); }

/// Returns the sender's name of its type, printable.
std::string name_in(const std::byte *types, std::size_t bytes) {
  std::string out;
  for (std::size_t i = sizeof(std::uint64_t); i < bytes && types[i] != std::byte{0}; ++i) {
    const char c = static_cast<char>(types[i]);
    out += c >= ' ' && c <= '~' ? c : '?';
  }
  return out;
}

void check_type(const AL_ContentType &type, const wire::LoadedHead &head, const std::byte *types) {
  const std::string expected = type.name;
  if (!(head.flags & wire::flag_stream))
    throw Failure(AL_ERR_TYPES, "AutoLink: a structure was sent by AL_Send, and what is received is " + expected);
  require(!head.other_order && (head.flags & wire::flag_short_pointers) == wire::flags_of_machine, AL_ERR_TYPES,
          "AutoLink: C++ objects and contents of plans travel between machines of one kind only, and the sender is of "
          "another kind");
  std::uint64_t hash = 0;
  check_message(head.types_bytes > sizeof hash, "the first message has the wrong length");
  std::memcpy(&hash, types, sizeof hash);
  if (hash == type.hash)
    return;
  const std::string sent = name_in(types, head.types_bytes);
  throw Failure(AL_ERR_TYPES, sent == expected
                                  ? "AutoLink: " + expected + " has other members in the sender's program"
                                  : "AutoLink: what was sent is " + sent + ", and what is received is " + expected);
}

} // namespace

std::size_t stream_head_bytes(const AL_ContentType &type) {
  const std::size_t bytes = sizeof(wire::Head) + sizeof type.hash + name_bytes(type) + 1;
  return (bytes + AL_PACKET_ALIGN - 1) / AL_PACKET_ALIGN * AL_PACKET_ALIGN;
}

void put_stream_head(std::byte *to, const AL_ContentType &type, std::uint8_t flags) {
  const std::size_t bytes = stream_head_bytes(type);
  const wire::Head head = {wire::magic, wire::version,
                           static_cast<std::uint8_t>(flags | wire::flag_stream | wire::flags_of_machine),
                           static_cast<std::uint16_t>(bytes - sizeof(wire::Head))};
  std::memset(to, 0, bytes);
  std::memcpy(to, &head, sizeof head);
  std::memcpy(to + sizeof head, &type.hash, sizeof type.hash);
  std::memcpy(to + sizeof head + sizeof type.hash, type.name, name_bytes(type));
}

wire::LoadedHead get_stream_head(const AL_ContentType &type, const std::byte *message, std::size_t size) {
  const wire::LoadedHead head = receive_head(message, size);
  check_type(type, head, message + sizeof(wire::Head));
  check_message((head.flags & ~(wire::flag_whole | wire::flag_stream | wire::flag_short_pointers)) == 0,
                "the message has unknown flags");
  check_message(head.types_end % AL_PACKET_ALIGN == 0 &&
                    (head.is_whole() || size == head.types_end + sizeof(wire::Stream)),
                "the first message has the wrong length");
  return head;
}

} // namespace autolink
