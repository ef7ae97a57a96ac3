// The receiving side of contents that the caller's functions read. See stream_sink.h.
#include "stream_sink.h"

#include "core/base/received.h"
#include "stream_types.h"

namespace autolink {

void StreamSink::receive_first(const std::byte *message, std::size_t size) {
  const wire::LoadedHead head = get_stream_head(sink_.type, message, size);
  if (head.is_whole())
    read(message + head.types_end, size - head.types_end, true);
}

void StreamSink::receive_packet(const std::byte *message, std::size_t size) {
  check_message(!complete_, "a packet follows the last one");
  const wire::Footer footer = receive_stream_footer(message, size, packet_number_++);
  read(message, size - sizeof(wire::Footer), footer.flags & wire::packet_last);
}

void StreamSink::read(const std::byte *from, std::size_t size, bool is_last) {
  const char *text = "";
  if (const int error =
          sink_.read(sink_.state, reinterpret_cast<const char *>(from), size, is_last, limit_bytes_, &text))
    throw Failure(error, text);
  bytes_ += size;
  complete_ = is_last;
}

} // namespace autolink
