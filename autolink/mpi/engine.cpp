// Transfers that go on in the background of others. See engine.h.
#include "engine.h"

#include "thread_level.h"

#include <atomic>
#include <mutex>

#include <sched.h>

namespace autolink {
namespace {

std::mutex requests_mutex;
std::atomic<std::size_t> n_started = 0;

/// Returns the started requests. The list exists before global objects are made and after they are gone, because those
/// may start requests and wait for them, too.
std::list<AL_RequestObject *> &started() {
  static auto &requests = *new std::list<AL_RequestObject *>;
  return requests;
}

/// Steps the request. The caller holds requests_mutex.
bool step(AL_RequestObject &request) {
  try {
    const bool any = request.transfer->step();
    if (!request.transfer->done())
      return any;
    request.status = request.transfer->status();
  } catch (...) {
    request.outcome = outcome_of_current_exception(request.call);
    request.status = request.transfer->status();
  }
  request.done = true;
  return true;
}

} // namespace

bool start(AL_RequestObject *request) noexcept {
  const std::lock_guard lock(requests_mutex);
  step(*request);
  if (request->done && !request->transfer->has_begun())
    return false;
  started().splice(started().end(), request->entry);
  n_started.store(started().size(), std::memory_order_relaxed);
  return true;
}

bool has_started() { return n_started.load(std::memory_order_relaxed) > 0; }

bool may_block() { return has_one_thread() && !has_started(); }

bool progress() {
  if (!has_started())
    return false;
  const std::unique_lock lock(requests_mutex, std::try_to_lock);
  if (!lock.owns_lock())
    return false;
  bool any = false;
  for (AL_RequestObject *request : started())
    if (!request->done && step(*request))
      any = true;
  return any;
}

bool is_done(AL_RequestObject *request) {
  const std::lock_guard lock(requests_mutex);
  if (!request->done)
    step(*request);
  if (!request->done)
    return false;
  request->entry.splice(request->entry.end(), started(), request->place);
  n_started.store(started().size(), std::memory_order_relaxed);
  return true;
}

void cancel(AL_RequestObject *request) {
  const std::lock_guard lock(requests_mutex);
  if (!request->done)
    request->transfer->cancel();
}

void run(Transfer &transfer) {
  Patience patience;
  if (may_block())
    transfer.may_block();
  while (true) {
    const bool any = transfer.step();
    if (transfer.done())
      return;
    if (progress() || any)
      patience = Patience();
    else
      patience.rest();
  }
}

void wait_for(MPI_Request &request) {
  Patience patience;
  for (int is_done = 0; !is_done;) {
    check_call(MPI_Test(&request, &is_done, MPI_STATUS_IGNORE));
    if (!is_done && progress())
      patience = Patience();
    else if (!is_done)
      patience.rest();
  }
}

namespace {

/// Returns how often a thread looks before it yields. It is less if this process may use one processor only, because
/// nothing comes before a partner has that processor. It is still as long as a small message takes, because MPI
/// libraries also bind each rank to a processor of its own.
unsigned find_tries_before_yield() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) == 1 ? 64 : 1000;
}

} // namespace

void Patience::rest() {
  static const unsigned tries_before_yield = find_tries_before_yield();
  if (++tries_ > tries_before_yield)
    sched_yield();
}

} // namespace autolink
