// Collective calls. See collectives.h.
#include "collectives.h"

#include "compare_parts.h"

namespace automap::check {

void CollectiveCheck::same_as(int root, const Part &mine, const char *my_role, const char *their_role) {
  const Communicator &communicator = *communicator_;
  my_role_ = my_role;
  their_role_ = their_role;
  theirs_.resize(1);
  if (communicator.rank == root)
    theirs_[0].fill(mine, call_);
  else
    expected_.push_back({0, root, mine});
  PMPI_Ibcast(theirs_.data(), size, MPI_BYTE, root, communicator.shadow, &request_);
}

const CollectiveRecord &CollectiveCheck::record_for(const Expectation &expectation) const {
  if (several_of_peer_)
    for (const Expectation &other : expected_) {
      const CollectiveRecord &record = theirs_[other.record];
      if (other.peer == expectation.peer && record.head.signature() == expectation.part.signature)
        return record;
    }
  return theirs_[expectation.record];
}

void CollectiveCheck::compare(const Expectation &expectation, const CollectiveRecord &record) {
  if (record.is_valid())
    compare_equal(checker_, {call_, communicator_.get(), expectation.peer, my_role_, their_role_}, expectation.part,
                  record);
  else
    ++checker_.counters.skipped;
}

void CollectiveCheck::compare_own(const CollectiveRecord &mine) {
  const auto own = std::ranges::find(expected_, communicator_->rank, &Expectation::peer);
  if (own == expected_.end())
    return;
  has_compared_own_ = true;
  compare(*own, mine);
}

bool CollectiveCheck::poll() {
  int done = 0, code = MPI_SUCCESS;
  {
    const IgnoreErrors ignore;
    code = PMPI_Test(&request_, &done, MPI_STATUS_IGNORE);
  }
  if (code != MPI_SUCCESS)
    return true;
  if (!done)
    return false;
  checker_.counters.collectives += !expected_.empty();
  for (const Expectation &expectation : expected_)
    if (!has_compared_own_ || expectation.peer != communicator_->rank)
      compare(expectation, record_for(expectation));
  return true;
}

} // namespace automap::check
