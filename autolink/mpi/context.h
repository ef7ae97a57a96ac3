// What the library keeps between AL_Init and AL_Finalize, and what it keeps with a communicator.
#pragma once

#include "settings.h"

#include <mpi.h>

#include <atomic>
#include <deque>
#include <mutex>
#include <vector>

namespace autolink {

/// A first message that AL_Probe has taken from MPI.
struct Probed {
  MPI_Status status;
  std::vector<std::byte> message;
};

/// With each communicator that AutoLink has been used on, as an attribute.
struct CommState {
  std::mutex mutex; // of what follows, but for the ranks
  Settings settings;
  std::deque<Probed> probed;
  std::atomic<std::size_t> n_probed = 0;
  std::vector<int> world_ranks; // empty: the same
  bool is_within_world = true;
};

/// The attribute of `comm`. Throws Failure (AL_ERR_NOT_READY, AL_ERR_ARGUMENT).
CommState &state_of(MPI_Comm comm);

/// The communicator of the packets.
MPI_Comm packet_comm();

/// The tag of a stream's packets, and a stream that this process has not used for long.
int packet_tag(std::uint64_t stream);
std::uint64_t next_stream();

void init(int *argc, char ***argv);
void finalize();

} // namespace autolink
