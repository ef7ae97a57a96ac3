// An object of C++ that a C program receives: autolink::send and AL_Recv, autolink::pack and AL_Unpack.
#pragma once

#include "core/base/memory.h"
#include "core/base/wire.h"
#include "core/plan/node_plan.h"
#include "core/receive/unpacker.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace autolink::exchange {

/// Whether a first message begins an object, or other contents.
bool is_object(const std::byte *message, std::size_t size);

class ReceivedObject {
public:
  ReceivedObject(const NodePlan &plan, const UnpackOptions &options);
  ~ReceivedObject();

  /// Takes the first message. Throws Failure (AL_ERR_TYPES) unless the struct can hold the object, AL_ERR_MESSAGE, as
  /// receive_packet() does.
  void receive_first(const std::byte *message, std::size_t size);
  void receive_packet(const std::byte *message, std::size_t size);

  /// Whether no message follows.
  bool complete() const { return complete_; }

  /// Returns the structure once the object is complete; `n_bytes` gets the bytes of its nodes. Throws Failure.
  void *finish(Arena &arena, std::uint64_t *n_bytes);

private:
  struct Types;
  const NodePlan &plan_;
  const UnpackOptions options_;
  std::unique_ptr<const Types> types_;
  std::vector<std::vector<std::byte>> packets_;
  std::uint64_t bytes_ = 0; // of all packets
  std::uint32_t packet_number_ = 0;
  bool complete_ = false;
};

} // namespace autolink::exchange
