// Memory for messages that are not read. See discard_room.h.
#include "discard_room.h"

#include "core/base/memory.h"
#include "core/base/wire.h"

#include <algorithm>
#include <atomic>

namespace autolink {
namespace {

/// Has room for a first message, and for packets of the usual length.
alignas(std::max_align_t) std::byte reserve[4 * wire::max_first_bytes];
std::atomic_flag reserve_is_taken;

} // namespace

void ReleaseDiscardRoom::operator()(std::byte *room) const noexcept {
  if (room == reserve)
    reserve_is_taken.clear(std::memory_order_release);
  else
    Unmap{bytes}(room);
}

DiscardRoom room_to_discard(std::uint64_t bytes) noexcept {
  if (bytes > wire::max_packet_bytes) // it is none of AutoLink's
    return nullptr;
  const std::size_t room = std::max(static_cast<std::size_t>(bytes), sizeof(wire::Footer));
  if (Pages pages = map_pages(room))
    return DiscardRoom(pages.release(), {room});
  if (room <= sizeof reserve && !reserve_is_taken.test_and_set(std::memory_order_acquire))
    return DiscardRoom(reserve, {});
  return nullptr;
}

} // namespace autolink
