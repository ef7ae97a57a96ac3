// Tests AutoLink under mpiexec: all ranks send and receive structures of all types, with all calls, among plain
// messages.
#include "transfers.h"
#include "all_ranks.h"
#include "amount.h"
#include "figure3_routines.h"
#include "foreign.h"
#include "handled_errors.h"
#include "pointer_kinds_routines.h"
#include "small_stack.h"

#include "core/base/memory.h"
#include "mpi/comm_state.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <set>
#include <string>
#include <thread>

#include <sys/mman.h>

using namespace autolink::test;

namespace {

/// Sends make(made, rank) to the right neighbour, and expects what the left one has made.
template <typename Make> void ring(MPI_Comm comm, Make make) {
  Made mine, expected;
  auto *root = make(mine, rank);
  auto *from_left = make(expected, left());
  using T = std::remove_pointer_t<decltype(root)>;
  const AL_Type type = type_of<T>();
  T *received = nullptr;
  AL_Request request;
  MPI_Status status;
  ASSERT_EQ(AL_Isend(root, type, right(), 5, comm, &request), MPI_SUCCESS);
  ASSERT_EQ(AL_Recv(&received, type, left(), 5, comm, &status), MPI_SUCCESS);
  ASSERT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(request, AL_REQUEST_NULL);
  EXPECT_EQ(status.MPI_SOURCE, left());
  EXPECT_EQ(status.MPI_TAG, 5);
  EXPECT_EQ(difference(from_left, received), "");
  AL_Size counted = {-1, -1};
  ASSERT_EQ(AL_Count(from_left, type, &counted), MPI_SUCCESS);
  MPI_Count bytes = 0;
  MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
  EXPECT_EQ(bytes, counted.bytes);
  ASSERT_EQ(AL_Free(received, type), MPI_SUCCESS);
}

void rings(MPI_Comm comm) {
  ring(comm, [](Made &made, int r) { return make_list(made, static_cast<std::size_t>(r), 1); });
  ring(comm, [](Made &made, int r) { return make_list(made, 30000 + static_cast<std::size_t>(r), 1); });
  ring(comm, [](Made &made, int r) { return make_tree(made, 20000, static_cast<unsigned>(r)); });
  ring(comm, [](Made &made, int r) { return make_graph(made, 20000, static_cast<unsigned>(r)); });
  for (const std::size_t n : {1, 10, 300, 20000})
    ring(comm, [n](Made &made, int r) { return make_map(made, n, static_cast<unsigned>(r)); });
  ring(comm, [](Made &made, int r) { return make_kinds(made, 1000, static_cast<unsigned>(r)); });
  for (const std::size_t n : {5, 2000}) {
    ring(comm, [n](Made &made, int r) { return make_cells(made, n, static_cast<unsigned>(r)); });
    ring(comm, [n](Made &made, int r) { return make_twigs(made, 10 * n, static_cast<unsigned>(r)); });
  }
  ring(comm, [](Made &made, int) { return make_figure3(made); });
}

TEST_F(Transfers, AroundTheRing) {
  rings(comm);
  set({{"allocation", "arena"}});
  rings(comm);
}

TEST_F(Transfers, OnASmallStack) {
  int provided = 0;
  MPI_Query_thread(&provided);
  if (provided < MPI_THREAD_SERIALIZED)
    GTEST_SKIP() << "other threads may not call MPI";
  on_small_stack([this] {
    ring(comm, [](Made &made, int) { return make_list(made, 100000, 1); });
    ring(comm, [](Made &made, int r) { return make_graph(made, 20000, static_cast<unsigned>(r)); });
  });
}

/// The list is as long as memory permits, because nothing else is kept.
TEST_F(Transfers, ALongListArrives) {
  const std::uint64_t n = amount("AUTOLINK_TEST_LIST", 100000);
  if (rank == 0) {
    std::vector<List> nodes(n);
    for (std::uint64_t i = 0; i < n; ++i)
      nodes[i] = {{static_cast<double>(i), 1, 2, 3}, i + 1 < n ? &nodes[i + 1] : nullptr};
    for (int to = 1; to < size; ++to)
      EXPECT_EQ(AL_Send(nodes.data(), AutoLink_List, to, 0, comm), MPI_SUCCESS);
    return;
  }
  List *received = nullptr;
  ASSERT_EQ(AL_Recv(&received, AutoLink_List, 0, 0, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
  std::uint64_t n_right = 0;
  for (const List *at = received; at; at = at->next)
    n_right += at->data[0] == static_cast<double>(n_right) && at->data[3] == 3;
  EXPECT_EQ(n_right, n);
  AL_Size counted = {};
  EXPECT_EQ(AL_Count(received, AutoLink_List, &counted), MPI_SUCCESS);
  EXPECT_EQ(counted.nodes, static_cast<MPI_Count>(n));
  EXPECT_EQ(counted.bytes, static_cast<MPI_Count>(n * sizeof(List)));
  EXPECT_EQ(AL_Free(received, AutoLink_List), MPI_SUCCESS);
}

TEST_F(Transfers, PacketsOfAllSizes) {
  for (const char *allocation : {"malloc", "arena"})
    for (const char *packet : {"1", "100", "5000", "67108864"})
      for (const char *in_flight : {"1", "7"}) {
        set({{"allocation", allocation},
             {"packet_bytes", packet},
             {"packets_in_flight", in_flight},
             {"eager_bytes", "0"}});
        ring(comm, [](Made &made, int r) { return make_kinds(made, 12, static_cast<unsigned>(r)); });
        ring(comm, [](Made &made, int r) { return make_cells(made, 12, static_cast<unsigned>(r)); });
        ring(comm, [](Made &made, int r) { return make_list(made, 200 + static_cast<std::size_t>(r), 1); });
      }
}

TEST_F(Transfers, BlockingBothWays) {
  for (const std::size_t n : {50, 60, 204, 1000, 1300, 1700, 50000}) {
    Made made;
    const List *list = make_list(made, n, 3);
    for (int sender = 0; sender < size; ++sender)
      for (int receiver = 0; receiver < size; ++receiver) {
        if (sender == receiver)
          continue;
        if (rank == sender) {
          ASSERT_EQ(AL_Send(list, AutoLink_List, receiver, sender, comm), MPI_SUCCESS);
        } else if (rank == receiver) {
          List *received = nullptr;
          ASSERT_EQ(AL_Recv(&received, AutoLink_List, sender, sender, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
          EXPECT_EQ(difference(list, received), "");
          AL_Free(received, AutoLink_List);
        }
      }
  }
}

TEST_F(Transfers, WildcardsAndPlainMessagesWithTheSameTag) {
  Made made;
  const Graph *graph = make_graph(made, 3000, static_cast<unsigned>(rank));
  int before = 100 + rank, after = 200 + rank;
  std::vector<MPI_Request> plain(2 * static_cast<std::size_t>(size));
  std::vector<AL_Request> sends(static_cast<std::size_t>(size));
  for (int to = 0; to < size; ++to) {
    const auto i = static_cast<std::size_t>(to);
    MPI_Isend(&before, 1, MPI_INT, to, 9, comm, &plain[2 * i]);
    ASSERT_EQ(AL_Isend(graph, AutoLink_Graph, to, 9, comm, &sends[i]), MPI_SUCCESS);
    MPI_Isend(&after, 1, MPI_INT, to, 9, comm, &plain[2 * i + 1]);
  }
  for (int from = 0; from < size; ++from) {
    int got = 0;
    MPI_Recv(&got, 1, MPI_INT, from, 9, comm, MPI_STATUS_IGNORE);
    EXPECT_EQ(got, 100 + from);
    Graph *received = nullptr;
    MPI_Status status;
    ASSERT_EQ(AL_Recv(&received, AutoLink_Graph, from, MPI_ANY_TAG, comm, &status), MPI_SUCCESS);
    EXPECT_EQ(status.MPI_TAG, 9);
    Made expected;
    EXPECT_EQ(difference(make_graph(expected, 3000, static_cast<unsigned>(from)), received), "");
    AL_Free(received, AutoLink_Graph);
    MPI_Recv(&got, 1, MPI_INT, from, 9, comm, MPI_STATUS_IGNORE);
    EXPECT_EQ(got, 200 + from);
  }
  ASSERT_EQ(AL_Waitall(size, sends.data(), MPI_STATUSES_IGNORE), MPI_SUCCESS);
  MPI_Waitall(2 * size, plain.data(), MPI_STATUSES_IGNORE);
  MPI_Barrier(comm);
  // Receives from any source.
  ASSERT_EQ(AL_Isend(graph, AutoLink_Graph, right(), 4, comm, &sends[0]), MPI_SUCCESS);
  Graph *received = nullptr;
  MPI_Status status;
  ASSERT_EQ(AL_Recv(&received, AutoLink_Graph, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status), MPI_SUCCESS);
  EXPECT_EQ(status.MPI_SOURCE, left());
  EXPECT_EQ(status.MPI_TAG, 4);
  AL_Free(received, AutoLink_Graph);
  ASSERT_EQ(AL_Wait(&sends[0], MPI_STATUS_IGNORE), MPI_SUCCESS);
}

TEST_F(Transfers, ManyInFlightKeepTheirOrder) {
  set({{"eager_bytes", "200"}, {"packet_bytes", "4096"}});
  constexpr int n = 1000;
  std::vector<AL_Request> requests(2 * n);
  std::vector<List *> received(n);
  std::vector<Made> made(n);
  const auto length = [](int i) { return static_cast<std::size_t>(1 + i * 37 % 150); };
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    ASSERT_EQ(AL_Irecv(&received[at], AutoLink_List, left(), i % 3, comm, &requests[2 * at]), MPI_SUCCESS);
    const List *list = make_list(made[at], length(i), at);
    ASSERT_EQ(AL_Isend(list, AutoLink_List, right(), i % 3, comm, &requests[2 * at + 1]), MPI_SUCCESS);
  }
  std::vector<MPI_Status> statuses(2 * n);
  ASSERT_EQ(AL_Waitall(2 * n, requests.data(), statuses.data()), MPI_SUCCESS);
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    ASSERT_EQ(statuses[2 * at].MPI_SOURCE, left());
    Made expected;
    ASSERT_EQ(difference(make_list(expected, length(i), at), received[at]), "") << i;
    AL_Free(received[at], AutoLink_List);
  }
}

/// Sends the structure around the ring, and returns the number of bytes of its first message.
template <typename T> int first_bytes_around(MPI_Comm comm, int to, int from, const T *root, AL_Type type) {
  AL_Request request;
  EXPECT_EQ(AL_Isend(root, type, to, 3, comm, &request), MPI_SUCCESS);
  MPI_Status status;
  int bytes = 0;
  EXPECT_EQ(MPI_Probe(from, 3, comm, &status), MPI_SUCCESS);
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  T *received = nullptr;
  EXPECT_EQ(AL_Recv(&received, type, from, 3, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(difference(root, received), "");
  AL_Free(received, type);
  return bytes;
}

/// The sender does not check whether a structure is small if the previous one of the same type was large.
TEST_F(Transfers, SmallStructuresThatWaitAreOneMessage) {
  Made made;
  const List *list = make_list(made, 1000, 1), *long_list = make_list(made, 2000, 1);
  const Tree *tree = make_tree(made, 1000, 2), *large_tree = make_tree(made, 3000, 2);
  const int head = 1000;
  const auto lists = [&](const List *one) { return first_bytes_around(comm, right(), left(), one, AutoLink_List); };
  const auto trees = [&](const Tree *one) { return first_bytes_around(comm, right(), left(), one, AutoLink_Tree); };
  lists(list); // whatever was sent before
  trees(tree);
  EXPECT_GT(lists(list), 1000 * static_cast<int>(offsetof(List, next))); // links are left out
  EXPECT_GT(trees(tree), 1000 * static_cast<int>(sizeof(Tree)));
  EXPECT_LT(lists(long_list), head);
  EXPECT_LT(lists(list), head);
  EXPECT_GT(trees(tree), 1000 * static_cast<int>(sizeof(Tree)));
  EXPECT_GT(lists(list), 1000 * static_cast<int>(offsetof(List, next))); // links are left out
  EXPECT_LT(trees(large_tree), head);
  EXPECT_LT(trees(tree), head);
  EXPECT_GT(trees(tree), 1000 * static_cast<int>(sizeof(Tree)));
}

TEST_F(Transfers, TestsUntilComplete) {
  Made made;
  const List *list = make_list(made, 100000, static_cast<unsigned>(rank));
  List *received = nullptr;
  AL_Request requests[2];
  ASSERT_EQ(AL_Irecv(&received, AutoLink_List, left(), 0, comm, &requests[0]), MPI_SUCCESS);
  ASSERT_EQ(AL_Isend(list, AutoLink_List, right(), 0, comm, &requests[1]), MPI_SUCCESS);
  int flags[2] = {0, 0};
  while (!flags[0] || !flags[1])
    for (int i = 0; i < 2; ++i)
      if (!flags[i]) {
        ASSERT_EQ(AL_Test(&requests[i], &flags[i], MPI_STATUS_IGNORE), MPI_SUCCESS);
      }
  Made expected;
  EXPECT_EQ(difference(make_list(expected, 100000, static_cast<unsigned>(left())), received), "");
  AL_Free(received, AutoLink_List);
}

TEST_F(Transfers, ProcNull) {
  Made made;
  const List *list = make_list(made, 3, 1);
  List *received = reinterpret_cast<List *>(&made);
  MPI_Status status;
  AL_Request request;
  EXPECT_EQ(AL_Send(list, AutoLink_List, MPI_PROC_NULL, 0, comm), MPI_SUCCESS);
  EXPECT_EQ(AL_Recv(&received, AutoLink_List, MPI_PROC_NULL, 0, comm, &status), MPI_SUCCESS);
  EXPECT_EQ(status.MPI_SOURCE, MPI_PROC_NULL);
  EXPECT_EQ(AL_Irecv(&received, AutoLink_List, MPI_PROC_NULL, 0, comm, &request), MPI_SUCCESS);
  EXPECT_EQ(AL_Wait(&request, &status), MPI_SUCCESS);
  EXPECT_EQ(status.MPI_SOURCE, MPI_PROC_NULL);
  EXPECT_EQ(static_cast<void *>(received), static_cast<void *>(&made));
}

TEST_F(Transfers, OnOtherCommunicators) {
  MPI_Comm reversed, pairs;
  MPI_Comm_split(comm, 0, -rank, &reversed);
  MPI_Comm_split(comm, rank / 2, rank, &pairs);
  Made made;
  const Graph *graph = make_graph(made, 5000, 1);
  for (const MPI_Comm c : {reversed, pairs}) {
    int r = 0, n = 0;
    MPI_Comm_rank(c, &r);
    MPI_Comm_size(c, &n);
    AL_Request request;
    Graph *received = nullptr;
    ASSERT_EQ(AL_Isend(graph, AutoLink_Graph, (r + 1) % n, 0, c, &request), MPI_SUCCESS);
    ASSERT_EQ(AL_Recv(&received, AutoLink_Graph, (r + n - 1) % n, 0, c, MPI_STATUS_IGNORE), MPI_SUCCESS);
    ASSERT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(difference(graph, received), "");
    AL_Free(received, AutoLink_Graph);
  }
  MPI_Comm_free(&reversed);
  MPI_Comm_free(&pairs);
}

/// Both groups send to all members of the other at once.
TEST_F(Transfers, OverIntercommunicators) {
  if (size < 2)
    GTEST_SKIP() << "one rank has no other group";
  MPI_Comm half, inter;
  MPI_Comm_split(comm, rank % 2, -rank, &half);
  const bool last_is_other = (size - 1) % 2 != rank % 2;
  MPI_Intercomm_create(half, 0, comm, last_is_other ? size - 1 : size - 2, 3, &inter);
  int n = 0, me = 0;
  MPI_Comm_remote_size(inter, &n);
  MPI_Comm_rank(inter, &me);
  const auto make = [](Made &made, int group, int r) {
    return make_graph(made, 4000, static_cast<unsigned>(10 * group + r));
  };
  Made made;
  const Graph *graph = make(made, rank % 2, me);
  std::vector<AL_Request> requests(static_cast<std::size_t>(n));
  for (int to = 0; to < n; ++to)
    ASSERT_EQ(AL_Isend(graph, AutoLink_Graph, to, 2, inter, &requests[static_cast<std::size_t>(to)]), MPI_SUCCESS);
  std::set<int> sources;
  for (int i = 0; i < n; ++i) {
    Graph *received = nullptr;
    MPI_Status status;
    ASSERT_EQ(AL_Recv(&received, AutoLink_Graph, MPI_ANY_SOURCE, 2, inter, &status), MPI_SUCCESS);
    EXPECT_TRUE(sources.insert(status.MPI_SOURCE).second);
    Made expected;
    EXPECT_EQ(difference(make(expected, 1 - rank % 2, status.MPI_SOURCE), received), "");
    AL_Free(received, AutoLink_Graph);
  }
  ASSERT_EQ(AL_Waitall(n, requests.data(), MPI_STATUSES_IGNORE), MPI_SUCCESS);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
}

TEST_F(Transfers, Probe) {
  Made made;
  const List *small = make_list(made, 7, 1), *large = make_list(made, 10000, 2);
  AL_Request requests[2];
  AL_Size found = {-2, -2};
  MPI_Status status;
  int flag = 1;
  ASSERT_EQ(AL_Iprobe(MPI_ANY_SOURCE, 77, comm, &flag, &found, &status), MPI_SUCCESS);
  EXPECT_EQ(flag, 0);
  ASSERT_EQ(AL_Isend(small, AutoLink_List, right(), 1, comm, &requests[0]), MPI_SUCCESS);
  ASSERT_EQ(AL_Isend(large, AutoLink_List, right(), 2, comm, &requests[1]), MPI_SUCCESS);
  for (int round = 0; round < 2; ++round) {
    ASSERT_EQ(AL_Probe(left(), 1, comm, &found, &status), MPI_SUCCESS);
    EXPECT_EQ(status.MPI_SOURCE, left());
    EXPECT_EQ(status.MPI_TAG, 1);
    EXPECT_EQ(found.nodes, 7);
    EXPECT_EQ(found.bytes, 7 * static_cast<MPI_Count>(sizeof(List)));
  }
  ASSERT_EQ(AL_Probe(MPI_ANY_SOURCE, 2, comm, &found, &status), MPI_SUCCESS);
  EXPECT_EQ(found.nodes, 10000);
  EXPECT_EQ(found.bytes, 10000 * static_cast<MPI_Count>(sizeof(List)));
  for (const int tag : {2, 1}) {
    List *received = nullptr;
    ASSERT_EQ(AL_Recv(&received, AutoLink_List, left(), tag, comm, &status), MPI_SUCCESS);
    EXPECT_EQ(status.MPI_TAG, tag);
    EXPECT_EQ(difference(tag == 1 ? small : large, received), "");
    AL_Free(received, AutoLink_List);
  }
  ASSERT_EQ(AL_Waitall(2, requests, MPI_STATUSES_IGNORE), MPI_SUCCESS);
}

/// The streams have nodes of all kinds. They are probed to the end, in part, or refused, and a receive then takes them
/// over.
TEST_F(Transfers, ProbedStreams) {
  for (const char *allocation : {"malloc", "arena"})
    for (const char *packet : {"200", "262144"})
      for (int round = 0; round < 4; ++round) {
        set({{"allocation", allocation},
             {"packet_bytes", packet},
             {"limit_bytes", round == 3 ? "20000" : "1000000000"}});
        Made made;
        const Kinds *kinds = make_kinds(made, 150, static_cast<unsigned>(round));
        AL_Request request;
        ASSERT_EQ(AL_Isend(kinds, AutoLink_Kinds, right(), 8, comm, &request), MPI_SUCCESS);
        AL_Size found = {-2, -2}, counted;
        ASSERT_EQ(AL_Count(kinds, AutoLink_Kinds, &counted), MPI_SUCCESS);
        MPI_Status status;
        int flag = 0;
        if (round == 1) { // probes an unknown part of it
          for (int i = 0; i < 5; ++i)
            ASSERT_EQ(AL_Iprobe(left(), 8, comm, &flag, &found, &status), MPI_SUCCESS);
        } else if (round > 1) {
          ASSERT_EQ(AL_Probe(left(), MPI_ANY_TAG, comm, &found, &status), MPI_SUCCESS);
          EXPECT_EQ(status.MPI_TAG, 8);
          EXPECT_EQ(found.nodes, round == 3 ? -1 : counted.nodes);
          EXPECT_EQ(found.bytes, round == 3 ? -1 : counted.bytes);
        }
        Kinds *received = nullptr;
        const int code = AL_Recv(&received, AutoLink_Kinds, MPI_ANY_SOURCE, 8, comm, MPI_STATUS_IGNORE);
        if (round == 3) {
          expect_failure(code, AL_ERR_LIMIT, received, "limit");
        } else {
          ASSERT_EQ(code, MPI_SUCCESS);
          EXPECT_EQ(difference(kinds, received), "");
          AL_Free(received, AutoLink_Kinds);
        }
        ASSERT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
      }
}

/// The footers of these packets are longer than everything else.
TEST_F(Transfers, ProbedPacketsOfAByteEach) {
  Made made;
  Kinds *kinds = make_kinds(made, 1, 1);
  kinds->name = made.string(std::string(20000, 'x'));
  AL_Size found = {-2, -2}, counted;
  ASSERT_EQ(AL_Count(kinds, AutoLink_Kinds, &counted), MPI_SUCCESS);
  set({{"packet_bytes", "1"}, {"limit_bytes", std::to_string(counted.bytes + counted.nodes)}});
  AL_Request request;
  ASSERT_EQ(AL_Isend(kinds, AutoLink_Kinds, right(), 9, comm, &request), MPI_SUCCESS);
  ASSERT_EQ(AL_Probe(left(), 9, comm, &found, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(found.nodes, counted.nodes);
  EXPECT_EQ(found.bytes, counted.bytes);
  Kinds *received = nullptr;
  ASSERT_EQ(AL_Recv(&received, AutoLink_Kinds, left(), 9, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(difference(kinds, received), "");
  AL_Free(received, AutoLink_Kinds);
  ASSERT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
}

TEST_F(Transfers, Cancel) {
  List *received = nullptr;
  AL_Request request;
  MPI_Status status;
  ASSERT_EQ(AL_Irecv(&received, AutoLink_List, left(), 31, comm, &request), MPI_SUCCESS);
  ASSERT_EQ(AL_Cancel(&request), MPI_SUCCESS);
  ASSERT_EQ(AL_Cancel(&request), MPI_SUCCESS);
  ASSERT_EQ(AL_Wait(&request, &status), MPI_SUCCESS);
  int is_cancelled = 0;
  MPI_Test_cancelled(&status, &is_cancelled);
  EXPECT_TRUE(is_cancelled);
  EXPECT_EQ(received, nullptr);
}

TEST_F(Transfers, NullCommunicatorsAreRefusedByTheCall) {
  MPI_Errhandler of_world;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &of_world);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const AL_Type type = AutoLink_List;
  List *root = nullptr;
  AL_Request request = AL_REQUEST_NULL;
  AL_Size found;
  int flag = 0;
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info got = MPI_INFO_NULL;
  const auto expect_refused = [&](int code, const std::string &call) {
    expect_failure(code, AL_ERR_ARGUMENT, root, (call + ": the communicator is MPI_COMM_NULL").c_str());
  };
  const MPI_Comm null = MPI_COMM_NULL;
  MPI_Status *const ignored = MPI_STATUS_IGNORE;
  for (const int peer : {0, int{MPI_PROC_NULL}}) {
    expect_refused(AL_Send(root, type, peer, 0, null), "AL_Send");
    expect_refused(AL_Send_flags(root, type, peer, 0, null, 0), "AL_Send_flags");
    expect_refused(AL_Isend(root, type, peer, 0, null, &request), "AL_Isend");
    expect_refused(AL_Isend_flags(root, type, peer, 0, null, 0, &request), "AL_Isend_flags");
    expect_refused(AL_Recv(&root, type, peer, 0, null, ignored), "AL_Recv");
    expect_refused(AL_Irecv(&root, type, peer, 0, null, &request), "AL_Irecv");
    expect_refused(AL_Probe(peer, 0, null, &found, ignored), "AL_Probe");
    expect_refused(AL_Probe(peer, 0, null, nullptr, ignored), "AL_Probe");
    expect_refused(AL_Iprobe(peer, 0, null, &flag, &found, ignored), "AL_Iprobe");
  }
  expect_refused(AL_Comm_prepare(null), "AL_Comm_prepare");
  expect_refused(AL_Comm_set_info(null, info), "AL_Comm_set_info");
  expect_refused(AL_Comm_get_info(null, &got), "AL_Comm_get_info");
  expect_refused(AL_Comm_set_allocator(null, nullptr), "AL_Comm_set_allocator");
  EXPECT_EQ(request, AL_REQUEST_NULL);
  MPI_Info_free(&info);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, of_world);
  MPI_Errhandler_free(&of_world);
}

TEST_F(Transfers, TheEndWaitsForRequests) {
  MPI_Errhandler of_world;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &of_world);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  List *received = nullptr;
  AL_Request request;
  ASSERT_EQ(AL_Irecv(&received, AutoLink_List, left(), 32, comm, &request), MPI_SUCCESS);
  int got = 0;
  AL_Error_class(AL_Finalize(), &got);
  EXPECT_EQ(got, AL_ERR_NOT_READY);
  ASSERT_EQ(AL_Cancel(&request), MPI_SUCCESS);
  ASSERT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, of_world);
  MPI_Errhandler_free(&of_world);
}

TEST_F(Transfers, ErrorsLeaveTheNextStructureAlone) {
  Made made;
  const List *large = make_list(made, 50000, 1);
  for (const char *allocation : {"malloc", "arena"}) {
    AL_Request requests[4];
    set({{"allocation", allocation}, {"limit_bytes", "1000000000"}});
    ASSERT_EQ(AL_Isend(large, AutoLink_List, right(), 0, comm, &requests[0]), MPI_SUCCESS);
    ASSERT_EQ(AL_Isend(large, AutoLink_List, right(), 0, comm, &requests[1]), MPI_SUCCESS);
    ASSERT_EQ(AL_Isend(large, AutoLink_List, right(), 0, comm, &requests[2]), MPI_SUCCESS);
    set({{"limit_bytes", "100000"}});
    List *received = nullptr;
    int code = AL_Recv(&received, AutoLink_List, left(), 0, comm, MPI_STATUS_IGNORE);
    expect_failure(code, AL_ERR_LIMIT, received, "limit of 100000 bytes, the setting autolink_limit_bytes");
    set({{"limit_bytes", "1000000000"}});
    Square *square = nullptr;
    code = AL_Recv(&square, AutoLink_Square, left(), 0, comm, MPI_STATUS_IGNORE);
    expect_failure(code, AL_ERR_TYPES, square, "Square");
    ASSERT_EQ(AL_Recv(&received, AutoLink_List, left(), 0, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(difference(large, received), "");
    AL_Free(received, AutoLink_List);
    ASSERT_EQ(AL_Waitall(3, requests, MPI_STATUSES_IGNORE), MPI_SUCCESS);
  }
}

TEST_F(Transfers, TheReceiverLearnsOfTheSendersError) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{20000}}) {
    Made made;
    auto *kinds = made.one<Kinds>();
    *kinds = {};
    kinds->id = 1;
    kinds->next = make_kinds(made, n, 1);
    auto *bad = made.one<Kinds>(); // found late in the search
    *bad = {};
    bad->n_records = -5;
    bad->records = made.one<Leaf>();
    kinds->next->next = bad;
    AL_Request request;
    Kinds *received = nullptr;
    ASSERT_EQ(AL_Isend(kinds, AutoLink_Kinds, right(), 0, comm, &request), MPI_SUCCESS);
    const int code = AL_Recv(&received, AutoLink_Kinds, left(), 0, comm, MPI_STATUS_IGNORE);
    expect_failure(code, AL_ERR_SENDER, received, "sender");
    const int send_code = AL_Wait(&request, MPI_STATUS_IGNORE);
    expect_failure<Kinds>(send_code, AL_ERR_STRUCTURE, nullptr, "Kinds.records");
  }
}

/// Each rank acts as a sender on another machine for its right neighbour.
TEST_F(Transfers, FromOtherMachines) {
  const autolink::Route packets = autolink::route_to(autolink::state_of(comm), right());
  for (const char *allocation : {"malloc", "arena"}) {
    set({{"allocation", allocation}});
    for (std::size_t i = 0; i < n_machines; ++i)
      for (const std::size_t elements_a_packet : {0, 50}) {
        Made made;
        const Tree *tree = make_tree(made, 700, i);
        const Messages messages = foreign(machines[i], tree, {.elements_a_packet = elements_a_packet});
        std::vector<MPI_Request> requests(messages.size());
        for (std::size_t m = 0; m < messages.size(); ++m)
          MPI_Isend(messages[m].data(), static_cast<int>(messages[m].size()), MPI_BYTE, m == 0 ? right() : packets.rank,
                    m == 0 ? 6 : autolink::packet_tag(foreign_stream), m == 0 ? comm : packets.comm, &requests[m]);
        Tree *received = nullptr;
        Square *square = nullptr;
        if (elements_a_packet == 50 && i % 2) {
          const int code = AL_Recv(&square, AutoLink_Square, left(), 6, comm, MPI_STATUS_IGNORE);
          expect_failure(code, AL_ERR_TYPES, square, "the sender's Tree");
        } else {
          ASSERT_EQ(AL_Recv(&received, AutoLink_Tree, left(), 6, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
          EXPECT_EQ(difference(tree, received), "") << machines[i].name;
          AL_Free(received, AutoLink_Tree);
        }
        MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
        MPI_Barrier(comm); // the next stream has the same number
      }
  }
}

TEST_F(Transfers, ErrorsNameTheCall) {
  List *root = nullptr;
  AL_Request request;
  MPI_Status *const ignore = MPI_STATUS_IGNORE;
  const std::pair<const char *, int> calls[] = {
      {"AL_Send: the type is NULL", AL_Send(root, nullptr, 0, 0, comm)},
      {"AL_Send_flags: the type is NULL", AL_Send_flags(root, nullptr, 0, 0, comm, 0)},
      {"AL_Isend: the type is NULL", AL_Isend(root, nullptr, 0, 0, comm, &request)},
      {"AL_Recv: the type is NULL", AL_Recv(&root, nullptr, 0, 0, comm, ignore)},
      {"AL_Irecv: the type is NULL", AL_Irecv(&root, nullptr, 0, 0, comm, &request)},
      {"AL_Iprobe: flag is NULL", AL_Iprobe(0, 0, comm, nullptr, nullptr, ignore)}};
  for (const auto &[text, code] : calls)
    expect_failure(code, AL_ERR_ARGUMENT, root, text);
}

TEST_F(Transfers, NullArgumentsAreErrors) {
  const automap::test::HandledErrors handled({MPI_COMM_WORLD});
  List *root = nullptr;
  AL_Request request = AL_REQUEST_NULL;
  int flag = 0;
  MPI_Status *const ignore = MPI_STATUS_IGNORE, *const ignore_all = MPI_STATUSES_IGNORE;
  std::vector<std::pair<const char *, int>> calls{
      {"AL_Wait: the request is NULL", AL_Wait(nullptr, ignore)},
      {"AL_Test: the request is NULL", AL_Test(nullptr, &flag, ignore)},
      {"AL_Test: flag is NULL", AL_Test(&request, nullptr, ignore)},
      {"AL_Cancel: the request is NULL", AL_Cancel(nullptr)},
      {"AL_Waitall: the requests are NULL", AL_Waitall(3, nullptr, ignore_all)},
      {"AL_Waitall: the number of requests is negative", AL_Waitall(-1, &request, ignore_all)},
      {"AL_Comm_set_info: the info object is MPI_INFO_NULL", AL_Comm_set_info(comm, MPI_INFO_NULL)},
      {"AL_Error_class: al_class is NULL", AL_Error_class(0, nullptr)}};
  if (ignore) {
    calls.emplace_back("AL_Wait: the status is NULL", AL_Wait(&request, nullptr));
    calls.emplace_back("AL_Test: the status is NULL", AL_Test(&request, &flag, nullptr));
    calls.emplace_back("AL_Recv: the status is NULL", AL_Recv(&root, AutoLink_List, 0, 0, comm, nullptr));
    calls.emplace_back("AL_Probe: the status is NULL", AL_Probe(0, 0, comm, nullptr, nullptr));
    calls.emplace_back("AL_Iprobe: the status is NULL", AL_Iprobe(0, 0, comm, &flag, nullptr, nullptr));
  }
  if (ignore_all)
    calls.emplace_back("AL_Waitall: the statuses are NULL", AL_Waitall(1, &request, nullptr));
  for (const auto &[text, code] : calls)
    expect_failure(code, AL_ERR_ARGUMENT, root, text);
  EXPECT_EQ(AL_Waitall(0, nullptr, nullptr), MPI_SUCCESS);
}

TEST_F(Transfers, PlainMessagesAreRefused) {
  double plain[3] = {1, 2, 3};
  MPI_Request request;
  MPI_Isend(plain, 3, MPI_DOUBLE, right(), 0, comm, &request);
  List *received = nullptr;
  const int code = AL_Recv(&received, AutoLink_List, left(), 0, comm, MPI_STATUS_IGNORE);
  expect_failure(code, AL_ERR_MESSAGE, received, "AL_Recv: ");
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

TEST_F(Transfers, ErrorsCallTheHandlerOfTheCommunicatorOnce) {
  const automap::test::HandledErrors handled({comm});
  const auto expect_call = [&](int code, int expected_class) {
    int al_class = 0;
    AL_Error_class(code, &al_class);
    EXPECT_EQ(al_class, expected_class);
    const auto calls = handled.calls();
    ASSERT_EQ(calls.size(), 1u) << expected_class;
    EXPECT_EQ(calls[0].comm, comm);
    if (expected_class || !mpi_hides_handled_codes()) // 0: the failure is MPI's
      EXPECT_EQ(calls[0].code, code);
  };
  expect_call(AL_Send_flags(nullptr, AutoLink_List, right(), 0, comm, 64), AL_ERR_ARGUMENT);
  expect_call(AL_Send(nullptr, AutoLink_List, size + 3, 0, comm), 0); // MPI detects this mistake
  Tree leaf = {}, tree = {0, &leaf, &leaf};
  AL_Request request;
  Tree *received = nullptr;
  ASSERT_EQ(AL_Isend_flags(&tree, AutoLink_Tree, right(), 0, comm, AL_CHECK_SHARING, &request), MPI_SUCCESS);
  EXPECT_TRUE(handled.calls().empty());
  expect_call(AL_Recv(&received, AutoLink_Tree, left(), 0, comm, MPI_STATUS_IGNORE), AL_ERR_SENDER);
  expect_call(AL_Wait(&request, MPI_STATUS_IGNORE), AL_ERR_STRUCTURE);
}

TEST_F(Transfers, Arguments) {
  List *received = nullptr;
  int got = 0;
  AL_Error_class(AL_Send(nullptr, nullptr, right(), 0, comm), &got);
  EXPECT_EQ(got, AL_ERR_ARGUMENT);
  AL_Error_class(AL_Recv(nullptr, AutoLink_List, left(), 0, comm, MPI_STATUS_IGNORE), &got);
  EXPECT_EQ(got, AL_ERR_ARGUMENT);
  AL_Error_class(AL_Send_flags(nullptr, AutoLink_List, right(), 0, comm, 64), &got);
  EXPECT_EQ(got, AL_ERR_ARGUMENT);
  const int code = AL_Send(nullptr, AutoLink_List, size + 3, 0, comm);
  int error_class = 0;
  MPI_Error_class(code, &error_class);
  EXPECT_EQ(error_class, MPI_ERR_RANK);
  AL_Error_class(code, &got);
  EXPECT_EQ(got, 0);
  AL_Request request = AL_REQUEST_NULL;
  MPI_Error_class(AL_Isend(nullptr, AutoLink_List, size + 3, 0, comm, &request), &error_class);
  EXPECT_EQ(error_class, MPI_ERR_RANK);
  EXPECT_EQ(request, AL_REQUEST_NULL);
  EXPECT_EQ(received, nullptr);
}

std::string packet_bytes(MPI_Comm of) {
  MPI_Info info;
  EXPECT_EQ(AL_Comm_get_info(of, &info), MPI_SUCCESS);
  char value[MPI_MAX_INFO_VAL + 1] = "";
  int is_there = 0;
  MPI_Info_get(info, "autolink_packet_bytes", MPI_MAX_INFO_VAL, value, &is_there);
  MPI_Info_free(&info);
  return value;
}

TEST_F(Transfers, Settings) {
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "autolink_packet_bytes", "12345");
  MPI_Info_set(info, "somebody_else", "x");
  EXPECT_EQ(AL_Comm_set_info(comm, info), MPI_SUCCESS);
  int got = 0;
  for (const auto &[key, value] : std::map<const char *, const char *>{{"autolink_packet_bytes", "many"},
                                                                       {"autolink_packet_bites", "1"},
                                                                       {"autolink_packets_in_flight", "0"},
                                                                       {"autolink_allocation", "heap"},
                                                                       {"autolink_eager_bytes", "70000"},
                                                                       {"autolink_check_sharing", "yes"}}) {
    MPI_Info wrong;
    MPI_Info_create(&wrong);
    MPI_Info_set(wrong, "autolink_packet_bytes", "777");
    MPI_Info_set(wrong, key, value);
    const int code = AL_Comm_set_info(comm, wrong);
    AL_Error_class(code, &got);
    EXPECT_EQ(got, AL_ERR_ARGUMENT) << key;
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, text, &length);
    EXPECT_NE(std::string(text).find(std::string("setting ") + key), std::string::npos) << text;
    MPI_Info_free(&wrong);
  }
  MPI_Info_free(&info);
  EXPECT_EQ(packet_bytes(comm), "12345");
}

TEST_F(Transfers, MisspeltSettingsOfTheEnvironmentAreToldOnce) {
  const std::vector<std::pair<const char *, const char *>> misspelt = {
      {"AUTOLINK_PACKET_SIZE", "AUTOLINK_PACKET_BYTES"},
      {"AUTOLINK_ALOCATION", "AUTOLINK_ALLOCATION"},
      {"AUTOLINK_EAGER", "AUTOLINK_EAGER_BYTES"}};
  for (const auto &[name, meant] : misspelt)
    setenv(name, "1", 1);
  setenv("AUTOLINK_DIR", "/", 1);
  for (const bool is_first : {true, false}) {
    ASSERT_EQ(AL_Finalize(), MPI_SUCCESS); // MPI continues
    testing::internal::CaptureStderr();
    const int code = AL_Init(nullptr, nullptr);
    const std::string error_text = testing::internal::GetCapturedStderr();
    ASSERT_EQ(code, MPI_SUCCESS);
    for (const auto &[name, meant] : misspelt)
      EXPECT_EQ(error_text.find(std::string(name) + " in the environment is not a setting; did you mean " + meant +
                                "?") != error_text.npos,
                is_first && rank == 0)
          << error_text;
    EXPECT_EQ(error_text.find("AUTOLINK_DIR"), error_text.npos);
  }
  for (const auto &[name, meant] : misspelt)
    unsetenv(name);
  unsetenv("AUTOLINK_DIR");
}

TEST_F(Transfers, SettingsOfTheEnvironment) {
  const std::string before = packet_bytes(comm);
  EXPECT_NE(before, "65432");
  ASSERT_EQ(setenv("AUTOLINK_PACKET_BYTES", "65432", 1), 0);
  ASSERT_EQ(AL_Finalize(), MPI_SUCCESS); // MPI continues
  ASSERT_EQ(AL_Init(nullptr, nullptr), MPI_SUCCESS);
  EXPECT_EQ(packet_bytes(MPI_COMM_WORLD), "65432");
  ASSERT_EQ(unsetenv("AUTOLINK_PACKET_BYTES"), 0);
  ASSERT_EQ(AL_Finalize(), MPI_SUCCESS);
  ASSERT_EQ(AL_Init(nullptr, nullptr), MPI_SUCCESS);
  EXPECT_EQ(packet_bytes(MPI_COMM_WORLD), before);
}

TEST_F(Transfers, SettingsEndWithTheirCommunicator) { // the handle may be reused by the next communicator
  const std::string before = packet_bytes(MPI_COMM_WORLD);
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "autolink_packet_bytes", "54321");
  for (int i = 0; i < 3; ++i) {
    MPI_Comm made;
    MPI_Comm_dup(MPI_COMM_WORLD, &made);
    EXPECT_EQ(packet_bytes(made), before);
    EXPECT_EQ(AL_Comm_set_info(made, info), MPI_SUCCESS);
    EXPECT_EQ(packet_bytes(made), "54321");
    MPI_Comm_free(&made);
  }
  MPI_Info_free(&info);
}

/// A part of a tree goes around all ranks, each of which adds a Twig and frees what it has sent.
TEST_F(Transfers, PartsOfATreeMoveOn) {
  Made made;
  Twig *const whole = make_twigs(made, 3000, 9);
  std::function<Twig *(const Twig *, Twig *)> copy = [&](const Twig *from, Twig *parent) -> Twig * {
    if (!from)
      return nullptr;
    auto *to = static_cast<Twig *>(std::malloc(sizeof(Twig)));
    *to = {from->key, nullptr, nullptr, parent, parent};
    to->left = copy(from->left, to);
    to->right = copy(from->right, to);
    return to;
  };
  const auto expect_tree = [&](const Twig *root, MPI_Count nodes) {
    std::vector<const Twig *> waiting{root};
    MPI_Count n = 0;
    for (; !waiting.empty(); ++n) {
      const Twig *twig = waiting.back();
      waiting.pop_back();
      for (const Twig *child : {twig->left, twig->right})
        if (child) {
          ASSERT_EQ(child->parent, twig);
          ASSERT_EQ(child->other, twig);
          waiting.push_back(child);
        }
    }
    EXPECT_EQ(n, nodes);
    EXPECT_EQ(root->parent, nullptr);
  };
  Twig *tree = nullptr, *part = nullptr, *received = nullptr;
  AL_Request request = AL_REQUEST_NULL;
  if (rank == 0) {
    tree = copy(whole, nullptr);
    part = tree->left ? tree->left : tree->right;
    ASSERT_EQ(AL_Isend_flags(part, AutoLink_Twig, right(), 3, comm, AL_NO_SHARING, &request), MPI_SUCCESS);
  }
  AL_Size there;
  ASSERT_EQ(AL_Probe(left(), 3, comm, &there, MPI_STATUS_IGNORE), MPI_SUCCESS);
  ASSERT_EQ(AL_Recv(&received, AutoLink_Twig, left(), 3, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
  expect_tree(received, there.nodes);
  if (rank == 0) {
    AL_Size all, moved, rest;
    ASSERT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
    AL_Count(tree, AutoLink_Twig, &all);
    AL_Count(part, AutoLink_Twig, &moved);
    EXPECT_EQ(there.nodes, moved.nodes + size - 1);
    (tree->left == part ? tree->left : tree->right) = nullptr;
    ASSERT_EQ(AL_Free(part, AutoLink_Twig), MPI_SUCCESS);
    AL_Count(tree, AutoLink_Twig, &rest);
    EXPECT_EQ(all.nodes, moved.nodes + rest.nodes);
    expect_tree(tree, rest.nodes);
    AL_Free(tree, AutoLink_Twig);
  } else {
    auto *root = static_cast<Twig *>(std::malloc(sizeof(Twig)));
    *root = {'+', received, nullptr, nullptr, received};
    received->parent = received->other = root;
    ASSERT_EQ(AL_Send(root, AutoLink_Twig, right(), 3, comm), MPI_SUCCESS);
    received = root;
  }
  AL_Free(received, AutoLink_Twig);
}

TEST_F(Transfers, PackAndUnpack) {
  Made made;
  const Kinds *kinds = make_kinds(made, 500, 5);
  void *buffer = nullptr;
  std::size_t bytes = 0;
  ASSERT_EQ(AL_Pack(kinds, AutoLink_Kinds, &buffer, &bytes), MPI_SUCCESS);
  Kinds *copy = nullptr;
  ASSERT_EQ(AL_Unpack(buffer, bytes, &copy, AutoLink_Kinds), MPI_SUCCESS);
  EXPECT_EQ(difference(kinds, copy), "");
  AL_Free(copy, AutoLink_Kinds);
  std::free(buffer);
}

TEST_F(Transfers, TheCallersAllocator) {
  struct Counts {
    long live = 0;
  } counts;
  const AL_Allocator allocator = {[](std::size_t bytes, std::size_t, void *context) {
                                    ++static_cast<Counts *>(context)->live;
                                    return std::malloc(bytes);
                                  },
                                  [](void *node, std::size_t, void *context) {
                                    --static_cast<Counts *>(context)->live;
                                    std::free(node);
                                  },
                                  &counts};
  ASSERT_EQ(AL_Comm_set_allocator(comm, &allocator), MPI_SUCCESS);
  Made made;
  const Graph *graph = make_graph(made, 4000, 1);
  AL_Size counted;
  AL_Count(graph, AutoLink_Graph, &counted);
  for (const char *allocation : {"malloc", "arena"}) { // affects only communicators without an allocator
    set({{"allocation", allocation}});
    AL_Request request;
    Graph *received = nullptr;
    ASSERT_EQ(AL_Isend(graph, AutoLink_Graph, right(), 0, comm, &request), MPI_SUCCESS);
    ASSERT_EQ(AL_Recv(&received, AutoLink_Graph, left(), 0, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
    ASSERT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
    ASSERT_EQ(counts.live, counted.nodes);
    ASSERT_EQ(AL_Free_with(received, AutoLink_Graph, &allocator), MPI_SUCCESS);
    EXPECT_EQ(counts.live, 0);
  }
}

/// The allocator is called not only by the thread that started the receive.
TEST_F(Transfers, AllocatorsAreCalledByThreadsThatWait) {
  int provided = 0;
  MPI_Query_thread(&provided);
  if (provided < MPI_THREAD_SERIALIZED)
    GTEST_SKIP() << "other threads may not call MPI";
  struct Calls {
    std::thread::id starter = std::this_thread::get_id();
    long elsewhere = 0;
  } calls;
  const AL_Allocator allocator = {[](std::size_t bytes, std::size_t, void *context) {
                                    auto &here = *static_cast<Calls *>(context);
                                    here.elsewhere += std::this_thread::get_id() != here.starter;
                                    return std::malloc(bytes);
                                  },
                                  [](void *node, std::size_t, void *) { std::free(node); }, &calls};
  ASSERT_EQ(AL_Comm_set_allocator(comm, &allocator), MPI_SUCCESS);
  Made made;
  const List *list = make_list(made, 20000, 1);
  List *received = nullptr;
  AL_Request requests[2];
  ASSERT_EQ(AL_Irecv(&received, AutoLink_List, left(), 0, comm, &requests[0]), MPI_SUCCESS);
  MPI_Barrier(comm); // otherwise this thread may find the whole list, and allocate all of it
  std::thread([&] {
    int is_sent = 0;
    EXPECT_EQ(AL_Isend(list, AutoLink_List, right(), 0, comm, &requests[1]), MPI_SUCCESS);
    while (!is_sent || calls.elsewhere == 0)
      EXPECT_EQ(AL_Test(&requests[1], &is_sent, MPI_STATUS_IGNORE), MPI_SUCCESS);
  }).join();
  ASSERT_EQ(AL_Wait(&requests[0], MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(difference(list, received), "");
  EXPECT_EQ(AL_Free_with(received, AutoLink_List, &allocator), MPI_SUCCESS);
}

TEST_F(Transfers, PromisesOfACall) {
  Made made;
  const List *list = make_list(made, 20000, 1);
  expect_arrival(list, AL_NO_SHARING);

  AL_Request request;
  auto *tree = make_tree(made, 1, 1);
  tree->left = tree->right = make_tree(made, 1, 2);
  int code = AL_Isend_flags(tree, AutoLink_Tree, right(), 0, comm, AL_CHECK_SHARING, &request);
  ASSERT_EQ(code, MPI_SUCCESS);
  Tree *none = nullptr;
  code = AL_Recv(&none, AutoLink_Tree, left(), 0, comm, MPI_STATUS_IGNORE);
  expect_failure(code, AL_ERR_SENDER, none, "sender");
  code = AL_Wait(&request, MPI_STATUS_IGNORE);
  expect_failure<Tree>(code, AL_ERR_STRUCTURE, nullptr, "AL_Isend_flags: ");
}

/// A call's flag or the setting may request the check.
TEST_F(Transfers, PromisesOfACallAreCheckedAsThoseOfTypesAre) {
  Made made;
  Graph leaf = {}, shared = {}, ring = {};
  shared.link[0] = shared.link[2] = &leaf;
  ring.link[1] = &ring;
  const List *list = make_list(made, 20000, 1);
  for (const int flags : {AL_NO_SHARING | AL_CHECK_SHARING, int{AL_NO_SHARING}}) {
    AL_Request request;
    for (const Graph *graph : {&shared, &ring}) {
      ASSERT_EQ(AL_Isend_flags(graph, AutoLink_Graph, right(), 0, comm, flags, &request), MPI_SUCCESS);
      Graph *none = nullptr;
      int code = AL_Recv(&none, AutoLink_Graph, left(), 0, comm, MPI_STATUS_IGNORE);
      expect_failure(code, AL_ERR_SENDER, none, "sender");
      code = AL_Wait(&request, MPI_STATUS_IGNORE);
      expect_failure<Graph>(code, AL_ERR_STRUCTURE, nullptr, "Graph, promised to be a tree, is shared");
    }
    expect_arrival(list, flags);
    set({{"check_sharing", "true"}});
  }
}

TEST_F(Transfers, Threads) {
  int provided = 0;
  MPI_Query_thread(&provided);
  if (provided < MPI_THREAD_MULTIPLE)
    GTEST_SKIP() << "the MPI library has no MPI_THREAD_MULTIPLE";
  constexpr int n = 3;
  std::vector<std::string> problems(2 * n);
  std::vector<std::thread> threads;
  for (int t = 0; t < n; ++t) {
    threads.emplace_back([&, t] {
      Made made;
      const Graph *graph = make_graph(made, 3000, static_cast<unsigned>(t));
      for (int i = 0; i < 5; ++i)
        if (AL_Send(graph, AutoLink_Graph, right(), t, comm) != MPI_SUCCESS)
          problems[static_cast<std::size_t>(t)] = "not sent";
    });
    threads.emplace_back([&, t] {
      Made made;
      const Graph *expected = make_graph(made, 3000, static_cast<unsigned>(t));
      for (int i = 0; i < 5; ++i) {
        Graph *received = nullptr;
        AL_Request request;
        AL_Size found = {-1, -1};
        if (i % 2 && (AL_Probe(left(), t, comm, &found, MPI_STATUS_IGNORE) != MPI_SUCCESS || found.nodes < 0))
          problems[static_cast<std::size_t>(n + t)] = "not probed";
        if (AL_Irecv(&received, AutoLink_Graph, left(), t, comm, &request) != MPI_SUCCESS ||
            AL_Wait(&request, MPI_STATUS_IGNORE) != MPI_SUCCESS)
          problems[static_cast<std::size_t>(n + t)] = "not received";
        const std::string difference = autolink::test::difference(expected, received);
        if (!difference.empty())
          problems[static_cast<std::size_t>(n + t)] = difference;
        AL_Free(received, AutoLink_Graph);
      }
    });
  }
  for (int i = 0; i < 200; ++i) // other threads read the settings at the same time
    set({{"packet_bytes", i % 2 ? "5000" : "60000"}, {"allocation", i % 3 ? "malloc" : "arena"}});
  for (std::thread &thread : threads)
    thread.join();
  for (const std::string &problem : problems)
    EXPECT_EQ(problem, "");
}

/// MPI has only a limited number of error codes, and texts may contain the user's words. This must be the last test:
/// afterwards errors would report only their class.
TEST_F(Transfers, TextsOfErrorsDoNotUseUpCodes) {
  std::set<int> codes;
  const auto code_of = [&](int setting) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, ("autolink_" + std::to_string(setting)).c_str(), "1");
    const int code = AL_Comm_set_info(comm, info);
    MPI_Info_free(&info);
    return code;
  };
  List *none = nullptr;
  const int first = code_of(0);
  expect_failure(first, AL_ERR_ARGUMENT, none, "autolink_0");
  for (int i = 0; i < 350; ++i)
    codes.insert(code_of(i));
  EXPECT_LE(codes.size(), 301u); // including the class itself
  EXPECT_EQ(code_of(0), first);
  expect_failure(first, AL_ERR_ARGUMENT, none, "autolink_0");
  const int without_text = code_of(-1);
  int al_class = 0;
  AL_Error_class(without_text, &al_class);
  EXPECT_EQ(al_class, AL_ERR_ARGUMENT);
  EXPECT_EQ(codes.count(without_text), 1u);
}

} // namespace

/// Returns a page that is kept for later arenas.
const std::byte *kept_page() { return autolink::Arena().allocate(1 << 20, 64); }

bool is_mapped(const std::byte *page) {
  unsigned char is_there = 0;
  return mincore(const_cast<std::byte *>(page), 1, &is_there) == 0;
}

int main(int argc, char **argv) {
  int provided = 0;
  const bool one_thread = argc > 1 && std::strcmp(argv[1], "--one-thread") == 0;
  MPI_Init_thread(&argc, &argv, one_thread ? MPI_THREAD_SERIALIZED : MPI_THREAD_MULTIPLE, &provided);
  AL_Init(nullptr, nullptr);
  testing::InitGoogleTest(&argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int failed = automap::test::run_on_ranks();
  const std::byte *kept = kept_page();
  const bool was_mapped = is_mapped(kept);
  AL_Finalize();
  if (!was_mapped || is_mapped(kept)) {
    std::fputs("AL_Finalize leaves memory of arenas\n", stderr);
    failed = 1;
  }
  MPI_Finalize();
  return failed;
}
