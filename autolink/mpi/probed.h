// A structure that AL_Probe has found. Its messages are taken from MPI, because only all of them tell its size. The
// receive that follows gets them from here.
#pragma once

#include "matched_packets.h"

#include "core/receive/measure.h"
#include "core/send/packer.h"

#include <mpi.h>

#include <list>
#include <optional>

namespace autolink {

class Probed {
public:
  Probed() = default;
  ~Probed();
  Probed(const Probed &) = delete;
  Probed &operator=(const Probed &) = delete;

  /// Matches the first message of a structure. Returns false if there is none.
  bool find(int source, int tag, MPI_Comm comm);

  /// Receives the first message unless that has been done. May be called again after std::bad_alloc.
  void receive_first();

  /// Receives and measures the first message unless that has been done. Returns the stream of the packets that follow,
  /// for expect_packets(); nothing if none follow, or if they are expected already.
  std::optional<std::uint64_t> measure_first();

  /// Says where the packets come from.
  void expect_packets(const Route &route, int tag);

  /// Takes no packets; the receive finds out why, or that there are none.
  void leave_rest() { is_measured_ = is_done_ = true; }

  /// Takes the packets that have come. Returns true once the structure's size is known, or cannot be: what is damaged
  /// or larger than the receiver's limit is left for the receive to refuse. May be called again after an exception.
  bool take_packets(std::uint64_t limit_bytes);

  bool is_done() const { return is_done_; }

  bool matches(int source, int tag) const {
    return (source == MPI_ANY_SOURCE || source == status.MPI_SOURCE) && (tag == MPI_ANY_TAG || tag == status.MPI_TAG);
  }

  OutgoingBytes first; // empty if it is longer than any of AutoLink's
  MPI_Status status;
  std::list<OutgoingBytes> packets;
  std::list<OutgoingBytes> arriving;      // the packet that is arriving, if any
  MatchedPacket matched;                  // the next packet if there was no memory for it
  MPI_Request request = MPI_REQUEST_NULL; // the receive of the packet that is arriving
  Measure measure;

private:
  bool take_packet(std::uint64_t limit_bytes);

  MPI_Message matched_first_ = MPI_MESSAGE_NULL; // the first message until it is received
  bool is_measured_ = false, is_done_ = false;
  Route route_ = {MPI_COMM_NULL, MPI_PROC_NULL};
  int packet_tag_ = 0;
  std::size_t max_packet_bytes_ = 0;
  std::uint64_t packet_bytes_ = 0; // bytes of packets, footers excluded
};

} // namespace autolink
