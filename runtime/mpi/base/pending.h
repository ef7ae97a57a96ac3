// Receives that are carried on while their rank waits for something else.
//
// MPI carries on by itself what it has been asked for. A message in parts needs its receiver for each part, and its
// sender may wait for that. Without this file, two ranks that both send before they receive would wait for each other.
#pragma once

#include <atomic>

namespace automap::mpi {

/// A receive that is under way and that one thread at a time carries on.
class PendingReceive {
public:
  PendingReceive() = default;
  PendingReceive(const PendingReceive &) = delete;
  PendingReceive &operator=(const PendingReceive &) = delete;

  /// Lets carry_on_others() of any thread carry it on from now on, until it has ended.
  void share();

  /// Gives it back to the caller alone, and returns whether it was shared. Waits while another thread carries it on.
  /// The owner calls this before anything else that it does with the receive, also before destroying it.
  bool withdraw() {
    if (!is_shared_)
      return false;
    take_back();
    return true;
  }

protected:
  ~PendingReceive() = default;

private:
  friend class PendingReceives;

  /// Receives what has arrived, and returns whether that is all or the receive has failed.
  virtual bool carry_on() noexcept = 0;

  void take_back();

  bool is_shared_ = false; // known to the owner alone
  enum class State { apart, queued, carried_on } state_ = State::apart;
  bool is_wanted_ = false; // whether the owner wants it, while it is carried on
  PendingReceive *previous_ = nullptr, *next_ = nullptr;
};

/// The number of receives that are shared and have not ended.
inline std::atomic<int> pending_receives{0};

/// Whether there is something to carry on while the caller waits.
inline bool others_are_pending() { return pending_receives.load(std::memory_order_relaxed) != 0; }

/// Carries on one of the shared receives, each in turn. If there is none, lets other threads and processes run. Loops
/// that wait call this.
void carry_on_others() noexcept;

} // namespace automap::mpi
