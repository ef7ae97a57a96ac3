// How packets of a stream reach the receiver: the communicator they travel on, and packets that MPI has matched.
#pragma once

#include "core/base/wire.h"

#include <mpi.h>

namespace autolink {

/// The communicator and rank by which packets reach a process, and come from it.
struct Route {
  MPI_Comm comm;
  int rank;
};

/// A packet that MPI has matched: only this object can receive it, and its length is known before it has memory.
struct MatchedPacket {
  MPI_Message message = MPI_MESSAGE_NULL;
  std::uint64_t bytes = 0;

  bool is_there() const { return message != MPI_MESSAGE_NULL; }

  /// Matches the next packet of the stream with this tag. Returns false if it has not come.
  bool find(const Route &route, int tag);

  /// Begins to receive it. `to` has room for its bytes.
  void receive(std::byte *to, MPI_Request &request);
};

/// Whether packets of so many bytes cannot belong to a structure within the limit. For each word of an element, packets
/// hold at most three more words, and the sender's elements may be longer than ours.
inline bool is_too_long(std::uint64_t bytes, std::uint64_t limit_bytes) {
  return bytes / 8 > limit_bytes + wire::max_first_bytes / 8;
}

} // namespace autolink
