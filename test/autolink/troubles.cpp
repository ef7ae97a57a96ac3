// Tests AutoLink's errors under mpiexec: memory runs out at every point in turn, senders are hostile, MPI calls fail.
// Afterwards the next structure must arrive.
#include "failing_new.h"
#include "foreign.h"
#include "transfers.h"

#include "core/receive/unpacker.h"
#include "mpi/comm_state.h"

#include <cstring>
#include <thread>
#include <type_traits>
#include <utility>

#include <sys/mman.h>

namespace {

// Wrappers of MPI_Test, MPI_Imrecv and MPI_Add_error_code, some of which fail on request.
int imrecvs_until_test_fails = 0;
void *last_place = nullptr;
MPI_Comm comm_of_failing_test = MPI_COMM_NULL; // the communicator of the next request, whose test must fail
bool fails_to_add_code = false;

} // namespace

extern "C" int MPI_Imrecv(void *to, int count, MPI_Datatype type, MPI_Message *message, MPI_Request *request) {
  if (imrecvs_until_test_fails > 1)
    --imrecvs_until_test_fails;
  last_place = to;
  EXPECT_EQ(type, MPI_BYTE); // a type that does not overlap itself
  return PMPI_Imrecv(to, count, type, message, request);
}

extern "C" int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
  if (imrecvs_until_test_fails == 1) {
    imrecvs_until_test_fails = 0;
    return MPI_ERR_INTERN;
  }
  if (comm_of_failing_test != MPI_COMM_NULL) {
    MPI_Comm_call_errhandler(std::exchange(comm_of_failing_test, MPI_COMM_NULL), MPI_ERR_INTERN);
    return MPI_ERR_INTERN;
  }
  return PMPI_Test(request, flag, status);
}

extern "C" int MPI_Add_error_code(int error_class, int *code) {
  if (std::exchange(fails_to_add_code, false)) {
    MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_INTERN);
    return MPI_ERR_INTERN;
  }
  return PMPI_Add_error_code(error_class, code);
}

using namespace autolink;
using namespace autolink::test;

namespace {

int al_class_of(int code) {
  int out = -1;
  if (code == MPI_SUCCESS)
    return 0;
  AL_Error_class(code, &out);
  return out;
}

/// Sends structures with two tags from one rank to the other.
struct Troubles : Transfers {
  int partner() const { return 1 - rank; }
  bool is_sender() const { return rank == 0; }

  /// Runs body() in a thread that has not used AutoLink yet, in which allocation `at` fails. Returns its code, and
  /// whether an allocation failed.
  template <typename Body> std::pair<int, bool> failing(std::uint64_t at, bool for_good, Body body) {
    std::pair<int, bool> out;
    std::thread([&] {
      const FailingNew failing(at, for_good);
      out.first = body();
      out.second = failing.has_failed();
    }).join();
    return out;
  }

  void expect_received(const Kinds *expected, int tag) {
    Kinds *received = nullptr;
    ASSERT_EQ(AL_Recv(&received, AutoLink_Kinds, partner(), tag, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
    ASSERT_EQ(difference(expected, received), "");
    AL_Free(received, AutoLink_Kinds);
  }

  /// Runs once for each allocation. The sender calls send(at), which returns its code and whether an allocation failed,
  /// and sends one more structure. The receiver calls receive(at), and receives what is left.
  template <typename Send, typename Receive> void in_turn(const Kinds *kinds, Send send, Receive receive) {
    std::uint64_t n_failures = 0;
    for (int goes_on = 1; goes_on; ++n_failures) {
      SCOPED_TRACE("allocation " + std::to_string(n_failures));
      int of_partner = 0;
      if (is_sender()) {
        goes_on = send(n_failures);
        ASSERT_EQ(AL_Send(kinds, AutoLink_Kinds, partner(), 2, comm), MPI_SUCCESS);
      } else {
        goes_on = receive(n_failures);
        expect_received(kinds, 2);
      }
      goes_on = goes_on && !HasFailure();
      MPI_Sendrecv(&goes_on, 1, MPI_INT, partner(), 3, &of_partner, 1, MPI_INT, partner(), 3, comm, MPI_STATUS_IGNORE);
      goes_on = goes_on && of_partner;
    }
    EXPECT_GT(n_failures, 3u);
  }

  /// Whether there are two ranks and threads may call MPI.
  bool is_possible() const {
    int provided = 0;
    MPI_Query_thread(&provided);
    return size == 2 && provided >= MPI_THREAD_SERIALIZED;
  }
};

TEST_F(Troubles, MemoryOfTheSenderRunsOut) {
  if (!is_possible())
    GTEST_SKIP() << "for two ranks with threads";
  struct Variant {
    bool is_blocking, for_good;
    const char *eager;
  };
  Made made;
  const Kinds *kinds = make_kinds(made, 4, 13);
  for (const Variant &variant : {Variant{true, false, "8192"}, Variant{false, false, "0"}, Variant{true, true, "0"}}) {
    set({{"eager_bytes", variant.eager}, {"packet_bytes", "2000"}});
    const auto send = [&](std::uint64_t at) {
      const auto [code, has_failed] = failing(at, variant.for_good, [&] {
        if (variant.is_blocking)
          return AL_Send(kinds, AutoLink_Kinds, partner(), 1, comm);
        AL_Request request = AL_REQUEST_NULL;
        const int begun = AL_Isend(kinds, AutoLink_Kinds, partner(), 1, comm, &request);
        return begun == MPI_SUCCESS ? AL_Wait(&request, MPI_STATUS_IGNORE) : begun;
      });
      const int al_class = al_class_of(code);
      EXPECT_TRUE(al_class == 0 || (has_failed && al_class == AL_ERR_MEMORY)) << al_class;
      MPI_Send(&al_class, 1, MPI_INT, partner(), 4, comm);
      return has_failed;
    };
    in_turn(kinds, send, [&](std::uint64_t) {
      int sent = 0;
      Kinds *received = nullptr;
      const int code = AL_Recv(&received, AutoLink_Kinds, partner(), 1, comm, MPI_STATUS_IGNORE);
      MPI_Recv(&sent, 1, MPI_INT, partner(), 4, comm, MPI_STATUS_IGNORE);
      EXPECT_EQ(al_class_of(code), sent == 0 ? 0 : AL_ERR_SENDER);
      EXPECT_EQ(sent == 0 ? difference(kinds, received) : "", "");
      if (received)
        AL_Free(received, AutoLink_Kinds);
      return true;
    });
  }
}

TEST_F(Troubles, MemoryOfTheSenderRunsOutOnANewCommunicator) {
  if (!is_possible())
    GTEST_SKIP() << "for two ranks with threads";
  Made made;
  const List *list = make_list(made, 3, 1);
  bool has_failed = true;
  for (std::uint64_t at = 0; has_failed; ++at) {
    SCOPED_TRACE("allocation " + std::to_string(at));
    MPI_Comm own;
    MPI_Comm_split(comm, 0, size - rank, &own); // there the partner has this rank
    MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
    int al_class = 0;
    if (is_sender()) {
      int code = MPI_SUCCESS;
      std::tie(code, has_failed) = failing(at, false, [&] { return AL_Send(list, AutoLink_List, rank, 1, own); });
      al_class = al_class_of(code);
      EXPECT_TRUE(al_class == 0 || (has_failed && al_class == AL_ERR_MEMORY)) << al_class;
    } else {
      List *received = nullptr;
      al_class = al_class_of(AL_Recv(&received, AutoLink_List, rank, 1, own, MPI_STATUS_IGNORE));
      EXPECT_TRUE(al_class == 0 || al_class == AL_ERR_SENDER) << al_class;
      EXPECT_EQ(difference(al_class == 0 ? list : nullptr, received), "");
      AL_Free(received, AutoLink_List);
    }
    MPI_Bcast(&has_failed, 1, MPI_CXX_BOOL, 0, comm);
    MPI_Comm_free(&own);
  }
}

TEST_F(Troubles, MemoryOfTheReceiverRunsOut) {
  if (!is_possible())
    GTEST_SKIP() << "for two ranks with threads";
  enum Call { blocking, nonblocking, probe, after_probe };
  struct Variant {
    Call call;
    bool for_good;
    const char *eager, *allocation;
  };
  Made made;
  const Kinds *kinds = make_kinds(made, 4, 13);
  AL_Size counted;
  AL_Count(kinds, AutoLink_Kinds, &counted);
  for (const Variant &variant :
       {Variant{blocking, false, "8192", "malloc"}, Variant{blocking, true, "0", "arena"},
        Variant{nonblocking, false, "0", "malloc"}, Variant{probe, false, "0", "malloc"},
        Variant{after_probe, false, "0", "malloc"}, Variant{after_probe, true, "8192", "arena"}}) {
    SCOPED_TRACE("variant " + std::to_string(variant.call));
    set({{"allocation", variant.allocation}, {"eager_bytes", variant.eager}, {"packet_bytes", "2000"}});
    const auto receive = [&](std::uint64_t at) {
      Kinds *received = nullptr;
      AL_Size found;
      MPI_Status status;
      int flag = 0;
      if (variant.call == after_probe)
        AL_Iprobe(partner(), 1, comm, &flag, &found, MPI_STATUS_IGNORE);
      const auto [code, has_failed] = failing(at, variant.for_good, [&] {
        if (variant.call == probe)
          return AL_Probe(partner(), 1, comm, &found, MPI_STATUS_IGNORE);
        if (variant.call != nonblocking)
          return AL_Recv(&received, AutoLink_Kinds, partner(), 1, comm, MPI_STATUS_IGNORE);
        AL_Request request = AL_REQUEST_NULL;
        const int begun = AL_Irecv(&received, AutoLink_Kinds, partner(), 1, comm, &request);
        return begun == MPI_SUCCESS ? AL_Wait(&request, MPI_STATUS_IGNORE) : begun;
      });
      const int al_class = al_class_of(code);
      EXPECT_TRUE(al_class == 0 || (has_failed && al_class == AL_ERR_MEMORY)) << al_class;
      if (al_class == 0 && variant.call != probe) {
        EXPECT_EQ(difference(kinds, received), "");
        AL_Free(received, AutoLink_Kinds);
        return has_failed;
      }
      EXPECT_EQ(received, nullptr);
      // A receive that could not begin leaves the structure in place.
      EXPECT_EQ(AL_Probe(partner(), MPI_ANY_TAG, comm, nullptr, &status), MPI_SUCCESS);
      if (status.MPI_TAG == 1) {
        EXPECT_EQ(AL_Probe(partner(), 1, comm, &found, &status), MPI_SUCCESS);
        EXPECT_EQ(found.nodes, counted.nodes);
        EXPECT_EQ(found.bytes, counted.bytes);
        expect_received(kinds, 1);
      } else {
        EXPECT_NE(variant.call, probe);
      }
      return has_failed;
    };
    in_turn(
        kinds, [&](std::uint64_t) { return AL_Send(kinds, AutoLink_Kinds, partner(), 1, comm) == MPI_SUCCESS; },
        receive);
  }
}

/// Runs call(at) with each allocation failing in turn, until none fails.
template <typename Call> void expect_no_trouble(Call call) {
  for (const bool for_good : {false, true})
    for (std::uint64_t at = 0;; ++at) {
      bool has_failed = false;
      const int al_class = al_class_of(call([&](auto body) {
        const FailingNew failing(at, for_good);
        const int code = body();
        has_failed = failing.has_failed();
        return code;
      }));
      ASSERT_TRUE(al_class == 0 || (has_failed && al_class == AL_ERR_MEMORY)) << al_class << ", allocation " << at;
      if (!has_failed)
        break;
    }
}

TEST_F(Troubles, MemoryRunsOutInLocalCalls) {
  Made made;
  const Kinds *kinds = make_kinds(made, 4, 13);
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "autolink_packets_in_flight", "77");
  MPI_Info_set(info, "autolink_limit_bytes", "1234567890");
  expect_no_trouble([&](auto failing) { // the communicator is new to AutoLink
    MPI_Comm own;
    MPI_Comm_dup(MPI_COMM_SELF, &own);
    MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
    const int code = failing([&] { return AL_Comm_set_info(own, info); });
    MPI_Info got;
    EXPECT_EQ(AL_Comm_get_info(own, &got), MPI_SUCCESS);
    char value[MPI_MAX_INFO_VAL + 1] = "";
    int is_there = 0;
    MPI_Info_get(got, "autolink_packets_in_flight", MPI_MAX_INFO_VAL, value, &is_there);
    EXPECT_STREQ(value, code == MPI_SUCCESS ? "77" : "4");
    MPI_Info_free(&got);
    MPI_Comm_free(&own);
    return code;
  });
  MPI_Info_free(&info);
  ASSERT_EQ(AL_Comm_set_allocator(comm, nullptr), MPI_SUCCESS);
  for (int place : {1, 2}) { // settings may change endlessly without using more memory
    const AL_Allocator allocator = {[](std::size_t n, std::size_t, void *) { return std::malloc(n); },
                                    [](void *node, std::size_t, void *) { std::free(node); }, &place};
    int code = MPI_SUCCESS;
    {
      const FailingNew failing(0, true);
      code = AL_Comm_set_allocator(comm, &allocator);
    }
    EXPECT_EQ(code, MPI_SUCCESS) << place;
  }
  ASSERT_EQ(AL_Comm_set_allocator(comm, nullptr), MPI_SUCCESS);
  expect_no_trouble([&](auto failing) {
    MPI_Info got = MPI_INFO_NULL;
    const int code = failing([&] { return AL_Comm_get_info(comm, &got); });
    EXPECT_EQ(code == MPI_SUCCESS, got != MPI_INFO_NULL);
    if (got != MPI_INFO_NULL)
      MPI_Info_free(&got);
    return code;
  });
  MPI_Errhandler of_world;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &of_world);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  expect_no_trouble([&](auto failing) { // the communicator is new to AutoLink
    MPI_Comm own;
    MPI_Comm_dup(MPI_COMM_SELF, &own);
    MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
    const int code = failing([&] { return AL_Comm_set_allocator(own, nullptr); });
    MPI_Comm_free(&own);
    return code;
  });
  AL_Size counted;
  expect_no_trouble([&](auto failing) { return failing([&] { return AL_Count(kinds, AutoLink_Kinds, &counted); }); });
  FILE *file = std::tmpfile();
  expect_no_trouble([&](auto failing) { return failing([&] { return AL_Trace(kinds, AutoLink_Kinds, file); }); });
  std::fclose(file);
  std::size_t n_freed = 0;
  const AL_Allocator counting = {[](std::size_t, std::size_t, void *) -> void * { return nullptr; },
                                 [](void *, std::size_t, void *n) { ++*static_cast<std::size_t *>(n); }, &n_freed};
  ASSERT_EQ(AL_Free_with(const_cast<Kinds *>(kinds), AutoLink_Kinds, &counting), MPI_SUCCESS);
  const std::size_t n_all = n_freed;
  expect_no_trouble([&](auto failing) { // Made owns the nodes
    n_freed = 0;
    const int code = failing([&] { return AL_Free_with(const_cast<Kinds *>(kinds), AutoLink_Kinds, &counting); });
    EXPECT_EQ(code == MPI_SUCCESS, n_freed == n_all) << n_freed;
    return code;
  });
  expect_no_trouble([&](auto failing) {
    void *buffer = nullptr;
    std::size_t bytes = 0;
    int code = failing([&] { return AL_Pack(kinds, AutoLink_Kinds, &buffer, &bytes); });
    EXPECT_EQ(code == MPI_SUCCESS, buffer != nullptr);
    std::free(buffer);
    return code;
  });
  void *buffer = nullptr;
  std::size_t bytes = 0;
  ASSERT_EQ(AL_Pack(kinds, AutoLink_Kinds, &buffer, &bytes), MPI_SUCCESS);
  expect_no_trouble([&](auto failing) {
    Kinds *made_again = nullptr;
    const int code = failing([&] { return AL_Unpack(buffer, bytes, &made_again, AutoLink_Kinds); });
    EXPECT_EQ(code == MPI_SUCCESS, made_again != nullptr);
    if (made_again)
      AL_Free(made_again, AutoLink_Kinds);
    return code;
  });
  std::free(buffer);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, of_world);
  MPI_Errhandler_free(&of_world);
}

TEST_F(Troubles, MemoryRunsOutInInit) {
  if (size != 1)
    GTEST_SKIP() << "AL_Init is collective";
  ASSERT_EQ(AL_Finalize(), MPI_SUCCESS); // MPI continues
  MPI_Errhandler of_world;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &of_world);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  setenv("AUTOLINK_PACKETS_IN_FLIGHT", "5", 1);
  expect_no_trouble([&](auto failing) {
    const int code = failing([] { return AL_Init(nullptr, nullptr); });
    EXPECT_EQ(AL_Comm_set_allocator(comm, nullptr) == MPI_SUCCESS, code == MPI_SUCCESS);
    if (code == MPI_SUCCESS)
      AL_Finalize();
    return code;
  });
  setenv("AUTOLINK_PACKETS_IN_FLIGHT", "none", 1);
  EXPECT_EQ(al_class_of(AL_Init(nullptr, nullptr)), AL_ERR_ARGUMENT);
  unsetenv("AUTOLINK_PACKETS_IN_FLIGHT");
  EXPECT_EQ(AL_Init(nullptr, nullptr), MPI_SUCCESS);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, of_world);
  MPI_Errhandler_free(&of_world);
}

/// A stream as any sender may write it, sent to the right neighbour in parts.
struct Stream {
  Stream(const List *list, std::size_t elements_a_packet, MPI_Comm comm)
      : messages(foreign(machines[0], list, {.elements_a_packet = elements_a_packet})), comm(comm),
        packets(route_to(state_of(comm), right())) {}

  /// Claims that no packet is longer than this.
  void claim(std::uint64_t bytes) { // the end of the first message
    std::memcpy(messages[0].data() + messages[0].size() - sizeof bytes, &bytes, sizeof bytes);
  }

  void send_first(int tag) { send(0, right(), tag, comm); }
  void send_packets() {
    for (std::size_t i = 1; i < messages.size(); ++i)
      send(i, packets.rank, packet_tag(foreign_stream), packets.comm);
  }
  void wait() {
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    MPI_Barrier(comm); // the next stream has the same number
  }

  Messages messages;
  MPI_Comm comm;
  Route packets;
  std::vector<MPI_Request> requests;

private:
  void send(std::size_t i, int to, int tag, MPI_Comm on) {
    MPI_Isend(messages[i].data(), static_cast<int>(messages[i].size()), MPI_BYTE, to, tag, on,
              &requests.emplace_back());
  }
};

TEST_F(Troubles, NoMemoryForWhatIsOnlyClaimed) {
  Made made;
  const List *list = make_list(made, 200, 1);
  for (const char *allocation : {"malloc", "arena"})
    for (const bool is_probed : {false, true}) {
      set({{"limit_bytes", "1000000"}, {"allocation", allocation}});
      Stream stream(list, 20, comm);
      stream.claim(0x7fffffff);
      stream.send_first(6);
      stream.send_packets();
      List *received = nullptr;
      int code = MPI_SUCCESS;
      {
        const FailingNew watched(~std::uint64_t{0});
        AL_Size found;
        if (is_probed)
          code = AL_Probe(left(), 6, comm, &found, MPI_STATUS_IGNORE);
        if (code == MPI_SUCCESS)
          code = AL_Recv(&received, AutoLink_List, left(), 6, comm, MPI_STATUS_IGNORE);
        EXPECT_LT(watched.largest(), 1u << 20);
      }
      ASSERT_EQ(code, MPI_SUCCESS);
      EXPECT_EQ(difference(list, received), "");
      AL_Free(received, AutoLink_List);
      stream.wait();
    }
}

/// MPI must not get a buffer that is too short for a packet. Such packets must still be received and dropped.
TEST_F(Troubles, PacketsThatAreLongerThanClaimed) {
  Made made;
  const List *next = make_list(made, 7, 2);
  for (const int nodes : {210, 50}) // 50 nodes are one packet
    for (const bool is_probed : {false, true}) {
      Stream stream(make_list(made, nodes, 1), 50, comm);
      stream.claim(1800); // less than 50 nodes; more than the last 10, and enough to announce everything
      stream.send_first(6);
      stream.send_packets();
      AL_Size found = {0, 0};
      if (is_probed) {
        EXPECT_EQ(AL_Probe(left(), 6, comm, &found, MPI_STATUS_IGNORE), MPI_SUCCESS);
        EXPECT_EQ(found.nodes, -1);
      }
      List *received = nullptr;
      expect_failure(AL_Recv(&received, AutoLink_List, left(), 6, comm, MPI_STATUS_IGNORE), AL_ERR_MESSAGE, received,
                     "length");
      stream.wait();
      int is_left = 0;
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, stream.packets.comm, &is_left, MPI_STATUS_IGNORE);
      EXPECT_FALSE(is_left);
      expect_arrival(next, 0);
    }
}

/// The length of a probed message is known before memory is allocated for it.
TEST_F(Troubles, FirstMessagesThatHaveBeenProbedTakeTheirLength) {
  Made made;
  const List *list = make_list(made, 3, 1);
  AL_Request request;
  ASSERT_EQ(AL_Isend(list, AutoLink_List, right(), 6, comm, &request), MPI_SUCCESS);
  AL_Size found = {0, 0};
  {
    const FailingNew watched(~std::uint64_t{0});
    ASSERT_EQ(AL_Probe(left(), 6, comm, &found, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_LT(watched.largest(), 4096u);
  }
  EXPECT_EQ(found.nodes, 3);
  List *received = nullptr;
  ASSERT_EQ(AL_Recv(&received, AutoLink_List, left(), 6, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(difference(list, received), "");
  AL_Free(received, AutoLink_List);
  ASSERT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
}

TEST_F(Troubles, FirstMessagesThatAreTooLongAreRefusedOnceProbed) {
  Made made;
  const std::vector<std::byte> message(100000);
  MPI_Request sending;
  MPI_Isend(message.data(), static_cast<int>(message.size()), MPI_BYTE, right(), 6, comm, &sending);
  AL_Size found = {0, 0};
  ASSERT_EQ(AL_Probe(left(), 6, comm, &found, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(found.nodes, -1);
  List *received = nullptr;
  expect_failure(AL_Recv(&received, AutoLink_List, left(), 6, comm, MPI_STATUS_IGNORE), AL_ERR_MESSAGE, received,
                 "not AutoLink's");
  MPI_Wait(&sending, MPI_STATUS_IGNORE);
  expect_arrival(make_list(made, 7, 2), 0);
}

/// MPI truncates them, and writes nothing after the end of the buffer.
TEST_F(Troubles, FirstMessagesThatAreTooLongAreTruncated) {
  Made made;
  for (const int length : {70'000, 1'000'000}) {
    const std::vector<std::byte> message(static_cast<std::size_t>(length));
    MPI_Request sending;
    MPI_Isend(message.data(), length, MPI_BYTE, right(), 6, comm, &sending);
    List *received = nullptr;
    const int code = AL_Recv(&received, AutoLink_List, left(), 6, comm, MPI_STATUS_IGNORE);
    int error_class = MPI_SUCCESS;
    MPI_Error_class(code, &error_class);
    EXPECT_EQ(error_class, MPI_ERR_TRUNCATE);
    EXPECT_EQ(received, nullptr);
    MPI_Wait(&sending, MPI_STATUS_IGNORE);
    std::vector<std::vector<std::byte>> blocks; // the heap is in order
    for (std::size_t size = 1; size < 3'000'000; size *= 3)
      blocks.emplace_back(size);
  }
  expect_arrival(make_list(made, 7, 2), 0);
}

/// Packets beyond the limit, or for which there is no memory, must be received and dropped in either case.
TEST_F(Troubles, PacketsThatThereIsNoMemoryFor) {
  Made made;
  const List *list = make_list(made, 30000, 1);
  for (const bool is_limited : {true, false})
    for (const bool is_probed : {false, true}) {
      set({{"limit_bytes", is_limited ? "50000" : "100000000"}});
      Stream stream(list, 12000, comm);
      stream.send_first(6);
      stream.send_packets();
      List *received = nullptr;
      int code = MPI_SUCCESS;
      if (is_probed) {
        AL_Size found = {0, 0};
        EXPECT_EQ(AL_Probe(left(), 6, comm, &found, MPI_STATUS_IGNORE), MPI_SUCCESS);
        EXPECT_EQ(found.nodes, is_limited ? -1 : 30000);
      }
      {
        const FailingNew large(0, true, is_probed ? 10000000 : 450000);
        code = AL_Recv(&received, AutoLink_List, left(), 6, comm, MPI_STATUS_IGNORE);
        EXPECT_EQ(large.has_failed(), !is_limited && !is_probed);
      }
      if (is_limited || !is_probed) {
        expect_failure(code, is_limited ? AL_ERR_LIMIT : AL_ERR_MEMORY, received, is_limited ? "limit" : "memory");
      } else {
        ASSERT_EQ(code, MPI_SUCCESS);
        AL_Free(received, AutoLink_List);
      }
      stream.wait();
      int is_left = 0;
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, stream.packets.comm, &is_left, MPI_STATUS_IGNORE);
      EXPECT_FALSE(is_left);
      MPI_Barrier(comm); // before others send the next stream
    }
}

/// An incomplete structure must not hide one from another sender, and its sender's next one must not overtake it.
TEST_F(Troubles, ProbesLookAtAllSenders) {
  if (size < 2)
    GTEST_SKIP() << "one rank has no other sender";
  Made made;
  const List *list = make_list(made, 200, 1), *own = make_list(made, 7, 2);
  Stream stream(list, 20, comm);
  stream.send_first(6);
  AL_Request requests[2];
  ASSERT_EQ(AL_Isend(own, AutoLink_List, right(), 6, comm, &requests[0]), MPI_SUCCESS);
  AL_Size found = {0, 0};
  MPI_Status status;
  int flag = 0;
  ASSERT_EQ(AL_Probe(left(), 6, comm, nullptr, &status), MPI_SUCCESS); // this is its beginning
  EXPECT_EQ(status.MPI_SOURCE, left());
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(AL_Iprobe(left(), 6, comm, &flag, &found, &status), MPI_SUCCESS);
    ASSERT_EQ(flag, 0);
  }
  ASSERT_EQ(AL_Probe(left(), 6, comm, nullptr, &status), MPI_SUCCESS);
  ASSERT_EQ(AL_Isend(own, AutoLink_List, rank, 6, comm, &requests[1]), MPI_SUCCESS);
  for (int i = 0; i < 1000000 && !flag; ++i)
    ASSERT_EQ(AL_Iprobe(MPI_ANY_SOURCE, 6, comm, &flag, &found, &status), MPI_SUCCESS);
  ASSERT_EQ(flag, 1);
  EXPECT_EQ(status.MPI_SOURCE, rank);
  EXPECT_EQ(found.nodes, 7);
  for (const int from : {int{MPI_ANY_SOURCE}, left(), left()}) {
    List *received = nullptr;
    ASSERT_EQ(AL_Recv(&received, AutoLink_List, from, 6, comm, &status), MPI_SUCCESS);
    EXPECT_EQ(status.MPI_SOURCE, from == MPI_ANY_SOURCE ? rank : from);
    EXPECT_EQ(difference(stream.requests.size() > 1 ? list : own, received), "");
    AL_Free(received, AutoLink_List);
    if (from == MPI_ANY_SOURCE) {
      MPI_Barrier(comm);
      stream.send_packets();
    } else {
      list = own;
    }
  }
  ASSERT_EQ(AL_Waitall(2, requests, MPI_STATUSES_IGNORE), MPI_SUCCESS);
  stream.wait();
}

/// Plain messages follow the structure while it is not complete.
TEST_F(Troubles, ProbesLeavePlainMessagesBehindAStructure) {
  Made made;
  const List *list = make_list(made, 200, 1), *own = make_list(made, 7, 2);
  for (const int tag : {6, int{MPI_ANY_TAG}}) {
    Stream stream(list, 20, comm);
    stream.send_first(6);
    const int plain = 100 + rank;
    MPI_Isend(&plain, 1, MPI_INT, right(), 6, comm, &stream.requests.emplace_back());
    AL_Request request = AL_REQUEST_NULL;
    if (size > 1) {
      ASSERT_EQ(AL_Isend(own, AutoLink_List, rank, 6, comm, &request), MPI_SUCCESS);
    }
    MPI_Barrier(comm);
    AL_Size found = {0, 0};
    MPI_Status status;
    int flag = 0;
    for (int i = 0; i < 1000; ++i) {
      ASSERT_EQ(AL_Iprobe(MPI_ANY_SOURCE, tag, comm, &flag, &found, &status), MPI_SUCCESS);
      ASSERT_TRUE(!flag || status.MPI_SOURCE == rank);
    }
    ASSERT_EQ(flag, size > 1);
    const auto expect_received = [&](const List *expected, int from) {
      List *received = nullptr;
      ASSERT_EQ(AL_Probe(MPI_ANY_SOURCE, tag, comm, &found, &status), MPI_SUCCESS);
      EXPECT_EQ(status.MPI_SOURCE, from);
      ASSERT_EQ(AL_Recv(&received, AutoLink_List, status.MPI_SOURCE, tag, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
      EXPECT_EQ(difference(expected, received), "");
      AL_Free(received, AutoLink_List);
    };
    if (size > 1)
      expect_received(own, rank);
    MPI_Barrier(comm);
    stream.send_packets();
    expect_received(list, left());
    flag = 0;
    for (int i = 0; i < 1000000 && !flag; ++i)
      MPI_Iprobe(MPI_ANY_SOURCE, tag, comm, &flag, &status);
    ASSERT_EQ(flag, 1); // otherwise the message was consumed, and the wait would never end
    int got = 0;
    MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, tag, comm, MPI_STATUS_IGNORE);
    EXPECT_EQ(got, 100 + left());
    ASSERT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
    stream.wait();
  }
}

/// The packets have no route, as those of a spawned process before AL_Comm_prepare.
TEST_F(Troubles, ProbesOfWhatHasNoWayForItsPackets) {
  Made made;
  const List *next = make_list(made, 7, 2);
  for (const bool is_prepared : {false, true}) {
    Stream stream(make_list(made, 200, 1), 20, comm);
    std::vector<int> &world_ranks = state_of(comm).world_ranks;
    world_ranks.assign(static_cast<std::size_t>(size), MPI_UNDEFINED);
    stream.send_first(6);
    AL_Size found = {0, 0};
    for (int i = 0; i < 2; ++i) {
      ASSERT_EQ(AL_Probe(left(), 6, comm, &found, MPI_STATUS_IGNORE), MPI_SUCCESS);
      EXPECT_EQ(found.nodes, -1);
    }
    if (is_prepared) {
      world_ranks.clear();
      stream.send_packets();
    }
    List *received = nullptr;
    const int code = AL_Recv(&received, AutoLink_List, left(), 6, comm, MPI_STATUS_IGNORE);
    world_ranks.clear();
    if (is_prepared) {
      ASSERT_EQ(code, MPI_SUCCESS);
      AL_Free(received, AutoLink_List);
    } else {
      EXPECT_EQ(al_class_of(code), AL_ERR_ARGUMENT);
      EXPECT_EQ(received, nullptr);
    }
    int flag = 0;
    ASSERT_EQ(AL_Iprobe(MPI_ANY_SOURCE, 6, comm, &flag, &found, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(flag, 0);
    stream.wait();
    expect_arrival(next, 0);
  }
}

TEST_F(Troubles, ProbesOfWhatASenderGaveUp) {
  Made made;
  auto *tree = make_tree(made, 1, 1);
  tree->left = tree->right = make_tree(made, 1, 2);
  AL_Request request;
  ASSERT_EQ(AL_Isend_flags(tree, AutoLink_Tree, right(), 0, comm, AL_CHECK_SHARING, &request), MPI_SUCCESS);
  AL_Size found = {0, 0};
  ASSERT_EQ(AL_Probe(left(), 0, comm, &found, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(found.nodes, -1);
  EXPECT_EQ(found.bytes, -1);
  Tree *received = nullptr;
  expect_failure(AL_Recv(&received, AutoLink_Tree, left(), 0, comm, MPI_STATUS_IGNORE), AL_ERR_SENDER, received,
                 "sender");
  EXPECT_EQ(al_class_of(AL_Wait(&request, MPI_STATUS_IGNORE)), AL_ERR_STRUCTURE);
}

int n_raised = 0;
/// Is called while AutoLink may hold its locks.
void note_error(MPI_Comm *, int *code, ...) {
  int al_class = -1;
  EXPECT_EQ(AL_Error_class(*code, &al_class), MPI_SUCCESS);
  EXPECT_EQ(al_class == 0, *code == MPI_ERR_INTERN) << al_class;
  ++n_raised;
}

TEST_F(Troubles, ErrorHandlersMayAskForClasses) {
  MPI_Errhandler handler, of_world;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &of_world);
  MPI_Comm_create_errhandler(note_error, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Errhandler_free(&handler);
  AL_TypeInfo type = AutoLink_List[0];
  type.abi = 0;
  type.name = "without a code";
  n_raised = 0;
  fails_to_add_code = true;
  EXPECT_EQ(al_class_of(AL_Free(&type, &type)), AL_ERR_TABLES);
  EXPECT_FALSE(fails_to_add_code);
  EXPECT_EQ(n_raised, 2);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, of_world);
  MPI_Errhandler_free(&of_world);
}

TEST_F(Troubles, FailuresOfMpiAreRaisedOnce) {
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(note_error, &handler);
  MPI_Comm_set_errhandler(comm, handler);
  MPI_Errhandler_free(&handler);
  Made made;
  const auto expect_raised_once = [&](const auto *root) {
    const AL_Type type = type_of<std::remove_cvref_t<decltype(*root)>>();
    n_raised = 0;
    comm_of_failing_test = comm;
    AL_Request request;
    ASSERT_EQ(AL_Isend(root, type, rank, 0, comm, &request), MPI_SUCCESS);
    EXPECT_EQ(AL_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_INTERN);
    EXPECT_EQ(comm_of_failing_test, MPI_COMM_NULL);
    EXPECT_EQ(n_raised, 1);
    void *received = nullptr; // MPI has sent it nevertheless
    ASSERT_EQ(AL_Recv(&received, type, rank, 0, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(difference(root, static_cast<decltype(root)>(received)), "");
    AL_Free(received, type);
  };
  expect_raised_once(make_list(made, 3, 1));
  expect_raised_once(make_kinds(made, 3, 1));
}

/// MPI may still write to the memory of a receive.
TEST_F(Troubles, MemoryStaysWhereAnMpiCallHasFailed) {
  Made made;
  const List *list = make_list(made, 200000, 1);
  set({{"allocation", "arena"}});
  AL_Request request;
  ASSERT_EQ(AL_Isend(list, AutoLink_List, rank, 0, comm, &request), MPI_SUCCESS);
  imrecvs_until_test_fails = 20; // packets are received in the arena before that
  List *received = nullptr;
  EXPECT_EQ(AL_Recv(&received, AutoLink_List, rank, 0, comm, MPI_STATUS_IGNORE), MPI_ERR_INTERN);
  EXPECT_EQ(received, nullptr);
  EXPECT_EQ(imrecvs_until_test_fails, 0);
  const auto page = reinterpret_cast<std::uintptr_t>(last_place) / 4096 * 4096;
  EXPECT_EQ(msync(reinterpret_cast<void *>(page), 4096, MS_ASYNC), 0);
  const Route packets = route_to(state_of(comm), rank); // receives what is left
  int is_sent = 0;
  std::vector<std::byte> packet(1 << 20);
  while (!is_sent) {
    int flag = 0;
    MPI_Iprobe(packets.rank, MPI_ANY_TAG, packets.comm, &flag, MPI_STATUS_IGNORE);
    if (flag)
      MPI_Recv(packet.data(), static_cast<int>(packet.size()), MPI_BYTE, packets.rank, MPI_ANY_TAG, packets.comm,
               MPI_STATUS_IGNORE);
    ASSERT_EQ(AL_Test(&request, &is_sent, MPI_STATUS_IGNORE), MPI_SUCCESS);
  }
}

} // namespace
