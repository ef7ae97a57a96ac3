// Messages that are ready to be sent, and what makes them.
#pragma once

#include "failure.h"

#include <cstddef>
#include <memory>

namespace autolink {

/// A message that is ready to be sent. Its memory goes back to the source that made it.
struct OutgoingBytes {
  std::unique_ptr<std::byte[]> bytes;
  std::size_t begin = 0; // index of its first byte
  std::size_t size = 0, capacity = 0;

  std::byte *data() const { return bytes.get() + begin; }
};

/// Makes the messages of a transfer: the first one, which says what is sent, and the packets that follow.
class MessageSource {
public:
  virtual ~MessageSource() = default;

  /// Goes on until messages have to be taken, or all have been made. If what is sent is wrong, or memory runs out, the
  /// last message tells the receiver, and failure() returns why.
  virtual void step() noexcept = 0;

  /// Whether all messages have been made.
  virtual bool done() const = 0;
  virtual bool has_message() const = 0;
  virtual OutgoingBytes take() = 0;
  virtual void give_back(OutgoingBytes message) noexcept = 0;
  virtual const Failure *failure() const = 0;
};

/// Returns the failure for lack of memory. It is made by the first call, while there is memory.
inline const Failure &out_of_memory() {
  static const auto &failure = *new Failure(AL_ERR_MEMORY, "AutoLink: memory ran out");
  return failure;
}

} // namespace autolink
