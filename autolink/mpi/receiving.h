// Receiving a structure over MPI, also one that AL_Probe has found.
#pragma once

#include "comm_state.h"
#include "first_message.h"
#include "matched_packets.h"
#include "probed.h"
#include "transfer.h"

#include "autolink/al_type.h"
#include "core/base/memory.h"
#include "core/plan/node_plan.h"
#include "core/receive/unpacker.h"
#include "core/send/packer.h"

#include <mpi.h>

#include <exception>
#include <list>
#include <memory>

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
  /// Takes the settings in force. Throws Failure (AL_ERR_ARGUMENT) if `root` is null.
  ReceivePlace(void *root, AL_Type type, const CommState &comm_state);

  /// Gives the caller the structure with the root `structure`.
  void deliver(void *structure, Arena arena) const;

  /// Delivers the structure of a first message if it is small. Returns false if it is not.
  bool deliver_small(const std::byte *message, std::size_t size) const;

  void *root;
  const NodePlan &plan;
  UnpackOptions options;
};

class Receiving : public Transfer {
public:
  explicit Receiving(const ReceiveArguments &what);
  /// Goes on with a first message that has come, and is not of a small structure.
  Receiving(const ReceivePlace &place, CommState &comm_state, FirstMessage first);
  ~Receiving() override;

  bool step() override;
  bool done() const override { return done_; }
  void cancel() override;
  MPI_Status status() const override;

private:
  Receiving(const ReceivePlace &place, CommState &comm_state, FirstMessage first, bool may_be_small);
  void take_probed(int source, int tag);
  bool receive_first();
  bool receive_packet();
  void take_first(const std::byte *message, std::size_t size);
  bool expect_packet();
  std::byte *room_for_packet(std::size_t bytes);
  std::byte *room_to_discard(std::uint64_t bytes);
  void take_packet(std::byte *message, std::size_t size);
  void finish();
  void fail() noexcept;
  void give_back_unpacker() noexcept;
  bool has_probed_packets() const { return !probed_.empty() && !probed_.front().packets.empty(); }

  const ReceivePlace place_;
  CommState &comm_state_;
  std::unique_ptr<Unpacker> unpacker_; // null until the structure is known not to be small
  FirstMessage first_;
  MPI_Request request_ = MPI_REQUEST_NULL; // the receive of a packet
  MPI_Status status_;
  std::uint64_t received_bytes_ = 0; // bytes of the structure, once it is finished
  bool may_be_small_;
  bool is_finished_ = false;
  bool has_first_ = false;
  bool done_ = false;
  Route route_ = {MPI_COMM_NULL, MPI_PROC_NULL};
  int packet_tag_ = 0;
  std::size_t max_packet_bytes_ = 0;
  // Two buffers in turn, so that one is filled while the other is unpacked. Packets may also go to an arena's memory.
  std::unique_ptr<OutgoingBytes> packets_[2];
  unsigned next_packet_ = 0;
  std::list<Probed> probed_; // the messages that AL_Probe has taken, if it has
  MatchedPacket matched_;
  std::byte *expected_ = nullptr; // the place for the packet that is received
  Pages discarded_;               // memory of a packet that is discarded
  std::exception_ptr failure_;    // if there is one, the rest of the stream is discarded
};

/// Receives a structure, as AL_Recv does. `status`: null if it is not wanted.
void receive(const ReceiveArguments &what, MPI_Status *status);

} // namespace autolink
