// Sending a structure over MPI: a small one in one message, any other one in packets that follow the first message.
#pragma once

#include "comm_state.h"
#include "first_message.h"
#include "transfer.h"

#include "autolink/al_type.h"
#include "core/plan/node_plan.h"
#include "core/send/packer.h"

#include <mpi.h>

#include <memory>
#include <new>
#include <vector>

namespace autolink {

/// A structure that is sent, and where to. `flags`: as for AL_Send_flags.
struct SendArguments {
  const void *root;
  AL_Type type;
  int dest, tag;
  MPI_Comm comm;
  int flags;
};

/// Tells the receiver that the structure will not come.
void send_abort(const SendArguments &what) noexcept;

/// Returns what begin() returns. Tells the receiver if there is no memory for that.
template <typename Begin> auto begin_sending(const SendArguments &what, Begin begin) {
  try {
    return begin();
  } catch (const std::bad_alloc &) {
    send_abort(what);
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
  SendingSmall(SmallMessage message, const SendArguments &what)
      : message_(std::move(message)), comm_(what.comm), dest_(what.dest), tag_(what.tag) {}
  ~SendingSmall() override;

  bool step() override;
  bool done() const override { return has_begun_ && request_ == MPI_REQUEST_NULL; }
  bool has_begun() const override { return has_begun_; }
  MPI_Status status() const override;

private:
  SmallMessage message_;
  MPI_Comm comm_;
  int dest_, tag_;
  MPI_Request request_ = MPI_REQUEST_NULL;
  bool has_begun_ = false;
};

/// Sends any structure, through a packer.
class Sending : public Transfer {
public:
  explicit Sending(const SendArguments &what);
  ~Sending() override;

  bool step() override;
  bool done() const override { return packer().done() && !packer().has_message() && n_in_flight_ == 0; }
  bool has_begun() const override { return first_is_sent_; }
  void may_block() override { may_block_ = true; }
  MPI_Status status() const override;

private:
  /// A message that MPI has been given.
  struct InFlight {
    OutgoingBytes message;
    MPI_Request request;
    bool is_first; // whether it is the first message, which travels on the user's communicator
  };
  /// Objects that the next transfer uses again.
  struct Tools {
    Packer packer;
    std::vector<InFlight> in_flight; // a ring buffer
  };
  Packer &packer() const { return tools_->packer; }
  InFlight &in_flight(std::size_t place) const { return tools_->in_flight[place]; }
  void send(OutgoingBytes message);
  static bool is_sent(InFlight &message);
  bool take_back_sent();

  std::unique_ptr<Tools> tools_;
  const NodePlan &plan_;
  std::size_t small_eager_bytes_; // those of a SmallMessage
  MPI_Comm comm_;
  int dest_, tag_;
  Route route_;
  std::uint64_t stream_;
  std::size_t max_in_flight_;
  bool first_is_sent_ = false;
  bool may_block_ = false;
  std::size_t oldest_ = 0, n_in_flight_ = 0;
};

/// Returns a SendingSmall or a Sending.
std::unique_ptr<Transfer> make_sending(const SendArguments &what);

/// Sends the structure, as AL_Send does.
void send(const SendArguments &what);

} // namespace autolink
