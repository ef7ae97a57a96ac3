// Collective calls. See collectives.h.
#include "collectives.h"

#include "mpi/base/failure.h"

#include <climits>

namespace automap::run {

void require_usable(MPI_Datatype type) {
  mpi::require(find_type(type), MPI_ERR_TYPE, "AutoMap: a datatype is not committed");
}

void count_left(const Call &call, const Collective &collective) {
  for (const CollectiveSide *side : {&collective.sent(), &collective.received()})
    side->for_holes([&](const layout::Plan &plan, std::int64_t count, MPI_Datatype type) {
      run::count_left(call, type, {&plan, count, count * plan.size()});
    });
}

PendingCollective::PendingCollective(const Call &call, Collective::Kind kind, const NamedBlocks &from,
                                     const NamedBlocks &to, int root, MPI_Comm comm)
    : collective_(kind, from, to, root, comm, require_usable) {
  if (!has_report() || is_dry_run())
    return;
  sent_ = counted(call, collective_.sent());
  received_ = counted(call, collective_.received());
}

std::vector<PendingCollective::Counted> PendingCollective::counted(const Call &call, const CollectiveSide &side) {
  const Packing packing = side.is_packed() ? Packing::by_automap : Packing::by_mpi;
  std::vector<Counted> out;
  side.for_holes([&](const layout::Plan &plan, std::int64_t count, MPI_Datatype type) {
    out.push_back({row_of(call, type, packing), {&plan, count, count * plan.size()}, packing});
  });
  return out;
}

/// Returns the row to which the time is added, or null.
Row *PendingCollective::count_all(const std::vector<Counted> &all) {
  for (const Counted &each : all)
    count(each.row, each.data, each.packing);
  return all.empty() || all.front().packing == Packing::by_mpi ? nullptr : all.front().row;
}

void PendingCollective::prepare() {
  const Timing timing(count_all(sent_));
  collective_.pack();
}

void PendingCollective::unpack() {
  const Timing timing(count_all(received_));
  collective_.unpack();
}

std::optional<PlainBlocks> plain_blocks(const NamedBlocks &named) {
  if (named.buffer == MPI_IN_PLACE || named.type == MPI_DATATYPE_NULL)
    return PlainBlocks{named.buffer, static_cast<int>(std::min<std::int64_t>(named.count, INT_MAX)), named.type};
  const auto bytes = adjacent(named.buffer, named.count, named.type);
  return bytes ? std::optional(PlainBlocks{bytes->data, bytes->size, MPI_BYTE}) : std::nullopt;
}

std::unique_ptr<PendingBroadcast> packed_to_broadcast(const Call &call, void *buffer, MPI_Count count,
                                                      MPI_Datatype type, int root, MPI_Comm comm, int &code) {
  if (root == MPI_PROC_NULL || comm == MPI_COMM_NULL)
    return nullptr;
  const Gapped data = gapped(buffer, count, type, true);
  if (!data)
    return nullptr;
  if (is_dry_run()) {
    run::count_left(call, type, data);
    return nullptr;
  }
  int rank = 0, is_between_groups = 0;
  code = PMPI_Comm_test_inter(comm, &is_between_groups);
  if (code != MPI_SUCCESS)
    return nullptr;
  PMPI_Comm_rank(comm, &rank);
  const bool sends = is_between_groups ? root == MPI_ROOT : root == rank;
  Row *const row = row_of(call, type, Packing::by_automap);
  auto sent = sends ? make_or_null<PackedToSend>(data, buffer, row) : nullptr;
  auto received = sends ? nullptr : make_or_null<PackedToReceive>(data, buffer, row);
  if (!sent && !received)
    return nullptr;
  return std::unique_ptr<PendingBroadcast>(new (std::nothrow) PendingBroadcast(std::move(sent), std::move(received)));
}

} // namespace automap::run
