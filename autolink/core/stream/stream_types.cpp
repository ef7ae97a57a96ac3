// The head of a stream's first message. See stream_types.h.
#include "stream_types.h"

#include "core/base/received.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

namespace autolink {
namespace {

/// Longer descriptions do not travel.
constexpr std::size_t max_text_bytes = 4096;

std::size_t name_bytes(const AL_ContentType &type) { return std::min<std::size_t>(std::strlen(type.name), 1000); }
std::size_t text_bytes(const AL_ContentType &type) {
  const std::size_t bytes = type.text ? std::strlen(type.text) : 0;
  return bytes <= max_text_bytes ? bytes : 0;
}

/// Returns a text up to a null character, or to the end of the types.
std::string_view text_at(const std::byte *types, std::size_t begin, std::size_t end) {
  const char *const text = reinterpret_cast<const char *>(types);
  begin = std::min(begin, end);
  return {text + begin, static_cast<std::size_t>(std::find(text + begin, text + end, '\0') - (text + begin))};
}

/// Checks what is the same for all types.
wire::LoadedHead get_head(const std::byte *message, std::size_t size) {
  const wire::LoadedHead head = receive_head(message, size);
  require(!head.other_order && (head.flags & wire::flag_short_pointers) == wire::flags_of_machine, AL_ERR_TYPES,
          "AutoLink: C++ objects and contents of plans travel between machines of one kind only, and the sender is of "
          "another kind");
  check_message((head.flags & ~(wire::flag_whole | wire::flag_stream | wire::flag_short_pointers)) == 0,
                "the message has unknown flags");
  check_message(head.types_bytes > sizeof AL_ContentType::hash && head.types_end % AL_PACKET_ALIGN == 0 &&
                    (head.is_whole() || size == head.types_end + sizeof(wire::Stream)),
                "the first message has the wrong length");
  return head;
}

} // namespace

std::size_t stream_head_bytes(const AL_ContentType &type) {
  const std::size_t bytes = sizeof(wire::Head) + sizeof type.hash + name_bytes(type) + 1 + text_bytes(type);
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
  to += sizeof head + sizeof type.hash;
  std::memcpy(to, type.name, name_bytes(type));
  if (const std::size_t n = text_bytes(type))
    std::memcpy(to + name_bytes(type) + 1, type.text, n);
}

StreamHead get_described_head(const std::byte *message, std::size_t size) {
  StreamHead out;
  static_cast<wire::LoadedHead &>(out) = get_head(message, size);
  const std::byte *const types = message + sizeof(wire::Head);
  const std::string_view name = text_at(types, sizeof AL_ContentType::hash, out.types_bytes);
  out.name = name;
  std::replace_if(out.name.begin(), out.name.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  out.text = text_at(types, sizeof AL_ContentType::hash + name.size() + 1, out.types_bytes);
  return out;
}

wire::LoadedHead get_stream_head(const AL_ContentType &type, const std::byte *message, std::size_t size) {
  const std::string expected = type.name;
  if (!(receive_head(message, size).flags & wire::flag_stream))
    throw Failure(AL_ERR_TYPES, "AutoLink: a structure was sent by AL_Send, and what is received is " + expected);
  const wire::LoadedHead head = get_head(message, size);
  if (load<std::uint64_t>(message + sizeof(wire::Head)) == type.hash)
    return head;
  const std::string sent = get_described_head(message, size).name;
  throw Failure(AL_ERR_TYPES, sent == expected
                                  ? "AutoLink: " + expected + " has other members in the sender's program"
                                  : "AutoLink: what was sent is " + sent + ", and what is received is " + expected);
}

wire::Footer receive_stream_footer(const std::byte *message, std::size_t size, std::uint32_t number) {
  const wire::Footer footer = receive_footer(message, size, number);
  check_message((footer.flags & ~wire::packet_last) == 0 && footer.node_class == 0 && footer.announcement_bytes == 0 &&
                    footer.elements == size - sizeof(wire::Footer),
                "a packet has an impossible footer");
  return footer;
}

} // namespace autolink
