// Tests AutoLink's collective calls under mpiexec, and several roots in one message. Structures are made from seeds on
// each rank that expects them, and compared by code that knows only the C types.
#include "failing_new.h"
#include "transfers.h"

#include "mpi/collective.h"
#include "mpi/discard_room.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <sys/resource.h>

using namespace autolink::test;

namespace {

/// A communicator for the calls, as each rank sees it.
struct Group {
  MPI_Comm comm;
  int rank, size;          // those of this rank, and of those that it sends to
  int n_own;               // the number of ranks that are sent to this rank's peers
  bool is_inter, is_first; // of an intercommunicator: whether this rank's group has the roots of rooted calls
  int seed;                // of structures; differs between groups
  int seed_of_peers;
};

Group group_of(MPI_Comm comm) {
  Group out = {comm, 0, 0, 0, false, true, 0, 0};
  MPI_Comm_rank(comm, &out.rank);
  MPI_Comm_size(comm, &out.size);
  out.n_own = out.size;
  return out;
}

/// Makes the structure from the rank `from` to the rank `to` of the other side.
template <typename T> using Maker = std::function<T *(Made &made, int from, int to)>;

// The address of a root does not compile in place of a root, nor the other way round.
template <typename T>
constexpr bool can_gather = requires(T root) {
  AL_Gather(root, nullptr, AutoLink_Graph, 0, MPI_COMM_WORLD);
  AL_Allgather(root, nullptr, AutoLink_Graph, MPI_COMM_WORLD);
};
template <typename T>
constexpr bool can_broadcast = requires(T root) { AL_Bcast(root, AutoLink_Graph, 0, MPI_COMM_WORLD); };
static_assert(can_gather<Graph *> && can_gather<const Graph *> && !can_gather<Graph **>);
static_assert(can_broadcast<Graph **> && can_broadcast<void *> && !can_broadcast<Graph *>);

/// Completes what `call` does or, if it has a request, starts.
template <typename Call> void complete(bool blocks, Call call) {
  AL_Request request = AL_REQUEST_NULL;
  ASSERT_EQ(call(blocks ? nullptr : &request), MPI_SUCCESS);
  if (blocks)
    return;
  int flag = 0;
  while (!flag)
    ASSERT_EQ(AL_Test(&request, &flag, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(request, AL_REQUEST_NULL);
}

template <typename T> void expect_and_free(const T *expected, T *received) {
  EXPECT_EQ(difference(expected, received), "");
  EXPECT_TRUE(!received || received != expected);
  EXPECT_EQ(AL_Free(received, type_of<T>()), MPI_SUCCESS);
}

/// Does each call once with structures of `make`, from or to the rank `root`.
template <typename T> void all_calls(const Group &group, int root, bool blocks, const Maker<T> &make) {
  const AL_Type type = type_of<T>();
  const MPI_Comm comm = group.comm;
  const auto n = static_cast<std::size_t>(group.size);
  const bool is_root = group.is_first && group.rank == root;
  const int root_argument = !group.is_inter ? root : !group.is_first ? root : is_root ? MPI_ROOT : MPI_PROC_NULL;
  const bool is_leaf = !group.is_inter || !group.is_first; // sends to the root, or receives from there
  const int me = group.rank + group.seed, root_seed = root + (group.is_inter ? 0 : group.seed);
  Made made;
  { // broadcast
    T *const expected = make(made, root_seed, 0);
    T *tree = is_root ? expected : nullptr;
    complete(blocks, [&](AL_Request *request) {
      return request ? AL_Ibcast(&tree, type, root_argument, comm, request)
                     : AL_Bcast(&tree, type, root_argument, comm);
    });
    if (is_root)
      EXPECT_EQ(tree, expected);
    else if (is_leaf)
      expect_and_free(expected, tree);
    else
      EXPECT_EQ(tree, nullptr);
  }
  { // gather
    const T *const mine = make(made, me, 1);
    std::vector<T *> all(is_root ? n : 0);
    complete(blocks, [&](AL_Request *request) {
      return request ? AL_Igather(mine, all.data(), type, root_argument, comm, request)
                     : AL_Gather(mine, all.data(), type, root_argument, comm);
    });
    for (std::size_t i = 0; i < all.size(); ++i)
      expect_and_free(make(made, static_cast<int>(i) + group.seed_of_peers, 1), all[i]);
  }
  { // scatter
    std::vector<T *> all;
    for (int i = 0; is_root && i < group.size; ++i)
      all.push_back(make(made, 100, i));
    T *mine = nullptr;
    complete(blocks, [&](AL_Request *request) {
      return request ? AL_Iscatter(all.data(), &mine, type, root_argument, comm, request)
                     : AL_Scatter(all.data(), &mine, type, root_argument, comm);
    });
    if (is_leaf)
      expect_and_free(make(made, 100, group.rank), mine);
    else
      EXPECT_EQ(mine, nullptr);
  }
  { // all-gather
    const T *const mine = make(made, me, 2);
    std::vector<T *> all(n);
    complete(blocks, [&](AL_Request *request) {
      return request ? AL_Iallgather(mine, all.data(), type, comm, request)
                     : AL_Allgather(mine, all.data(), type, comm);
    });
    for (std::size_t i = 0; i < n; ++i)
      expect_and_free(make(made, static_cast<int>(i) + group.seed_of_peers, 2), all[i]);
  }
  { // all-to-all
    std::vector<T *> sent, received(n);
    for (int i = 0; i < group.size; ++i)
      sent.push_back(make(made, me, i));
    complete(blocks, [&](AL_Request *request) {
      return request ? AL_Ialltoall(sent.data(), received.data(), type, comm, request)
                     : AL_Alltoall(sent.data(), received.data(), type, comm);
    });
    for (std::size_t i = 0; i < n; ++i)
      expect_and_free(make(made, static_cast<int>(i) + group.seed_of_peers, group.rank), received[i]);
  }
}

/// Returns sizes that differ from rank to rank; some are NULL, in one message, and in many packets.
std::size_t some_nodes(int from, int to, std::size_t most) {
  const std::size_t sizes[] = {1, 0, most / 9, most, most / 2, most / 3};
  return sizes[static_cast<std::size_t>(3 * from + 5 * to) % std::size(sizes)];
}

template <typename T, typename Make> Maker<T> maker(std::size_t most, Make make) {
  return [=](Made &made, int from, int to) -> T * {
    const std::size_t n = some_nodes(from, to, most);
    return n == 0 ? nullptr : make(made, n, static_cast<unsigned>(1000 * from + to));
  };
}

void all_structures(const Group &group, int root, bool blocks, std::size_t most) {
  all_calls<List>(group, root, blocks, maker<List>(most, make_list));
  all_calls<Graph>(group, root, blocks, maker<Graph>(most, make_graph));
  all_calls<Kinds>(group, root, blocks, maker<Kinds>(most / 4 + 1, make_kinds));
}

struct Collectives : Transfers {};

TEST_F(Collectives, AllCalls) {
  for (int i = 0; i < std::max(size, 4); ++i) {
    set({{"allocation", i % 2 ? "malloc" : "arena"}});
    const bool blocks = i / 2 % 2;
    const int root = i % size;
    all_structures(group_of(comm), root, blocks, 6000);
    all_calls<Tree>(group_of(comm), root, blocks, maker<Tree>(2000, make_tree));
    all_calls<City>(group_of(comm), root, blocks, maker<City>(2000, make_map));
    all_calls<Square>(group_of(comm), root, blocks, [](Made &made, int, int) { return make_figure3(made); });
  }
}

TEST_F(Collectives, PacketsOfAllSizes) {
  using Setting = std::pair<const char *, const char *>;
  for (const auto &[packet, in_flight] : {Setting("1", "1"), Setting("100", "7"), Setting("5000", "1")}) {
    set({{"packet_bytes", packet}, {"packets_in_flight", in_flight}, {"eager_bytes", "0"}});
    all_structures(group_of(comm), size - 1, true, 30);
  }
}

TEST_F(Collectives, PartsOfACommunicator) {
  MPI_Comm part;
  MPI_Comm_split(comm, rank % 2, -rank, &part);
  MPI_Comm_set_errhandler(part, MPI_ERRORS_RETURN);
  Group group = group_of(part);
  group.seed = group.seed_of_peers = 100 * (rank % 2);
  for (const bool blocks : {true, false})
    all_structures(group, group.size - 1, blocks, 3000);
  MPI_Comm_free(&part);
}

TEST_F(Collectives, Intercommunicators) {
  if (size == 1)
    GTEST_SKIP() << "one rank is no two groups";
  // The groups have 1 and 1, 1 and 2, or 1 and 3 ranks.
  MPI_Comm part, inter;
  const bool is_alone = rank == 1;
  MPI_Comm_split(comm, is_alone, rank, &part);
  MPI_Intercomm_create(part, 0, comm, is_alone ? 0 : 1, 0, &inter);
  MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
  for (const bool first_is_alone : {true, false})
    for (const bool blocks : {true, false}) {
      Group group = group_of(inter);
      MPI_Comm_remote_size(inter, &group.size);
      group.is_inter = true;
      group.is_first = is_alone == first_is_alone;
      group.seed = group.is_first ? 0 : 50;
      group.seed_of_peers = 50 - group.seed;
      const int roots = first_is_alone ? 1 : size - 1;
      for (int root = 0; root < roots; ++root)
        all_structures(group, root, blocks, 3000);
    }
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "autolink_limit_bytes", is_alone ? "1000" : "1000000000");
  ASSERT_EQ(AL_Comm_set_info(inter, info), MPI_SUCCESS);
  MPI_Info_free(&info);
  Made made;
  std::vector<Graph *> received(static_cast<std::size_t>(size));
  const int code = AL_Allgather(make_graph(made, 3000, 1), received.data(), AutoLink_Graph, inter);
  int al_class = 0;
  AL_Error_class(code, &al_class);
  EXPECT_EQ(al_class, is_alone ? AL_ERR_LIMIT : AL_ERR_SENDER);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&part);
}

/// Calls that have started go on beside each other, and beside messages with the user's tags, and may be completed in
/// any order.
TEST_F(Collectives, ManyAtOnce) {
  constexpr int n = 40;
  Made made;
  std::vector<Graph *> graphs(n);
  std::vector<std::vector<Graph *>> gathered(n, std::vector<Graph *>(static_cast<std::size_t>(size)));
  std::vector<AL_Request> requests;
  const auto start = [&](auto call) {
    requests.push_back(AL_REQUEST_NULL);
    ASSERT_EQ(call(&requests.back()), MPI_SUCCESS);
  };
  for (int i = 0; i < n; ++i) {
    const auto nodes = static_cast<std::size_t>(i % 3 ? 30 * i : 3000);
    auto &graph = graphs[static_cast<std::size_t>(i)];
    graph = rank == i % size ? make_graph(made, nodes, static_cast<unsigned>(i)) : nullptr;
    start([&](AL_Request *request) { return AL_Ibcast(&graph, AutoLink_Graph, i % size, comm, request); });
    const Graph *mine = make_graph(made, nodes, static_cast<unsigned>(100 * i + rank));
    start([&](AL_Request *request) {
      return AL_Iallgather(mine, gathered[static_cast<std::size_t>(i)].data(), AutoLink_Graph, comm, request);
    });
    expect_arrival(make_list(made, 10, 1), 0);
  }
  if (rank % 2)
    for (std::size_t i = requests.size(); i-- > 0;)
      EXPECT_EQ(AL_Wait(&requests[i], MPI_STATUS_IGNORE), MPI_SUCCESS);
  else
    EXPECT_EQ(AL_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE), MPI_SUCCESS);
  for (int i = 0; i < n; ++i) {
    const auto nodes = static_cast<std::size_t>(i % 3 ? 30 * i : 3000);
    if (rank != i % size)
      expect_and_free<Graph>(make_graph(made, nodes, static_cast<unsigned>(i)), graphs[static_cast<std::size_t>(i)]);
    for (int from = 0; from < size; ++from)
      expect_and_free<Graph>(make_graph(made, nodes, static_cast<unsigned>(100 * i + from)),
                             gathered[static_cast<std::size_t>(i)][static_cast<std::size_t>(from)]);
  }
}

constexpr int n_calls = 5;

/// Does one of the five calls, in which the rank `bad` sends `root` and has this type. Returns its code. Received
/// structures are expected only if it succeeds. The rank's allocation number `failing_at` fails; if `least_bytes` are
/// given, among those of at least so many bytes, which then fail for good. `has_failed`: whether there was one.
int do_call(int call, int bad, bool blocks, MPI_Comm comm, Graph *root, AL_Type type,
            std::uint64_t failing_at = ~std::uint64_t{0}, bool *has_failed = nullptr, std::size_t least_bytes = 0) {
  const auto n = static_cast<std::size_t>(size);
  std::vector<Graph *> sent(n, root), received(n);
  Graph *one = rank == bad ? root : nullptr;
  const Graph *const before = one;
  AL_Request request = AL_REQUEST_NULL;
  AL_Request *const to = blocks ? nullptr : &request;
  int code = MPI_SUCCESS;
  std::optional<FailingNew> failing(std::in_place, failing_at, least_bytes > 0, least_bytes);
  switch (call) {
  case 0:
    code = to ? AL_Ibcast(&one, type, bad, comm, to) : AL_Bcast(&one, type, bad, comm);
    break;
  case 1:
    code = to ? AL_Igather(root, received.data(), type, 0, comm, to) : AL_Gather(root, received.data(), type, 0, comm);
    break;
  case 2:
    code = to ? AL_Iscatter(sent.data(), &received[0], type, bad, comm, to)
              : AL_Scatter(sent.data(), &received[0], type, bad, comm);
    break;
  case 3:
    code = to ? AL_Iallgather(root, received.data(), type, comm, to) : AL_Allgather(root, received.data(), type, comm);
    break;
  default:
    code = to ? AL_Ialltoall(sent.data(), received.data(), type, comm, to)
              : AL_Alltoall(sent.data(), received.data(), type, comm);
  }
  if (to && code == MPI_SUCCESS)
    code = AL_Wait(to, MPI_STATUS_IGNORE);
  if (has_failed)
    *has_failed = failing->has_failed();
  failing.reset();
  if (code != MPI_SUCCESS) {
    EXPECT_EQ(one, before);
    EXPECT_EQ(received, std::vector<Graph *>(n));
  }
  if (one != before)
    AL_Free(one, AutoLink_Graph);
  for (Graph *graph : received)
    AL_Free(graph, AutoLink_Graph);
  return code;
}

int class_of(int code) {
  int out = 0;
  if (code != MPI_SUCCESS)
    AL_Error_class(code, &out);
  return out;
}

std::string text_of(int code) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  return text;
}

/// Expects that all calls fail on all ranks: with `al_class` on the rank `bad`, and naming it on the others. Afterwards
/// the communicator is as good as new.
void expect_failures(MPI_Comm comm, int bad, int al_class, Graph *root, AL_Type type) {
  for (const bool blocks : {true, false})
    for (int call = 0; call < n_calls; ++call) {
      const int code = do_call(call, bad, blocks, comm, root, type);
      if (rank == bad) {
        EXPECT_EQ(class_of(code), al_class) << call << ' ' << text_of(code);
      } else {
        EXPECT_EQ(class_of(code), AL_ERR_SENDER) << call << ' ' << text_of(code);
        EXPECT_NE(text_of(code).find("rank " + std::to_string(bad) + " has failed: "), std::string::npos)
            << text_of(code);
      }
      Made made;
      EXPECT_EQ(do_call(call, bad, blocks, comm, make_graph(made, 50, 1), AutoLink_Graph), MPI_SUCCESS);
    }
}

TEST_F(Collectives, WrongArgumentsOnOneRank) {
  Made made;
  for (int bad = 0; bad < size; ++bad)
    expect_failures(comm, bad, AL_ERR_ARGUMENT, make_graph(made, 3000, 1), rank == bad ? nullptr : AutoLink_Graph);
}

TEST_F(Collectives, WrongTablesOnOneRank) {
  AL_TypeInfo wrong = *AutoLink_Graph;
  wrong.abi = 77;
  Made made;
  for (int bad = 0; bad < size; ++bad)
    expect_failures(comm, bad, AL_ERR_TABLES, make_graph(made, 3000, 1), rank == bad ? &wrong : AutoLink_Graph);
}

TEST_F(Collectives, LimitsOfOneRank) {
  if (size == 1)
    GTEST_SKIP() << "the root of a broadcast to itself receives nothing";
  Made made;
  for (const std::size_t nodes : {1000, 30000})
    for (int bad = 0; bad < size; ++bad) {
      set({{"limit_bytes", rank == bad ? "5000" : "1000000000"}});
      Graph *const graph = make_graph(made, nodes, 1);
      // Only the receiver of a gather has to make what is too large, and the source of a broadcast nothing.
      for (const int call : {2, 3, 4}) {
        const int code = do_call(call, (bad + 1) % size, true, comm, graph, AutoLink_Graph);
        EXPECT_EQ(class_of(code), rank == bad ? AL_ERR_LIMIT : AL_ERR_SENDER) << text_of(code);
      }
      const int code = do_call(0, (bad + 1) % size, true, comm, graph, AutoLink_Graph);
      EXPECT_EQ(class_of(code), rank == bad ? AL_ERR_LIMIT : AL_ERR_SENDER) << text_of(code);
    }
}

/// A structure that is wrong is found while its packets are under way.
TEST_F(Collectives, WrongStructuresOfOneRank) {
  Made made;
  for (const std::size_t nodes : {10, 5000})
    for (int bad = 0; bad < size; ++bad) {
      Kinds *kinds = make_sharing_kinds(made, nodes, 3, 1);
      Kinds *last = kinds;
      while (last->next)
        last = last->next;
      last->n_numbers = rank == bad ? -1 : last->n_numbers;
      std::vector<Kinds *> received(static_cast<std::size_t>(size));
      for (const int code : {AL_Gather(kinds, received.data(), AutoLink_Kinds, size - 1, comm),
                             AL_Allgather(kinds, received.data(), AutoLink_Kinds, comm)}) {
        EXPECT_EQ(class_of(code), rank == bad ? AL_ERR_STRUCTURE : AL_ERR_SENDER) << text_of(code);
        EXPECT_EQ(received, std::vector<Kinds *>(static_cast<std::size_t>(size)));
      }
      if (size == 1)
        continue;
      Kinds *one = rank == bad ? kinds : nullptr;
      const int code = AL_Bcast(&one, AutoLink_Kinds, bad, comm);
      EXPECT_EQ(class_of(code), rank == bad ? AL_ERR_STRUCTURE : AL_ERR_SENDER) << text_of(code);
      EXPECT_EQ(one, rank == bad ? kinds : nullptr);
    }
}

/// Whichever of a rank's allocations fails, the call fails on all ranks or on none. Each call is the first one of its
/// communicator.
TEST_F(Collectives, MemoryOfOneRankRunsOut) {
  Made made;
  Graph *const graph = make_graph(made, 600, 1);
  const int bad = size / 2;                    // passes messages on if there are four
  const std::uint64_t step = size > 2 ? 3 : 1; // that many ranks share few processors
  for (int call = 0; call < n_calls; ++call) {
    int any_fails = 1;
    for (std::uint64_t at = static_cast<std::uint64_t>(call) % step; any_fails; at += step) {
      MPI_Comm fresh;
      MPI_Comm_dup(comm, &fresh);
      MPI_Comm_set_errhandler(fresh, MPI_ERRORS_RETURN);
      bool has_failed = false;
      const int code = do_call(call, size - 1, at % 2, fresh, graph, AutoLink_Graph,
                               rank == bad ? at : ~std::uint64_t{0}, &has_failed);
      const int failed = has_failed, has_error = code != MPI_SUCCESS;
      int most = 0, least = 0;
      MPI_Allreduce(&has_error, &most, 1, MPI_INT, MPI_MAX, comm);
      MPI_Allreduce(&has_error, &least, 1, MPI_INT, MPI_MIN, comm);
      MPI_Allreduce(&failed, &any_fails, 1, MPI_INT, MPI_MAX, comm);
      EXPECT_EQ(most, least) << call << " allocation " << at << ": " << text_of(code);
      if (has_error) {
        EXPECT_EQ(class_of(code), rank == bad ? AL_ERR_MEMORY : AL_ERR_SENDER) << text_of(code);
      }
      MPI_Comm_free(&fresh);
    }
  }
}

/// A rank that has no memory any more, but for short lists, does not keep the others waiting. It takes no memory that it
/// has kept from before.
TEST_F(Collectives, OneRankHasNoMemoryAnyMore) {
  int provided = 0;
  MPI_Query_thread(&provided);
  if (provided < MPI_THREAD_SERIALIZED)
    GTEST_SKIP() << "other threads may not call MPI";
  Made made;
  Graph *const graph = make_graph(made, 3000, 1);
  for (int bad = 0; bad < size; ++bad)
    for (int call = 0; call < n_calls; ++call)
      for (std::uint64_t at : {0, 1, 2, 3, 5, 8}) {
        int code = MPI_SUCCESS;
        bool has_failed = false;
        const auto run = [&] {
          code = do_call(call, 0, at % 2, comm, graph, AutoLink_Graph, rank == bad ? at : ~std::uint64_t{0},
                         &has_failed, 1024);
        };
        std::thread(run).join(); // a thread begins without buffers that it keeps
        const int failed = has_failed;
        int any_fails = 0;
        MPI_Allreduce(&failed, &any_fails, 1, MPI_INT, MPI_MAX, comm);
        EXPECT_EQ(class_of(code), !any_fails    ? MPI_SUCCESS
                                  : rank == bad ? AL_ERR_MEMORY
                                                : AL_ERR_SENDER)
            << call << " allocation " << at << " of rank " << bad << ": " << text_of(code);
      }
}

/// Where there are no addresses left, one message at a time is discarded in memory that is always there.
TEST_F(Collectives, MessagesAreDiscardedWithoutAddresses) {
#if !AUTOMAP_IS_SANITIZED
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  const rlimit none = {1, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_AS, &none), 0);
  autolink::DiscardRoom first = autolink::room_to_discard(150000);
  const bool has_first = first != nullptr, has_second = autolink::room_to_discard(1) != nullptr;
  first.reset();
  const bool has_long = autolink::room_to_discard(1 << 20) != nullptr,
             has_last = autolink::room_to_discard(0) != nullptr;
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_TRUE(has_first && !has_second && !has_long && has_last);
#endif
  const autolink::DiscardRoom one = autolink::room_to_discard(150000), two = autolink::room_to_discard(1 << 20);
  EXPECT_TRUE(one && two);
}

/// Each transfer waits for the one before.
TEST_F(Collectives, OneTransferAtATime) {
  const std::size_t before = std::exchange(autolink::Collective::most_under_way, 1);
  for (int root = 0; root < size; ++root)
    all_structures(group_of(comm), root, root % 2, 2000);
  autolink::Collective::most_under_way = before;
}

/// Counts what has been allocated and not released.
struct Counting {
  std::int64_t live = 0, left = PTRDIFF_MAX; // `left`: allocations that succeed
  AL_Allocator allocator() {
    return {[](size_t bytes, size_t align, void *context) -> void * {
              auto &self = *static_cast<Counting *>(context);
              if (self.left-- <= 0)
                return nullptr;
              ++self.live;
              return std::aligned_alloc(align, (bytes + align - 1) / align * align);
            },
            [](void *node, size_t, void *context) {
              --static_cast<Counting *>(context)->live;
              std::free(node);
            },
            this};
  }
};

/// An allocator gets back all nodes if it has no more for one rank's.
TEST_F(Collectives, NodesOfAnAllocator) {
  Made made;
  Graph *const graph = make_graph(made, 1000, 1);
  for (int bad = 0; bad < size; ++bad)
    for (int call = 1; call < n_calls; ++call) {
      Counting counting;
      AL_Allocator allocator = counting.allocator();
      ASSERT_EQ(AL_Comm_set_allocator(comm, &allocator), MPI_SUCCESS);
      counting.left = rank == bad ? 500 : PTRDIFF_MAX;
      const int code = do_call(call, 0, true, comm, graph, AutoLink_Graph);
      // Only rank 0 receives in a gather.
      const bool fails = call != 1 || bad == 0;
      EXPECT_EQ(class_of(code), !fails ? 0 : rank == bad ? AL_ERR_MEMORY : AL_ERR_SENDER) << call << text_of(code);
      if (fails) {
        EXPECT_EQ(counting.live, 0);
      }
      ASSERT_EQ(AL_Comm_set_allocator(comm, nullptr), MPI_SUCCESS);
    }
}

TEST_F(Collectives, RootsThatAreNoRanks) {
  Graph *graph = nullptr;
  for (const int root : {-1, size}) {
    expect_failure(AL_Bcast(&graph, AutoLink_Graph, root, comm), AL_ERR_ARGUMENT, graph, "not a rank");
    expect_failure(AL_Gather(graph, &graph, AutoLink_Graph, root, comm), AL_ERR_ARGUMENT, graph, "not a rank");
    expect_failure(AL_Scatter(&graph, &graph, AutoLink_Graph, root, comm), AL_ERR_ARGUMENT, graph, "not a rank");
  }
}

TEST_F(Collectives, OnASmallStack) {
  Made made;
  List *list = rank == 0 ? make_list(made, 200000, 1) : nullptr;
  ASSERT_EQ(AL_Bcast(&list, AutoLink_List, 0, comm), MPI_SUCCESS);
  if (rank != 0)
    expect_and_free<List>(make_list(made, 200000, 1), list);
}

TEST_F(Transfers, SendAndReceiveAtOnce) {
  Made made;
  for (const std::size_t n : {1, 50, 50000}) {
    Tree *received = nullptr;
    MPI_Status status;
    List *const list = make_list(made, n, 1);
    expect_failure(AL_Sendrecv(list, AutoLink_List, right(), 3, &received, nullptr, left(), 3, comm, &status),
                   AL_ERR_ARGUMENT, received, "the type is NULL"); // nothing has been sent
    expect_failure(AL_Sendrecv(list, AutoLink_List, right(), 3, nullptr, AutoLink_Tree, left(), 3, comm, &status),
                   AL_ERR_ARGUMENT, received, "the address of the root is NULL");
    ASSERT_EQ(AL_Sendrecv(make_tree(made, n, static_cast<unsigned>(rank)), AutoLink_Tree, right(), 3, &received,
                          AutoLink_Tree, left(), 3, comm, &status),
              MPI_SUCCESS);
    EXPECT_EQ(status.MPI_SOURCE, left());
    EXPECT_EQ(status.MPI_TAG, 3);
    expect_and_free<Tree>(make_tree(made, n, static_cast<unsigned>(left())), received);
  }
  ASSERT_EQ(AL_Sendrecv(nullptr, AutoLink_Tree, MPI_PROC_NULL, 0, nullptr, AutoLink_Tree, MPI_PROC_NULL, 0, comm,
                        MPI_STATUS_IGNORE),
            MPI_SUCCESS);
}

/// If one side fails, nothing is received, and the partner does not wait.
TEST_F(Transfers, SendAndReceiveWithAFailure) {
  Made made;
  for (const std::size_t n : {5, 5000})
    for (int bad = 0; bad < size; ++bad) {
      Kinds *const kinds = make_sharing_kinds(made, n, 3, 1);
      kinds->n_numbers = rank == bad ? -1 : kinds->n_numbers;
      Kinds *received = nullptr;
      const int code =
          AL_Sendrecv(kinds, AutoLink_Kinds, right(), 0, &received, AutoLink_Kinds, left(), 0, comm, MPI_STATUS_IGNORE);
      EXPECT_EQ(class_of(code), rank == bad ? AL_ERR_STRUCTURE : left() == bad ? AL_ERR_SENDER : 0) << text_of(code);
      EXPECT_EQ(received == nullptr, code != MPI_SUCCESS);
      AL_Free(received, AutoLink_Kinds);
    }
}

/// What several roots share stays shared.
TEST_F(Transfers, SeveralRoots) {
  for (const char *allocation : {"malloc", "arena"})
    for (const std::size_t n : {1, 30, 20000}) {
      set({{"allocation", allocation}});
      Made made;
      Graph *const graph = make_graph(made, n, 7);
      Graph *const inner = graph->link[0] ? graph->link[0] : graph;
      List *const list = make_list(made, n, 8);
      const void *const sent[] = {graph, list, nullptr, inner, graph, list->next};
      const AL_Type types[] = {AutoLink_Graph, AutoLink_List,  AutoLink_Tree,
                               AutoLink_Graph, AutoLink_Graph, AutoLink_List};
      void *received[6] = {};
      for (int turn = 0; turn < size; ++turn) {
        const int to = (turn + 1) % size;
        if (size > 1 && rank == turn) {
          ASSERT_EQ(AL_Send_roots(6, sent, types, to, 4, comm), MPI_SUCCESS);
        }
        if (size > 1 && rank == to) {
          ASSERT_EQ(AL_Recv_roots(6, received, types, turn, 4, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
        }
      }
      if (size == 1)
        continue;
      EXPECT_EQ(difference(graph, static_cast<Graph *>(received[0])), "");
      EXPECT_EQ(difference(list, static_cast<List *>(received[1])), "");
      EXPECT_EQ(received[2], nullptr);
      Graph *const first = static_cast<Graph *>(received[0]);
      EXPECT_EQ(received[3], graph->link[0] ? first->link[0] : first);
      EXPECT_EQ(received[4], received[0]);
      EXPECT_EQ(received[5], static_cast<List *>(received[1])->next);
      EXPECT_EQ(AL_Free_roots(6, received, types, nullptr), MPI_SUCCESS);
    }
}

TEST_F(Transfers, SeveralRootsThatDiffer) {
  if (size == 1)
    GTEST_SKIP() << "one rank would wait for itself";
  Made made;
  const AL_Type types[] = {AutoLink_Graph, AutoLink_List, AutoLink_Graph};
  void *roots[3] = {};
  expect_failure(AL_Send_roots(0, roots, types, rank, 0, comm), AL_ERR_ARGUMENT, roots[0], "less than one");
  expect_failure(AL_Recv_roots(-1, roots, types, rank, 0, comm, MPI_STATUS_IGNORE), AL_ERR_ARGUMENT, roots[0],
                 "less than one");
  if (rank == 0) {
    const void *const sent[] = {make_graph(made, 10, 1), nullptr, nullptr};
    EXPECT_EQ(AL_Send_roots(2, sent, types, 1, 0, comm), MPI_SUCCESS);
    EXPECT_EQ(AL_Send_roots(3, sent, types, 1, 0, comm), MPI_SUCCESS);
    EXPECT_EQ(AL_Send(sent[0], AutoLink_Graph, 1, 0, comm), MPI_SUCCESS);
  } else if (rank == 1) {
    expect_failure(AL_Recv_roots(3, roots, types, 0, 0, comm, MPI_STATUS_IGNORE), AL_ERR_TYPES, roots[0], "roots");
    expect_failure(AL_Recv_roots(2, roots, types, 0, 0, comm, MPI_STATUS_IGNORE), AL_ERR_TYPES, roots[0], "roots");
    expect_failure(AL_Recv_roots(1, roots, types, 0, 0, comm, MPI_STATUS_IGNORE), AL_ERR_TYPES, roots[0], "roots");
  }
  const AL_Type wrong[] = {AutoLink_Graph, nullptr};
  expect_failure(AL_Send_roots(2, roots, wrong, rank, 0, comm), AL_ERR_ARGUMENT, roots[0], "a type is NULL");
}

} // namespace
