// Collective calls: blocking, nonblocking and, since MPI 4, persistent ones, which are checked when they are created.
#include "check/compare/collectives.h"
#include "check/compare/announcing.h"
#include "check/compare/pairing.h"
#include "check/compare/travel.h"
#include "check/compare/waiting.h"
#include "wrap.h"

#include "mpi/base/named_blocks.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace automap::check {
namespace {

using mpi::Form;
using mpi::NamedBlocks;
using mpi::one;
using mpi::typed;
using mpi::varying;

/// Checks a collective call before the program's own call is made. start(checker, communicator, check) notes what this
/// rank sends and expects. It returns whether the program's call does not end before the rank before has begun it.
template <typename Start>
void check_collective(const Collective &collective, const Roles &roles, MPI_Comm handle, Start start) {
  with_checker([&](Checker &checker) {
    const CommunicatorRef communicator = checker.communicators.find_ref(handle);
    if (!communicator) {
      ++checker.counters.skipped;
      return;
    }
    CollectiveCheck check(checker, *communicator, roles);
    const bool waits = start(checker, *communicator, check);
    check.finish();
    note_collective(checker, *communicator, collective, waits);
    if (send_before_collective(checker))
      receive_wanted_calls(checker, *communicator);
  });
}

/// Looks for records after the program's own call, which may have waited for others. Returns `code`.
int finish(int code, MPI_Comm handle) {
  with_checker([&](Checker &checker) {
    send_due_groups(checker);
    if (Communicator *const communicator = checker.communicators.find(handle))
      poll(checker, *communicator, true);
  });
  return code;
}

/// Takes in all records that have arrived before and after the call, unless barriers are many.
template <typename Mpi> int barrier(const Call &call, Mpi mpi, MPI_Comm comm) {
  const InCall in_call;
  bool takes_all = false;
  with_checker([&](Checker &checker) {
    takes_all = checker.barriers.take(coarse_clock_ns());
    if (Communicator *const communicator = checker.communicators.find(comm))
      note_collective(checker, *communicator, {call}, true);
    if (takes_all)
      receive_all_records(checker);
  });
  const int code = mpi();
  if (takes_all)
    with_checker(receive_all_records);
  return finish(code, comm);
}

/// What a rank sends to each rank, or receives from each. What is the same for all is made once.
class Blocks {
public:
  Blocks(Checker &checker, const Call &call, const NamedBlocks &named, bool are_received)
      : checker_(checker), call_(call), named_(named), are_received_(are_received) {}
  Blocks(const Blocks &) = delete;
  Blocks &operator=(const Blocks &) = delete;

  bool are_in_place() const { return named_.buffer == MPI_IN_PLACE; }

  /// Returns the block for rank i, or neighbor i.
  const ArgumentRef &operator[](int i) {
    if (named_.form != Form::one || !block_) {
      const bool is_one = named_.form == Form::one;
      block_ = checker_.block(call_, named_.form == Form::typed ? named_.types[i] : named_.type,
                              is_one ? named_.count : named_.counts[i], are_received_);
    }
    return block_;
  }

private:
  Checker &checker_;
  const Call &call_;
  const NamedBlocks &named_;
  const bool are_received_;
  ArgumentRef block_;
};

bool has_data(const ArgumentRef &block) { return block->part.bytes() > 0; }

/// Checks a call in which the ranks send and receive blocks. start(sent, received, communicator, check) notes them, as in
/// check_collective().
template <typename Start>
void check_blocks(Call call, NamedBlocks from, NamedBlocks to, int root, MPI_Comm comm, Start start) {
  take_named(call, from, to);
  check_collective({call, root}, of_transfer, comm,
                   [&](Checker &checker, Communicator &communicator, CollectiveCheck &check) {
                     Blocks sent(checker, call, from, false), received(checker, call, to, true);
                     return start(sent, received, communicator, check);
                   });
}

void check_gather(const Call &call, const NamedBlocks &from, const NamedBlocks &to, int root, MPI_Comm comm) {
  check_blocks(call, from, to, root, comm,
               [&](Blocks &sent, Blocks &received, Communicator &communicator, CollectiveCheck &check) {
                 if (communicator.has_root(root) && !sent.are_in_place())
                   check.send(root, sent[0]);
                 if (!communicator.is_root(root))
                   return false;
                 for (int i = 0; i < communicator.size; ++i)
                   if (i != communicator.rank || !sent.are_in_place())
                     check.expect(i, received[i]);
                 return has_data(received[communicator.rank_before()]);
               });
}

void check_scatter(const Call &call, const NamedBlocks &from, const NamedBlocks &to, int root, MPI_Comm comm) {
  check_blocks(call, from, to, root, comm,
               [&](Blocks &sent, Blocks &received, Communicator &communicator, CollectiveCheck &check) {
                 if (communicator.is_root(root))
                   for (int i = 0; i < communicator.size; ++i)
                     if (i != communicator.rank || !received.are_in_place())
                       check.send(i, sent[i]);
                 if (received.are_in_place() || !communicator.has_root(root))
                   return false;
                 check.expect(root, received[0]);
                 return communicator.rank_before() == root && has_data(received[0]);
               });
}

void check_allgather(const Call &call, const NamedBlocks &from, const NamedBlocks &to, MPI_Comm comm) {
  check_blocks(call, from, to, -1, comm,
               [&](Blocks &sent, Blocks &received, Communicator &communicator, CollectiveCheck &check) {
                 const ArgumentRef mine = sent.are_in_place() ? received[communicator.rank] : sent[0];
                 for (int i = 0; i < communicator.size; ++i) {
                   check.send(i, mine);
                   check.expect(i, received[i]);
                 }
                 return has_data(received[communicator.rank_before()]);
               });
}

void check_alltoall(const Call &call, const NamedBlocks &from, const NamedBlocks &to, MPI_Comm comm) {
  check_blocks(call, from, to, -1, comm,
               [&](Blocks &sent, Blocks &received, Communicator &communicator, CollectiveCheck &check) {
                 for (int i = 0; i < communicator.size; ++i) {
                   check.send(i, sent.are_in_place() ? received[i] : sent[i]);
                   check.expect(i, received[i]);
                 }
                 return has_data(received[communicator.rank_before()]);
               });
}

/// Notes that the other ranks, or those of the other group, have to name what this one names.
void require_of_others(Communicator &communicator, CollectiveCheck &check, const ArgumentRef &mine) {
  for (int i = 0; i < communicator.size; ++i)
    if (i != communicator.rank)
      check.send(i, mine);
}

void check_broadcast(Call call, std::int64_t count, MPI_Datatype type, int root, MPI_Comm comm) {
  take_named(&mpi::NamedCall::sent, call, type, count);
  check_collective({call, root}, of_transfer, comm,
                   [&](Checker &checker, Communicator &communicator, CollectiveCheck &check) {
                     const bool is_root = communicator.is_root(root);
                     if (!is_root && !communicator.has_root(root))
                       return false;
                     const ArgumentRef mine = checker.block(call, type, count, !is_root);
                     if (is_root)
                       require_of_others(communicator, check, mine);
                     else
                       check.expect(root, mine);
                     return communicator.rank_before() == root && has_data(mine);
                   });
}

/// Which ranks wait in a reduction for the rank before. `all_for_block`: all, and each group of two has its own length.
enum class Waiting { all, all_for_block, root, all_but_first };

/// Checks a reduction, in which all ranks have to name one signature: that of the root, or of rank 0 without a root. Of
/// two groups, each has to name that of the other's rank 0, which stands for its whole group.
void check_reduction(const Collective &collective, Waiting waiting, std::int64_t count, MPI_Datatype type,
                     MPI_Comm comm) {
  check_collective(collective, of_reduction, comm,
                   [&](Checker &checker, Communicator &communicator, CollectiveCheck &check) {
                     const int root = collective.root;
                     const bool is_rooted = waiting == Waiting::root, is_inter = communicator.is_inter;
                     const bool names = is_rooted ? communicator.is_root(root) : communicator.rank_in_group == 0;
                     const bool is_told = is_rooted ? communicator.has_root(root) && !names : is_inter || !names;
                     if ((!names && !is_told) || (is_inter && waiting == Waiting::all_for_block))
                       return false;
                     const ArgumentRef mine = checker.block(collective.call, type, count, false);
                     if (names)
                       require_of_others(communicator, check, mine);
                     if (is_told)
                       check.expect(is_rooted ? root : 0, mine);
                     return has_data(mine) && (waiting == Waiting::root            ? communicator.rank == root
                                               : waiting == Waiting::all_but_first ? communicator.rank > 0
                                                                                   : true);
                   });
}

template <typename Count>
void check_reduce_scatter(const Collective &collective, const Count counts[], MPI_Datatype type, MPI_Comm comm) {
  check_collective(collective, of_scattering, comm,
                   [&](Checker &checker, Communicator &communicator, CollectiveCheck &check) {
                     if (communicator.is_inter) // each group has its own lengths
                       return false;
                     const auto block = [&](int i) { return checker.block(collective.call, type, counts[i], false); };
                     const ArgumentRef mine = block(communicator.rank);
                     for (int i = 0; i < communicator.size; ++i) {
                       check.send(i, block(i));
                       check.expect(i, mine);
                     }
                     return has_data(mine);
                   });
}

struct Neighbours {
  std::vector<int> sources, destinations;
};

Neighbours neighbours_of(MPI_Comm communicator) {
  Neighbours out;
  int topology = MPI_UNDEFINED;
  PMPI_Topo_test(communicator, &topology);
  if (topology == MPI_CART) {
    int dimensions = 0;
    PMPI_Cartdim_get(communicator, &dimensions);
    for (int d = 0; d < dimensions; ++d) {
      int before = MPI_PROC_NULL, after = MPI_PROC_NULL;
      PMPI_Cart_shift(communicator, d, 1, &before, &after);
      out.sources.insert(out.sources.end(), {before, after});
    }
    out.destinations = out.sources;
  } else if (topology == MPI_GRAPH) {
    int rank = 0, n = 0;
    PMPI_Comm_rank(communicator, &rank);
    PMPI_Graph_neighbors_count(communicator, rank, &n);
    out.sources.resize(static_cast<std::size_t>(n));
    PMPI_Graph_neighbors(communicator, rank, n, out.sources.data());
    out.destinations = out.sources;
  } else if (topology == MPI_DIST_GRAPH) {
    int in = 0, n_out = 0, weighted = 0;
    PMPI_Dist_graph_neighbors_count(communicator, &in, &n_out, &weighted);
    out.sources.resize(static_cast<std::size_t>(in));
    out.destinations.resize(static_cast<std::size_t>(n_out));
    std::vector<int> in_weights(out.sources.size()), out_weights(out.destinations.size());
    PMPI_Dist_graph_neighbors(communicator, in, out.sources.data(), in_weights.data(), n_out, out.destinations.data(),
                              out_weights.data());
  }
  return out;
}

void check_neighbors(const Call &call, const NamedBlocks &from, const NamedBlocks &to, MPI_Comm comm) {
  check_blocks(call, from, to, -1, comm, [&](Blocks &sent, Blocks &received, Communicator &, CollectiveCheck &check) {
    const Neighbours neighbours = neighbours_of(comm);
    for (int i = 0; i < static_cast<int>(neighbours.destinations.size()); ++i)
      if (const int to_rank = neighbours.destinations[static_cast<std::size_t>(i)]; to_rank != MPI_PROC_NULL)
        check.send(to_rank, sent[i]);
    for (int i = 0; i < static_cast<int>(neighbours.sources.size()); ++i)
      if (const int from_rank = neighbours.sources[static_cast<std::size_t>(i)]; from_rank != MPI_PROC_NULL)
        check.expect(from_rank, received[i]);
    return false;
  });
}

} // namespace
} // namespace automap::check

using namespace automap::check;

#include "collectives.inc"
