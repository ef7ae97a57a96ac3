// Tests C++ objects under mpiexec: all calls, in all orders, beside structures and errors.
#include "cases.h"
#include "classes.h"
#include "walker.h"

#include "all_ranks.h"
#include "pointer_kinds_routines.h"
#include "structures.h"

#include <autolink/autolink.hpp>

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <list>
#include <thread>
#include <tuple>

#include <unistd.h>

namespace objects {
namespace {

int rank = 0, size = 0;

/// Gives each test a communicator of its own, whose errors return. Ranks that come in twos are partners.
struct ObjectsOverMpi : testing::Test {
  void SetUp() override {
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  }
  void TearDown() override {
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
  }

  void set(const char *key, const char *value) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, key, value);
    ASSERT_EQ(AL_Comm_set_info(comm, info), MPI_SUCCESS);
    MPI_Info_free(&info);
  }

  MPI_Comm comm = MPI_COMM_NULL;
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  const int partner = rank ^ 1;
  const bool has_partner = partner < size;
  const bool is_sender = rank % 2 == 0;
};

std::vector<Cell> cells(int of, std::size_t n) {
  std::vector<Cell> out(n);
  for (std::size_t i = 0; i < n; ++i)
    out[i] = {{1.0 * of, 0, 0}, std::vector<double>(i % 9, of), std::string(i % 40, 'c')};
  return out;
}
constexpr std::size_t lengths[] = {0, 1, 100, 20000};

/// Returns the class of the error that body() throws, 0 for none. The text must have the words.
template <typename Body> int error_of(Body body, const std::string &words = "") {
  try {
    body();
  } catch (const autolink::error &error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    EXPECT_NE(error.code(), MPI_SUCCESS);
    return error.al_class();
  }
  return 0;
}

TEST_F(ObjectsOverMpi, AroundTheRing) {
  for (const char *packet_bytes : {"1024", "262144"}) {
    set("autolink_packet_bytes", packet_bytes);
    for (const std::size_t n : lengths) {
      const auto mine = cells(rank, n), expected = cells(left, n);
      autolink::request sent = autolink::isend(mine, right, 1, comm);
      MPI_Status status;
      const auto received = autolink::recv<std::vector<Cell>>(left, 1, comm, &status);
      sent.wait();
      EXPECT_EQ(Walker::difference(received, expected), "");
      EXPECT_EQ(status.MPI_SOURCE, left);
      EXPECT_EQ(status.MPI_TAG, 1);
    }
  }
  const auto mine = random_nodes(static_cast<unsigned>(rank) + 1, 3000);
  const auto expected = random_nodes(static_cast<unsigned>(left) + 1, 3000);
  autolink::request sent = autolink::isend(mine, right, 1, comm);
  auto received = autolink::recv<std::shared_ptr<Node>>(left, 1, comm);
  sent.wait();
  EXPECT_EQ(Walker::difference(expected, received), "");
  for (const auto &one : {mine, expected, received})
    take_apart(one);
}

TEST_F(ObjectsOverMpi, CallsThatDoNotBlock) {
  for (const std::size_t n : lengths) {
    const auto mine = cells(rank, n), expected = cells(left, n);
    std::vector<Cell> first(1), second, third;
    autolink::request receives[] = {autolink::irecv(first, left, 1, comm),
                                    autolink::irecv(second, MPI_ANY_SOURCE, 2, comm), autolink::request()};
    receives[2] = autolink::irecv(third, left, 3, comm); // requests can be moved while they are active
    autolink::request sends[] = {autolink::isend(mine, right, 3, comm), autolink::isend(mine, right, 2, comm),
                                 autolink::isend(mine, right, 1, comm)};
    autolink::request moved(std::move(receives[0]));
    MPI_Status status;
    while (!moved.test(&status)) {
    }
    EXPECT_EQ(status.MPI_TAG, 1);
    EXPECT_TRUE(moved.test()); // nothing is left to do
    receives[1].wait(&status);
    EXPECT_EQ(status.MPI_SOURCE, left);
    receives[2].wait();
    for (autolink::request &one : sends)
      one.wait();
    EXPECT_EQ(Walker::difference(first, expected), "");
    EXPECT_EQ(Walker::difference(second, expected), "");
    EXPECT_EQ(Walker::difference(third, expected), "");
  }
}

/// A request that is destroyed waits; the receiver's object then stays.
TEST_F(ObjectsOverMpi, RequestsThatAreDestroyed) {
  const auto mine = cells(rank, 20000);
  std::string kept = "kept", arrived;
  autolink::request next = autolink::irecv(arrived, left, 2, comm);
  {
    const autolink::request sent = autolink::isend(mine, right, 1, comm);
    std::vector<Cell> cells_kept(1);
    const autolink::request received = autolink::irecv(cells_kept, left, 1, comm);
  }
  autolink::request sent = autolink::isend(std::as_const(kept), right, 2, comm);
  next.wait();
  sent.wait();
  EXPECT_EQ(arrived, "kept");
}

TEST_F(ObjectsOverMpi, StayInOrderWithWildcards) {
  if (rank == 0) {
    std::vector<int> next(static_cast<std::size_t>(size));
    for (int i = 0; i < 20 * (size - 1); ++i) {
      MPI_Status status;
      std::vector<int> received;
      autolink::recv(received, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status);
      int &expected = next[static_cast<std::size_t>(status.MPI_SOURCE)];
      ASSERT_EQ(received.size(), expected % 3 ? 5u : 100000u);
      EXPECT_EQ(received.front(), expected++);
      EXPECT_EQ(status.MPI_TAG, status.MPI_SOURCE);
    }
  } else {
    for (int i = 0; i < 20; ++i)
      autolink::send(std::vector<int>(i % 3 ? 5 : 100000, i), 0, rank, comm);
  }
}

TEST_F(ObjectsOverMpi, FromAndToNobody) {
  std::vector<int> kept = {1};
  MPI_Status status;
  autolink::send(kept, MPI_PROC_NULL, 0, comm);
  autolink::isend(kept, MPI_PROC_NULL, 0, comm).wait();
  autolink::recv(kept, MPI_PROC_NULL, 0, comm, &status);
  EXPECT_EQ(status.MPI_SOURCE, MPI_PROC_NULL);
  EXPECT_EQ(kept.size(), 1u);
  autolink::request received = autolink::irecv(kept, MPI_PROC_NULL, 0, comm);
  received.wait(&status);
  EXPECT_EQ(status.MPI_SOURCE, MPI_PROC_NULL);
  EXPECT_EQ(kept.size(), 1u);
  EXPECT_EQ(autolink::recv<std::vector<int>>(MPI_PROC_NULL, 0, comm).size(), 0u);
}

TEST_F(ObjectsOverMpi, WrongArguments) {
  std::string text;
  EXPECT_THROW(autolink::send(text, size, 0, comm), autolink::error);
  EXPECT_THROW(autolink::send(text, 0, -5, comm), autolink::error);
  EXPECT_THROW(autolink::recv(text, size, 0, comm), autolink::error);
  EXPECT_NE(autolink::send(text, size, 0, comm, std::nothrow), MPI_SUCCESS);
  EXPECT_NE(autolink::recv(text, size, 0, comm, MPI_STATUS_IGNORE, std::nothrow), MPI_SUCCESS);
}

TEST_F(ObjectsOverMpi, WithoutExceptions) {
  std::string received;
  const std::string text = "text";
  autolink::request sent = autolink::isend(text, right, 1, comm);
  EXPECT_EQ(autolink::recv(received, left, 1, comm, MPI_STATUS_IGNORE, std::nothrow), MPI_SUCCESS);
  sent.wait();
  EXPECT_EQ(received, "text");
  EXPECT_EQ(autolink::send(received, MPI_PROC_NULL, 1, comm, std::nothrow), MPI_SUCCESS);
  autolink::request coming;
  std::string again;
  EXPECT_EQ(autolink::irecv(again, left, 2, comm, &coming, std::nothrow), MPI_SUCCESS);
  EXPECT_EQ(autolink::isend(text, right, 2, comm, &sent, std::nothrow), MPI_SUCCESS);
  EXPECT_EQ(coming.wait(MPI_STATUS_IGNORE, std::nothrow), MPI_SUCCESS);
  bool is_sent = false;
  while (!is_sent)
    ASSERT_EQ(sent.test(&is_sent, MPI_STATUS_IGNORE, std::nothrow), MPI_SUCCESS);
  EXPECT_EQ(again, "text");
  EXPECT_NE(autolink::irecv(again, -7, 2, comm, &coming, std::nothrow), MPI_SUCCESS);
  std::vector<std::byte> bytes;
  EXPECT_EQ(autolink::pack(text, &bytes, std::nothrow), MPI_SUCCESS);
  int astray = 0, al_class = 0;
  const int code = autolink::pack(std::vector<int *>{&astray}, &bytes, std::nothrow);
  EXPECT_EQ(AL_Error_class(code, &al_class), MPI_SUCCESS);
  EXPECT_EQ(al_class, AL_ERR_STRUCTURE);
  EXPECT_NE(std::string(AL_Error_string(code)).find("a plain pointer to int leads to something"), std::string::npos);
  EXPECT_EQ(autolink::unpack(bytes, &received, std::nothrow), MPI_SUCCESS);
  bytes.pop_back();
  EXPECT_NE(autolink::unpack(bytes, &received, std::nothrow), MPI_SUCCESS);
  EXPECT_EQ(received, "text");
}

/// After each error, the next message arrives.
TEST_F(ObjectsOverMpi, OtherTypesAreRefused) {
  if (!has_partner)
    return;
  const std::vector<double> numbers(1000000, 1);
  for (const bool is_long : {false, true}) {
    if (is_sender) {
      autolink::send(std::vector<double>(numbers.begin(), numbers.begin() + (is_long ? 1000000 : 1)), partner, 1, comm);
      autolink::send(std::string("next"), partner, 1, comm);
      autolink::test::Made made;
      const List *list = autolink::test::make_list(made, is_long ? 100000 : 3, 1);
      EXPECT_EQ(AL_Send(list, AutoLink_List, partner, 1, comm), MPI_SUCCESS);
      autolink::send(std::string(is_long ? 1000000 : 1, 'x'), partner, 1, comm);
      EXPECT_EQ(AL_Send(list, AutoLink_List, partner, 1, comm), MPI_SUCCESS);
    } else {
      std::vector<int> kept = {1, 2};
      std::string next;
      EXPECT_EQ(error_of([&] { autolink::recv(kept, partner, 1, comm); },
                         "what was sent is std::vector<double, std::allocator<double> >, and what is received is "
                         "std::vector<int, std::allocator<int> >"),
                AL_ERR_TYPES);
      EXPECT_EQ(kept.size(), 2u);
      autolink::recv(next, partner, 1, comm);
      EXPECT_EQ(next, "next");
      EXPECT_EQ(error_of([&] { autolink::recv(next, partner, 1, comm); }, "a structure was sent by AL_Send"),
                AL_ERR_TYPES);
      EXPECT_EQ(next, "next");
      List *list = nullptr;
      int al_class = 0;
      AL_Error_class(AL_Recv(&list, AutoLink_List, partner, 1, comm, MPI_STATUS_IGNORE), &al_class);
      EXPECT_EQ(al_class, AL_ERR_TYPES);
      EXPECT_EQ(list, nullptr);
      EXPECT_EQ(AL_Recv(&list, AutoLink_List, partner, 1, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
      EXPECT_TRUE(list);
      AL_Free(list, AutoLink_List);
    }
  }
}

/// The sender meets an object that it cannot send, after none or many packets.
TEST_F(ObjectsOverMpi, TheSenderGivesUp) {
  if (!has_partner)
    return;
  for (const std::size_t n : {1, 100000}) {
    std::vector<std::unique_ptr<Thing>> things;
    while (things.size() < n)
      things.push_back(std::make_unique<Left>());
    things.push_back(std::make_unique<Unseen>());
    if (is_sender) {
      EXPECT_EQ(error_of([&] { autolink::send(things, partner, 1, comm); }, "leads to a objects::Unseen"),
                AL_ERR_STRUCTURE);
      autolink::request sent = autolink::isend(things, partner, 1, comm);
      EXPECT_EQ(error_of([&] { sent.wait(); }, "leads to a objects::Unseen"), AL_ERR_STRUCTURE);
      things.pop_back();
      autolink::send(things, partner, 1, comm);
    } else {
      EXPECT_EQ(error_of([&] { autolink::recv(things, partner, 1, comm); }, "the sender met an error"), AL_ERR_SENDER);
      autolink::request received = autolink::irecv(things, partner, 1, comm);
      EXPECT_EQ(error_of([&] { received.wait(); }, "the sender met an error"), AL_ERR_SENDER);
      EXPECT_EQ(things.size(), n + 1);
      autolink::recv(things, partner, 1, comm);
      EXPECT_EQ(things.size(), n);
    }
  }
}

/// The receiver's own code throws in the middle of the object, or its limit is too low.
TEST_F(ObjectsOverMpi, TheReceiverGivesUp) {
  if (!has_partner)
    return;
  std::vector<std::shared_ptr<Fragile>> fragile(100000);
  for (std::shared_ptr<Fragile> &one : fragile)
    one = std::make_shared<Fragile>();
  if (is_sender) {
    for (int i = 0; i < 4; ++i)
      autolink::send(fragile, partner, 1, comm);
  } else {
    const int live = Fragile::live;
    for (const int at : {0, 50000}) {
      Fragile::throw_in = at;
      EXPECT_THROW(autolink::recv(fragile, partner, 1, comm), std::runtime_error);
      EXPECT_EQ(Fragile::live, live);
    }
    set("autolink_limit_bytes", "100000");
    EXPECT_EQ(error_of([&] { autolink::recv(fragile, partner, 1, comm); }, "limit of 100000 bytes"), AL_ERR_LIMIT);
    EXPECT_EQ(Fragile::live, live);
    set("autolink_limit_bytes", "100000000");
    autolink::recv(fragile, partner, 1, comm);
    EXPECT_EQ(Fragile::live, live);
  }
}

/// The constructor of the object itself throws, before anything is received. The next receive finds its own message.
TEST_F(ObjectsOverMpi, TheReceiverCannotBegin) {
  if (!has_partner)
    return;
  if (is_sender) {
    Fragile one;
    one.others = std::make_shared<std::vector<std::shared_ptr<Fragile>>>(100000, std::make_shared<Fragile>());
    for (one.number = 1; one.number <= 3; ++one.number)
      autolink::send(one, partner, 1, comm);
    autolink::send_roots(std::tie(one, one), partner, 1, comm);
    one.number = 5;
    autolink::send(one, partner, 1, comm);
    return;
  }
  Fragile received, other;
  const int live = Fragile::live;
  Fragile::throw_in = 0;
  EXPECT_THROW(static_cast<void>(autolink::recv<Fragile>(partner, 1, comm)), std::runtime_error);
  Fragile::throw_in = 0;
  EXPECT_THROW(autolink::recv(received, partner, 1, comm), std::runtime_error);
  Fragile::throw_in = 0;
  EXPECT_THROW(autolink::irecv(received, partner, 1, comm).wait(), std::runtime_error);
  Fragile::throw_in = 1;
  EXPECT_THROW(autolink::recv_roots(std::tie(received, other), partner, 1, comm), std::runtime_error);
  EXPECT_EQ(Fragile::live, live);
  EXPECT_EQ(autolink::recv<Fragile>(partner, 1, comm).number, 5);
}

TEST_F(ObjectsOverMpi, BesideProbedStructures) {
  if (!has_partner)
    return;
  if (is_sender) {
    autolink::test::Made made;
    const List *list = autolink::test::make_list(made, 1000, 1);
    const std::string a(100000, 'a');
    autolink::request sent = autolink::isend(a, partner, 1, comm);
    EXPECT_EQ(AL_Send(list, AutoLink_List, partner, 2, comm), MPI_SUCCESS);
    autolink::send(std::string("b"), partner, 1, comm);
    sent.wait();
  } else {
    AL_Size found;
    MPI_Status status;
    ASSERT_EQ(AL_Probe(partner, 2, comm, &found, &status), MPI_SUCCESS);
    EXPECT_EQ(found.nodes, 1000);
    EXPECT_EQ(autolink::recv<std::string>(partner, 1, comm).size(), 100000u);
    List *list = nullptr;
    EXPECT_EQ(AL_Recv(&list, AutoLink_List, partner, 2, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
    AL_Free(list, AutoLink_List);
    EXPECT_EQ(autolink::recv<std::string>(partner, 1, comm), "b");
  }
}

/// An object that has been probed can be received.
TEST_F(ObjectsOverMpi, ProbedObjectsArrive) {
  if (!has_partner)
    return;
  for (const std::size_t n : {1, 1000000}) {
    if (is_sender) {
      autolink::send(std::string(n, 'a'), partner, 1, comm);
    } else {
      AL_Size found = {-2, -2};
      MPI_Status status;
      ASSERT_EQ(AL_Probe(partner, MPI_ANY_TAG, comm, &found, &status), MPI_SUCCESS);
      EXPECT_EQ(status.MPI_TAG, 1);
      EXPECT_EQ(autolink::recv<std::string>(partner, 1, comm).size(), n);
    }
  }
}

/// Expects that gathered cells are those that rank `i` has with cells(i, n).
void expect_cells(const std::vector<std::vector<Cell>> &all, std::size_t n) {
  ASSERT_EQ(all.size(), static_cast<std::size_t>(size));
  for (int i = 0; i < size; ++i)
    EXPECT_EQ(Walker::difference(all[static_cast<std::size_t>(i)], cells(i, n)), "");
}

TEST_F(ObjectsOverMpi, CollectiveCalls) {
  using Cells = std::vector<Cell>;
  for (const std::size_t n : {0, 1, 100, 2000})
    for (int root = 0; root < size; ++root) {
      const Cells mine = cells(rank, n);
      std::vector<Cells> for_all;
      for (int i = 0; i < size; ++i)
        for_all.push_back(cells(i, n));

      Cells one = rank == root ? cells(7, n) : Cells(3);
      autolink::bcast(one, root, comm);
      EXPECT_EQ(Walker::difference(one, cells(7, n)), "");

      const std::vector<Cells> gathered = autolink::gather(mine, root, comm);
      EXPECT_EQ(gathered.empty(), rank != root);
      if (rank == root)
        expect_cells(gathered, n);

      const Cells scattered = autolink::scatter(rank == root ? for_all : std::vector<Cells>(), root, comm);
      EXPECT_EQ(Walker::difference(scattered, mine), "");

      expect_cells(autolink::allgather(mine, comm), n);
      expect_cells(autolink::alltoall(std::vector<Cells>(static_cast<std::size_t>(size), mine), comm), n);

      // All of these at once, and completed in any order.
      Cells later = rank == root ? cells(8, n) : Cells(), part;
      std::vector<Cells> at_root, at_all, from_all;
      const std::vector<Cells> copies(static_cast<std::size_t>(size), mine);
      autolink::request requests[] = {autolink::ibcast(later, root, comm), autolink::igather(mine, at_root, root, comm),
                                      autolink::iscatter(for_all, part, root, comm),
                                      autolink::iallgather(mine, at_all, comm),
                                      autolink::ialltoall(copies, from_all, comm)};
      for (const std::size_t i : {4, 1, 0, 3, 2})
        requests[i].wait();
      EXPECT_EQ(Walker::difference(later, cells(8, n)), "");
      if (rank == root)
        expect_cells(at_root, n);
      EXPECT_EQ(Walker::difference(part, mine), "");
      expect_cells(at_all, n);
      expect_cells(from_all, n);
    }
}

TEST_F(ObjectsOverMpi, CollectiveCallsThatFail) {
  const std::vector<Cell> mine = cells(rank, 5000), before = cells(9, 3);
  for (int bad = 0; bad < size; ++bad) {
    const int expected = rank == bad ? AL_ERR_LIMIT : AL_ERR_SENDER;
    set("autolink_limit_bytes", rank == bad ? "1000" : "1000000000");
    if (size > 1) {
      std::vector<Cell> one = rank == (bad + 1) % size ? mine : before;
      EXPECT_EQ(error_of([&] { autolink::bcast(one, (bad + 1) % size, comm); },
                         rank == bad ? "limit" : "rank " + std::to_string(bad) + " has failed: "),
                expected);
      EXPECT_EQ(Walker::difference(one, rank == (bad + 1) % size ? mine : before), "");
    }
    EXPECT_EQ(error_of([&] { autolink::allgather(mine, comm); }), expected);
    std::vector<std::vector<Cell>> all = {before};
    int code = MPI_SUCCESS, al_class = 0;
    code = autolink::allgather(mine, &all, comm, std::nothrow);
    AL_Error_class(code, &al_class);
    EXPECT_EQ(al_class, expected);
    EXPECT_EQ(all.size(), 1u);
    set("autolink_limit_bytes", "1000000000");
    // A wrong number of objects on one rank.
    EXPECT_EQ(error_of([&] {
                autolink::alltoall(
                    std::vector<std::vector<Cell>>(static_cast<std::size_t>(rank == bad ? size + 1 : size), mine),
                    comm);
              }),
              rank == bad ? AL_ERR_ARGUMENT : AL_ERR_SENDER);
    expect_cells(autolink::allgather(mine, comm), 5000);
  }
}

/// A constructor throws on one rank before the call, which then fails on all.
TEST_F(ObjectsOverMpi, ConstructorsThatThrowInCollectiveCalls) {
  for (const bool blocks : {true, false})
    for (int bad = 0; bad < size; ++bad) {
      const Fragile mine;
      Fragile::throw_in = rank == bad ? size - 1 : -1;
      const int live = Fragile::live;
      std::vector<Fragile> all;
      const auto call = [&] {
        if (blocks)
          all = autolink::allgather(mine, comm);
        else
          autolink::iallgather(mine, all, comm).wait();
      };
      if (rank == bad) {
        EXPECT_THROW(call(), std::runtime_error);
      } else {
        EXPECT_EQ(error_of(call, "rank " + std::to_string(bad) + " has failed"), AL_ERR_SENDER);
      }
      EXPECT_TRUE(all.empty());
      EXPECT_EQ(Fragile::live, live);
    }
  Fragile::throw_in = -1;
}

/// A path that all ranks have; the file is gone after the test.
struct ObjectsInFiles : ObjectsOverMpi {
  void SetUp() override {
    ObjectsOverMpi::SetUp();
    int process = static_cast<int>(getpid());
    MPI_Bcast(&process, 1, MPI_INT, 0, MPI_COMM_WORLD);
    const char *directory = std::getenv("TMPDIR");
    path = std::string(directory ? directory : "/tmp") + "/autolink_objects_" + std::to_string(process) + ".al";
  }
  void TearDown() override {
    MPI_Barrier(comm);
    if (rank == 0)
      std::remove(path.c_str());
    EXPECT_NE(access((path + ".new").c_str(), F_OK), 0);
    ObjectsOverMpi::TearDown();
  }

  void expect_cells_in_file(int n_objects, std::size_t n) {
    const autolink::file_reader file(path);
    ASSERT_EQ(file.count(), n_objects);
    for (int i = rank % n_objects; i < n_objects; i += size) {
      EXPECT_EQ(Walker::difference(file.read<std::vector<Cell>>(i), cells(i, n)), "");
      std::list<Cell> as_list;
      file.read(as_list, i);
      EXPECT_EQ(as_list.size(), n);
    }
  }

  std::string path;
};

TEST_F(ObjectsInFiles, AreReadByAnyNumberOfRanks) {
  for (int writers = 1; writers <= size; ++writers)
    for (const std::size_t n : {1, 100, 30000}) {
      MPI_Comm some = MPI_COMM_NULL;
      MPI_Comm_split(comm, rank < writers ? 0 : MPI_UNDEFINED, rank, &some);
      if (some != MPI_COMM_NULL) {
        autolink::file_write(path, cells(rank, n), some);
        MPI_Comm_free(&some);
      }
      MPI_Barrier(comm);
      expect_cells_in_file(writers, n);
      MPI_Barrier(comm);
    }
}

TEST_F(ObjectsInFiles, OfSharedNodesAndCircles) {
  const auto mine = random_nodes(static_cast<unsigned>(rank) + 1, 3000);
  const auto expected = random_nodes(static_cast<unsigned>(left) + 1, 3000);
  autolink::file_write(path, mine, comm);
  auto copy = autolink::file_reader(path).read<std::shared_ptr<Node>>(left);
  EXPECT_EQ(Walker::difference(expected, copy), "");
  for (const auto &one : {mine, expected, copy})
    take_apart(one);
}

/// If one rank fails, all do, and the old file stays.
TEST_F(ObjectsInFiles, FailuresLeaveTheOldFile) {
  autolink::file_write(path, cells(rank, 10), comm);
  for (int bad = 0; bad < size; ++bad)
    for (const std::size_t n : {1, 50000}) { // before and after the first bytes are written
      std::vector<std::unique_ptr<Thing>> things(n);
      for (std::unique_ptr<Thing> &one : things)
        one = std::make_unique<Left>();
      if (rank == bad)
        things.push_back(std::make_unique<Unseen>());
      const std::string who = size == 1 ? "" : "rank " + std::to_string(bad) + ": ";
      EXPECT_EQ(error_of([&] { autolink::file_write(path, things, comm); }, "autolink::file_write: " + who + path),
                AL_ERR_STRUCTURE);
      EXPECT_NE(autolink::file_write(path, things, comm, std::nothrow), MPI_SUCCESS);
      expect_cells_in_file(size, 10);
      MPI_Barrier(comm);
    }
  if (size > 1) {
    EXPECT_EQ(error_of(
                  [&] {
                    if (rank == 1)
                      autolink::file_write(path, std::string("text"), comm);
                    else
                      autolink::file_write(path, 1, comm);
                  },
                  "different types"),
              AL_ERR_TYPES);
  }
  EXPECT_EQ(error_of([&] { autolink::file_write("/nonexistent/directory/file", 1, comm); }, "cannot be opened"),
            AL_ERR_FILE);
  expect_cells_in_file(size, 10);
}

TEST_F(ObjectsInFiles, WrongReads) {
  autolink::file_write(path, cells(rank, 3), comm);
  autolink::file_reader file(path), none;
  EXPECT_EQ(none.count(), 0);
  std::string text = "kept";
  EXPECT_EQ(
      error_of([&] { file.read(text, 0); }, "structure 0: it has vector of objects::Cell, and what is read is string"),
      AL_ERR_TYPES);
  EXPECT_EQ(error_of([&] { file.read(text, size); }, "there is no structure"), AL_ERR_ARGUMENT);
  EXPECT_EQ(error_of([&] { none.read(text, 0); }, "AL_FILE_NULL"), AL_ERR_ARGUMENT);
  EXPECT_NE(file.read(text, 0, std::nothrow), MPI_SUCCESS);
  EXPECT_EQ(text, "kept");
  EXPECT_EQ(error_of([] { autolink::file_reader("/nonexistent/file"); }, "cannot be opened"), AL_ERR_FILE);
  none = std::move(file);
  std::vector<Cell> read;
  EXPECT_EQ(none.read(read, 0, std::nothrow), MPI_SUCCESS);
  EXPECT_EQ(read.size(), 3u);
  // A file of structures is none of objects, and the other way round.
  List *list = nullptr;
  AL_File opened = AL_FILE_NULL;
  ASSERT_EQ(AL_File_open_stream(path.c_str(), &opened), MPI_SUCCESS);
  MPI_Errhandler world = MPI_ERRHANDLER_NULL;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &world);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int al_class = 0;
  AL_Error_class(AL_File_read(opened, 0, &list, AutoLink_List), &al_class);
  EXPECT_EQ(al_class, AL_ERR_TYPES);
  AL_File_close(&opened);
  MPI_Barrier(comm);
  autolink::test::Made made;
  ASSERT_EQ(AL_File_write(path.c_str(), autolink::test::make_list(made, 3, 1), AutoLink_List, comm), MPI_SUCCESS);
  EXPECT_EQ(error_of([&] { autolink::file_reader(path).read<std::string>(0); }, "it has structures of AL_File_write"),
            AL_ERR_TYPES);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, world);
}

/// Several objects in one message: what they share stays shared.
TEST_F(ObjectsOverMpi, SeveralRootsShareWhatTheyHave) {
  if (!has_partner)
    return;
  for (const std::size_t n : {1, 100000}) {
    if (is_sender) {
      const auto shared = std::make_shared<SharedChain>();
      shared->number = 7;
      std::vector<std::shared_ptr<SharedChain>> first(n, shared);
      std::map<int, std::shared_ptr<SharedChain>> second = {{1, shared}, {2, nullptr}};
      std::vector<std::string> texts(n, "text");
      const std::string *inside = &texts[n / 2];
      autolink::send_roots(std::tie(first, second, texts, inside), partner, 1, comm);
      autolink::send_roots(std::forward_as_tuple(std::as_const(first), std::as_const(second)), partner, 2, comm);
      EXPECT_NE(autolink::send_roots(std::tie(first, second), -7, 1, comm, std::nothrow), MPI_SUCCESS);
      autolink::send(std::string("no roots"), partner, 1, comm);
    } else {
      std::vector<std::shared_ptr<SharedChain>> first;
      std::map<int, std::shared_ptr<SharedChain>> second;
      std::list<std::string> texts;
      std::vector<std::string> kept = {"kept"};
      const std::string *inside = nullptr;
      MPI_Status status;
      EXPECT_EQ(error_of([&] { autolink::recv_roots(std::tie(first, second, texts, inside), partner, 1, comm); }),
                AL_ERR_TYPES)
          << "blocks of memory are counted in another way";
      EXPECT_TRUE(first.empty());
      auto [again_first, again_second] = autolink::recv<
          std::tuple<std::vector<std::shared_ptr<SharedChain>>, std::map<int, std::shared_ptr<SharedChain>>>>(
          partner, 2, comm, &status);
      EXPECT_EQ(again_first[n - 1], again_second[1]);
      EXPECT_EQ(autolink::recv_roots(std::tie(first, kept), partner, 1, comm, &status, std::nothrow) != MPI_SUCCESS,
                true);
      EXPECT_EQ(kept.front(), "kept");
    }
    if (is_sender) {
      const auto shared = std::make_shared<SharedChain>();
      std::vector<std::shared_ptr<SharedChain>> first(n, shared);
      std::vector<std::string> texts(n, "text");
      Total total;
      total.own = 3;
      total.parts.resize(2);
      total.parts[1].own = 4;
      const std::string *inside = &texts[n / 2];
      autolink::send_roots(std::tie(first, total, texts, inside), partner, 3, comm);
    } else {
      std::vector<std::shared_ptr<SharedChain>> first;
      std::vector<std::string> texts;
      Total total;
      const std::string *inside = nullptr;
      autolink::recv_roots(std::tie(first, total, texts, inside), partner, 3, comm);
      EXPECT_EQ(first[0], first[n - 1]);
      EXPECT_EQ(first[0].use_count(), static_cast<long>(n));
      EXPECT_EQ(total.sum, 7u) << "arrived() is called with the object where it stays";
      EXPECT_EQ(inside, &texts[n / 2]);
    }
  }
}

TEST_F(ObjectsOverMpi, SendAndReceiveAtOnce) {
  const auto mine = cells(rank, 20000);
  std::vector<Cell> received;
  autolink::sendrecv(mine, right, 1, received, left, 1, comm);
  EXPECT_EQ(Walker::difference(received, cells(left, 20000)), "");
}

/// What has come whole is taken apart without recursion if the call has failed on another rank.
TEST_F(ObjectsOverMpi, LongChainsOfCollectiveCallsThatFail) {
  if (size < 2)
    GTEST_SKIP() << "the only rank would fail itself";
  std::unique_ptr<Chain> chain;
  if (rank == 0)
    for (int i = 0; i < 300000; ++i) {
      auto next = std::make_unique<Chain>();
      next->next = std::move(chain);
      chain = std::move(next);
    }
  set("autolink_limit_bytes", rank == size - 1 ? "1000" : "1000000000");
  EXPECT_EQ(error_of([&] { autolink::bcast(chain, 0, comm); }), rank == size - 1 ? AL_ERR_LIMIT : AL_ERR_SENDER);
  EXPECT_EQ(chain == nullptr, rank != 0);
  autolink::destroy(chain);
}

TEST_F(ObjectsOverMpi, InThreads) {
  int provided = 0;
  MPI_Query_thread(&provided);
  if (provided < MPI_THREAD_MULTIPLE)
    GTEST_SKIP() << "threads may not call MPI at the same time";
  std::vector<std::thread> threads;
  for (int tag = 0; tag < 4; ++tag)
    threads.emplace_back([&, tag] {
      for (const std::size_t n : lengths) {
        const auto mine = cells(rank + tag, n);
        autolink::request sent = autolink::isend(mine, right, tag, comm);
        const auto received = autolink::recv<std::vector<Cell>>(left, tag, comm);
        sent.wait();
        EXPECT_EQ(Walker::difference(received, cells(left + tag, n)), "");
      }
    });
  for (std::thread &one : threads)
    one.join();
}

TEST_F(ObjectsOverMpi, PackedIntoMemory) {
  const auto mine = cells(rank, 1000);
  std::vector<std::byte> bytes = autolink::pack(mine);
  EXPECT_EQ(Walker::difference(mine, autolink::unpack<std::vector<Cell>>(bytes)), "");
  EXPECT_EQ(error_of([&] { autolink::unpack<std::string>(bytes); }, "what was sent is"), AL_ERR_TYPES);
  bytes.insert(bytes.begin(), std::byte{0}); // not aligned
  EXPECT_EQ(Walker::difference(mine, autolink::unpack<std::vector<Cell>>(bytes.data() + 1, bytes.size() - 1)), "");
  try {
    autolink::unpack<std::vector<Cell>>(bytes.data() + 1, bytes.size() - 2);
    FAIL();
  } catch (const autolink::error &error) {
    EXPECT_EQ(error.al_class(), AL_ERR_MESSAGE);
  }
}

} // namespace
} // namespace objects

int main(int argc, char **argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  AL_Init(nullptr, nullptr);
  testing::InitGoogleTest(&argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &objects::rank);
  MPI_Comm_size(MPI_COMM_WORLD, &objects::size);
  const int failed = automap::test::run_on_ranks();
  AL_Finalize();
  MPI_Finalize();
  return failed;
}
