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
  return after(code, [&](Checker &checker) { follow(checker, *request, nullptr); });
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

/// Whether MPI_Request_get_status ends a persistent request, so that the program's own call gets an empty status. MPICH
/// 5.0.2 does so.
bool asking_ends_persistent(const Checker &checker) {
  static const bool out = [&] {
    constexpr int tag = 2; // that no other message has there
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    int me = 0, has_ended = 0;
    PMPI_Comm_rank(checker.control, &me);
    PMPI_Recv_init(nullptr, 0, MPI_BYTE, me, tag, checker.control, &request);
    PMPI_Start(&request);
    PMPI_Send(nullptr, 0, MPI_BYTE, me, tag, checker.control);
    PMPI_Request_get_status(request, &has_ended, MPI_STATUS_IGNORE);
    PMPI_Wait(&request, &status);
    PMPI_Request_free(&request);
    return has_ended && status.MPI_TAG != tag;
  }();
  return out;
}

/// Whether a request may be asked whether it has ended. Asking a generalized one would call a function of the program.
bool may_be_asked(const Checker &checker, const FollowedRequest &request) {
  switch (request.kind) {
  case Kind::generalized:
  case Kind::new_communicator:
  case Kind::other:
    return false;
  case Kind::persistent_receive:
  case Kind::persistent_send:
    return !asking_ends_persistent(checker);
  default:
    return true;
  }
}

/// Memory for the containers of one call. The first `size` bytes need no allocation.
template <std::size_t size> class StackMemory {
public:
  std::pmr::memory_resource *memory() { return &memory_; }

private:
  alignas(std::max_align_t) std::byte bytes_[size];
  std::pmr::monotonic_buffer_resource memory_{bytes_, size};
};

/// The followed requests of a call that may end some of them. See calls/completion.h.
class WatchedRequests {
public:
  WatchedRequests(int n, const MPI_Request *handles, bool waits) : in_call_(waits) {
    Checker *const checker = check::checker();
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
        while (next != requests_.end() && has_ended(*checker_, *next))
          ++next;
        return next == requests_.end();
      });
  }
  void wait_for_any() {
    if (is_patient())
      wait_patiently(*checker_, [&] {
        return std::ranges::any_of(requests_, [&](const Entry &each) { return has_ended(*checker_, each); });
      });
  }

  int code_of(int code) const { return hold_ ? hold_->code_of(code) : code; }

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

  void note_uncertain() {
    for (const Entry &each : requests_)
      if (each.request)
        each.request->is_uncertain = true;
  }

  void note_asked(bool any) { check::note_asked(any); }

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

  /// Whether a request has ended, or cannot be asked.
  static bool has_ended(const Checker &checker, const Entry &entry) {
    if (!entry.request || !may_be_asked(checker, *entry.request))
      return true;
    const IgnoreErrors ignore;
    int out = 1;
    return PMPI_Request_get_status(entry.handle, &out, MPI_STATUS_IGNORE) != MPI_SUCCESS || out;
  }

  const InCall in_call_;
  std::optional<HoldErrors> hold_; // ends the program after all else
  Checker *checker_ = nullptr;
  StackMemory<1024> stack_memory_;
  std::pmr::vector<Entry> requests_{stack_memory_.memory()};
  std::vector<ReceiveRef> fatal_;
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

template <typename Mpi> int start(Mpi mpi, MPI_Request *request) {
  Checker *const checker = check::checker();
  if (!checker || !request)
    return mpi();
  const Lock lock(*checker);
  return start_request(*checker, request);
}

template <typename Mpi> int start_all(Mpi mpi, int n, MPI_Request requests[]) {
  Checker *const checker = check::checker();
  if (!checker)
    return mpi();
  const Lock lock(*checker);
  if (checker->requests.empty())
    return mpi();
  // MPI may start them in any order. The records go in this order, so the messages must, too.
  for (int i = 0; i < n; ++i)
    if (const int code = start_request(*checker, &requests[i]); code != MPI_SUCCESS)
      return code;
  return MPI_SUCCESS;
}

/// Whether a send has ended, so that MPI_Cancel cannot leave its record without a message.
bool has_ended(const Checker &checker, MPI_Request request) {
  int ended = 0;
  return !checker.threaded && // otherwise another thread may have ended it, so that the handle is invalid
         PMPI_Request_get_status(request, &ended, MPI_STATUS_IGNORE) == MPI_SUCCESS && ended;
}

/// Notes that the program cancels a request. If that is a send, the others must know before.
void note_cancel(const MPI_Request *request) {
  if (!request || *request == MPI_REQUEST_NULL)
    return;
  with_checker([&](Checker &checker) {
    if (const FollowedRef followed = checker.requests.find(*request);
        followed && followed->has_status && followed->kind != Kind::persistent_send && followed->kind != Kind::other)
      followed->cancelled = true;
    else if ((followed && followed->kind == Kind::persistent_send && asking_ends_persistent(checker)) ||
             !has_ended(checker, *request))
      checker.distrust_me();
  });
}

/// Follows a generalized request, because it is not a send, and the program may cancel it.
int follow_generalized(int code, const MPI_Request *request) {
  return after(code, [&](Checker &checker) {
    FollowedRef followed = checker.requests.make();
    followed->kind = Kind::generalized;
    followed->active = true;
    follow(checker, *request, std::move(followed));
  });
}

template <typename Mpi> int free_request(Mpi mpi, const MPI_Request *request) {
  Checker *const checker = check::checker();
  if (!checker || !request || *request == MPI_REQUEST_NULL)
    return mpi();
  const MPI_Request handle = *request;
  FollowedRef followed;
  {
    const Lock lock(*checker);
    followed = checker->requests.find(handle);
    if (followed)
      ++followed->waiters;
  }
  const int code = mpi(); // calls the program's callbacks
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

template <typename Mpi> int get_status(Mpi mpi, MPI_Request request, const int *done) {
  Checker *const checker = check::checker();
  const int code = mpi();
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

} // namespace
} // namespace automap::check

using namespace automap::check;
namespace calls = automap::calls;

#include "requests.inc"
