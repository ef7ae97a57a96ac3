// Sends that nobody waits for. See left_behind.h.
#include "left_behind.h"

#include "at_finalize.h"

#include <chrono>
#include <mutex>
#include <thread>
#include <utility>

namespace automap::mpi {
namespace {

/// MPI_Finalize waits for them all the same, so long without a word.
constexpr std::chrono::seconds silence{3};

bool is_over(std::span<MPI_Request> requests) {
  int done = 0;
  const int code =
      MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
  return code != MPI_SUCCESS || done;
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

  void tidy() {
    const std::lock_guard lock(mutex_);
    for (std::unique_ptr<SendLeftBehind> *each = &first_; *each;)
      if (is_over((*each)->requests()))
        *each = std::move((*each)->next_);
      else
        each = &(*each)->next_;
  }

  void add(std::unique_ptr<SendLeftBehind> send) {
    const std::lock_guard lock(mutex_);
    send->next_ = std::move(first_);
    first_ = std::move(send);
  }

private:
  void wait() {
    const auto end = std::chrono::steady_clock::now() + silence;
    while (tidy(), first_ && std::chrono::steady_clock::now() < end)
      std::this_thread::yield();
    for (const SendLeftBehind *each = first_.get(); each; each = each->next_.get())
      each->tell_of_waiting();
    while (first_) {
      const std::span<MPI_Request> requests = first_->requests();
      MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
      first_ = std::move(first_->next_);
    }
  }

  std::mutex mutex_;
  std::unique_ptr<SendLeftBehind> first_;
};

void leave_behind(std::unique_ptr<SendLeftBehind> send) noexcept {
  if (!is_over(send->requests()))
    SendsLeftBehind::of_process().add(std::move(send));
}

void tidy_left_behind() { SendsLeftBehind::of_process().tidy(); }

} // namespace automap::mpi
