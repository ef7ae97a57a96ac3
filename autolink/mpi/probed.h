// A structure that AL_Probe has found: its first message has been taken from MPI, and its packets are too, so
// that its size can be told. The receive that follows gets them from here.
#pragma once

#include "core/receive/measure.h"
#include "core/send/packer.h"

#include <mpi.h>

#include <list>

namespace autolink {

struct CommState;

/// Where packets to and from a process travel.
struct Route {
  MPI_Comm comm;
  int rank;
};

/// What first messages are received into.
struct FirstBuffer {
  std::byte bytes[wire::max_first_bytes];
};

/// A packet that MPI has matched: only this one can receive it, and how long it is stands fast before it has memory.
struct MatchedPacket {
  MPI_Message message = MPI_MESSAGE_NULL;
  std::uint64_t bytes = 0;

  bool is_there() const { return message != MPI_MESSAGE_NULL; }

  /// The next packet of the stream with this tag. False if it has not come.
  bool find(const Route &route, int tag);

  /// Begins to receive it; there is room for its bytes.
  void receive(std::byte *to, MPI_Request &request);
};

/// Whether packets of so many bytes are not of a structure within the limit: for each word of an element, at most
/// three are said elsewhere, and the sender's elements may be longer than ours.
inline bool is_too_long(std::uint64_t bytes, std::uint64_t limit_bytes) {
  return bytes / 8 > limit_bytes + wire::max_first_bytes / 8;
}

struct Probed {
  Probed() = default;
  ~Probed();
  Probed(const Probed &) = delete;
  Probed &operator=(const Probed &) = delete;

  /// Matches the first message of a structure; false if there is none.
  bool find(int source, int tag, MPI_Comm comm);

  /// Receives it, if it has not been. Throws std::bad_alloc, and may then be called again.
  void receive_first();

  /// Takes packets that have come. True once its size is known, or cannot be: what is damaged, larger than the
  /// receiver's limit, or from where packets have no way, is left for the receive to refuse. What throws may be called
  /// again.
  bool step(const CommState &state);

  bool is_done() const { return is_done_; }

  bool matches(int source, int tag) const {
    return (source == MPI_ANY_SOURCE || source == status.MPI_SOURCE) &&
           (tag == MPI_ANY_TAG || tag == status.MPI_TAG);
  }

  Message first; // empty if it is longer than any of AutoLink's
  MPI_Status status;
  std::list<Message> packets, arriving;   // the latter: one, or none
  MatchedPacket matched;                  // the next one, if it has no memory
  MPI_Request request = MPI_REQUEST_NULL; // of the one that is arriving
  Measure measure;

private:
  bool take_packet(const CommState &state);

  MPI_Message matched_first_ = MPI_MESSAGE_NULL; // until it is received
  bool is_measured_ = false, is_done_ = false;
  Route route_ = {MPI_COMM_NULL, MPI_PROC_NULL};
  int packet_tag_ = 0;
  std::size_t max_packet_bytes_ = 0;
  std::uint64_t packet_bytes_ = 0; // without footers
};

/// The one of `probed` that a receive with these arguments gets: of those that come first from their senders, the
/// first that is done, else the first; end() if there is none.
std::list<Probed>::iterator find_probed(std::list<Probed> &probed, int source, int tag);

/// What AL_Probe is to tell: the structure that a receive with these arguments gets, if it is done; else end(). Takes the
/// next message that fits, and with MPI_ANY_SOURCE one of each sender at most. With the lock of `state`.
std::list<Probed>::iterator probe(CommState &state, int source, int tag, MPI_Comm comm);

} // namespace autolink
