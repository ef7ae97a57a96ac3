// The receiving side of contents that the caller's functions read (al_stream.h).
#pragma once

#include "core/base/wire.h"

#include "autolink/al_stream.h"

#include <cstddef>
#include <cstdint>

namespace autolink {

class StreamSink {
public:
  StreamSink(const AL_Sink &sink, std::uint64_t limit_bytes) : sink_(sink), limit_bytes_(limit_bytes) {}

  /// Takes the first message. Throws Failure, as receive_packet() does; then nothing more can be received.
  void receive_first(const std::byte *message, std::size_t size);
  void receive_packet(const std::byte *message, std::size_t size);

  /// Whether no message follows.
  bool complete() const { return complete_; }

  /// Returns how many bytes of contents have come.
  std::uint64_t bytes() const { return bytes_; }

private:
  void read(const std::byte *from, std::size_t size, bool is_last);

  AL_Sink sink_;
  std::uint64_t limit_bytes_;
  std::uint64_t bytes_ = 0;
  std::uint32_t packet_number_ = 0;
  bool complete_ = false;
};

} // namespace autolink
