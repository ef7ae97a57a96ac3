// The sending side of contents that the caller's functions write (al_stream.h): makes messages of them.
#pragma once

#include "core/base/messages.h"
#include "core/base/wire.h"

#include "autolink/al_stream.h"

#include <cstdint>
#include <memory>

namespace autolink {

struct StreamOptions {
  std::size_t eager_bytes;  ///< contents up to this go into the first message
  std::size_t packet_bytes; ///< bytes of contents in a packet, unless an item is longer
};

class StreamSource final : public MessageSource {
public:
  StreamSource(const AL_Source &source, const StreamOptions &options, std::uint64_t stream);

  void step() noexcept override;
  bool done() const override { return done_; }
  bool has_message() const override { return next_ready_ < n_ready_ || abort_message_.size > 0; }
  OutgoingBytes take() override;
  void give_back(OutgoingBytes message) noexcept override;
  const Failure *failure() const override { return failure_.get(); }

private:
  /// A packet that the caller's function fills.
  struct Filling {
    AL_Packet packet; // must be the first member: grow() gets its address
    OutgoingBytes message;
  };
  static int grow(AL_Packet *packet, std::size_t capacity);

  void fill();
  void begin_packet(Filling &filling);
  void seal(Filling &filling, std::uint32_t flags);

  AL_Source source_;
  StreamOptions options_;
  std::uint64_t stream_;
  std::size_t head_bytes_; // the head with the types
  std::size_t next_bytes_; // bytes of contents in the next packet
  std::uint32_t packet_number_ = 0;
  bool streaming_ = false, done_ = false;
  OutgoingBytes ready_[2]; // the first message and a packet
  std::size_t next_ready_ = 0, n_ready_ = 0;
  OutgoingBytes abort_message_; // made beforehand, because memory may run out
  KeptFailure failure_;
};

} // namespace autolink
