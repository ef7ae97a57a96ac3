// Collective calls. Each rank describes what it sends to the others in records. They travel by a nonblocking collective
// call of the same pattern on the shadow, so that no rank waits for another that it would not wait for otherwise.
// Records are compared when they have arrived.
#pragma once

#include "check/state/checker.h"
#include "check/state/record.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace automap::check {

/// The check of one collective call.
class CollectiveCheck final : public PendingCollective {
public:
  CollectiveCheck(Checker &checker, CommunicatorRef communicator, Call call)
      : checker_(checker), communicator_(std::move(communicator)), call_(call) {}

  // One of the following functions starts the check. All ranks call the same one. None waits for another rank.

  /// Requires that all ranks name the signature that `root` names.
  void same_as(int root, const Part &mine, const char *my_role, const char *their_role);

  /// Checks that rank i sends expected(i) to the root. The root checks itself only if it sends.
  template <typename Expected> void gather(int root, bool sends, const Part &mine, Expected expected);

  /// Checks that rank i receives sent(i) from the root.
  template <typename Sent> void scatter(int root, const Part &mine, bool receives, Sent sent);

  /// Checks that rank i sends expected(i) to each rank.
  template <typename Expected> void allgather(const Part &mine, Expected expected);

  /// Checks that each rank sends sent(i) to rank i and receives expected(i) from it.
  template <typename Sent, typename Expected>
  void alltoall(const char *my_role, const char *their_role, Sent sent, Expected expected);

  /// Checks the same among the neighbours of the topology; i counts the neighbours.
  template <typename Sent, typename Expected>
  void neighbours(const std::vector<int> &sources, const std::vector<int> &destinations, Sent sent, Expected expected);

  bool poll() override;

private:
  struct Expectation;

  /// Compares what this rank sends to itself with what it expects of itself. Done before the program's own call, in
  /// which MPI may end the program.
  void compare_own(const CollectiveRecord &mine);

  void compare(const Expectation &expectation, const CollectiveRecord &record);

  /// Returns the record for an expectation. If several came from its peer, returns one that agrees, if there is one.
  const CollectiveRecord &record_for(const Expectation &expectation) const;

  struct Expectation {
    std::size_t record; // index in theirs_
    int peer;
    Part part;
  };

  Checker &checker_;
  CommunicatorRef communicator_;
  Call call_;
  const char *my_role_ = "received", *their_role_ = "sent";
  std::vector<CollectiveRecord> mine_, theirs_;
  std::vector<Expectation> expected_;
  bool has_compared_own_ = false;
  bool several_of_peer_ = false; // some neighbour sends several records, and which is which is not known
  MPI_Request request_ = MPI_REQUEST_NULL;
  static constexpr int size = sizeof(CollectiveRecord);
};

template <typename Expected> void CollectiveCheck::gather(int root, bool sends, const Part &mine, Expected expected) {
  const Communicator &communicator = *communicator_;
  mine_.resize(1);
  mine_[0].fill(sends ? mine : Part(), call_);
  if (communicator.rank == root) {
    theirs_.resize(static_cast<std::size_t>(communicator.size));
    for (int i = 0; i < communicator.size; ++i)
      if (i != root || sends)
        expected_.push_back({static_cast<std::size_t>(i), i, expected(i)});
  }
  PMPI_Igather(mine_.data(), size, MPI_BYTE, theirs_.data(), size, MPI_BYTE, root, communicator.shadow, &request_);
  compare_own(mine_[0]);
}

template <typename Sent> void CollectiveCheck::scatter(int root, const Part &mine, bool receives, Sent sent) {
  const Communicator &communicator = *communicator_;
  if (communicator.rank == root) {
    mine_.resize(static_cast<std::size_t>(communicator.size));
    for (int i = 0; i < communicator.size; ++i)
      mine_[static_cast<std::size_t>(i)].fill(sent(i), call_);
  }
  theirs_.resize(1);
  if (receives)
    expected_.push_back({0, root, mine});
  PMPI_Iscatter(mine_.data(), size, MPI_BYTE, theirs_.data(), size, MPI_BYTE, root, communicator.shadow, &request_);
  if (communicator.rank == root)
    compare_own(mine_[static_cast<std::size_t>(root)]);
}

template <typename Expected> void CollectiveCheck::allgather(const Part &mine, Expected expected) {
  const Communicator &communicator = *communicator_;
  mine_.resize(1);
  mine_[0].fill(mine, call_);
  theirs_.resize(static_cast<std::size_t>(communicator.size));
  for (int i = 0; i < communicator.size; ++i)
    expected_.push_back({static_cast<std::size_t>(i), i, expected(i)});
  PMPI_Iallgather(mine_.data(), size, MPI_BYTE, theirs_.data(), size, MPI_BYTE, communicator.shadow, &request_);
  compare_own(mine_[0]);
}

template <typename Sent, typename Expected>
void CollectiveCheck::alltoall(const char *my_role, const char *their_role, Sent sent, Expected expected) {
  const Communicator &communicator = *communicator_;
  my_role_ = my_role;
  their_role_ = their_role;
  mine_.resize(static_cast<std::size_t>(communicator.size));
  theirs_.resize(mine_.size());
  for (int i = 0; i < communicator.size; ++i) {
    mine_[static_cast<std::size_t>(i)].fill(sent(i), call_);
    expected_.push_back({static_cast<std::size_t>(i), i, expected(i)});
  }
  PMPI_Ialltoall(mine_.data(), size, MPI_BYTE, theirs_.data(), size, MPI_BYTE, communicator.shadow, &request_);
  compare_own(mine_[static_cast<std::size_t>(communicator.rank)]);
}

template <typename Sent, typename Expected>
void CollectiveCheck::neighbours(const std::vector<int> &sources, const std::vector<int> &destinations, Sent sent,
                                 Expected expected) {
  mine_.resize(std::max<std::size_t>(1, destinations.size())); // MPICH refuses null, also for no neighbours
  theirs_.resize(std::max<std::size_t>(1, sources.size()));
  for (std::size_t i = 0; i < destinations.size(); ++i)
    mine_[i].fill(destinations[i] == MPI_PROC_NULL ? Part() : sent(i), call_);
  for (std::size_t i = 0; i < sources.size(); ++i)
    if (sources[i] != MPI_PROC_NULL)
      expected_.push_back({i, sources[i], expected(i)});
  // MPI libraries do not agree on the order of several edges from one process to another.
  std::vector<int> peers = sources;
  std::erase(peers, MPI_PROC_NULL);
  std::ranges::sort(peers);
  several_of_peer_ = std::ranges::adjacent_find(peers) != peers.end();
  PMPI_Ineighbor_alltoall(mine_.data(), size, MPI_BYTE, theirs_.data(), size, MPI_BYTE, communicator_->shadow,
                          &request_);
}

} // namespace automap::check
