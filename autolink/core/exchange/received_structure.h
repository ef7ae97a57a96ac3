// A structure of C structs that a C++ program receives as an object: AL_Send and autolink::recv, AL_Pack and
// autolink::unpack.
#pragma once

#include "core/base/wire.h"
#include "core/file/types.h"

#include "autolink/al_stream.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace autolink::exchange {

/// Whether a sink can take a structure that begins with this first message, which AL_Send has sent.
bool is_structure_for(const AL_Sink &sink, const std::byte *message, std::size_t size);

class ReceivedStructure {
public:
  ReceivedStructure(const AL_Sink &sink, std::uint64_t limit_bytes);
  ~ReceivedStructure();

  /// Takes the first message. Throws Failure (AL_ERR_TYPES) unless the object can hold the structure, AL_ERR_MESSAGE, as
  /// receive_packet() does. The last one gives the object to the sink.
  void receive_first(const std::byte *message, std::size_t size);
  void receive_packet(const std::byte *message, std::size_t size);

  /// Whether no message follows.
  bool complete() const { return complete_; }

  /// Returns how many bytes have come.
  std::uint64_t bytes() const { return messages_.size(); }

private:
  struct Types;
  void keep(const std::byte *message, std::size_t size);
  void hand_on();

  const AL_Sink sink_;
  const std::uint64_t limit_bytes_;
  std::unique_ptr<const Types> types_;
  std::vector<std::byte> messages_; // each after its length
  std::uint32_t packet_number_ = 0;
  bool complete_ = false;
};

} // namespace autolink::exchange
