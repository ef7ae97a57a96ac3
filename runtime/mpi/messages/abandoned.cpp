// Sends that nobody waits for. See abandoned.h.
#include "abandoned.h"

#include "mpi/base/at_finalize.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <thread>
#include <utility>

namespace automap::mpi {
namespace {

/// How long MPI_Finalize waits for them before it says so.
constexpr std::chrono::seconds silence{3};

constexpr std::size_t looked_at_once = 16;

/// Whether all requests have ended. A failed one has ended, but MPI_Testall would not tell about the others then.
bool is_over(std::span<MPI_Request> requests) {
  return std::ranges::all_of(requests, [](MPI_Request &request) {
    int done = 0;
    return request == MPI_REQUEST_NULL || MPI_Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done;
  });
}

} // namespace

class AbandonedSends {
public:
  static AbandonedSends &instance() {
    static AbandonedSends &out = []() -> AbandonedSends & {
      at_finalize([] { instance().wait(); });
      return *new AbandonedSends; // never destroyed: a process may end without MPI_Finalize
    }();
    return out;
  }

  /// Frees those that have ended among up to `most` of them, each in turn.
  void free_finished(std::size_t most) {
    if (number_.load(std::memory_order_relaxed) == 0)
      return;
    const std::lock_guard lock(mutex_);
    for (std::size_t left = std::min<std::size_t>(most, number_); left > 0; --left) {
      std::unique_ptr<AbandonedSend> send = take_first();
      if (!is_over(send->requests()))
        append(std::move(send));
    }
  }

  void add(std::unique_ptr<AbandonedSend> send) {
    const std::lock_guard lock(mutex_);
    append(std::move(send));
  }

private:
  void append(std::unique_ptr<AbandonedSend> send) {
    std::unique_ptr<AbandonedSend> &end = last_ ? last_->next_ : first_;
    last_ = send.get();
    end = std::move(send);
    ++number_;
  }

  std::unique_ptr<AbandonedSend> take_first() {
    std::unique_ptr<AbandonedSend> out = std::move(first_);
    first_ = std::move(out->next_);
    if (!first_)
      last_ = nullptr;
    --number_;
    return out;
  }

  void wait() {
    const auto end = std::chrono::steady_clock::now() + silence;
    while (free_finished(number_), first_ && std::chrono::steady_clock::now() < end)
      std::this_thread::yield();
    for (const AbandonedSend *each = first_.get(); each; each = each->next_.get())
      each->report_waiting();
    while (first_) {
      for (MPI_Request &request : first_->requests())
        MPI_Wait(&request, MPI_STATUS_IGNORE);
      take_first();
    }
  }

  std::mutex mutex_;
  std::unique_ptr<AbandonedSend> first_;
  AbandonedSend *last_ = nullptr;
  std::atomic<std::size_t> number_ = 0; // changed under the mutex
};

void abandon(std::unique_ptr<AbandonedSend> send) noexcept {
  if (!is_over(send->requests()))
    AbandonedSends::instance().add(std::move(send));
}

void free_finished_sends() { AbandonedSends::instance().free_finished(looked_at_once); }

} // namespace automap::mpi
