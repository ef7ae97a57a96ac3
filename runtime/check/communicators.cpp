// Communicators. See communicators.h.
#include "communicators.h"

#include "collectives.h"

namespace automap::check {

Communicator::Communicator() = default;
Communicator::~Communicator() = default;

const CommunicatorRef &Communicators::find_ref(MPI_Comm handle) {
  static const CommunicatorRef none;
  const auto found = entries_.find(handle);
  return found == entries_.end() ? none : found->second;
}

void Communicators::add(MPI_Comm handle, MPI_Comm shadow) {
  auto entry = std::make_shared<Communicator>();
  entry->handle = handle;
  entry->shadow = shadow;
  PMPI_Comm_set_errhandler(shadow, MPI_ERRORS_RETURN);
  PMPI_Comm_rank(shadow, &entry->rank);
  PMPI_Comm_size(shadow, &entry->size);
  int topology = MPI_UNDEFINED;
  PMPI_Topo_test(shadow, &topology);
  entry->has_topology = topology != MPI_UNDEFINED;
  entries_[handle] = std::move(entry);
}

CommunicatorRef Communicators::remove(MPI_Comm handle) {
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
