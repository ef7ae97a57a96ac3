// The program's requests whose data this library has packed or has to unpack. The program has MPI's own requests; this
// is what has to be done when one ends.
#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

namespace automap::run {

/// What a request needs beside MPI's own. Only the thread that makes a call with the request uses it.
class PendingCall {
public:
  PendingCall() = default;
  PendingCall(const PendingCall &) = delete;
  PendingCall &operator=(const PendingCall &) = delete;
  virtual ~PendingCall() = default;

  /// Prepares the call to be started, for a persistent request each time.
  virtual void prepare() {}

  /// Does what is left to do when MPI has done its part.
  virtual void finish(const MPI_Status &) {}

  MPI_Request request() const { return request_; }

  /// Notes that the request is persistent, and not started yet.
  void make_persistent() {
    is_persistent = true;
    is_active = false;
  }

  bool is_persistent = false;
  bool is_active = true;     // not an inactive persistent request
  bool is_cancelled = false; // MPI_Cancel was called
  bool is_finished = false;  // MPI_Request_get_status has told that the request has ended

private:
  friend class PendingCalls;
  friend class AbandonedCalls;
  MPI_Request request_ = MPI_REQUEST_NULL;
  bool is_claimed_ = false;
  std::unique_ptr<PendingCall> next_;
};

/// The pending calls, by request. Several threads may use it. Allocates nothing, so that no call is lost.
class PendingCalls {
public:
  bool empty() const { return size_.load(std::memory_order_relaxed) == 0; }

  void add(MPI_Request request, std::unique_ptr<PendingCall> call);

  /// Returns the call of a request that the program has, or null.
  PendingCall *find(MPI_Request request) const { return empty() ? nullptr : find_in_table(request); }

  /// Does the same for a call that may end the request. Until release() or remove(), the call is not found: other
  /// threads may get the handle for another request meanwhile.
  PendingCall *claim(MPI_Request request) { return empty() ? nullptr : claim_in_table(request); }
  void release(PendingCall &call);

  /// Removes and returns a call that is there.
  std::unique_ptr<PendingCall> remove(const PendingCall &call);

private:
  PendingCall *find_in_table(MPI_Request request) const;
  PendingCall *claim_in_table(MPI_Request request);
  PendingCall *find_unclaimed(MPI_Request request) const;

  static std::size_t bucket_of(MPI_Request request) {
    const auto bits = (std::uintptr_t)request; // a pointer or a number
    return bits * 0x9e3779b97f4a7c15 >> 54;
  }

  std::atomic<std::size_t> size_{0};
  mutable std::mutex mutex_;
  std::array<std::unique_ptr<PendingCall>, 1 << 10> buckets_; // each the first of a list
};

/// The calls whose requests the program has.
PendingCalls &pending_calls();

/// Keeps `call` until the request, which an MPI call has just made, ends. Ends it at once if the request has ended.
void follow(MPI_Request request, std::unique_ptr<PendingCall> call);

/// Follows the request that a call has made if it has returned `code` MPI_SUCCESS. Returns `code`.
inline int follow_if_made(int code, const MPI_Request *request, std::unique_ptr<PendingCall> pending) {
  if (code == MPI_SUCCESS)
    follow(*request, std::move(pending));
  return code;
}

/// Notes that MPI has ended the request of `call`, with this status, unless it `has_failed`.
void note_end(PendingCall &call, const MPI_Status &status, bool has_failed);

/// Notes that the request has ended although the program still has it.
void note_early_end(PendingCall &call, const MPI_Status &status);

/// Notes that a persistent request is started now.
inline void note_start(PendingCall &call) {
  call.prepare();
  call.is_active = true;
}

/// Takes over an active request that the program frees. MPI completes it; what is left to do is done in some later call.
void abandon(PendingCall &call);

/// The number of abandoned requests.
inline std::atomic<std::size_t> abandoned_count{0};

/// Does what is left to do for some abandoned requests if they have ended. Most often, there are none.
void finish_some_abandoned();
inline void finish_abandoned() {
  if (abandoned_count.load(std::memory_order_relaxed) != 0) [[unlikely]]
    finish_some_abandoned();
}

/// Gives abandoned requests back to MPI, before MPI_Finalize.
void free_abandoned();

} // namespace automap::run
