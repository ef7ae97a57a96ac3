// The communicator on which collective calls send their messages. Each communicator of the user's has one, from its first
// collective call on.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <mutex>
#include <vector>

namespace autolink {

class OwnComm {
public:
  /// Finds out what can be known of `comm` alone.
  explicit OwnComm(MPI_Comm comm);
  ~OwnComm();
  OwnComm(const OwnComm &) = delete;
  OwnComm &operator=(const OwnComm &) = delete;

  /// Begins to make it, and takes no memory. Collective over `comm`; waits for the other ranks only if that is an
  /// intercommunicator, and meanwhile steps what has been started.
  void begin(MPI_Comm comm);

  /// Whether it has been made.
  bool is_ready();

  MPI_Comm get() const { return comm_; }

  // Ranks in it, which are known once it has begun:
  int rank() const { return rank_; }
  /// Those of the user's communicator; of an intercommunicator, those of the other group.
  const std::vector<int> &peers() const { return peers_; }
  /// Those of the own group of an intercommunicator; else the same.
  const std::vector<int> &group() const { return is_inter_ ? group_ : peers_; }
  bool is_inter() const { return is_inter_; }

  /// Returns the number of the next call. All ranks make their calls in the same order.
  std::uint64_t next_call() { return n_calls_++; }

  /// Collective MPI calls on it are made in the order of the calls that they belong to. Whether it is this one's turn.
  bool is_turn_of(std::uint64_t call);
  void end_turn();

private:
  MPI_Comm comm_ = MPI_COMM_NULL;
  MPI_Request request_ = MPI_REQUEST_NULL; // of the call that makes it
  bool is_ready_ = false, is_inter_ = false;
  int rank_ = 0;
  std::vector<int> peers_, group_, room_;
  std::uint64_t n_calls_ = 0, n_turns_ = 0;
  std::mutex mutex_; // several threads may make progress
};

} // namespace autolink
