// The shared receives of this process. See pending.h.
#include "pending.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace automap::mpi {

/// The shared receives, in the order in which they are to be carried on.
class PendingReceives {
public:
  static PendingReceives &instance() {
    static auto &out = *new PendingReceives; // never destroyed: threads may wait until the process ends
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
    if (next->is_wanted_) // under the lock, after which the receive may be destroyed
      given_back_.notify_all();
    return true;
  }

private:
  using State = PendingReceive::State;

  void append(PendingReceive &receive) {
    receive.state_ = State::queued;
    receive.previous_ = last_;
    (last_ ? last_->next_ : first_) = &receive;
    last_ = &receive;
  }

  void unlink(PendingReceive &receive) {
    receive.state_ = State::apart;
    (receive.previous_ ? receive.previous_->next_ : first_) = receive.next_;
    (receive.next_ ? receive.next_->previous_ : last_) = receive.previous_;
    receive.previous_ = receive.next_ = nullptr;
  }

  std::mutex mutex_;
  std::condition_variable given_back_;
  PendingReceive *first_ = nullptr, *last_ = nullptr;
};

void PendingReceive::share() {
  is_shared_ = true;
  PendingReceives::instance().add(*this);
}

void PendingReceive::take_back() {
  is_shared_ = false;
  PendingReceives::instance().remove(*this);
}

void carry_on_others() noexcept {
  if (!others_are_pending() || !PendingReceives::instance().carry_on_next())
    std::this_thread::yield();
}

} // namespace automap::mpi
