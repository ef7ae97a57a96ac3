// What the library keeps between AL_Init and AL_Finalize, and what it keeps with a communicator.
#pragma once

#include "own_comm.h"
#include "probed.h"
#include "settings.h"
#include "thread_level.h"

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

namespace autolink {

/// The state of a communicator on which AutoLink has been used, kept with it as an attribute.
struct CommState {
  explicit CommState(const Settings &settings) : number(n_states.fetch_add(1)), settings_(settings) {}
  ~CommState();

  /// Returns the settings in force.
  Settings settings() const {
    std::unique_lock lock(settings_mutex_, std::defer_lock);
    if (!has_one_thread())
      lock.lock();
    return settings_;
  }
  /// Changes the settings. The caller holds `mutex`, so that no change is lost.
  void change(const Settings &settings) {
    const std::lock_guard lock(settings_mutex_);
    settings_ = settings;
  }

  const std::uint64_t number; // no other communicator has had it, unlike the handle, which MPI uses again
  std::mutex mutex;           // guards what is probed, and changes of settings
  std::list<Probed> probed;
  std::list<Probed> next_probed; // memory for one more, or none
  std::atomic<std::size_t> n_probed = 0;
  int last_asked = 0; // the last of the senders that are asked one by one
  /// Ranks in MPI_COMM_WORLD of the processes it sends to; empty: the same as here.
  std::vector<int> world_ranks;
  MPI_Comm channel = MPI_COMM_NULL; // carries packets to processes that are not in MPI_COMM_WORLD
  std::unique_ptr<OwnComm> own;     // null before the first collective call

private:
  static inline std::atomic<std::uint64_t> n_states = 0;

  /// The settings have a mutex of their own, because they are read with and without the other one.
  mutable std::mutex settings_mutex_;
  Settings settings_;
};

/// Returns the attribute of `comm`. Throws Failure (AL_ERR_NOT_READY).
CommState &state_of(MPI_Comm comm);

/// Returns the settings of MPI_COMM_WORLD; without AL_Init, those of the environment.
Settings settings_of_process();

/// Returns the route to the process that has this rank in the communicator of `state`. Both sides find the
/// same communicator, because two processes either are in one MPI_COMM_WORLD or are not. Throws Failure
/// (AL_ERR_ARGUMENT) if there is no route.
Route route_to(const CommState &state, int rank);

/// Does what AL_Comm_prepare does.
void prepare(MPI_Comm comm);

/// Returns the tag of a stream's packets; a stream that this process has not used for long.
int packet_tag(std::uint64_t stream);
std::uint64_t next_stream();

/// Does what AL_Init does.
void init(int *argc, char ***argv);
/// Does what AL_Finalize does. `has_requests`: whether some are not complete.
void finalize(bool has_requests);

} // namespace autolink
