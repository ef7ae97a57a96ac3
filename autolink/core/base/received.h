// Checks of received bytes.
#pragma once

#include "failure.h"
#include "wire.h"

#include <cstdint>
#include <string>

namespace autolink {

[[noreturn]] inline void fail_received(const char *what) {
  throw Failure(AL_ERR_MESSAGE, std::string("AutoLink: ") + what);
}

/// Throws Failure unless `condition` holds.
inline void check_message(bool condition, const char *what) {
  if (!condition) [[unlikely]]
    fail_received(what);
}

inline void check_not_aborted(bool is_aborted) {
  if (is_aborted)
    throw Failure(AL_ERR_SENDER, "AutoLink: the sender met an error and gave up");
}

/// Returns the head of a first message. Throws Failure unless it is of this version, and the sender has not given up.
inline wire::LoadedHead receive_head(const std::byte *message, std::size_t size) {
  const auto head = wire::load_head(message, size);
  check_message(head.has_value(), "the message is not AutoLink's");
  check_message(head->version == wire::version, "the message is of another version of AutoLink");
  check_not_aborted(head->flags & wire::flag_aborted);
  return *head;
}

/// Returns the footer of the packet with this number. Throws Failure if it is none, or the sender has given up.
inline wire::Footer receive_footer(const std::byte *packet, std::size_t size, std::uint32_t number) {
  check_message(size >= sizeof(wire::Footer), "a packet has an impossible length");
  const wire::Footer footer = wire::load_footer(packet, size);
  check_message(footer.magic == wire::footer_magic, "a packet is not AutoLink's");
  check_not_aborted(footer.flags & wire::packet_aborted);
  check_message(footer.number == number, "packets are missing, or not in their order");
  return footer;
}

/// Returns a * b. Throws Failure if that is more than memory can hold.
inline std::uint64_t checked_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t out = 0;
  check_message(!__builtin_mul_overflow(a, b, &out) && out <= PTRDIFF_MAX, "a number in a message is too large");
  return out;
}

/// Returns a + b. Throws Failure if that is more than memory can hold.
inline std::uint64_t checked_sum(std::uint64_t a, std::uint64_t b) {
  std::uint64_t out = 0;
  check_message(!__builtin_add_overflow(a, b, &out) && out <= PTRDIFF_MAX, "a number in a message is too large");
  return out;
}

} // namespace autolink
