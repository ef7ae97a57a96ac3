// A structure, or other contents, in one block of memory: the messages of a transfer one after the other, each after
// its length.
#pragma once

#include "core/receive/unpacker.h"
#include "core/send/packer.h"

#include <memory>
#include <utility>

namespace autolink {

/// Returns the serial form, in memory from malloc, and its length in `size`. Throws Failure, std::bad_alloc.
void *pack(const NodePlan &plan, const void *root, PackOptions options, std::size_t &size);

/// Returns what makes the messages of a structure's serial form.
std::unique_ptr<MessageSource> messages_of(const NodePlan &plan, const void *root, PackOptions options);

/// The serial form of messages, in pieces.
class SerialForm {
public:
  void begin(std::unique_ptr<MessageSource> source) { source_ = std::move(source); }

  /// Writes the next bytes: `room` of them, or less if they are the last. Throws Failure.
  std::size_t take(std::byte *to, std::size_t room);

private:
  std::unique_ptr<MessageSource> source_;
  OutgoingBytes message_; // of which some has been taken
  std::size_t taken_ = 0; // of its length and its bytes
};

/// Returns the structure of a serial form. Throws Failure, std::bad_alloc; then nothing of it is left.
void *unpack(const NodePlan &plan, const void *bytes, std::size_t size, const UnpackOptions &options, Arena &arena);

} // namespace autolink
