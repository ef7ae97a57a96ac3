// Pending calls. See requests.h.
#include "requests.h"

#include <algorithm>
#include <utility>

namespace automap::run {
namespace {

void finish(PendingCall &call, const MPI_Status &status) {
  int is_cancelled = 0;
  if (call.is_cancelled)
    PMPI_Test_cancelled(&status, &is_cancelled);
  if (call.is_active && !call.is_finished && !is_cancelled)
    call.finish(status);
}

/// Whether MPI gives this handle to many requests that have ended when they are made, as that of a message to nowhere
/// has. MPI_Request_get_status would tell, too, but MPICH 4.0 cannot call it while other threads are in MPI.
bool is_common(MPI_Request request) {
  static const MPI_Request common = [] {
    MPI_Request first = MPI_REQUEST_NULL, second = MPI_REQUEST_NULL;
    PMPI_Isend(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_SELF, &first);
    PMPI_Isend(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_SELF, &second);
    const MPI_Request out = first == second ? first : MPI_REQUEST_NULL;
    PMPI_Wait(&first, MPI_STATUS_IGNORE);
    PMPI_Wait(&second, MPI_STATUS_IGNORE);
    return out;
  }();
  return request == common;
}

} // namespace

void PendingCalls::add(MPI_Request request, std::unique_ptr<PendingCall> call) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<PendingCall> &first = buckets_[bucket_of(request)];
  call->request_ = request;
  call->next_ = std::move(first);
  first = std::move(call);
  ++size_;
}

PendingCall *PendingCalls::find_in_table(MPI_Request request) const {
  const std::lock_guard lock(mutex_);
  return find_unclaimed(request);
}

PendingCall *PendingCalls::claim_in_table(MPI_Request request) {
  const std::lock_guard lock(mutex_);
  PendingCall *const out = find_unclaimed(request);
  if (out)
    out->is_claimed_ = true;
  return out;
}

void PendingCalls::release(PendingCall &call) {
  const std::lock_guard lock(mutex_);
  call.is_claimed_ = false;
}

PendingCall *PendingCalls::find_unclaimed(MPI_Request request) const {
  PendingCall *out = buckets_[bucket_of(request)].get();
  while (out && (out->request_ != request || out->is_claimed_))
    out = out->next_.get();
  return out;
}

std::unique_ptr<PendingCall> PendingCalls::remove(const PendingCall &call) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<PendingCall> *place = &buckets_[bucket_of(call.request_)];
  while (place->get() != &call)
    place = &(*place)->next_;
  std::unique_ptr<PendingCall> out = std::move(*place);
  *place = std::move(out->next_);
  --size_;
  return out;
}

PendingCalls &pending_calls() {
  static auto &out = *new PendingCalls; // never destroyed: MPI may use the memory of its calls until the process ends
  return out;
}

void follow(MPI_Request request, std::unique_ptr<PendingCall> call) {
  if (is_common(request))
    finish(*call, MPI_Status{});
  else
    pending_calls().add(request, std::move(call));
}

void note_end(PendingCall &call, const MPI_Status &status, bool has_failed) {
  if (!has_failed)
    finish(call, status);
  if (call.is_persistent) {
    call.is_active = call.is_cancelled = call.is_finished = false;
    pending_calls().release(call);
  } else {
    pending_calls().remove(call);
  }
}

void note_early_end(PendingCall &call, const MPI_Status &status) {
  finish(call, status);
  call.is_finished = true;
}

/// The abandoned calls, in a queue.
class AbandonedCalls {
public:
  void add(std::unique_ptr<PendingCall> call) {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<PendingCall> *end = &first_;
    while (*end)
      end = &(*end)->next_;
    *end = std::move(call);
    ++abandoned_count;
  }

  /// Removes and returns the first one, or null.
  std::unique_ptr<PendingCall> take() {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<PendingCall> out = std::move(first_);
    if (out) {
      first_ = std::move(out->next_);
      --abandoned_count;
    }
    return out;
  }

private:
  std::mutex mutex_;
  std::unique_ptr<PendingCall> first_;
};

namespace {

AbandonedCalls &abandoned_calls() {
  static auto &out = *new AbandonedCalls;
  return out;
}

} // namespace

void abandon(PendingCall &call) { abandoned_calls().add(pending_calls().remove(call)); }

constexpr std::size_t most_finished = 4; // in one call

void finish_some_abandoned() {
  for (std::size_t i = 0; i < most_finished; ++i) {
    std::unique_ptr<PendingCall> call = abandoned_calls().take();
    if (!call)
      return;
    MPI_Request request = call->request();
    MPI_Status status;
    int has_ended = 0;
    if (PMPI_Test(&request, &has_ended, &status) == MPI_SUCCESS && !has_ended) {
      abandoned_calls().add(std::move(call));
      continue;
    }
    if (has_ended)
      finish(*call, status);
    if (request != MPI_REQUEST_NULL)
      PMPI_Request_free(&request);
  }
}

void free_abandoned() {
  for (std::size_t n = abandoned_count; n > 0; n -= std::min(n, most_finished))
    finish_some_abandoned();
  while (std::unique_ptr<PendingCall> call = abandoned_calls().take()) {
    MPI_Request request = call.release()->request(); // its memory stays
    PMPI_Request_free(&request);
  }
}

} // namespace automap::run
