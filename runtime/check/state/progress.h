// Whether the program gets on, for --hang: how many MPI calls it has made, and whether it waits in one.
#pragma once

#include "program_handlers.h"

#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <utility>

namespace automap::check {

struct Progress {
  bool is_watched = false;              // set before the program makes calls
  std::atomic<std::uint64_t> calls = 0; // calls of the program, without those that have asked in vain
  std::atomic<std::uint64_t> asked = 0; // calls such as MPI_Test that have asked in vain
  std::atomic<int> waiting = 0;         // threads that are in a call which may wait
  std::atomic<pthread_t> thread{};      // a thread that waits, or the last one that asked in vain
};
inline Progress progress;

/// Whether this thread's last call counts once the next one begins. Until then, it may turn out to ask in vain.
inline thread_local bool is_uncounted = false;

/// Notes that a call of the program begins.
inline void note_call() {
  if (progress.is_watched && std::exchange(is_uncounted, true)) [[unlikely]]
    progress.calls.fetch_add(1, std::memory_order_relaxed);
}

/// Notes that the call which note_call() has noted has asked in vain, if not `done`.
inline void note_asked(int done) {
  if (!progress.is_watched || done) [[likely]]
    return;
  progress.thread = pthread_self();
  progress.asked.fetch_add(1, std::memory_order_relaxed);
  is_uncounted = false;
}

/// Marks this thread as in a call that may wait, while it lives. Does nothing if the program has error handlers of its
/// own: one could jump past our destructor.
class InCall {
public:
  explicit InCall(bool may_wait = true) : is_noted_(may_wait && progress.is_watched && !program_handles_errors()) {
    if (!is_noted_) [[likely]]
      return;
    former_ = progress.thread.exchange(pthread_self());
    ++progress.waiting;
  }
  ~InCall() {
    if (!is_noted_) [[likely]]
      return;
    --progress.waiting;
    pthread_t self = pthread_self();
    progress.thread.compare_exchange_strong(self, former_);
  }
  InCall(const InCall &) = delete;
  InCall &operator=(const InCall &) = delete;

private:
  const bool is_noted_;
  pthread_t former_{}; // the thread that may wait when this one no longer does
};

} // namespace automap::check
