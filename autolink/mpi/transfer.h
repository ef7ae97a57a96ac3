// One structure on its way: state machines that go on for as long as they can without waiting, so that one
// thread can have many. Blocking calls step one of them until it is done, and all that others have started
// (see engine.h).
#pragma once

#include "comm_state.h"
#include "errors.h"

#include "core/base/memory.h"
#include "core/receive/unpacker.h"
#include "core/send/packer.h"

#include <mpi.h>

#include <list>
#include <memory>
#include <utility>
#include <vector>

namespace autolink {

/// What first messages are received into.
struct FirstBuffer {
  std::byte bytes[wire::max_first_bytes];
};

/// Tells the receiver that the structure will not come; for a sender that has no memory.
void give_up(int dest, int tag, MPI_Comm comm) noexcept;

class Transfer {
public:
  virtual ~Transfer() = default;

  /// Goes on. Throws Failure and CallFailure when the transfer has failed; then nothing of it is left.
  /// True when something has happened.
  virtual bool step() = 0;
  virtual bool done() const = 0;

  /// MPI has been told of it.
  virtual bool has_begun() const { return true; }

  /// From now on, the thread waits for nothing else, and MPI may keep it.
  virtual void may_block() {}

  /// See AL_Cancel.
  virtual void cancel() {}
  /// Of a transfer that is done.
  virtual MPI_Status status() const = 0;
};

/// Sends a structure that is small, by MPI_Send. False if it is for a Sending.
bool send_small(const void *root, AL_Type type, int dest, int tag, MPI_Comm comm, int flags);

/// The first message of a structure that is small.
class SmallMessage {
public:
  SmallMessage(const void *root, AL_Type type, int dest, MPI_Comm comm, int flags);
  ~SmallMessage();
  SmallMessage(const SmallMessage &) = delete;
  SmallMessage &operator=(const SmallMessage &) = delete;

  const std::byte *bytes() const { return buffer_->bytes; }
  /// 0 if it is for a Sending.
  int size() const { return size_; }
  /// Leaves its memory to MPI.
  void leave() { static_cast<void>(buffer_.release()); }

private:
  std::unique_ptr<FirstBuffer> buffer_;
  int size_ = 0;
};

class SendingSmall : public Transfer {
public:
  SendingSmall(const void *root, AL_Type type, int dest, int tag, MPI_Comm comm, int flags)
      : message_(root, type, dest, comm, flags), comm_(comm), dest_(dest), tag_(tag) {}
  ~SendingSmall() override;

  /// Else it is for a Sending.
  bool is_small() const { return message_.size() > 0; }

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

class Sending : public Transfer {
public:
  Sending(const void *root, AL_Type type, int dest, int tag, MPI_Comm comm, int flags);
  ~Sending() override;

  bool step() override;
  bool done() const override { return packer().done() && !packer().has_message() && n_flying_ == 0; }
  bool has_begun() const override { return first_is_sent_; }
  void may_block() override { may_block_ = true; }
  MPI_Status status() const override;

private:
  struct Flying {
    Message message;
    MPI_Request request;
    bool is_first; // and travels on the user's communicator
  };
  /// What the next transfer uses again.
  struct Tools {
    Packer packer;
    std::vector<Flying> flying; // a ring
  };
  Packer &packer() const { return tools_->packer; }
  Flying &flying(std::size_t place) const { return tools_->flying[place]; }
  void send(Message message);
  static bool is_sent(Flying &message);
  bool land();

  std::unique_ptr<Tools> tools_;
  const Plan &plan_;
  std::size_t small_eager_bytes_; // of a SmallMessage
  MPI_Comm comm_;
  int dest_, tag_;
  Route route_;
  std::uint64_t stream_;
  std::size_t in_flight_;
  bool first_is_sent_ = false;
  bool may_block_ = false;
  std::size_t oldest_ = 0, n_flying_ = 0;
};

/// A SendingSmall or a Sending.
std::unique_ptr<Transfer> make_sending(const void *root, AL_Type type, int dest, int tag, MPI_Comm comm,
                                       int flags);

/// The first message of a structure on its way.
class FirstMessage {
public:
  FirstMessage();
  ~FirstMessage();
  FirstMessage(FirstMessage &&other) noexcept
      : buffer_(std::move(other.buffer_)), request_(std::exchange(other.request_, MPI_REQUEST_NULL)),
        status_(other.status_), may_be_cancelled_(other.may_be_cancelled_) {}
  FirstMessage &operator=(FirstMessage &&) = delete;

  void post(int source, int tag, MPI_Comm comm);
  bool has_come();
  void cancel();

  // When it has come, or been cancelled:
  bool is_cancelled() const;
  const std::byte *bytes() const { return buffer_->bytes; }
  std::size_t size() const { return received_bytes(status_); }
  const MPI_Status &status() const { return status_; }

private:
  std::unique_ptr<FirstBuffer> buffer_;
  MPI_Request request_ = MPI_REQUEST_NULL;
  MPI_Status status_ = {};
  bool may_be_cancelled_ = false;
};

class Receiving : public Transfer {
public:
  /// The root is written to `root`, a pointer to a pointer, at the end.
  Receiving(void *root, AL_Type type, int source, int tag, MPI_Comm comm);
  /// Goes on with a first message that has come.
  Receiving(void *root, AL_Type type, MPI_Comm comm, FirstMessage first);
  ~Receiving() override;

  bool step() override;
  bool done() const override { return done_; }
  void cancel() override;
  MPI_Status status() const override;

private:
  void take_probed(int source, int tag);
  void take_first(const std::byte *message, std::size_t size);
  bool expect_packet();
  std::byte *room_for_packet(std::size_t bytes);
  std::byte *room_to_take_away(std::uint64_t bytes);
  void take_packet(std::byte *message, std::size_t size);
  void finish();
  void finish(void *root, Arena arena);
  void fail() noexcept;
  void give_back_unpacker() noexcept;
  bool has_probed_packets() const { return !probed_.empty() && !probed_.front().packets.empty(); }

  void *root_;
  const Plan &plan_;
  CommState &comm_state_;
  UnpackOptions options_;
  std::unique_ptr<Unpacker> unpacker_; // once the structure has been found not to be small
  FirstMessage first_;
  MPI_Request request_ = MPI_REQUEST_NULL; // of a packet
  MPI_Status status_;
  std::uint64_t received_bytes_ = 0; // of the structure, when it is finished
  bool is_finished_ = false;
  bool has_first_ = false;
  bool done_ = false;
  Route route_ = {MPI_COMM_NULL, MPI_PROC_NULL};
  int packet_tag_ = 0;
  std::size_t max_packet_bytes_ = 0;
  // Two buffers in turn, so that one is filled while the other is unpacked; an arena's memory where it is
  // better.
  std::unique_ptr<Message> packets_[2];
  unsigned next_packet_ = 0;
  std::list<Probed> probed_; // what AL_Probe has taken, if it has
  MatchedPacket matched_;
  std::byte *expected_ = nullptr; // where the packet is received
  Pages pages_;                   // of a packet that is being taken away
  std::exception_ptr failure_;    // the rest of the stream is being taken away
};

/// AL_Recv. `status`: null if it is not wanted.
void receive(void *root, AL_Type type, int source, int tag, MPI_Comm comm, MPI_Status *status);

/// The status of nothing: MPI 4.0, section 3.7.3.
MPI_Status empty_status();
/// Where MPI_PROC_NULL has been sent from.
MPI_Status proc_null_status();

} // namespace autolink
