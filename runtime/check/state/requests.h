// The program's requests that the checker has to follow: receives, persistent sends, and communicators under
// way; and those that MPI_Cancel must not take for a send.
#pragma once

#include "communicators.h"

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace automap::check {

/// A communicator under way (MPI_Comm_idup).
struct NewCommunicator {
  MPI_Comm *handle = nullptr; // where the program's will be
  MPI_Comm shadow = MPI_COMM_NULL;
  MPI_Request shadow_request = MPI_REQUEST_NULL;
};

struct FollowedRequest {
  enum class Kind {
    receive,
    matched_receive,
    persistent_receive,
    persistent_send,
    new_communicator,
    generalized
  };

  Kind kind = Kind::receive;
  CommunicatorRef communicator; // null where its messages have no records: of receives that are not checked
  ArgumentRef argument;
  Envelope envelope; // receives: the pattern; sends: destination and tag
  bool active = false;
  bool cancelled = false; // MPI_Cancel was called
  bool has_status = true; // MPICH 4.0 leaves that of MPI_Isendrecv void
  int waiters = 0;        // threads that are in a call with it

  // Of an active receive.
  PostedReceives<ReceiveRef>::Place place = 0;

  ReceiveRef matched; // of a matched receive

  std::unique_ptr<NewCommunicator> new_communicator; // of one under way
};
using FollowedRef = Ref<FollowedRequest>;

struct Checker;

/// By handle. Not for several threads at once.
class Requests {
public:
  bool empty() const { return entries_.empty(); }

  FollowedRef find(MPI_Request handle) const {
    const FollowedRef *const found = entries_.find(handle);
    return found ? *found : nullptr;
  }

  /// A new one, not followed yet.
  FollowedRef make() {
    if (ended_.empty() || !ended_.back().is_only())
      return FollowedRef::make();
    FollowedRef out = std::move(ended_.back());
    ended_.pop_back();
    *out = {};
    return out;
  }

  /// Follows a request. Gives the one that had this handle until now and has ended out of sight, if any.
  FollowedRef put(MPI_Request handle, FollowedRef request) {
    std::swap(entries_[handle], request);
    return request;
  }

  /// Follows the request with this handle no longer, and gives it, if there is one.
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
    constexpr std::size_t most_kept = 64;
    if (ended_.size() < most_kept)
      ended_.push_back(std::move(*found));
    *found = nullptr;
    entries_.erase(found);
  }

private:
  HashMap<MPI_Request, FollowedRef> entries_;
  std::vector<FollowedRef> ended_; // to be used again
};

/// Follows the request that a call has just made, under the lock. A request that had its handle and has ended
/// out of sight is given up. With a null `request` nothing is followed.
void follow(Checker &checker, MPI_Request handle, FollowedRef request);

/// The same, of a call that has returned `code` and, if that is success, a request that is not to be followed:
/// its handle may be that of one which has ended out of sight. Gives `code`.
int follow_none(int code, const MPI_Request *request);

} // namespace automap::check
