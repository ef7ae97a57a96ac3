// The program's requests that the checker has to follow: receives, persistent sends, and communicators that are being
// created. Also those that MPI_Cancel must not mistake for sends.
#pragma once

#include "communicators.h"

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace automap::check {

/// A communicator that MPI_Comm_idup is creating.
struct NewCommunicator {
  Call call;
  MPI_Comm *handle = nullptr; // the place for the program's handle
  MPI_Comm shadow = MPI_COMM_NULL;
  MPI_Request shadow_request = MPI_REQUEST_NULL;
};

/// A request that the checker follows.
struct FollowedRequest {
  /// `other`: one that is followed only to see whether it is completed, as a send.
  enum class Kind {
    receive,
    matched_receive,
    persistent_receive,
    persistent_send,
    new_communicator,
    generalized,
    other
  };

  Kind kind = Kind::receive;
  /// The communicator; null for receives that are not checked, because their messages have no records.
  CommunicatorRef communicator;
  ArgumentRef argument;
  SourceAndTag envelope; // receives: the pattern; sends: destination and tag
  bool active = false;
  bool cancelled = false;       // MPI_Cancel was called
  bool is_uncertain = false;    // a call has failed, and it is not known whether it has completed the request
  bool has_buffer = false;      // PendingBuffers has its buffer
  const void *buffer = nullptr; // receives only
  bool has_status = true;       // false for MPI_Isendrecv, whose status MPICH 4.0 does not set
  int waiters = 0;              // threads that are in a call with it

  PostedReceives<ReceiveRef>::Place place = 0;       // active receives only
  ReceiveRef matched;                                // matched receives only
  std::unique_ptr<NewCommunicator> new_communicator; // new communicators only
};
using FollowedRef = Ref<FollowedRequest>;

struct Checker;

/// The followed requests, by handle. Not for several threads at once.
class Requests {
public:
  bool empty() const { return entries_.empty(); }

  FollowedRef find(MPI_Request handle) const {
    const FollowedRef *const found = entries_.find(handle);
    return found ? *found : nullptr;
  }

  /// Calls visit(request) for each followed request.
  template <typename Visit> void for_each(Visit visit) const {
    entries_.for_each([&](MPI_Request, const FollowedRef &request) { visit(*request); });
  }

  /// Returns a new request, which is not followed yet.
  FollowedRef make() {
    if (ended_.empty() || !ended_.back().is_only())
      return FollowedRef::make();
    FollowedRef out = std::move(ended_.back());
    ended_.pop_back();
    *out = {};
    return out;
  }

  /// Follows a request. Returns the one that had this handle until now, if any: it has ended unnoticed.
  FollowedRef put(MPI_Request handle, FollowedRef request) {
    std::swap(entries_[handle], request);
    return request;
  }

  /// No longer follows the request with this handle. Returns it if there is one.
  FollowedRef take(MPI_Request handle) {
    const auto found = entries_.find(handle);
    if (!found)
      return nullptr;
    FollowedRef out = std::move(*found);
    entries_.erase(found);
    return out;
  }

  /// No longer follows `request`, if it still has this handle.
  void remove(MPI_Request handle, const FollowedRef &request) {
    const auto found = entries_.find(handle);
    if (!found || *found != request)
      return;
    constexpr std::size_t most_reused = 64;
    if (ended_.size() < most_reused)
      ended_.push_back(std::move(*found));
    *found = nullptr;
    entries_.erase(found);
  }

private:
  HashMap<MPI_Request, FollowedRef> entries_;
  std::vector<FollowedRef> ended_; // ended requests whose memory make() uses again
};

/// Follows the request that a call has just created, under the lock. A request that had its handle before has ended
/// unnoticed and is given up. Follows nothing if `request` is null.
void follow(Checker &checker, MPI_Request handle, FollowedRef request);

/// Notes that a call has returned `code` and, if that is success, a request that is not to be followed. Its handle may
/// be that of a request which has ended unnoticed. Returns `code`.
int follow_none(int code, const MPI_Request *request);

/// Notes that `call` has returned `code` and, if that is success, a request of which only the end is of interest.
/// Returns `code`.
int follow_end(const Call &call, int code, const MPI_Request *request);

} // namespace automap::check
