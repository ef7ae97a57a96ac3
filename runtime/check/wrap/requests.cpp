// Calls on requests: those that complete one, start a persistent one, cancel one or free one.
#include "check/compare/local_parts.h"
#include "check/compare/pairing.h"
#include "check/compare/travel.h"
#include "check/compare/waiting.h"
#include "communicators.h"
#include "wrap.h"

#include <algorithm>
#include <cstddef>
#include <memory_resource>
#include <optional>
#include <vector>

namespace automap::check {
namespace {

/// Notes that it will never be known what this request has got, if it is an active receive.
void give_up(Checker &checker, FollowedRequest &request) {
  checker.pending_buffers.remove(request);
  if (request.active && request.communicator &&
      (request.kind == FollowedRequest::Kind::receive || request.kind == FollowedRequest::Kind::persistent_receive))
    note_lost(checker, *request.communicator, request.envelope, request.place, true);
}

} // namespace

void follow(Checker &checker, MPI_Request handle, FollowedRef request) {
  if (!request && checker.requests.empty())
    return;
  const FollowedRef old = request ? checker.requests.put(handle, std::move(request)) : checker.requests.take(handle);
  if (!old || old->waiters > 0) // a thread that waits for it is about to note its end
    return;
  give_up(checker, *old);
}

int follow_none(int code, const MPI_Request *request) {
  if (Checker *const checker = check::checker(); checker && code == MPI_SUCCESS) {
    const Lock lock(*checker);
    follow(*checker, *request, nullptr);
  }
  return code;
}

int follow_end(const Call &call, int code, const MPI_Request *request) {
  if (Checker *const checker = check::checker(); checker && code == MPI_SUCCESS && *request != MPI_REQUEST_NULL) {
    const Lock lock(*checker);
    FollowedRef followed = checker->requests.make();
    followed->kind = FollowedRequest::Kind::other;
    followed->argument = checker->collective(call, -1, 0);
    followed->active = true;
    follow(*checker, *request, std::move(followed));
  }
  return code;
}

namespace {

using Kind = FollowedRequest::Kind;

/// Notes that a request has ended, as `status` and `error` (a class) say. Under the lock. Returns the receive if it is
/// truncated.
ReceiveRef note_ended(Checker &checker, MPI_Request handle, const FollowedRef &request, const MPI_Status &status,
                      int error) {
  if (!request->active && request->kind != Kind::new_communicator)
    return nullptr;
  request->active = false;
  checker.pending_buffers.remove(*request);
  if (request->kind != Kind::persistent_receive && request->kind != Kind::persistent_send)
    checker.requests.remove(handle, request);
  const bool has_message = error == MPI_SUCCESS || error == MPI_ERR_TRUNCATE, truncated = error == MPI_ERR_TRUNCATE;
  ReceiveRef out;
  switch (request->kind) {
  case Kind::receive:
  case Kind::persistent_receive: {
    int cancelled = 0;
    if (request->cancelled)
      PMPI_Test_cancelled(&status, &cancelled);
    request->cancelled = false;
    if (!request->communicator)
      break;
    if (cancelled)
      note_withdrawn(checker, *request->communicator, request->envelope, request->place);
    else if (has_message && (request->has_status || !request->envelope.has_wildcard()))
      out = note_matched(checker, request->communicator, request->argument, request->envelope, request->place, true,
                         status, truncated, request->has_status);
    else
      note_lost(checker, *request->communicator, request->envelope, request->place, true);
    break;
  }
  case Kind::matched_receive:
    if (has_message) {
      note_received(checker, request->matched, request->argument, status, truncated);
      out = request->matched;
    }
    break;
  case Kind::persistent_send:
  case Kind::generalized:
  case Kind::other:
    break;
  case Kind::new_communicator:
    complete_new_communicator(checker, *request);
    break;
  }
  return truncated ? out : nullptr;
}

/// Memory for the containers of one call. The first `size` bytes need no allocation.
template <std::size_t size> class StackMemory {
public:
  std::pmr::memory_resource *memory() { return &memory_; }

private:
  alignas(std::max_align_t) std::byte bytes_[size];
  std::pmr::monotonic_buffer_resource memory_{bytes_, size};
};

/// The requests of a call that may end some of them. MPI sets the handles of those to null, and another thread may get
/// the same handle before this thread notices. So the requests are looked up before the call.
class WatchedRequests {
public:
  WatchedRequests(Checker *checker, int n, const MPI_Request *handles) {
    if (!checker || n <= 0 || !handles)
      return;
    const Lock lock(*checker);
    if (checker->requests.empty()) {
      send_due_groups(*checker);
      return;
    }
    const Communicator *polled = nullptr;
    for (int i = 0; i < n; ++i) {
      FollowedRef request = handles[i] == MPI_REQUEST_NULL ? nullptr : checker->requests.find(handles[i]);
      if (!request)
        continue;
      checker_ = checker;
      if (requests_.empty())
        requests_.resize(static_cast<std::size_t>(n));
      ++request->waiters;
      if (request->communicator && request->communicator.get() != polled) {
        poll(*checker, *request->communicator);
        polled = request->communicator.get();
      }
      requests_[static_cast<std::size_t>(i)] = {handles[i], std::move(request)};
    }
    if (!polled)
      send_due_groups(*checker);
    if (checker_)
      hold_.emplace();
  }

  /// Whether any of them is followed.
  explicit operator bool() const { return checker_ != nullptr; }

  /// Wait until all requests have ended, or one of them. They are not completed here but by the program's call, because
  /// MPI_Test may report other errors and statuses. Requests of MPI-IO are not followed: MPICH makes progress with them
  /// only in calls on them, and never reports their end here. So once there have been any, calls on several requests do
  /// not wait here.
  void wait_for_all() {
    if (is_patient())
      wait_patiently(*checker_, [&, next = requests_.begin()]() mutable {
        while (next != requests_.end() && has_ended(*next))
          ++next;
        return next == requests_.end();
      });
  }
  void wait_for_any() {
    if (is_patient())
      wait_patiently(*checker_, [&] { return std::ranges::any_of(requests_, has_ended); });
  }

  /// Notes that request i has ended. `code` is what MPI says about it.
  void note_end(int i, const MPI_Status &status, int code) {
    const auto &[handle, request] = requests_[static_cast<std::size_t>(i)];
    if (!request)
      return;
    const Lock lock(*checker_);
    ReceiveRef fatal = note_ended(*checker_, handle, request, status, error_class(code));
    if (fatal && hold_->is_fatal())
      fatal_.push_back(std::move(fatal));
  }

  /// Notes that the requests have ended, or failed, as `statuses` say. `code` is what the call returned.
  void note_all_ends(const MPI_Status *statuses, int code) {
    const bool in_status = error_class(code) == MPI_ERR_IN_STATUS;
    if (code != MPI_SUCCESS && !in_status) {
      for (const Entry &each : requests_)
        if (each.request)
          each.request->is_uncertain = true;
      return;
    }
    for (std::size_t i = 0; i < requests_.size(); ++i)
      if (!in_status || statuses[i].MPI_ERROR != MPI_ERR_PENDING)
        note_end(static_cast<int>(i), statuses[i], in_status ? statuses[i].MPI_ERROR : MPI_SUCCESS);
  }

  ~WatchedRequests() {
    if (!checker_)
      return;
    {
      const Lock lock(*checker_);
      for (auto &[handle, request] : requests_)
        if (request)
          --request->waiters;
      requests_.clear(); // under the lock, as Requests::make() requires
    }
    for (const ReceiveRef &receive : fatal_)
      report_now(*checker_, receive);
  }

private:
  struct Entry {
    MPI_Request handle = MPI_REQUEST_NULL;
    FollowedRef request;
  };

  bool is_patient() const {
    return !checker_->threaded && !program_handles_errors() &&
           (requests_.size() == 1 || (!checker_->has_file_requests && may_ask_for_many(*checker_)));
  }

  /// Whether a request has ended, or cannot be asked. Asking a generalized one would call a function of the program.
  static bool has_ended(const Entry &entry) {
    if (!entry.request || entry.request->kind == Kind::generalized || entry.request->kind == Kind::new_communicator ||
        entry.request->kind == Kind::other)
      return true;
    const IgnoreErrors ignore;
    int out = 1;
    return PMPI_Request_get_status(entry.handle, &out, MPI_STATUS_IGNORE) != MPI_SUCCESS || out;
  }

  std::optional<HoldErrors> hold_; // ends the program last
  Checker *checker_ = nullptr;
  StackMemory<1024> stack_memory_;
  std::pmr::vector<Entry> requests_{stack_memory_.memory()};
  std::vector<ReceiveRef> fatal_;
};

/// The statuses of a call whose caller may want none.
class Statuses {
public:
  Statuses(MPI_Status *given, int n) : out_(given) {
    if (given == MPI_STATUSES_IGNORE) {
      own_.resize(static_cast<std::size_t>(n));
      out_ = own_.data();
    }
  }
  MPI_Status *data() { return out_; }

private:
  StackMemory<1024> stack_memory_;
  std::pmr::vector<MPI_Status> own_{stack_memory_.memory()};
  MPI_Status *out_;
};

/// Starts one request. The record of a persistent send goes before its message. Under the lock.
int start_request(Checker &checker, MPI_Request *handle) {
  const FollowedRef request = *handle == MPI_REQUEST_NULL ? nullptr : checker.requests.find(*handle);
  if (!request)
    return PMPI_Start(handle);
  if (request->kind == Kind::persistent_send) {
    send_record(checker, *request->communicator, request->argument, request->envelope.source, request->envelope.tag);
    checker.begin_send();
  }
  const int code = PMPI_Start(handle);
  checker.end_send();
  if (code != MPI_SUCCESS) {
    if (request->kind == Kind::persistent_send)
      checker.distrust_me();
    return code;
  }
  request->active = true;
  request->cancelled = false;
  if (request->kind == Kind::persistent_receive) {
    if (request->communicator)
      request->place = request->communicator->receives.post(request->envelope);
    note_buffer(checker, *request);
  }
  return code;
}

} // namespace
} // namespace automap::check

using namespace automap::check;

AUTOMAP_WRAPPER int MPI_Wait(MPI_Request *request, MPI_Status *status) {
  const InCall in_call;
  WatchedRequests watched(checker(), 1, request);
  if (!watched)
    return PMPI_Wait(request, status);
  MPI_Status own;
  if (status == MPI_STATUS_IGNORE)
    status = &own;
  watched.wait_for_all();
  const int code = PMPI_Wait(request, status);
  watched.note_end(0, *status, code);
  return code;
}

AUTOMAP_WRAPPER int MPI_Test(MPI_Request *request, int *done, MPI_Status *status) {
  WatchedRequests watched(checker(), 1, request);
  if (!watched) {
    const int code = PMPI_Test(request, done, status);
    note_asked(code != MPI_SUCCESS || *done);
    return code;
  }
  MPI_Status own;
  if (status == MPI_STATUS_IGNORE)
    status = &own;
  const int code = PMPI_Test(request, done, status);
  note_asked(code != MPI_SUCCESS || *done);
  if (code != MPI_SUCCESS || *done)
    watched.note_end(0, *status, code);
  return code;
}

AUTOMAP_WRAPPER int MPI_Waitall(int n, MPI_Request requests[], MPI_Status statuses[]) {
  const InCall in_call;
  WatchedRequests watched(checker(), n, requests);
  if (!watched)
    return PMPI_Waitall(n, requests, statuses);
  Statuses to(statuses, n);
  watched.wait_for_all();
  const int code = PMPI_Waitall(n, requests, to.data());
  watched.note_all_ends(to.data(), code);
  return code;
}

AUTOMAP_WRAPPER int MPI_Testall(int n, MPI_Request requests[], int *done, MPI_Status statuses[]) {
  WatchedRequests watched(checker(), n, requests);
  if (!watched) {
    const int code = PMPI_Testall(n, requests, done, statuses);
    note_asked(code != MPI_SUCCESS || *done);
    return code;
  }
  Statuses to(statuses, n);
  const int code = PMPI_Testall(n, requests, done, to.data());
  note_asked(code != MPI_SUCCESS || *done);
  if (code != MPI_SUCCESS || *done)
    watched.note_all_ends(to.data(), code);
  return code;
}

AUTOMAP_WRAPPER int MPI_Waitany(int n, MPI_Request requests[], int *index, MPI_Status *status) {
  const InCall in_call;
  WatchedRequests watched(checker(), n, requests);
  if (!watched)
    return PMPI_Waitany(n, requests, index, status);
  MPI_Status own;
  if (status == MPI_STATUS_IGNORE)
    status = &own;
  *index = MPI_UNDEFINED;
  watched.wait_for_any();
  const int code = PMPI_Waitany(n, requests, index, status);
  if (*index != MPI_UNDEFINED && *index >= 0 && *index < n)
    watched.note_end(*index, *status, code);
  return code;
}

AUTOMAP_WRAPPER int MPI_Testany(int n, MPI_Request requests[], int *index, int *done, MPI_Status *status) {
  WatchedRequests watched(checker(), n, requests);
  if (!watched) {
    const int code = PMPI_Testany(n, requests, index, done, status);
    note_asked(code != MPI_SUCCESS || *done);
    return code;
  }
  MPI_Status own;
  if (status == MPI_STATUS_IGNORE)
    status = &own;
  *index = MPI_UNDEFINED;
  *done = 0;
  const int code = PMPI_Testany(n, requests, index, done, status);
  note_asked(code != MPI_SUCCESS || *done);
  if ((*done || code != MPI_SUCCESS) && *index != MPI_UNDEFINED && *index >= 0 && *index < n)
    watched.note_end(*index, *status, code);
  return code;
}

namespace {

template <auto some, bool waits>
int end_some(int n, MPI_Request requests[], int *n_done, int indices[], MPI_Status statuses[]) {
  std::optional<InCall> in_call;
  if (waits)
    in_call.emplace();
  WatchedRequests watched(checker(), n, requests);
  if (!watched) {
    const int code = some(n, requests, n_done, indices, statuses);
    note_asked(waits || code != MPI_SUCCESS || *n_done != 0);
    return code;
  }
  Statuses to(statuses, n);
  *n_done = 0;
  if (waits)
    watched.wait_for_any();
  const int code = some(n, requests, n_done, indices, to.data());
  const bool in_status = error_class(code) == MPI_ERR_IN_STATUS;
  if (*n_done != MPI_UNDEFINED && (code == MPI_SUCCESS || in_status))
    for (int i = 0; i < *n_done; ++i)
      watched.note_end(indices[i], to.data()[i], in_status ? to.data()[i].MPI_ERROR : MPI_SUCCESS);
  note_asked(waits || code != MPI_SUCCESS || *n_done != 0);
  return code;
}

} // namespace

AUTOMAP_WRAPPER int MPI_Waitsome(int n, MPI_Request requests[], int *n_done, int indices[], MPI_Status statuses[]) {
  return end_some<PMPI_Waitsome, true>(n, requests, n_done, indices, statuses);
}

AUTOMAP_WRAPPER int MPI_Testsome(int n, MPI_Request requests[], int *n_done, int indices[], MPI_Status statuses[]) {
  return end_some<PMPI_Testsome, false>(n, requests, n_done, indices, statuses);
}

AUTOMAP_WRAPPER int MPI_Start(MPI_Request *request) {
  Checker *const checker = automap::check::checker();
  if (!checker || !request)
    return PMPI_Start(request);
  const Lock lock(*checker);
  return start_request(*checker, request);
}

AUTOMAP_WRAPPER int MPI_Startall(int n, MPI_Request requests[]) {
  Checker *const checker = automap::check::checker();
  if (!checker)
    return PMPI_Startall(n, requests);
  const Lock lock(*checker);
  if (checker->requests.empty())
    return PMPI_Startall(n, requests);
  // MPI may start them in any order. The records go in this order, so the messages must, too.
  for (int i = 0; i < n; ++i)
    if (const int code = start_request(*checker, &requests[i]); code != MPI_SUCCESS)
      return code;
  return MPI_SUCCESS;
}

namespace automap::check {
namespace {

/// Whether a send has ended, so that MPI_Cancel cannot leave its record without a message.
bool has_ended(const Checker &checker, MPI_Request request) {
  int ended = 0;
  return !checker.threaded && // otherwise another thread may have ended it, so that the handle is invalid
         PMPI_Request_get_status(request, &ended, MPI_STATUS_IGNORE) == MPI_SUCCESS && ended;
}

} // namespace
} // namespace automap::check

AUTOMAP_WRAPPER int MPI_Cancel(MPI_Request *request) {
  Checker *const checker = automap::check::checker();
  if (!checker || !request || *request == MPI_REQUEST_NULL)
    return PMPI_Cancel(request);
  bool sends = true;
  {
    const Lock lock(*checker);
    if (const FollowedRef followed = checker->requests.find(*request);
        followed && followed->has_status && followed->kind != FollowedRequest::Kind::persistent_send &&
        followed->kind != FollowedRequest::Kind::other) {
      followed->cancelled = true;
      sends = false;
    }
  }
  if (sends && !has_ended(*checker, *request)) { // the others must know before it is cancelled
    const Lock lock(*checker);
    checker->distrust_me();
  }
  return PMPI_Cancel(request);
}

// Followed because it is not a send, and the program may cancel it.
AUTOMAP_WRAPPER int MPI_Grequest_start(MPI_Grequest_query_function *query, MPI_Grequest_free_function *free,
                                       MPI_Grequest_cancel_function *cancel, void *state, MPI_Request *request) {
  const int code = PMPI_Grequest_start(query, free, cancel, state, request);
  Checker *const checker = automap::check::checker();
  if (!checker || code != MPI_SUCCESS)
    return code;
  const Lock lock(*checker);
  FollowedRef followed = checker->requests.make();
  followed->kind = FollowedRequest::Kind::generalized;
  followed->active = true;
  follow(*checker, *request, std::move(followed));
  return code;
}

AUTOMAP_WRAPPER int MPI_Request_free(MPI_Request *request) {
  Checker *const checker = automap::check::checker();
  if (checker && request && *request != MPI_REQUEST_NULL) {
    const MPI_Request handle = *request;
    FollowedRef followed;
    {
      const Lock lock(*checker);
      followed = checker->requests.find(handle);
      if (followed)
        ++followed->waiters;
    }
    const int code = PMPI_Request_free(request); // calls the program's callbacks
    const Lock lock(*checker);
    send_due_groups(*checker);
    if (followed) {
      --followed->waiters;
      if (code == MPI_SUCCESS) {
        checker->requests.remove(handle, followed);
        give_up(*checker, *followed);
      }
      followed = nullptr; // under the lock, which Requests::make() relies on
    }
    return code;
  }
  return PMPI_Request_free(request);
}

AUTOMAP_WRAPPER int MPI_Request_get_status(MPI_Request request, int *done, MPI_Status *status) {
  Checker *const checker = automap::check::checker();
  const int code = PMPI_Request_get_status(request, done, status);
  if (!checker)
    return code;
  note_asked(code != MPI_SUCCESS || *done);
  if (code == MPI_SUCCESS && *done) { // the program may use the buffer again
    const Lock lock(*checker);
    if (const FollowedRef followed = checker->requests.find(request))
      checker->pending_buffers.remove(*followed);
  }
  return code;
}
