// A structure that AL_Probe has found: its first message has been taken from MPI, and its packets are too, so
// that its size can be told. The receive that follows gets them from here.
#pragma once

#include "core/measure.h"

#include <mpi.h>

#include <deque>
#include <memory>
#include <vector>

namespace autolink {

struct CommState;

struct Probed {
  /// Takes what MPI has matched.
  Probed(MPI_Message message, const MPI_Status &status);
  ~Probed();
  Probed(const Probed &) = delete;
  Probed &operator=(const Probed &) = delete;

  /// Takes packets that have come. True once its size is known, or cannot be: what is damaged, or larger than
  /// the receiver's limit, is left for the receive to refuse.
  bool step(const CommState &state);

  bool matches(int source, int tag) const {
    return (source == MPI_ANY_SOURCE || source == status.MPI_SOURCE) &&
           (tag == MPI_ANY_TAG || tag == status.MPI_TAG);
  }

  MPI_Status status;
  std::vector<std::byte> first;
  std::deque<std::vector<std::byte>> packets;
  MPI_Request request = MPI_REQUEST_NULL; // of the next packet
  std::unique_ptr<std::byte[]> buffer;    // where it goes
  Measure measure;

private:
  void take_packet(std::size_t size);

  std::uint64_t packet_bytes_ = 0;
  bool is_done_ = false;
};

} // namespace autolink
