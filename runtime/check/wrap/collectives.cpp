// Collective calls: blocking, nonblocking and, since MPI 4, persistent ones, which are checked when they are created.
// Those on communicators between two groups are not checked.
#include "check/compare/collectives.h"
#include "check/compare/call_order.h"
#include "check/compare/pairing.h"
#include "check/compare/travel.h"
#include "check/compare/waiting.h"
#include "wrap.h"

#include <utility>
#include <vector>

namespace automap::check {
namespace {

/// Checks a collective call before the program's own call is made. start(checker, communicator, check) starts the
/// comparison of the data. It returns whether the program's call does not end before the rank before has begun it.
template <typename Start> void check_collective(const Collective &collective, MPI_Comm handle, Start start) {
  Checker *const checker = check::checker();
  if (!checker)
    return;
  const Lock lock(*checker);
  const CommunicatorRef communicator = checker->communicators.find_ref(handle);
  if (!communicator) {
    ++checker->counters.skipped;
    return;
  }
  communicator->poll_collectives();
  auto check = std::make_unique<CollectiveCheck>(*checker, communicator, collective.call);
  const bool waits = start(*checker, *communicator, *check);
  note_collective(*checker, *communicator, collective, waits);
  if (send_before_collective(*checker))
    receive_wanted_calls(*checker, *communicator);
  if (!check->poll())
    communicator->collectives.push_back(std::move(check));
}

/// Looks for records after the program's own call, which may have waited for others.
void poll_communicator(MPI_Comm handle) {
  Checker *const checker = check::checker();
  if (!checker)
    return;
  const Lock lock(*checker);
  send_due_groups(*checker);
  if (Communicator *const communicator = checker->communicators.find(handle)) {
    communicator->poll_collectives();
    poll(*checker, *communicator);
  }
}

template <typename Count>
void check_Bcast(Call call, const void *, Count count, MPI_Datatype type, int root, MPI_Comm comm) {
  take_named(&mpi::NamedCall::sent, call, type, count);
  check_collective({call, root}, comm, [&](Checker &checker, Communicator &communicator, CollectiveCheck &check) {
    const bool sends = communicator.rank == root;
    const Part mine = sends ? checker.sent_part(call, type, count) : checker.received_part(call, type, count);
    check.same_as(root, mine, "received", "sent");
    return mine.bytes() > 0 && communicator.rank_before() == root;
  });
}

template <typename Count>
void check_Gather(Call call, const void *sent, Count sent_count, MPI_Datatype sent_type, void *, Count count,
                  MPI_Datatype type, int root, MPI_Comm comm) {
  check_collective({call, root}, comm, [&](Checker &checker, Communicator &communicator, CollectiveCheck &check) {
    const bool sends = sent != MPI_IN_PLACE, is_root = communicator.rank == root;
    const Part expected = is_root ? checker.received_part(call, type, count) : Part();
    check.gather(root, sends, sends ? checker.sent_part(call, sent_type, sent_count) : Part(),
                 [&](int) { return expected; });
    return expected.bytes() > 0;
  });
}

template <typename Count, typename Displacement>
void check_Gatherv(Call call, const void *sent, Count sent_count, MPI_Datatype sent_type, void *, const Count counts[],
                   const Displacement[], MPI_Datatype type, int root, MPI_Comm comm) {
  check_collective({call, root}, comm, [&](Checker &checker, Communicator &communicator, CollectiveCheck &check) {
    const bool sends = sent != MPI_IN_PLACE;
    const auto expected = [&](int i) { return checker.received_part(call, type, counts[i]); };
    check.gather(root, sends, sends ? checker.sent_part(call, sent_type, sent_count) : Part(), expected);
    return communicator.rank == root && expected(communicator.rank_before()).bytes() > 0;
  });
}

template <typename Count>
void check_Scatter(Call call, const void *, Count sent_count, MPI_Datatype sent_type, void *received, Count count,
                   MPI_Datatype type, int root, MPI_Comm comm) {
  check_collective({call, root}, comm, [&](Checker &checker, Communicator &communicator, CollectiveCheck &check) {
    const bool receives = received != MPI_IN_PLACE, is_root = communicator.rank == root;
    const Part sent = is_root ? checker.sent_part(call, sent_type, sent_count) : Part();
    const Part expected = receives ? checker.received_part(call, type, count) : Part();
    check.scatter(root, expected, receives, [&](int) { return sent; });
    return expected.bytes() > 0 && communicator.rank_before() == root;
  });
}

template <typename Count, typename Displacement>
void check_Scatterv(Call call, const void *, const Count sent_counts[], const Displacement[], MPI_Datatype sent_type,
                    void *received, Count count, MPI_Datatype type, int root, MPI_Comm comm) {
  check_collective({call, root}, comm, [&](Checker &checker, Communicator &communicator, CollectiveCheck &check) {
    const bool receives = received != MPI_IN_PLACE;
    const Part expected = receives ? checker.received_part(call, type, count) : Part();
    check.scatter(root, expected, receives, [&](int i) { return checker.sent_part(call, sent_type, sent_counts[i]); });
    return expected.bytes() > 0 && communicator.rank_before() == root;
  });
}

template <typename Count>
void check_Allgather(Call call, const void *sent, Count sent_count, MPI_Datatype sent_type, void *, Count count,
                     MPI_Datatype type, MPI_Comm comm) {
  check_collective({call}, comm, [&](Checker &checker, Communicator &, CollectiveCheck &check) {
    const Part expected = checker.received_part(call, type, count);
    check.allgather(sent == MPI_IN_PLACE ? expected : checker.sent_part(call, sent_type, sent_count),
                    [&](int) { return expected; });
    return expected.bytes() > 0;
  });
}

template <typename Count, typename Displacement>
void check_Allgatherv(Call call, const void *sent, Count sent_count, MPI_Datatype sent_type, void *,
                      const Count counts[], const Displacement[], MPI_Datatype type, MPI_Comm comm) {
  check_collective({call}, comm, [&](Checker &checker, Communicator &communicator, CollectiveCheck &check) {
    const auto expected = [&](int i) { return checker.received_part(call, type, counts[i]); };
    check.allgather(sent == MPI_IN_PLACE ? expected(communicator.rank) : checker.sent_part(call, sent_type, sent_count),
                    expected);
    return expected(communicator.rank_before()).bytes() > 0;
  });
}

template <typename Count>
void check_Alltoall(Call call, const void *sent, Count sent_count, MPI_Datatype sent_type, void *, Count count,
                    MPI_Datatype type, MPI_Comm comm) {
  check_collective({call}, comm, [&](Checker &checker, Communicator &, CollectiveCheck &check) {
    const Part expected = checker.received_part(call, type, count);
    const Part mine = sent == MPI_IN_PLACE ? expected : checker.sent_part(call, sent_type, sent_count);
    check.alltoall("received", "sent", [&](int) { return mine; }, [&](int) { return expected; });
    return expected.bytes() > 0;
  });
}

template <typename Count, typename Displacement>
void check_Alltoallv(Call call, const void *sent, const Count sent_counts[], const Displacement[],
                     MPI_Datatype sent_type, void *, const Count counts[], const Displacement[], MPI_Datatype type,
                     MPI_Comm comm) {
  check_collective({call}, comm, [&](Checker &checker, Communicator &communicator, CollectiveCheck &check) {
    const auto expected = [&](int i) { return checker.received_part(call, type, counts[i]); };
    if (sent == MPI_IN_PLACE)
      check.alltoall("received", "sent", expected, expected);
    else
      check.alltoall(
          "received", "sent", [&](int i) { return checker.sent_part(call, sent_type, sent_counts[i]); }, expected);
    return expected(communicator.rank_before()).bytes() > 0;
  });
}

template <typename Count, typename Displacement>
void check_Alltoallw(Call call, const void *sent, const Count sent_counts[], const Displacement[],
                     const MPI_Datatype sent_types[], void *, const Count counts[], const Displacement[],
                     const MPI_Datatype types[], MPI_Comm comm) {
  check_collective({call}, comm, [&](Checker &checker, Communicator &communicator, CollectiveCheck &check) {
    const auto expected = [&](int i) { return checker.received_part(call, types[i], counts[i]); };
    if (sent == MPI_IN_PLACE)
      check.alltoall("received", "sent", expected, expected);
    else
      check.alltoall(
          "received", "sent", [&](int i) { return checker.sent_part(call, sent_types[i], sent_counts[i]); }, expected);
    return expected(communicator.rank_before()).bytes() > 0;
  });
}

/// Which ranks wait in a reduction for the rank before.
enum class Waiting { all, root, all_but_first };

/// Checks a reduction, in which all ranks have to name one signature: that of the root, or of rank 0 without a root.
void check_reduction(const Collective &collective, Waiting waiting, std::int64_t count, MPI_Datatype type,
                     MPI_Comm comm) {
  check_collective(collective, comm, [&](Checker &checker, Communicator &communicator, CollectiveCheck &check) {
    const Part mine = checker.sent_part(collective.call, type, count);
    check.same_as(collective.root < 0 ? 0 : collective.root, mine, "reduced", "reduced at that rank");
    return mine.bytes() > 0 &&
           (waiting == Waiting::all ||
            (waiting == Waiting::root ? communicator.rank == collective.root : communicator.rank > 0));
  });
}

template <typename Count>
void check_Reduce(Call call, const void *, void *, Count count, MPI_Datatype type, MPI_Op operation, int root,
                  MPI_Comm comm) {
  check_reduction({call, root, operation}, Waiting::root, count, type, comm);
}

template <typename Count>
void check_Allreduce(Call call, const void *, void *, Count count, MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
  check_reduction({call, -1, operation}, Waiting::all, count, type, comm);
}

template <typename Count>
void check_Scan(Call call, const void *, void *, Count count, MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
  check_reduction({call, -1, operation}, Waiting::all_but_first, count, type, comm);
}

template <typename Count>
void check_Reduce_scatter(Call call, const void *, void *, const Count counts[], MPI_Datatype type, MPI_Op operation,
                          MPI_Comm comm) {
  check_collective({call, -1, operation}, comm,
                   [&](Checker &checker, Communicator &communicator, CollectiveCheck &check) {
                     const Part mine = checker.sent_part(call, type, counts[communicator.rank]);
                     check.alltoall(
                         "scattered", "scattered to it by that rank",
                         [&](int i) { return checker.sent_part(call, type, counts[i]); }, [&](int) { return mine; });
                     return mine.bytes() > 0;
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

/// Checks a call that sends sent(checker, i) to neighbour i and receives expected(checker, i) from it.
template <typename Sent, typename Expected>
void check_neighbours(Call call, MPI_Comm comm, Sent sent, Expected expected) {
  check_collective({call}, comm, [&](Checker &checker, Communicator &, CollectiveCheck &check) {
    const Neighbours neighbours = neighbours_of(comm);
    check.neighbours(
        neighbours.sources, neighbours.destinations, [&](std::size_t i) { return sent(checker, i); },
        [&](std::size_t i) { return expected(checker, i); });
    return false;
  });
}

template <typename Count>
void check_Neighbor_allgather(Call call, const void *, Count sent_count, MPI_Datatype sent_type, void *, Count count,
                              MPI_Datatype type, MPI_Comm comm) {
  check_neighbours(
      call, comm, [&](Checker &checker, std::size_t) { return checker.sent_part(call, sent_type, sent_count); },
      [&](Checker &checker, std::size_t) { return checker.received_part(call, type, count); });
}

template <typename Count, typename Displacement>
void check_Neighbor_allgatherv(Call call, const void *, Count sent_count, MPI_Datatype sent_type, void *,
                               const Count counts[], const Displacement[], MPI_Datatype type, MPI_Comm comm) {
  check_neighbours(
      call, comm, [&](Checker &checker, std::size_t) { return checker.sent_part(call, sent_type, sent_count); },
      [&](Checker &checker, std::size_t i) { return checker.received_part(call, type, counts[i]); });
}

template <typename Count, typename Displacement>
void check_Neighbor_alltoallv(Call call, const void *, const Count sent_counts[], const Displacement[],
                              MPI_Datatype sent_type, void *, const Count counts[], const Displacement[],
                              MPI_Datatype type, MPI_Comm comm) {
  check_neighbours(
      call, comm, [&](Checker &checker, std::size_t i) { return checker.sent_part(call, sent_type, sent_counts[i]); },
      [&](Checker &checker, std::size_t i) { return checker.received_part(call, type, counts[i]); });
}

template <typename Count>
void check_Neighbor_alltoallw(Call call, const void *, const Count sent_counts[], const MPI_Aint[],
                              const MPI_Datatype sent_types[], void *, const Count counts[], const MPI_Aint[],
                              const MPI_Datatype types[], MPI_Comm comm) {
  check_neighbours(
      call, comm,
      [&](Checker &checker, std::size_t i) { return checker.sent_part(call, sent_types[i], sent_counts[i]); },
      [&](Checker &checker, std::size_t i) { return checker.received_part(call, types[i], counts[i]); });
}

} // namespace
} // namespace automap::check

using namespace automap::check;

/// Returns after all earlier messages whose records have arrived have been checked.
AUTOMAP_WRAPPER int MPI_Barrier(MPI_Comm communicator) {
  Checker *const checker = automap::check::checker();
  if (!checker)
    return PMPI_Barrier(communicator);
  const auto receive_records = [&] {
    const Lock lock(*checker);
    receive_all_records(*checker);
  };
  const InCall in_call;
  check_order({AUTOMAP_THIS_CALL(Barrier)}, communicator);
  receive_records();
  const int code = PMPI_Barrier(communicator);
  receive_records();
  return code;
}

AUTOMAP_WRAPPER int MPI_Ibarrier(MPI_Comm communicator, MPI_Request *request) {
  check_order({AUTOMAP_THIS_CALL(Ibarrier)}, communicator);
  return follow_end(AUTOMAP_THIS_CALL(Ibarrier), PMPI_Ibarrier(communicator, request), request);
}

#if MPI_VERSION >= 4
AUTOMAP_WRAPPER int MPI_Barrier_init(MPI_Comm communicator, MPI_Info info, MPI_Request *request) {
  check_order({AUTOMAP_THIS_CALL(Barrier_init)}, communicator);
  return follow_none(PMPI_Barrier_init(communicator, info, request), request);
}
#endif

#define LIST(...) __VA_ARGS__

// A blocking and a nonblocking function with the same parameters, whose last one is `comm`.
#define WRAP_TWO(name, nonblocking, check, suffix, parameters, arguments)                                              \
  AUTOMAP_WRAPPER int MPI_##name##suffix(LIST parameters) {                                                            \
    const InCall in_call;                                                                                              \
    check(AUTOMAP_THIS_CALL(name##suffix), LIST arguments);                                                            \
    const int code = PMPI_##name##suffix(LIST arguments);                                                              \
    poll_communicator(comm);                                                                                           \
    return code;                                                                                                       \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_##nonblocking##suffix(LIST parameters, MPI_Request *request) {                               \
    check(AUTOMAP_THIS_CALL(nonblocking##suffix), LIST arguments);                                                     \
    return follow_end(AUTOMAP_THIS_CALL(nonblocking##suffix), PMPI_##nonblocking##suffix(LIST arguments, request),     \
                      request);                                                                                        \
  }

// The same two and a persistent function.
#if MPI_VERSION >= 4
#define WRAP_COLLECTIVE(name, nonblocking, check, suffix, parameters, arguments)                                       \
  WRAP_TWO(name, nonblocking, check, suffix, parameters, arguments)                                                    \
  AUTOMAP_WRAPPER int MPI_##name##_init##suffix(LIST parameters, MPI_Info info, MPI_Request *request) {                \
    check(AUTOMAP_THIS_CALL(name##_init##suffix), LIST arguments);                                                     \
    return follow_none(PMPI_##name##_init##suffix(LIST arguments, info, request), request);                            \
  }
#else
#define WRAP_COLLECTIVE WRAP_TWO
#endif

// Functions with the same parameters.
#define WRAP_ROOTED_EACH(name, nonblocking, check, suffix, Count)                                                      \
  WRAP_COLLECTIVE(name, nonblocking, check, suffix,                                                                    \
                  (const void *sent, Count sent_count, MPI_Datatype sent_type, void *received, Count count,            \
                   MPI_Datatype type, int root, MPI_Comm comm),                                                        \
                  (sent, sent_count, sent_type, received, count, type, root, comm))
#define WRAP_EACH(name, nonblocking, check, suffix, Count)                                                             \
  WRAP_COLLECTIVE(name, nonblocking, check, suffix,                                                                    \
                  (const void *sent, Count sent_count, MPI_Datatype sent_type, void *received, Count count,            \
                   MPI_Datatype type, MPI_Comm comm),                                                                  \
                  (sent, sent_count, sent_type, received, count, type, comm))
#define WRAP_ALLGATHERV(name, nonblocking, check, suffix, Count, Displacement)                                         \
  WRAP_COLLECTIVE(name, nonblocking, check, suffix,                                                                    \
                  (const void *sent, Count sent_count, MPI_Datatype sent_type, void *received, const Count counts[],   \
                   const Displacement places[], MPI_Datatype type, MPI_Comm comm),                                     \
                  (sent, sent_count, sent_type, received, counts, places, type, comm))
#define WRAP_ALLTOALLV(name, nonblocking, check, suffix, Count, Displacement)                                          \
  WRAP_COLLECTIVE(name, nonblocking, check, suffix,                                                                    \
                  (const void *sent, const Count sent_counts[], const Displacement sent_places[],                      \
                   MPI_Datatype sent_type, void *received, const Count counts[], const Displacement places[],          \
                   MPI_Datatype type, MPI_Comm comm),                                                                  \
                  (sent, sent_counts, sent_places, sent_type, received, counts, places, type, comm))
#define WRAP_ALLTOALLW(name, nonblocking, check, suffix, Count, Displacement)                                          \
  WRAP_COLLECTIVE(name, nonblocking, check, suffix,                                                                    \
                  (const void *sent, const Count sent_counts[], const Displacement sent_places[],                      \
                   const MPI_Datatype sent_types[], void *received, const Count counts[], const Displacement places[], \
                   const MPI_Datatype types[], MPI_Comm comm),                                                         \
                  (sent, sent_counts, sent_places, sent_types, received, counts, places, types, comm))
#define WRAP_REDUCTION(name, nonblocking, check, suffix, Count)                                                        \
  WRAP_COLLECTIVE(name, nonblocking, check, suffix,                                                                    \
                  (const void *sent, void *received, Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),        \
                  (sent, received, count, type, op, comm))

#define WRAP_ROOTED(suffix, Count, Displacement)                                                                       \
  WRAP_COLLECTIVE(Bcast, Ibcast, check_Bcast, suffix,                                                                  \
                  (void *buffer, Count count, MPI_Datatype type, int root, MPI_Comm comm),                             \
                  (buffer, count, type, root, comm))                                                                   \
  WRAP_ROOTED_EACH(Gather, Igather, check_Gather, suffix, Count)                                                       \
  WRAP_COLLECTIVE(Gatherv, Igatherv, check_Gatherv, suffix,                                                            \
                  (const void *sent, Count sent_count, MPI_Datatype sent_type, void *received, const Count counts[],   \
                   const Displacement places[], MPI_Datatype type, int root, MPI_Comm comm),                           \
                  (sent, sent_count, sent_type, received, counts, places, type, root, comm))                           \
  WRAP_ROOTED_EACH(Scatter, Iscatter, check_Scatter, suffix, Count)                                                    \
  WRAP_COLLECTIVE(Scatterv, Iscatterv, check_Scatterv, suffix,                                                         \
                  (const void *sent, const Count sent_counts[], const Displacement places[], MPI_Datatype sent_type,   \
                   void *received, Count count, MPI_Datatype type, int root, MPI_Comm comm),                           \
                  (sent, sent_counts, places, sent_type, received, count, type, root, comm))                           \
  WRAP_COLLECTIVE(                                                                                                     \
      Reduce, Ireduce, check_Reduce, suffix,                                                                           \
      (const void *sent, void *received, Count count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm),          \
      (sent, received, count, type, op, root, comm))

#define WRAP_COLLECTIVES(suffix, Count, Displacement)                                                                  \
  WRAP_EACH(Allgather, Iallgather, check_Allgather, suffix, Count)                                                     \
  WRAP_ALLGATHERV(Allgatherv, Iallgatherv, check_Allgatherv, suffix, Count, Displacement)                              \
  WRAP_EACH(Alltoall, Ialltoall, check_Alltoall, suffix, Count)                                                        \
  WRAP_ALLTOALLV(Alltoallv, Ialltoallv, check_Alltoallv, suffix, Count, Displacement)                                  \
  WRAP_ALLTOALLW(Alltoallw, Ialltoallw, check_Alltoallw, suffix, Count, Displacement)                                  \
  WRAP_REDUCTION(Allreduce, Iallreduce, check_Allreduce, suffix, Count)                                                \
  WRAP_REDUCTION(Scan, Iscan, check_Scan, suffix, Count)                                                               \
  WRAP_REDUCTION(Exscan, Iexscan, check_Scan, suffix, Count)                                                           \
  WRAP_REDUCTION(Reduce_scatter_block, Ireduce_scatter_block, check_Allreduce, suffix, Count)                          \
  WRAP_COLLECTIVE(                                                                                                     \
      Reduce_scatter, Ireduce_scatter, check_Reduce_scatter, suffix,                                                   \
      (const void *sent, void *received, const Count counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm),           \
      (sent, received, counts, type, op, comm))

#define WRAP_NEIGHBOURS(suffix, Count, Displacement)                                                                   \
  WRAP_EACH(Neighbor_allgather, Ineighbor_allgather, check_Neighbor_allgather, suffix, Count)                          \
  WRAP_ALLGATHERV(Neighbor_allgatherv, Ineighbor_allgatherv, check_Neighbor_allgatherv, suffix, Count, Displacement)   \
  WRAP_EACH(Neighbor_alltoall, Ineighbor_alltoall, check_Neighbor_allgather, suffix, Count)                            \
  WRAP_ALLTOALLV(Neighbor_alltoallv, Ineighbor_alltoallv, check_Neighbor_alltoallv, suffix, Count, Displacement)       \
  WRAP_ALLTOALLW(Neighbor_alltoallw, Ineighbor_alltoallw, check_Neighbor_alltoallw, suffix, Count, MPI_Aint)

AUTOMAP_FOR_COUNTS(WRAP_ROOTED)
AUTOMAP_FOR_COUNTS(WRAP_COLLECTIVES)
AUTOMAP_FOR_COUNTS(WRAP_NEIGHBOURS)
