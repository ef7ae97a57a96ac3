// Memory for messages that are received and not read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace autolink {

struct ReleaseDiscardRoom {
  std::size_t bytes = 0;
  void operator()(std::byte *room) const noexcept;
};
using DiscardRoom = std::unique_ptr<std::byte, ReleaseDiscardRoom>;

/// Returns memory for a message: pages of which only those that are written take memory. If there are no addresses
/// for these, it is memory that the process always has, for one message at a time. Null if that is too short or taken.
DiscardRoom room_to_discard(std::uint64_t bytes) noexcept;

} // namespace autolink
