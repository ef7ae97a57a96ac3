// The calls that end, start, cancel and free requests.
#pragma once

#include "point_to_point.h"
#include "requests.h"

#include "calls/completion.h"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>

namespace automap::run {

/// The pending calls of requests. See calls/completion.h.
class PendingOf {
public:
  /// `claims`: the call may end them.
  PendingOf(int count, const MPI_Request requests[], bool, bool claims = true)
      : count_(count), claims_(claims), requests_(requests) {
    finish_abandoned();
    if (pending_calls().empty() || count <= 0 || !requests)
      return;
    const auto size = static_cast<std::size_t>(count);
    for (std::size_t i = 0; i < size; ++i)
      if (PendingCall *const call = claims ? pending_calls().claim(requests[i]) : pending_calls().find(requests[i])) {
        if (!calls_) {
          if (size > few_.size())
            many_.reset(new PendingCall *[size]);
          calls_ = many_ ? many_.get() : few_.data();
          std::fill_n(calls_, size, nullptr);
        }
        calls_[i] = call;
      }
  }

  PendingOf(const PendingOf &) = delete;
  PendingOf &operator=(const PendingOf &) = delete;
  ~PendingOf() {
    for (int i = 0; calls_ && claims_ && i < count_; ++i)
      if (calls_[i])
        pending_calls().release(*calls_[i]);
  }

  explicit operator bool() const { return calls_ != nullptr; }

  void wait_for_all() const {}
  void wait_for_any() const {}
  int code_of(int code) const { return code; }
  void note_asked(bool) const {}
  void note_uncertain() const {}

  /// Notes that a request has ended, unless MPI has failed and still has it.
  void note_end(int index, const MPI_Status &status, int code) {
    PendingCall *&call = calls_[index];
    if (call && (code == MPI_SUCCESS || requests_[index] != call->request()))
      run::note_end(*std::exchange(call, nullptr), status, code != MPI_SUCCESS);
  }

  /// Notes that a request has ended, but is not freed.
  void note_early_end(int index, const MPI_Status &status) const {
    if (calls_[index])
      run::note_early_end(*calls_[index], status);
  }

  /// Prepares the persistent ones to be started.
  void prepare() const {
    for (int i = 0; calls_ && i < count_; ++i)
      if (calls_[i])
        note_start(*calls_[i]);
  }

private:
  int count_;
  bool claims_;
  const MPI_Request *requests_;
  std::array<PendingCall *, 8> few_;
  std::unique_ptr<PendingCall *[]> many_;
  PendingCall **calls_ = nullptr; // null: none of the requests is pending
};

template <typename Real> int wait(const Call &, Real real, MPI_Request *request, MPI_Status *status) {
  return calls::complete_one<PendingOf, true>([&] { return real(request, status); }, request, nullptr, status);
}

template <typename Real> int test(const Call &, Real real, MPI_Request *request, int *flag, MPI_Status *status) {
  return calls::complete_one<PendingOf, false>([&] { return real(request, flag, status); }, request, flag, status);
}

template <typename Real>
int wait_all(const Call &, Real real, int count, MPI_Request requests[], MPI_Status statuses[]) {
  return calls::complete_all<PendingOf, true>([&] { return real(count, requests, statuses); }, count, requests, nullptr,
                                              statuses);
}

template <typename Real>
int test_all(const Call &, Real real, int count, MPI_Request requests[], int *flag, MPI_Status statuses[]) {
  return calls::complete_all<PendingOf, false>([&] { return real(count, requests, flag, statuses); }, count, requests,
                                               flag, statuses);
}

template <typename Real>
int wait_any(const Call &, Real real, int count, MPI_Request requests[], int *index, MPI_Status *status) {
  return calls::complete_any<PendingOf, true>([&] { return real(count, requests, index, status); }, count, requests,
                                              index, nullptr, status);
}

template <typename Real>
int test_any(const Call &, Real real, int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status) {
  return calls::complete_any<PendingOf, false>([&] { return real(count, requests, index, flag, status); }, count,
                                               requests, index, flag, status);
}

template <typename Real>
int complete_some(const Call &, Real real, int count, MPI_Request requests[], int *done_count, int indices[],
                  MPI_Status statuses[]) {
  return calls::complete_some<PendingOf, true>([&] { return real(count, requests, done_count, indices, statuses); },
                                               count, requests, done_count, indices, statuses);
}

/// Tells whether a request has ended. If it has, the program may use the data before the request is freed.
template <typename Real> int get_status(const Call &, Real real, MPI_Request request, int *flag, MPI_Status *status) {
  finish_abandoned();
  PendingCall *const pending = pending_calls().find(request);
  MPI_Status own, *const filled = pending && status == MPI_STATUS_IGNORE ? &own : status;
  const int code = real(request, flag, filled);
  if (code == MPI_SUCCESS && *flag && pending)
    note_early_end(*pending, *filled);
  return code;
}

// The same for several requests, which are not freed.

template <typename Real>
int get_status_all(const Call &, Real real, int count, const MPI_Request requests[], int *flag, MPI_Status statuses[]) {
  const PendingOf pending(count, requests, false, false);
  const calls::Statuses filled(static_cast<bool>(pending), count, statuses);
  const int code = real(count, requests, flag, statuses);
  for (int i = 0; pending && code == MPI_SUCCESS && *flag && i < count; ++i)
    pending.note_early_end(i, statuses[i]);
  return code;
}

template <typename Real>
int get_status_any(const Call &, Real real, int count, const MPI_Request requests[], int *index, int *flag,
                   MPI_Status *status) {
  const PendingOf pending(count, requests, false, false);
  MPI_Status own, *const filled = pending && status == MPI_STATUS_IGNORE ? &own : status;
  const int code = real(count, requests, index, flag, filled);
  if (pending && code == MPI_SUCCESS && *flag && *index != MPI_UNDEFINED)
    pending.note_early_end(*index, *filled);
  return code;
}

template <typename Real>
int get_status_some(const Call &, Real real, int count, const MPI_Request requests[], int *done_count, int indices[],
                    MPI_Status statuses[]) {
  const PendingOf pending(count, requests, false, false);
  const calls::Statuses filled(static_cast<bool>(pending), count, statuses);
  const int code = real(count, requests, done_count, indices, statuses);
  for (int n = 0; pending && code == MPI_SUCCESS && *done_count != MPI_UNDEFINED && n < *done_count; ++n)
    pending.note_early_end(indices[n], statuses[n]);
  return code;
}

/// Calls after which the program may know that abandoned requests have ended.
template <typename Real, typename... Arguments> int settle(const Call &, Real real, Arguments... arguments) {
  const int code = real(arguments...);
  finish_abandoned();
  return code;
}

/// Frees a request. MPI completes it if it is active, from or into memory that has to live until then.
template <typename Real> int free_request(const Call &, Real real, MPI_Request *request) {
  PendingCall *const pending = request ? pending_calls().find(*request) : nullptr;
  if (pending && pending->is_active) {
    abandon(*pending);
    *request = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
  }
  const int code = real(request);
  if (pending && code == MPI_SUCCESS)
    pending_calls().remove(*pending);
  return code;
}

template <typename Real> int cancel(const Call &, Real real, MPI_Request *request) {
  if (PendingCall *const pending = request ? pending_calls().find(*request) : nullptr)
    pending->is_cancelled = true;
  return real(request);
}

template <typename Real> int start_all(const Call &, Real real, int count, MPI_Request requests[]) {
  PendingOf(count, requests, false, false).prepare();
  return real(count, requests);
}

template <typename Real> int start(const Call &, Real real, MPI_Request *request) {
  if (PendingCall *const pending = request ? pending_calls().find(*request) : nullptr)
    note_start(*pending);
  return real(request);
}

template <typename Real> int finalize(const Call &, Real real) {
  write_report();
  free_abandoned();
  return real();
}

} // namespace automap::run
