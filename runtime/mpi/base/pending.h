// Receives that are carried on while their rank waits for something else.
//
// MPI carries on by itself what it was asked for. A message in parts needs its receiver for each part, and its sender
// may wait for that: two ranks that both send before they wait for what they receive would wait for each other.
#pragma once

#include <atomic>

namespace automap::mpi {

/// A receive that is under way. One thread at a time carries it on.
class PendingReceive {
public:
  PendingReceive() = default;
  PendingReceive(const PendingReceive &) = delete;
  PendingReceive &operator=(const PendingReceive &) = delete;

  /// From now on, carry_on_others() of any thread carries it on, until it has ended.
  void share();

  /// It is the caller's alone again, for which that waits while another thread carries it on; whether it was shared.
  /// To be called before all else that its owner does with it, also before it is destroyed.
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

  /// Receives what has arrived. Whether that is all, or it has failed.
  virtual bool carry_on() noexcept = 0;

  void take_back();

  bool is_shared_ = false; // the owner's
  enum class State { apart, queued, carried_on } state_ = State::apart;
  bool is_wanted_ = false; // by the owner, while it is carried on
  PendingReceive *before_ = nullptr, *behind_ = nullptr;
};

/// How many receives are shared and have not ended.
inline std::atomic<int> pending_receives{0};

/// Whether there is something to carry on while the caller waits.
inline bool others_are_pending() { return pending_receives.load(std::memory_order_relaxed) != 0; }

/// Carries on one of the receives that are shared, each in turn. For loops that wait: where there is none, other threads
/// and processes get the processor.
void carry_on_others() noexcept;

} // namespace automap::mpi
