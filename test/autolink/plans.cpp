// Tests plans under mpiexec: time loops around a ring of ranks, changed shapes, requests. Contents are compared by code
// that knows only the C types.
#include "repeat/support.h"
#include "transfers.h"

#include <functional>
#include <string>
#include <string_view>

using namespace autolink::test;

namespace {

/// A structure of this rank, and a copy of the left neighbour's.
template <typename T> struct Neighbours {
  Neighbours(AL_Type type, std::function<T *(Made &made, int of)> make, MPI_Comm comm) : type(type) {
    own = make(made, rank);
    expected = make(made, left());
    AL_Request request;
    EXPECT_EQ(AL_Isend(own, type, right(), 0, comm, &request), MPI_SUCCESS);
    EXPECT_EQ(AL_Recv(&copy, type, left(), 0, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(AL_Plan_create(own, type, &sending), MPI_SUCCESS);
    EXPECT_EQ(AL_Plan_create(copy, type, &receiving), MPI_SUCCESS);
    own_nodes = planned(type, own);
    expected_nodes = planned(type, expected);
  }
  ~Neighbours() {
    EXPECT_EQ(AL_Plan_free(&sending), MPI_SUCCESS);
    EXPECT_EQ(AL_Plan_free(&receiving), MPI_SUCCESS);
    EXPECT_EQ(receiving, AL_PLAN_NULL);
    AL_Free(copy, type);
  }

  /// Changes the contents here, and what is expected of the left neighbour's in the same way.
  void change(int step, double share) {
    ContentChanges(static_cast<std::uint64_t>(100 * step + rank), share)(*own_nodes);
    ContentChanges(static_cast<std::uint64_t>(100 * step + left()), share)(*expected_nodes);
  }

  AL_Type type;
  Made made;
  T *own, *expected, *copy = nullptr;
  AL_Plan sending = AL_PLAN_NULL, receiving = AL_PLAN_NULL;
  Planned own_nodes, expected_nodes;
};

template <typename T> void loop_around(AL_Type type, std::function<T *(Made &made, int of)> make, MPI_Comm comm) {
  Neighbours<T> all(type, make, comm);
  for (int step = 0; step < 12; ++step) {
    all.change(step, step % 3 ? 0.05 : 1);
    const bool only_changed = step > 1 && step % 4;
    AL_Request requests[2];
    MPI_Status statuses[2];
    if (step % 2) {
      ASSERT_EQ(AL_Plan_irecv(all.receiving, left(), 3, comm, &requests[1]), MPI_SUCCESS);
      ASSERT_EQ((only_changed ? AL_Plan_isend_changed : AL_Plan_isend)(all.sending, right(), 3, comm, &requests[0]),
                MPI_SUCCESS);
      ASSERT_EQ(AL_Waitall(2, requests, statuses), MPI_SUCCESS);
    } else if (rank % 2 == 0 && size > 1) {
      ASSERT_EQ((only_changed ? AL_Plan_send_changed : AL_Plan_send)(all.sending, right(), 3, comm), MPI_SUCCESS);
      ASSERT_EQ(AL_Plan_recv(all.receiving, MPI_ANY_SOURCE, 3, comm, &statuses[1]), MPI_SUCCESS);
    } else {
      ASSERT_EQ((only_changed ? AL_Plan_isend_changed : AL_Plan_isend)(all.sending, right(), 3, comm, &requests[0]),
                MPI_SUCCESS);
      ASSERT_EQ(AL_Plan_recv(all.receiving, left(), MPI_ANY_TAG, comm, &statuses[1]), MPI_SUCCESS);
      ASSERT_EQ(AL_Wait(&requests[0], MPI_STATUS_IGNORE), MPI_SUCCESS);
    }
    EXPECT_EQ(statuses[1].MPI_SOURCE, left());
    EXPECT_EQ(statuses[1].MPI_TAG, 3);
    MPI_Count bytes = 0;
    MPI_Get_elements_x(&statuses[1], MPI_BYTE, &bytes);
    if (!only_changed) {
      EXPECT_EQ(static_cast<std::uint64_t>(bytes),
                sizeof(autolink::ContentHead) + all.expected_nodes->recorded.content_bytes());
    }
    ASSERT_EQ(difference(all.expected, all.copy), "") << "step " << step;
  }
}

TEST_F(Transfers, PlansInALoop) {
  for (const char *allocation : {"malloc", "arena"})
    for (const std::size_t n : {1, 30, 5000}) {
      set({{"allocation", allocation}, {"packet_bytes", n == 30 ? "100" : "65536"}});
      loop_around<List>(AutoLink_List, [=](Made &made, int of) { return make_list(made, n, of); }, comm);
      loop_around<Graph>(AutoLink_Graph, [=](Made &made, int of) { return make_graph(made, n + of, of); }, comm);
#ifdef __SANITIZE_THREAD__ // whose malloc leaves nothing between nodes: the end of one is then taken for the next one
      if (std::string_view(allocation) == "malloc")
        continue;
#endif
      loop_around<Kinds>(AutoLink_Kinds, [=](Made &made, int of) { return make_kinds(made, n / 3 + 1, of); }, comm);
      loop_around<Cell>(AutoLink_Cell, [=](Made &made, int of) { return make_cells(made, n / 2 + 1, of); }, comm);
    }
}

TEST_F(Transfers, PlansOfAChangedShape) {
  const auto make = [](Made &made, int) { return make_graph(made, 20000, 1); };
  Neighbours<Graph> all(AutoLink_Graph, make, comm);
  Graph *const last = static_cast<Graph *>(
      static_cast<void *>(all.own_nodes->recorded.classes()[0].nodes.back())); // is met after packets have gone
  Graph *const last_copy =
      static_cast<Graph *>(static_cast<void *>(planned(AutoLink_Graph, all.copy)->recorded.classes()[0].nodes.back()));
  const auto fail = [&](Graph *where, int sent_error, int received_error, const std::string &text) {
    Graph *const right_one = where->link[2];
    where->link[2] = right_one == all.own ? nullptr : all.own;
    all.own->id += 5;
    AL_Request request;
    AL_Plan_isend(all.sending, right(), 0, comm, &request);
    const int received = AL_Plan_recv(all.receiving, left(), 0, comm, MPI_STATUS_IGNORE);
    const std::string received_text = AL_Error_string(received);
    const int sent = AL_Wait(&request, MPI_STATUS_IGNORE);
    const std::string sent_text = AL_Error_string(sent);
    where->link[2] = right_one;
    int al_class = 0;
    AL_Error_class(sent, &al_class);
    EXPECT_EQ(al_class, sent_error) << sent_text;
    AL_Error_class(received, &al_class);
    EXPECT_EQ(al_class, received_error) << received_text;
    EXPECT_NE((sent_error ? sent_text : received_text).find(text), std::string::npos) << sent_text << received_text;
    EXPECT_EQ(difference(all.expected, all.copy), ""); // nothing has changed there
    all.own->id -= 5;
  };
  const std::string node = std::to_string(all.own_nodes->recorded.n_nodes() - 1);
  fail(last, AL_ERR_STRUCTURE, AL_ERR_SENDER,
       "AL_Plan_isend: Graph.link[2] in node " + node + " leads elsewhere than in AL_Plan_create");
  fail(last_copy, 0, AL_ERR_STRUCTURE,
       "AL_Plan_recv: Graph.link[2] in node " + node + " leads elsewhere than in AL_Plan_create");
  AL_Request request;
  all.change(1, 0.5);
  ASSERT_EQ(AL_Plan_isend_changed(all.sending, right(), 0, comm, &request), MPI_SUCCESS);
  ASSERT_EQ(AL_Plan_recv(all.receiving, left(), 0, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
  ASSERT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(difference(all.expected, all.copy), "");
}

TEST_F(Transfers, PlansAndOtherMessages) {
  const auto make = [](Made &made, int) { return make_list(made, 3, 1); };
  Neighbours<List> all(AutoLink_List, make, comm);
  AL_Request request;
  List *structure = nullptr;
  const auto expect_error = [](int code, int error, const char *text) {
    int al_class = 0;
    AL_Error_class(code, &al_class);
    EXPECT_EQ(al_class, error);
    EXPECT_NE(std::string(AL_Error_string(code)).find(text), std::string::npos) << AL_Error_string(code);
  };
  ASSERT_EQ(AL_Plan_isend(all.sending, right(), 0, comm, &request), MPI_SUCCESS);
  expect_error(AL_Recv(&structure, AutoLink_List, left(), 0, comm, MPI_STATUS_IGNORE), AL_ERR_TYPES,
               "AL_Recv: plan of List was sent, and a structure is received");
  EXPECT_EQ(structure, nullptr);
  ASSERT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  ASSERT_EQ(AL_Isend(all.own, AutoLink_List, right(), 0, comm, &request), MPI_SUCCESS);
  expect_error(AL_Plan_recv(all.receiving, left(), 0, comm, MPI_STATUS_IGNORE), AL_ERR_TYPES,
               "AL_Plan_recv: a structure was sent by AL_Send, and what is received is plan of List");
  ASSERT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);

  // Probes find contents; their size is not known.
  for (const bool has_size : {false, true}) {
    ASSERT_EQ(AL_Plan_isend(all.sending, right(), 4, comm, &request), MPI_SUCCESS);
    AL_Size bytes = {5, 5};
    MPI_Status status;
    ASSERT_EQ(AL_Probe(left(), 4, comm, has_size ? &bytes : nullptr, &status), MPI_SUCCESS);
    EXPECT_EQ(status.MPI_SOURCE, left());
    if (has_size) {
      EXPECT_EQ(bytes.bytes, -1);
    }
    ASSERT_EQ(AL_Plan_recv(all.receiving, left(), 4, comm, &status), MPI_SUCCESS);
    ASSERT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  }

  // A plan that is freed lives as long as its transfers. A receive may be cancelled.
  AL_Plan other = AL_PLAN_NULL;
  ASSERT_EQ(AL_Plan_create(all.copy, AutoLink_List, &other), MPI_SUCCESS);
  AL_Request receiving;
  ASSERT_EQ(AL_Plan_irecv(other, left(), 5, comm, &receiving), MPI_SUCCESS);
  AL_Request another = AL_REQUEST_NULL;
  expect_error(AL_Plan_irecv(other, left(), 5, comm, &another), AL_ERR_ARGUMENT, "a receive that is not complete");
  EXPECT_EQ(another, AL_REQUEST_NULL);
  ASSERT_EQ(AL_Plan_free(&other), MPI_SUCCESS);
  all.change(7, 1);
  ASSERT_EQ(AL_Plan_isend_changed(all.sending, right(), 5, comm, &request), MPI_SUCCESS);
  ASSERT_EQ(AL_Wait(&receiving, MPI_STATUS_IGNORE), MPI_SUCCESS);
  ASSERT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(difference(all.expected, all.copy), "");
  ASSERT_EQ(AL_Plan_irecv(all.receiving, left(), 6, comm, &receiving), MPI_SUCCESS);
  ASSERT_EQ(AL_Cancel(&receiving), MPI_SUCCESS);
  MPI_Status status;
  ASSERT_EQ(AL_Wait(&receiving, &status), MPI_SUCCESS);
  int is_cancelled = 0;
  MPI_Test_cancelled(&status, &is_cancelled);
  EXPECT_TRUE(is_cancelled);

  // MPI_PROC_NULL and wrong arguments.
  EXPECT_EQ(AL_Plan_send(all.sending, MPI_PROC_NULL, 0, comm), MPI_SUCCESS);
  EXPECT_EQ(AL_Plan_send_changed(all.sending, MPI_PROC_NULL, 0, comm), MPI_SUCCESS);
  EXPECT_EQ(AL_Plan_recv(all.receiving, MPI_PROC_NULL, 0, comm, &status), MPI_SUCCESS);
  EXPECT_EQ(status.MPI_SOURCE, MPI_PROC_NULL);
  EXPECT_EQ(AL_Plan_isend(all.sending, MPI_PROC_NULL, 0, comm, &request), MPI_SUCCESS);
  EXPECT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(AL_Plan_irecv(all.receiving, MPI_PROC_NULL, 0, comm, &request), MPI_SUCCESS);
  EXPECT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  expect_error(AL_Plan_send(AL_PLAN_NULL, right(), 0, comm), AL_ERR_ARGUMENT, "AL_PLAN_NULL");
  expect_error(AL_Plan_recv(AL_PLAN_NULL, right(), 0, comm, &status), AL_ERR_ARGUMENT, "AL_PLAN_NULL");
  expect_error(AL_Plan_isend(all.sending, right(), 0, comm, nullptr), AL_ERR_ARGUMENT, "the request is NULL");
  EXPECT_NE(AL_Plan_send(all.sending, size, 0, comm), MPI_SUCCESS);
}

TEST_F(Transfers, PlansToSeveralRanks) {
  Made made;
  Graph *const expected = make_graph(made, 3000, 9);
  Graph *graph = expected;
  if (rank > 0) {
    graph = nullptr;
    ASSERT_EQ(AL_Recv(&graph, AutoLink_Graph, 0, 0, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
  } else {
    for (int to = 1; to < size; ++to)
      ASSERT_EQ(AL_Send(graph, AutoLink_Graph, to, 0, comm), MPI_SUCCESS);
  }
  AL_Plan plan = AL_PLAN_NULL;
  ASSERT_EQ(AL_Plan_create(graph, AutoLink_Graph, &plan), MPI_SUCCESS);
  const Planned nodes = planned(AutoLink_Graph, expected);
  for (int step = 0; step < 10; ++step) {
    ContentChanges(static_cast<std::uint64_t>(step), 0.1)(*nodes);
    if (rank == 0) {
      std::vector<AL_Request> requests(static_cast<std::size_t>(size - 1));
      for (int to = 1; to < size; ++to)
        ASSERT_EQ(AL_Plan_isend_changed(plan, to, 0, comm, &requests[static_cast<std::size_t>(to - 1)]), MPI_SUCCESS);
      ASSERT_EQ(AL_Waitall(size - 1, requests.data(), MPI_STATUSES_IGNORE), MPI_SUCCESS);
    } else {
      ASSERT_EQ(AL_Plan_recv(plan, 0, 0, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
      ASSERT_EQ(difference(expected, graph), "");
    }
  }
  AL_Plan_free(&plan);
  if (rank > 0)
    AL_Free(graph, AutoLink_Graph);
}

} // namespace
