// The receives of this process that are shared. See pending.h.
#include "pending.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace automap::mpi {

/// In the order in which they are to be carried on.
class PendingReceives {
public:
  static PendingReceives &of_process() {
    static auto &out = *new PendingReceives; // threads may wait as long as the process lives
    return out;
  }

  void add(PendingReceive &receive) {
    const std::lock_guard lock(mutex_);
    append(receive);
    ++pending_receives;
  }

  void remove(PendingReceive &receive) {
    std::unique_lock lock(mutex_);
    if (receive.state_ == State::carried_on) {
      receive.is_wanted_ = true;
      given_back_.wait(lock, [&] { return receive.state_ != State::carried_on; });
      receive.is_wanted_ = false;
    }
    if (receive.state_ == State::queued) {
      unlink(receive);
      --pending_receives;
    }
  }

  bool carry_on_next() noexcept {
    std::unique_lock lock(mutex_);
    PendingReceive *const next = first_;
    if (!next)
      return false;
    unlink(*next);
    next->state_ = State::carried_on;
    lock.unlock();
    const bool has_ended = next->carry_on();
    lock.lock();
    next->state_ = State::apart;
    if (has_ended || next->is_wanted_)
      --pending_receives;
    else
      append(*next);
    if (next->is_wanted_) // under the lock: then it may be gone
      given_back_.notify_all();
    return true;
  }

private:
  using State = PendingReceive::State;

  void append(PendingReceive &receive) {
    receive.state_ = State::queued;
    receive.before_ = last_;
    (last_ ? last_->behind_ : first_) = &receive;
    last_ = &receive;
  }

  void unlink(PendingReceive &receive) {
    receive.state_ = State::apart;
    (receive.before_ ? receive.before_->behind_ : first_) = receive.behind_;
    (receive.behind_ ? receive.behind_->before_ : last_) = receive.before_;
    receive.before_ = receive.behind_ = nullptr;
  }

  std::mutex mutex_;
  std::condition_variable given_back_;
  PendingReceive *first_ = nullptr, *last_ = nullptr;
};

void PendingReceive::share() {
  is_shared_ = true;
  PendingReceives::of_process().add(*this);
}

void PendingReceive::take_back() {
  is_shared_ = false;
  PendingReceives::of_process().remove(*this);
}

void carry_on_others() noexcept {
  if (!others_are_pending() || !PendingReceives::of_process().carry_on_next())
    std::this_thread::yield();
}

} // namespace automap::mpi
