// Receiving a structure over MPI, also one that AL_Probe has found.
#pragma once

#include "comm_state.h"
#include "discard_room.h"
#include "first_message.h"
#include "matched_packets.h"
#include "outbox.h"
#include "probed.h"
#include "sending.h"
#include "transfer.h"

#include "autolink/al_type.h"
#include "core/base/memory.h"
#include "core/exchange/received_object.h"
#include "core/exchange/received_structure.h"
#include "core/plan/node_plan.h"
#include "core/receive/unpacker.h"
#include "core/stream/stream_sink.h"

#include <mpi.h>

#include <exception>
#include <list>
#include <memory>
#include <optional>

namespace autolink {

/// A structure that is received. `root`: the address of a pointer, which gets the root at the end.
struct ReceiveArguments {
  void *root;
  AL_Type type;
  int source, tag;
  MPI_Comm comm;
};

/// The place and the settings for a structure that is received.
struct ReceivePlace {
  /// Throws Failure (AL_ERR_ARGUMENT) if `root` is null.
  ReceivePlace(void *root, AL_Type type, const Settings &settings);

  /// Gives the caller the structure with the root `structure`.
  void deliver(void *structure, Arena arena) const;

  /// Frees a structure that has been delivered.
  void discard(void *structure) const noexcept;

  /// Delivers the structure of a first message if it is small. Returns false if it is not.
  bool deliver_small(const std::byte *message, std::size_t size) const;

  void *root;
  const NodePlan &plan;
  UnpackOptions options;
};

/// What becomes of the messages of a transfer. Functions that take a message throw Failure if it is wrong; then end() is
/// called, and nothing else.
class Contents {
public:
  virtual ~Contents() = default;

  /// Does what makes receiving quicker while the first message has not come.
  virtual void wait() {}
  virtual void take_first(const std::byte *message, std::size_t size) = 0;
  virtual void take_packet(std::byte *message, std::size_t size) = 0;

  /// Whether no message follows.
  virtual bool complete() const = 0;

  /// Returns where the next packet is best received; null if any place will do.
  virtual std::byte *place_for_packet() { return nullptr; }

  /// Whether the next packet may be received while one is taken.
  virtual bool may_receive_ahead() const { return true; }

  /// Gives the caller what has come. Returns its bytes.
  virtual std::uint64_t deliver() = 0;

  /// Frees what has come.
  virtual void end() noexcept = 0;

  /// Leaves memory to MPI for ever, which may still write there.
  virtual void leak() noexcept {}

  virtual std::uint64_t limit_bytes() const = 0;
};

/// Passes the messages of a transfer on to other ranks, on a communicator of AutoLink's own.
class Relay {
public:
  Relay(std::vector<Destination> to, std::size_t most);

  bool is_full() const { return sent_.is_full(); }
  bool done() const { return sent_.empty() && !has_to_tell_; }

  /// Goes on. Returns whether anything has happened.
  bool step();

  /// Passes a message on, of a transfer that has not been given up. It is not full.
  void pass_on(OutgoingBytes message);

  /// Passes nothing on any more, but tells the ranks that the transfer has ended.
  void give_up();
  bool has_given_up() const { return has_given_up_; }

  /// Returns the memory of a message that has been passed on, if there is any.
  OutgoingBytes spare();

private:
  std::vector<Destination> to_;
  Outbox sent_;
  std::vector<OutgoingBytes> spare_;
  OutgoingBytes abort_message_; // made beforehand, because memory may run out
  std::uint32_t n_passed_ = 0;
  bool has_given_up_ = false, has_to_tell_ = false;
};

/// Receives the messages of a transfer.
class Receiving : public Transfer {
public:
  ~Receiving() override;

  bool step() override;
  bool done() const override { return has_all_ && (!relay_ || relay_->done()); }
  void cancel() override;
  MPI_Status status() const override;

protected:
  /// The derived class has the contents. `first`: the first message, if it has come.
  Receiving(Contents &contents, CommState &comm_state, FirstMessage first);

  /// Begins to receive. Whatever needs memory has been done.
  void begin(int source, int tag, MPI_Comm comm);

  /// Begins to receive on a communicator of AutoLink's own, where all messages have this tag. Each message is passed on
  /// to the ranks `relay_to` while its contents are taken.
  void begin_own(const Destination &from, std::vector<Destination> relay_to);

  /// Whether MPI may write to the place of a packet: the transfer is not done, or an MPI call has failed.
  bool is_receiving() const { return request_ != MPI_REQUEST_NULL; }

private:
  void take_probed(int source, int tag);
  bool receive_first();
  bool receive_packet();
  void take_first(const std::byte *message, std::size_t size);
  bool expect_packet();
  std::byte *room_for_packet(std::size_t bytes);
  void take_packet(std::byte *message, std::size_t size);
  void finish();
  void fail() noexcept;
  void pass_on_first();
  void pass_on_packet(const std::byte *packet, std::size_t size);
  bool has_probed_packets() const { return !probed_.empty() && !probed_.front().packets.empty(); }

  Contents &contents_;
  CommState &comm_state_;
  FirstMessage first_;
  MPI_Request request_ = MPI_REQUEST_NULL; // the receive of a packet
  MPI_Status status_;
  std::uint64_t received_bytes_ = 0; // bytes of the contents, once they are finished
  bool is_finished_ = false;
  bool has_first_ = false;
  bool has_all_ = false;
  Route route_ = {MPI_COMM_NULL, MPI_PROC_NULL};
  int packet_tag_ = 0;
  std::size_t max_packet_bytes_ = 0;
  // Two buffers in turn, so that one is filled while the other is unpacked. Packets may also go to an arena's memory.
  std::unique_ptr<OutgoingBytes> packets_[2];
  unsigned next_packet_ = 0;
  std::list<Probed> probed_; // the messages that AL_Probe has taken, if it has
  MatchedPacket matched_;
  std::byte *expected_ = nullptr;  // the place for the packet that is received
  DiscardRoom discarded_;          // memory of a packet that is discarded
  std::exception_ptr failure_;     // if there is one, the rest of the stream is discarded
  std::unique_ptr<Relay> relay_;   // null if no messages are passed on
  std::optional<Destination> own_; // where messages come from, if not on the user's communicator
};

/// Makes a structure of the messages.
class StructureContents : public Contents {
public:
  StructureContents(const ReceivePlace &place, bool may_be_small) : place_(place), may_be_small_(may_be_small) {}
  ~StructureContents() override;

  void wait() override;
  void take_first(const std::byte *message, std::size_t size) override;
  void take_packet(std::byte *message, std::size_t size) override;
  bool complete() const override { return small_bytes_ || (object_ ? object_->complete() : unpacker_->complete()); }
  std::byte *place_for_packet() override;
  bool may_receive_ahead() const override { return !place_.options.use_arena; }
  std::uint64_t deliver() override;
  void end() noexcept override;
  void leak() noexcept override { static_cast<void>(unpacker_.release()); }
  std::uint64_t limit_bytes() const override { return place_.options.limit_bytes; }

private:
  const ReceivePlace place_;
  std::unique_ptr<Unpacker> unpacker_;             // null until the structure is known not to be small
  std::optional<std::uint64_t> small_bytes_;       // bytes of a small structure, which has been delivered
  std::optional<exchange::ReceivedObject> object_; // in place of the unpacker, if a C++ object comes
  bool may_be_small_;
  bool has_packets_ = false;
};

class ReceivingStructure : public Receiving {
public:
  explicit ReceivingStructure(const ReceiveArguments &what);
  /// Goes on with a first message that has come, and is not of a small structure.
  ReceivingStructure(const ReceivePlace &place, CommState &comm_state, FirstMessage first);
  ~ReceivingStructure() override;

private:
  StructureContents contents_;
};

/// Hands the messages to the caller's functions.
class StreamContents : public Contents {
public:
  StreamContents(const AL_Sink &sink, std::uint64_t limit_bytes)
      : caller_(sink), sink_(sink, limit_bytes), limit_bytes_(limit_bytes) {}

  void take_first(const std::byte *message, std::size_t size) override;
  void take_packet(std::byte *message, std::size_t size) override;
  bool complete() const override { return structure_ ? structure_->complete() : sink_.complete(); }
  std::uint64_t deliver() override { return structure_ ? structure_->bytes() : sink_.bytes(); }
  void end() noexcept override {}
  std::uint64_t limit_bytes() const override { return limit_bytes_; }

private:
  AL_Sink caller_;
  StreamSink sink_;
  std::optional<exchange::ReceivedStructure> structure_; // in place of the sink, if structs of C come
  std::uint64_t limit_bytes_;
};

class ReceivingStream : public Receiving {
public:
  ReceivingStream(const AL_Sink &sink, int source, int tag, MPI_Comm comm);

private:
  StreamContents contents_;
};

/// Receives contents on a communicator of AutoLink's own, and passes the messages on.
class ReceivingOwn : public Receiving {
public:
  ReceivingOwn(std::unique_ptr<Contents> contents, CommState &comm_state, const Destination &from,
               std::vector<Destination> relay_to);
  ~ReceivingOwn() override;

private:
  std::unique_ptr<Contents> contents_;
};

/// Receives the messages of a transfer on a communicator of AutoLink's own in vain, for which it takes no memory of its
/// own.
class Refusal {
public:
  explicit Refusal(const Destination &from) : from_(from) {}
  ~Refusal();
  Refusal(const Refusal &) = delete;
  Refusal &operator=(const Refusal &) = delete;

  /// Goes on. Returns whether anything has happened.
  bool step();
  bool done() const { return done_; }

private:
  const Destination from_;
  MPI_Request request_ = MPI_REQUEST_NULL; // the receive of a message
  DiscardRoom room_;
  std::size_t size_ = 0; // of the message
  bool has_first_ = false, done_ = false;
};

/// Sends a structure and receives another one, as AL_Sendrecv does. If one of both fails, nothing is received.
void send_and_receive(const SendArguments &sent, const ReceiveArguments &received, MPI_Status &status);

/// Receives a structure, as AL_Recv does. `status`: null if it is not wanted.
void receive(const ReceiveArguments &what, MPI_Status *status);

} // namespace autolink
