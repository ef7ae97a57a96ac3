// The communicator of collective calls. See own_comm.h.
#include "own_comm.h"

#include "engine.h"
#include "errors.h"

#include <algorithm>
#include <numeric>

namespace autolink {
namespace {

/// Replaces ranks of the group, which is freed, by those of its processes in `comm`.
void translate(std::vector<int> &ranks, MPI_Group group, MPI_Comm comm, std::vector<int> &room) {
  MPI_Group all = MPI_GROUP_NULL;
  check_own_call(MPI_Comm_group(comm, &all));
  room.assign(ranks.begin(), ranks.end());
  const int code = MPI_Group_translate_ranks(group, static_cast<int>(ranks.size()), room.data(), all, ranks.data());
  MPI_Group_free(&group);
  MPI_Group_free(&all);
  check_own_call(code);
}

} // namespace

OwnComm::OwnComm(MPI_Comm comm) {
  int is_inter = 0, size = 0, peers = 0;
  check_call(MPI_Comm_test_inter(comm, &is_inter));
  check_call(MPI_Comm_size(comm, &size));
  peers = size;
  if (is_inter)
    check_call(MPI_Comm_remote_size(comm, &peers));
  is_inter_ = is_inter;
  peers_.resize(static_cast<std::size_t>(peers));
  group_.resize(is_inter ? static_cast<std::size_t>(size) : 0);
  room_.reserve(std::max(peers_.size(), group_.size()));
  std::iota(peers_.begin(), peers_.end(), 0);
  std::iota(group_.begin(), group_.end(), 0);
}

void OwnComm::begin(MPI_Comm comm) {
  if (!is_inter_) {
    check_call(MPI_Comm_rank(comm, &rank_));
    check_call(MPI_Comm_idup(comm, &comm_, &request_));
    return;
  }
  MPI_Request all_are_here;
  check_call(MPI_Ibarrier(comm, &all_are_here));
  wait_for(all_are_here);
  check_call(MPI_Intercomm_merge(comm, 0, &comm_));
  check_call(MPI_Comm_rank(comm_, &rank_));
  MPI_Group group = MPI_GROUP_NULL;
  check_call(MPI_Comm_remote_group(comm, &group));
  translate(peers_, group, comm_, room_);
  check_call(MPI_Comm_group(comm, &group));
  translate(group_, group, comm_, room_);
}

OwnComm::~OwnComm() {
  if (is_ready_)
    MPI_Comm_free(&comm_);
}

bool OwnComm::is_ready() {
  const std::lock_guard lock(mutex_);
  if (is_ready_)
    return true;
  int flag = 0;
  check_own_call(MPI_Test(&request_, &flag, MPI_STATUS_IGNORE));
  if (!flag)
    return false;
  check_own_call(MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN));
  return is_ready_ = true;
}

bool OwnComm::is_turn_of(std::uint64_t call) {
  const std::lock_guard lock(mutex_);
  return n_turns_ == call;
}

void OwnComm::end_turn() {
  const std::lock_guard lock(mutex_);
  ++n_turns_;
}

} // namespace autolink
