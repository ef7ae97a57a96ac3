// The program's requests that the checker has to follow: receives, persistent sends, and communicators under
// way.
#pragma once

#include "communicators.h"
#include "types.h"

#include <mpi.h>

#include <memory>
#include <unordered_map>

namespace automap::check {

struct FollowedRequest {
  enum class Kind { receive, matched_receive, persistent_receive, persistent_send, new_communicator };

  Kind kind = Kind::receive;
  Call call;
  CommunicatorRef communicator;
  Part part;
  Envelope envelope; // receives: the pattern; sends: destination and tag
  bool active = false;
  bool cancelled = false; // MPI_Cancel was called
  bool has_status = true; // MPICH 4.0 leaves that of MPI_Isendrecv void
  int waiters = 0;        // threads that are in a call with it

  // Of an active receive.
  PostedReceives<ReceiveRef>::Place place = 0;

  ReceiveRef matched; // of a matched receive

  // Of a communicator under way (MPI_Comm_idup).
  MPI_Comm *new_communicator = nullptr;
  MPI_Comm shadow = MPI_COMM_NULL;
  MPI_Request shadow_request = MPI_REQUEST_NULL;
};
using FollowedRef = std::shared_ptr<FollowedRequest>;

struct Checker;

/// By handle. Not for several threads at once.
class Requests {
public:
  bool empty() const { return entries_.empty(); }

  FollowedRef find(MPI_Request handle) const {
    const auto found = entries_.find(handle);
    return found == entries_.end() ? nullptr : found->second;
  }

  /// Follows a request. Gives the one that had this handle until now and has ended out of sight, if any.
  FollowedRef put(MPI_Request handle, FollowedRef request) {
    std::swap(entries_[handle], request);
    return request;
  }

  /// No longer follows `request`, if it still has this handle.
  void remove(MPI_Request handle, const FollowedRef &request) {
    const auto found = entries_.find(handle);
    if (found != entries_.end() && found->second == request)
      entries_.erase(found);
  }

private:
  std::unordered_map<MPI_Request, FollowedRef> entries_;
};

/// Follows the request that a call has just made, under the lock. A request that had its handle and has ended
/// out of sight is given up. With a null `request` nothing is followed.
void follow(Checker &checker, MPI_Request handle, FollowedRef request);

} // namespace automap::check
