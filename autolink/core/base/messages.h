// Messages that are ready to be sent, and what makes them.
#pragma once

#include "failure.h"
#include "wire.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
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

/// Why a source has given up, if it has. Can be kept although memory has run out.
class KeptFailure {
public:
  KeptFailure() { out_of_memory(); } // is made while there is memory

  void keep_current_exception() noexcept {
    try {
      throw;
    } catch (const Failure &failure) {
      try {
        failure_ = std::make_unique<Failure>(failure);
        return;
      } catch (...) { // no memory
      }
    } catch (...) { // std::bad_alloc, std::length_error
    }
    is_out_of_memory_ = true;
  }
  void clear() {
    failure_.reset();
    is_out_of_memory_ = false;
  }

  /// Returns the failure; null if there is none.
  const Failure *get() const { return is_out_of_memory_ ? &out_of_memory() : failure_.get(); }

private:
  static const Failure &out_of_memory() {
    static const auto &failure = *new Failure(AL_ERR_MEMORY, "AutoLink: memory ran out");
    return failure;
  }

  std::unique_ptr<Failure> failure_;
  bool is_out_of_memory_ = false;
};

/// The longest last message of a source that has given up.
inline constexpr std::size_t abort_bytes = std::max(sizeof(wire::Head), sizeof(wire::Footer));

/// Writes that message to memory that was taken beforehand, because there may be none left. `streaming`: the first message has been made, and `number` packets.
inline void put_abort(OutgoingBytes &message, bool streaming, std::uint32_t number) noexcept {
  const wire::Footer footer = {wire::footer_magic, wire::packet_last | wire::packet_aborted, 0, number, 0, 0};
  message.size = streaming ? sizeof footer : sizeof wire::aborted;
  std::memcpy(message.data(), streaming ? static_cast<const void *>(&footer) : &wire::aborted, message.size);
}

} // namespace autolink
