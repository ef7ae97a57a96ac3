// Sending a structure over MPI: a small one in one message, any other one in packets that follow the first message.
#pragma once

#include "comm_state.h"
#include "first_message.h"
#include "transfer.h"

#include "autolink/al_type.h"
#include "core/plan/node_plan.h"
#include "core/send/packer.h"
#include "core/stream/stream_source.h"

#include <mpi.h>

#include <memory>
#include <new>
#include <vector>

namespace autolink {

struct Destination {
  int rank, tag;
  MPI_Comm comm;
};

/// A structure that is sent, and where to. `flags`: as for AL_Send_flags.
struct SendArguments {
  const void *root;
  AL_Type type;
  Destination to;
  int flags;
};

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

/// Sends the messages of a source.
class Sending : public Transfer {
public:
  ~Sending() override;

  bool step() override;
  bool done() const override { return source_.done() && !source_.has_message() && n_in_flight_ == 0; }
  bool has_begun() const override { return first_is_sent_; }
  void may_block() override { may_block_ = true; }
  MPI_Status status() const override;

protected:
  /// The derived class has the source, whose packets are of this stream.
  Sending(MessageSource &source, const Destination &to, std::uint64_t stream);
  bool has_messages_in_flight() const { return n_in_flight_ > 0; }

private:
  /// A message that MPI has been given.
  struct InFlight {
    OutgoingBytes message;
    MPI_Request request;
    bool is_first; // whether it is the first message, which travels on the user's communicator
  };
  InFlight &in_flight(std::size_t place) const { return (*in_flight_)[place]; }
  void send(OutgoingBytes message);
  static bool is_sent(InFlight &message);
  bool take_back_sent();

  MessageSource &source_;
  std::unique_ptr<std::vector<InFlight>> in_flight_; // a ring buffer
  Destination to_;
  Route route_;
  std::uint64_t stream_;
  std::size_t max_in_flight_;
  bool first_is_sent_ = false;
  bool may_block_ = false;
  std::size_t oldest_ = 0, n_in_flight_ = 0;
};

/// Sends any structure.
class SendingStructure : public Sending {
public:
  explicit SendingStructure(const SendArguments &what);
  ~SendingStructure() override;

private:
  SendingStructure(const SendArguments &what, std::unique_ptr<Packer> packer, std::uint64_t stream);

  std::unique_ptr<Packer> packer_;
  const NodePlan &plan_;
  std::size_t small_eager_bytes_; // those of a SmallMessage
};

/// Sends contents that the caller's functions write.
class SendingStream : public Sending {
public:
  SendingStream(const AL_Source &source, const Destination &to);

private:
  SendingStream(const AL_Source &source, const Destination &to, std::uint64_t stream);

  StreamSource stream_source_;
};

/// Returns a SendingSmall or a SendingStructure.
std::unique_ptr<Transfer> make_sending(const SendArguments &what);

/// Sends the structure, as AL_Send does.
void send(const SendArguments &what);

} // namespace autolink
