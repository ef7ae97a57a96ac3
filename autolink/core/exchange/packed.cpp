// Objects and structures in memory. See packed.h.
#include "packed.h"

#include "core/base/received.h"
#include "core/stream/stream_sink.h"
#include "core/whole/serial.h"
#include "received_object.h"
#include "received_structure.h"

#include <vector>

namespace autolink::exchange {
namespace {

constexpr std::size_t prefix = sizeof(std::uint64_t);

/// Whether bytes are messages of a structure that AL_Pack has made, each after its length.
bool are_packed_structure(const AL_Sink &sink, const std::byte *bytes, std::size_t size) {
  return size > prefix && load<std::uint64_t>(bytes) <= size - prefix &&
         is_structure_for(sink, bytes + prefix, static_cast<std::size_t>(load<std::uint64_t>(bytes)));
}

} // namespace

void unpack(const AL_Sink &sink, const std::byte *bytes, std::size_t size, std::uint64_t limit_bytes) {
  if (!are_packed_structure(sink, bytes, size)) {
    std::vector<std::byte> aligned;
    if (reinterpret_cast<std::uintptr_t>(bytes) % AL_PACKET_ALIGN != 0) {
      aligned.assign(bytes, bytes + size);
      bytes = aligned.data();
    }
    StreamSink whole(sink, limit_bytes);
    whole.receive_first(bytes, size);
    check_message(whole.complete(), "these bytes were not packed by autolink::pack");
    return;
  }
  ReceivedStructure structure(sink, limit_bytes);
  for (bool is_first = true; !structure.complete(); is_first = false) {
    check_message(size >= prefix && load<std::uint64_t>(bytes) <= size - prefix, "the packed structure is truncated");
    const auto length = static_cast<std::size_t>(load<std::uint64_t>(bytes));
    if (is_first)
      structure.receive_first(bytes + prefix, length);
    else
      structure.receive_packet(bytes + prefix, length);
    bytes += prefix + length;
    size -= prefix + length;
  }
  check_message(size == 0, "something follows the packed structure");
}

void *unpack(const NodePlan &plan, const std::byte *bytes, std::size_t size, const UnpackOptions &options,
             Arena &arena) {
  if (!is_object(bytes, size))
    return autolink::unpack(plan, bytes, size, options, arena);
  ReceivedObject object(plan, options);
  object.receive_first(bytes, size);
  check_message(object.complete(), "these bytes were not packed by autolink::pack");
  return object.finish(arena, nullptr);
}

} // namespace autolink::exchange
