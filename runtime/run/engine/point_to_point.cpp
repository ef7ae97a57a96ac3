// Which messages are packed. See point_to_point.h.
#include "point_to_point.h"

#include "mpi/open_mpi.h"

#include <exception>

namespace automap::run {
namespace {

/// Returns the data of a message, or none if they have no gaps or go nowhere.
Gapped gapped_for(const void *buffer, MPI_Count count, MPI_Datatype type, int peer, MPI_Comm comm, bool at_once) {
  return peer == MPI_PROC_NULL || comm == MPI_COMM_NULL ? Gapped{} : gapped(buffer, count, type, at_once);
}

mpi::Envelope envelope_of(const Call &call, const Gapped &data, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {
  return {{call.name, call.address}, static_cast<int>(data.count), type, peer, tag, comm};
}

/// Whether a message is one that MPI cuts off silently if it has no gaps and is longer than a room with gaps: Open MPI
/// 4.1 does so with short messages of a rank to itself.
bool may_be_cut_off(const Gapped &data, int peer, MPI_Comm comm) {
  constexpr std::int64_t longest = 1024;
  int rank = 0;
  return mpi::is_open_mpi() && data.size <= longest && PMPI_Comm_rank(comm, &rank) == MPI_SUCCESS && peer == rank;
}

} // namespace

std::unique_ptr<PendingMessage> pending_message(std::unique_ptr<PackedToSend> sent,
                                                std::unique_ptr<PackedToReceive> received, bool persistent) {
  if (!sent && !received)
    return nullptr;
  std::unique_ptr<PendingMessage> out(new (std::nothrow) PendingMessage(std::move(sent), std::move(received)));
  if (out && persistent)
    out->make_persistent();
  return out;
}

std::unique_ptr<PackedToSend> packed_to_send(const Call &call, const void *buffer, MPI_Count count, MPI_Datatype type,
                                             int peer, int tag, MPI_Comm comm, bool persistent) {
  const Gapped data = gapped_for(buffer, count, type, peer, comm, persistent);
  if (!data) [[likely]]
    return nullptr;
  try {
    auto way = mpi::method_to_send(*data.plan, envelope_of(call, data, type, peer, tag, comm), data.size);
    const bool packs = way.method == mpi::Method::packed && !is_dry_run() && !may_be_cut_off(data, peer, comm);
    if (packs) {
      auto out =
          std::make_unique<PackedToSend>(data, buffer, row_of(call, type, Packing::by_automap), std::move(way.type));
      if (!persistent) // which packs at each start
        out->pack();
      return out;
    }
    count_left(call, type, data);
  } catch (const std::exception &) { // memory is short
  }
  return nullptr;
}

std::unique_ptr<PackedToReceive> packed_to_receive(const Call &call, void *buffer, MPI_Count count, MPI_Datatype type,
                                                   int peer, int tag, MPI_Comm comm, bool persistent) {
  const Gapped data = gapped_for(buffer, count, type, peer, comm, persistent);
  if (!data) [[likely]]
    return nullptr;
  try {
    const auto envelope = envelope_of(call, data, type, peer, tag, comm);
    const bool packs =
        mpi::method_to_receive(*data.plan, envelope, data.size, false) == mpi::Method::packed && !is_dry_run();
    if (packs) {
      auto out = std::make_unique<PackedToReceive>(data, buffer, row_of(call, type, Packing::by_automap));
      static_cast<void>(out->guarded_mpi_data()); // may lack memory
      return out;
    }
    count_left(call, type, data);
  } catch (const std::exception &) { // memory is short
  }
  return nullptr;
}

} // namespace automap::run
