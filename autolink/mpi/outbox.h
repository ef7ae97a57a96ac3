// Messages that MPI is sending, each to one or more ranks.
#pragma once

#include "core/base/messages.h"

#include <mpi.h>

#include <memory>
#include <span>
#include <vector>

namespace autolink {

struct Destination {
  int rank, tag;
  MPI_Comm comm;
};

/// Messages that are on their way, in the order in which they were sent. Each goes to all of its destinations from the
/// same memory.
class Outbox {
public:
  /// Has room for so many messages, and for each message's number of destinations.
  Outbox(std::size_t most, std::size_t destinations);
  /// What MPI still reads, after an MPI call has failed, is left to it for ever.
  ~Outbox();
  Outbox(const Outbox &) = delete;
  Outbox &operator=(const Outbox &) = delete;

  bool empty() const { return n_ == 0; }
  bool is_full() const { return n_ == most_; }

  /// Begins to send the message. There is room. `is_users`: whether errors of these communicators are raised on the
  /// user's.
  void send(OutgoingBytes message, std::span<const Destination> to, bool is_users);

  /// Whether the oldest message has been sent to all. There is one.
  bool oldest_is_sent();
  /// Removes the oldest message.
  OutgoingBytes take_oldest();

private:
  struct Sent {
    OutgoingBytes message;
    std::vector<MPI_Request> requests; // those that are not complete
    bool is_users;
  };
  Sent &at(std::size_t place) const { return (*ring_)[place % most_]; }

  std::unique_ptr<std::vector<Sent>> ring_;
  std::size_t most_, oldest_ = 0, n_ = 0;
};

} // namespace autolink
