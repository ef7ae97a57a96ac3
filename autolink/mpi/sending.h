// Sending a structure over MPI: a small one in one message, any other one in packets that follow the first message.
#pragma once

#include "comm_state.h"
#include "first_message.h"
#include "outbox.h"
#include "transfer.h"

#include "autolink/al_type.h"
#include "core/plan/node_plan.h"
#include "core/send/packer.h"
#include "core/stream/stream_source.h"

#include <mpi.h>

#include <memory>
#include <new>
#include <span>

namespace autolink {

/// A structure that is sent, and where to. `flags`: as for AL_Send_flags.
struct SendArguments {
  const void *root;
  AL_Type type;
  Destination to;
  int flags;
};

/// Returns how contents that the caller's functions write become messages.
StreamOptions stream_options(const Settings &settings);

/// Tells the receiver that nothing will come.
void send_abort(const Destination &to) noexcept;

/// Returns what begin() returns. Tells the receiver if there is no memory for that.
template <typename Begin> auto begin_sending(const Destination &to, Begin begin) {
  try {
    return begin();
  } catch (const std::bad_alloc &) {
    send_abort(to);
    throw;
  }
}

/// The only message of a structure that is small. It decides what is small on the sending side.
class SmallMessage {
public:
  explicit SmallMessage(const SendArguments &what);
  ~SmallMessage();
  SmallMessage(SmallMessage &&) = default;
  SmallMessage &operator=(SmallMessage &&) = delete;

  /// Whether it holds the structure. If not, a Sending can send it.
  bool is_small() const { return size_ > 0; }

  const std::byte *bytes() const { return buffer_->bytes; }
  int size() const { return size_; }

  /// Leaves its memory to MPI for ever.
  void leak() { static_cast<void>(buffer_.release()); }

private:
  std::unique_ptr<FirstBuffer> buffer_;
  int size_ = 0;
};

/// Sends a message that holds a small structure.
class SendingSmall : public Transfer {
public:
  SendingSmall(SmallMessage message, const SendArguments &what) : message_(std::move(message)), to_(what.to) {}
  ~SendingSmall() override;

  bool step() override;
  bool done() const override { return has_begun_ && request_ == MPI_REQUEST_NULL; }
  bool has_begun() const override { return has_begun_; }
  MPI_Status status() const override;

private:
  SmallMessage message_;
  Destination to_;
  MPI_Request request_ = MPI_REQUEST_NULL;
  bool has_begun_ = false;
};

/// Where the messages of a transfer go.
class Recipients {
public:
  /// A rank of the user's communicator, which gets the first message there and the packets by their stream's tag.
  /// Throws Failure (AL_ERR_ARGUMENT) if no route leads there.
  explicit Recipients(const Destination &to);
  /// Ranks of a communicator of AutoLink's own, which get all messages there. They must stay.
  explicit Recipients(std::span<const Destination> to);

  std::uint64_t stream() const { return stream_; }

  /// Of a message, the first one or a packet.
  std::span<const Destination> of(bool is_first) const {
    return is_users_ ? std::span<const Destination>(is_first ? &first_ : &packets_, 1) : own_;
  }
  std::size_t size() const { return is_users_ ? 1 : own_.size(); }
  /// Whether the message goes to the user's communicator.
  bool is_users(bool is_first) const { return is_users_ && is_first; }

private:
  std::uint64_t stream_;
  Destination first_ = {}, packets_ = {};
  std::span<const Destination> own_;
  bool is_users_;
};

/// Sends the messages of a source.
class Sending : public Transfer {
public:
  bool step() override;
  bool done() const override { return source_.done() && !source_.has_message() && outbox_.empty(); }
  bool has_begun() const override { return first_is_sent_; }
  void may_block() override { may_block_ = true; }
  MPI_Status status() const override;

protected:
  /// The derived class has the source.
  Sending(MessageSource &source, const Recipients &to, const Settings &settings)
      : source_(source), to_(to), outbox_(settings.packets_in_flight, to.size()) {}
  bool has_messages_in_flight() const { return !outbox_.empty(); }

private:
  void send(OutgoingBytes message);
  bool take_back_sent();

  MessageSource &source_;
  Recipients to_;
  Outbox outbox_;
  bool first_is_sent_ = false;
  bool may_block_ = false;
};

/// Sends any structure.
class SendingStructure : public Sending {
public:
  explicit SendingStructure(const SendArguments &what);
  /// `to`: ranks of a communicator of AutoLink's own.
  SendingStructure(const void *root, AL_Type type, const Settings &settings, std::span<const Destination> to);
  ~SendingStructure() override;

private:
  SendingStructure(std::unique_ptr<Packer> packer, const void *root, AL_Type type, const Settings &settings, int flags,
                   const Recipients &to);

  std::unique_ptr<Packer> packer_;
  const NodePlan &plan_;
  std::size_t small_eager_bytes_; // those of a SmallMessage
};

/// Sends contents that the caller's functions write.
class SendingStream : public Sending {
public:
  SendingStream(const AL_Source &source, const Settings &settings, const Recipients &to);

private:
  StreamSource stream_source_;
};

/// Returns a SendingSmall or a SendingStructure.
std::unique_ptr<Transfer> make_sending(const SendArguments &what);

/// Sends the structure, as AL_Send does.
void send(const SendArguments &what);

} // namespace autolink
