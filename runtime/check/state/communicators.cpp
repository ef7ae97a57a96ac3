// Communicators. See communicators.h.
#include "communicators.h"

namespace automap::check {

const CommunicatorRef &Communicators::find_other(MPI_Comm handle) {
  const auto found = entries_.find(handle);
  if (found == entries_.end())
    return none_;
  last_handle_ = handle;
  last_ = &found->second;
  return *last_;
}

void Communicators::forget_last() {
  last_handle_ = MPI_COMM_NULL;
  last_ = &none_;
}

void Communicators::add(MPI_Comm handle, MPI_Comm shadow) {
  forget_last();
  auto entry = CommunicatorRef::make();
  entry->handle = handle;
  entry->shadow = shadow;
  PMPI_Comm_set_errhandler(shadow, MPI_ERRORS_RETURN);
  int is_inter = 0;
  PMPI_Comm_test_inter(shadow, &is_inter);
  PMPI_Comm_rank(shadow, &entry->rank_in_group);
  entry->is_inter = is_inter;
  entry->rank = is_inter ? -1 : entry->rank_in_group;
  is_inter ? PMPI_Comm_remote_size(shadow, &entry->size) : PMPI_Comm_size(shadow, &entry->size);
  entries_[handle] = std::move(entry);
}

CommunicatorRef Communicators::remove(MPI_Comm handle) {
  forget_last();
  auto node = entries_.extract(handle);
  if (!node)
    return nullptr;
  node.mapped()->handle = MPI_COMM_NULL;
  return std::move(node.mapped());
}

std::vector<CommunicatorRef> Communicators::all() const {
  std::vector<CommunicatorRef> out;
  for (const auto &[handle, entry] : entries_)
    out.push_back(entry);
  return out;
}

} // namespace automap::check
