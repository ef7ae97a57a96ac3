// Sends that nobody waits for. See left_behind.h.
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

/// MPI_Finalize waits for them all the same, so long without a word.
constexpr std::chrono::seconds silence{3};

constexpr std::size_t looked_at_once = 16;

/// One that has failed is over, but MPI_Testall would not tell whether the others are.
bool is_over(std::span<MPI_Request> requests) {
  return std::ranges::all_of(requests, [](MPI_Request &request) {
    int done = 0;
    return request == MPI_REQUEST_NULL || MPI_Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done;
  });
}

} // namespace

class SendsLeftBehind {
public:
  static SendsLeftBehind &of_process() {
    static SendsLeftBehind &out = []() -> SendsLeftBehind & {
      at_finalize([] { of_process().wait(); });
      return *new SendsLeftBehind; // what a process leaves that ends without MPI_Finalize, stays as it is
    }();
    return out;
  }

  /// Looks at up to `most` of them, each in turn.
  void tidy(std::size_t most) {
    if (number_.load(std::memory_order_relaxed) == 0)
      return;
    const std::lock_guard lock(mutex_);
    for (std::size_t left = std::min<std::size_t>(most, number_); left > 0; --left) {
      std::unique_ptr<SendLeftBehind> send = take_first();
      if (!is_over(send->requests()))
        append(std::move(send));
    }
  }

  void add(std::unique_ptr<SendLeftBehind> send) {
    const std::lock_guard lock(mutex_);
    append(std::move(send));
  }

private:
  void append(std::unique_ptr<SendLeftBehind> send) {
    std::unique_ptr<SendLeftBehind> &end = last_ ? last_->next_ : first_;
    last_ = send.get();
    end = std::move(send);
    ++number_;
  }

  std::unique_ptr<SendLeftBehind> take_first() {
    std::unique_ptr<SendLeftBehind> out = std::move(first_);
    first_ = std::move(out->next_);
    if (!first_)
      last_ = nullptr;
    --number_;
    return out;
  }

  void wait() {
    const auto end = std::chrono::steady_clock::now() + silence;
    while (tidy(number_), first_ && std::chrono::steady_clock::now() < end)
      std::this_thread::yield();
    for (const SendLeftBehind *each = first_.get(); each; each = each->next_.get())
      each->tell_of_waiting();
    while (first_) {
      for (MPI_Request &request : first_->requests())
        MPI_Wait(&request, MPI_STATUS_IGNORE);
      take_first();
    }
  }

  std::mutex mutex_;
  std::unique_ptr<SendLeftBehind> first_;
  SendLeftBehind *last_ = nullptr;
  std::atomic<std::size_t> number_ = 0; // changed under the mutex
};

void leave_behind(std::unique_ptr<SendLeftBehind> send) noexcept {
  if (!is_over(send->requests()))
    SendsLeftBehind::of_process().add(std::move(send));
}

void tidy_left_behind() { SendsLeftBehind::of_process().tidy(looked_at_once); }

} // namespace automap::mpi
