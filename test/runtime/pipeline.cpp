// Tests messages in parts, on communicators with a pipeline (AM_Comm_set_pipeline): each pair of calls, for random
// datatypes (AUTOMAP_MESSAGES=<n> of them). Also tests messages that are still sent whole, and errors.
#include "automap/automap.h"

#include "mpi/messages/parts.h"
#include "mpi/messages/pipeline.h"

#include "handled_errors.h"
#include "message_support.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <climits>
#include <iterator>
#include <numeric>
#include <tuple>
#include <utility>

namespace {
std::atomic<int> announcements{0};            // sent by this process
MPI_Datatype received_as = MPI_DATATYPE_NULL; // the datatype of MPI's last call
int receives_until_failure = 0;               // counts down; the call that finds it at 1 fails
int cancelled = 0;
MPI_Comm to_drain = MPI_COMM_NULL;
int parts_to_drain = 0;
} // namespace

extern "C" {

int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request) {
  received_as = type;
  if (receives_until_failure > 0 && --receives_until_failure == 0)
    return MPI_ERR_NO_MEM;
  return PMPI_Irecv(buffer, count, type, from, tag, comm, request);
}

int MPI_Cancel(MPI_Request *request) {
  ++cancelled;
  return PMPI_Cancel(request);
}

int MPI_Issend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request) {
  ++announcements;
  return PMPI_Issend(buffer, count, type, to, tag, comm, request);
}

/// Receives what MPI_Finalize would otherwise wait for endlessly.
int MPI_Wait(MPI_Request *request, MPI_Status *status) {
  if (parts_to_drain > 0) {
    std::vector<char> memory(1 << 20);
    PMPI_Recv(memory.data(), 1 << 20, MPI_PACKED, 0, 8, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    for (; parts_to_drain > 0; --parts_to_drain)
      PMPI_Recv(memory.data(), 1 << 16, MPI_PACKED, 0, MPI_ANY_TAG, to_drain, MPI_STATUS_IGNORE);
  }
  return PMPI_Wait(request, status);
}

} // extern "C"

namespace automap::test {
namespace {

/// A duplicate of a communicator with a pipeline.
class PipelineComm {
public:
  explicit PipelineComm(int part_bytes, MPI_Comm from = MPI_COMM_WORLD) {
    MPI_Comm_dup(from, &comm_);
    EXPECT_EQ(AM_Comm_set_pipeline(comm_, part_bytes), MPI_SUCCESS);
  }
  PipelineComm(const PipelineComm &) = delete;
  PipelineComm &operator=(const PipelineComm &) = delete;
  ~PipelineComm() {
    if (comm_ != MPI_COMM_NULL)
      free();
  }
  void free() { MPI_Comm_free(&comm_); }
  operator MPI_Comm() const { return comm_; }

private:
  MPI_Comm comm_;
};

/// Counts the messages that `act` sends in parts.
template <typename Act> int announced_by(Act act) {
  const int before = announcements;
  act();
  return announcements - before;
}

TEST(Pipeline, TakesAllDatatypesByAllCalls) {
  const PipelineComm comm(128);
  if (ranks() < 2 || rank() > 1)
    return;
  unsigned seed = 1;
  const unsigned cases = amount("AUTOMAP_MESSAGES", 5);
  const int in_parts = announced_by([&] {
    for (unsigned i = 0; i < cases; ++i) {
      Type type = apart(seed);
      while (i % 2 == 0 && sizes_of(type).size < 200) // long enough for several parts
        type = apart(seed);
      SCOPED_TRACE("seed " + std::to_string(seed - 1));
      exchange_by_all_calls(type, seed, 1, MPI_ANY_SOURCE, comm);
    }
  });
  if (rank() == 0) {
    EXPECT_GT(in_parts, 0);
  }
}

constexpr int packed_size = 13;

std::vector<Padded> numbered(int n, int first) {
  std::vector<Padded> out(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i)
    out[static_cast<std::size_t>(i)] = {'a', i + 0.5, first + i};
  return out;
}

bool are_numbered(const std::vector<Padded> &data, int n, int first) {
  for (int i = 0; i < n; ++i) {
    const Padded &p = data[static_cast<std::size_t>(i)];
    if (p.c != 'a' || p.d != i + 0.5 || p.i != first + i)
      return false;
  }
  return true;
}

TEST(Pipeline, GoesRound) {
  const Type type = padded();
  const int right = (rank() + 1) % ranks(), left = (rank() + ranks() - 1) % ranks();
  for (const int part : {130, 1000, 4096, AM_PIPELINE_DEFAULT}) {
    const PipelineComm comm(part);
    for (const int n : {0, 1, 9, 10, 11, 20, 79, 1000, 100'000}) {
      if (n * packed_size > 100 * part && part > 0)
        continue;
      const int least = part == AM_PIPELINE_DEFAULT ? 16 << 10 : part + 1;
      const auto out = numbered(n, rank());
      std::vector<Padded> in(out.size() + 5);
      MPI_Status status;
      EXPECT_EQ(announced_by([&] {
                  ASSERT_EQ(AM_Sendrecv(out.data(), n, type, right, 1, in.data(), n + 5, type, left, 1, comm, &status),
                            MPI_SUCCESS);
                }),
                n * packed_size >= least);
      EXPECT_TRUE(are_numbered(in, n, left)) << n << " in parts of " << part;
      EXPECT_EQ(in.back().c, 0);
      EXPECT_EQ(status.MPI_SOURCE, left);
      EXPECT_EQ(count_of(status, type), n);
    }
  }
}

constexpr int long_part = 1 << 15, in_long_parts = 60'000; // more than MPI sends at once; structs

/// The receiver makes only MPI calls for a while.
TEST(Pipeline, WaitsForNobodyWhoHasBegunToReceive) {
  const Type type = padded();
  const PipelineComm comm(long_part);
  constexpr int n = in_long_parts;
  const int partner = rank() ^ 1;
  const bool has_partner = partner < ranks(), sends = rank() % 2 == 0;
  for (const bool blocks : {true, false}) {
    const auto out = numbered(n, rank());
    std::vector<Padded> in(n);
    AM_Request receive = AM_REQUEST_NULL, send;
    const unsigned long before = mpi::abandoned_waits;
    if (has_partner && !sends) {
      ASSERT_EQ(AM_Irecv(in.data(), n, type, partner, 0, comm, &receive), MPI_SUCCESS);
    } else if (has_partner && blocks) {
      ASSERT_EQ(AM_Send(out.data(), n, type, partner, 0, comm), MPI_SUCCESS);
    } else if (has_partner) {
      ASSERT_EQ(AM_Isend(out.data(), n, type, partner, 0, comm, &send), MPI_SUCCESS);
      ASSERT_EQ(AM_Wait(&send, MPI_STATUS_IGNORE), MPI_SUCCESS);
    }
    EXPECT_EQ(mpi::abandoned_waits > before, has_partner && sends);
    MPI_Barrier(MPI_COMM_WORLD);
    ASSERT_EQ(AM_Wait(&receive, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_TRUE(!has_partner || sends || are_numbered(in, n, partner));
  }
}

/// Makes a rank wait, during its lifetime, for parts to be received until it sees that nobody would ever receive them.
class Patient {
public:
  Patient() = default;
  Patient(const Patient &) = delete;
  Patient &operator=(const Patient &) = delete;
  ~Patient() {
    EXPECT_EQ(mpi::abandoned_waits, times_before_);
    mpi::patience = before_;
  }

private:
  const unsigned long times_before_ = mpi::abandoned_waits;
  const std::chrono::milliseconds before_ = std::exchange(mpi::patience, std::chrono::minutes(2));
};

/// Ranks send before they wait for their receives.
TEST(Pipeline, ReceivesWhileItSends) {
  const Type type = padded();
  const PipelineComm comms[] = {PipelineComm(long_part), PipelineComm(long_part / 2)};
  const int right = (rank() + 1) % ranks(), left = (rank() + ranks() - 1) % ranks();
  constexpr int n = in_long_parts;
  const std::vector<Padded> out[] = {numbered(n, rank()), numbered(n, rank() + 9)};
  const auto post = [&](int which, std::vector<Padded> &in, AM_Request *request) {
    in.assign(n, {});
    return AM_Irecv(in.data(), n, type, left, 0, comms[which], request);
  };
  const auto send = [&](int which) { return AM_Send(out[which].data(), n, type, right, 0, comms[which]); };
  const auto start = [&](int which, AM_Request *request) {
    return AM_Isend(out[which].data(), n, type, right, 0, comms[which], request);
  };
  const auto wait = [&](AM_Request &request) { return AM_Wait(&request, MPI_STATUS_IGNORE); };
  const Patient patient;
  std::vector<Padded> in[2];
  AM_Request requests[4];
  // One message in each direction, each completed by a call of its own.
  ASSERT_EQ(post(0, in[0], &requests[0]), MPI_SUCCESS);
  ASSERT_EQ(send(0), MPI_SUCCESS);
  ASSERT_EQ(wait(requests[0]), MPI_SUCCESS);
  EXPECT_TRUE(are_numbered(in[0], n, left));
  ASSERT_EQ(post(0, in[0], &requests[0]), MPI_SUCCESS);
  ASSERT_EQ(start(0, &requests[1]), MPI_SUCCESS);
  ASSERT_EQ(wait(requests[1]), MPI_SUCCESS);
  ASSERT_EQ(wait(requests[0]), MPI_SUCCESS);
  EXPECT_TRUE(are_numbered(in[0], n, left));
  // One call completes both.
  for (const int receive : {0, 1}) {
    ASSERT_EQ(post(0, in[0], &requests[receive]), MPI_SUCCESS);
    ASSERT_EQ(start(0, &requests[1 - receive]), MPI_SUCCESS);
    ASSERT_EQ(AM_Waitall(2, requests, MPI_STATUSES_IGNORE), MPI_SUCCESS);
    EXPECT_TRUE(are_numbered(in[0], n, left));
  }
  // Uses two communicators; every other rank takes the second one first.
  for (const bool blocks : {false, true}) {
    for (const int i : {0, 1})
      ASSERT_EQ(post(i, in[i], &requests[2 + i]), MPI_SUCCESS);
    for (const int i : {0, 1}) {
      const int which = (i + rank()) % 2;
      if (blocks) {
        ASSERT_EQ(send(which), MPI_SUCCESS);
        requests[i] = AM_REQUEST_NULL;
      } else {
        ASSERT_EQ(start(which, &requests[i]), MPI_SUCCESS);
      }
    }
    ASSERT_EQ(AM_Waitall(4, requests, MPI_STATUSES_IGNORE), MPI_SUCCESS);
    EXPECT_TRUE(are_numbered(in[0], n, left));
    EXPECT_TRUE(are_numbered(in[1], n, left + 9));
  }
}

/// A message that is sent whole also goes to a receiver that sends in parts before it receives.
TEST(Pipeline, ReceivesWhileItSendsWhole) {
  const PipelineComm comm(long_part);
  const int partner = rank() ^ 1;
  if (partner >= ranks())
    return;
  const Type type = padded();
  constexpr int n = in_long_parts, bytes = n * packed_size;
  const Patient patient;
  for (const int variant : {0, 1, 2}) {
    std::vector<Padded> in(n);
    Bytes without_holes(bytes, static_cast<char>(rank()));
    if (rank() % 2 == 1) {
      ASSERT_EQ(AM_Send(numbered(n, variant).data(), n, type, partner, 0, comm), MPI_SUCCESS);
      ASSERT_EQ(AM_Recv(without_holes.data(), bytes, MPI_CHAR, partner, 1, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
      EXPECT_EQ(without_holes, Bytes(bytes, static_cast<char>(partner)));
      continue;
    }
    AM_Request request = AM_REQUEST_NULL;
    if (variant < 2) {
      ASSERT_EQ(AM_Irecv(in.data(), n, type, partner, 0, comm, &request), MPI_SUCCESS);
    }
    const int from = variant == 1 ? MPI_PROC_NULL : partner; // used in AM_Sendrecv
    ASSERT_EQ(variant == 0 ? AM_Send(without_holes.data(), bytes, MPI_CHAR, partner, 1, comm)
                           : AM_Sendrecv(without_holes.data(), bytes, MPI_CHAR, partner, 1, in.data(), n, type, from, 0,
                                         comm, MPI_STATUS_IGNORE),
              MPI_SUCCESS);
    ASSERT_EQ(AM_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_TRUE(are_numbered(in, n, variant));
  }
}

/// The sender reaches the message that the other side waits for only after the parts of the previous message have been
/// received.
TEST(Pipeline, ReceivesWhileItWaitsForAnother) {
  const PipelineComm comm(long_part);
  const int partner = rank() ^ 1;
  if (partner >= ranks())
    return;
  const Type type = padded();
  constexpr int n = in_long_parts;
  const Patient patient;
  for (const int variant : {0, 1, 2, 3}) {
    const MPI_Comm other = variant == 3 ? MPI_COMM_WORLD : MPI_Comm(comm);
    if (rank() % 2 == 0) {
      for (const int tag : {0, 1})
        ASSERT_EQ(AM_Send(numbered(n, tag).data(), n, type, partner, tag, tag == 0 ? MPI_Comm(comm) : other),
                  MPI_SUCCESS);
    } else {
      std::vector<Padded> in[] = {std::vector<Padded>(n), std::vector<Padded>(n)};
      Type dense;
      ASSERT_EQ(AM_Dense(type, dense.out()), MPI_SUCCESS);
      MPI_Type_commit(dense.out());
      AM_Request first, second;
      ASSERT_EQ(AM_Irecv(in[0].data(), n, type, partner, 0, comm, &first), MPI_SUCCESS);
      if (variant == 0) {
        ASSERT_EQ(AM_Recv(in[1].data(), n, type, partner, 1, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
      } else if (variant == 1) {
        ASSERT_EQ(AM_Irecv(in[1].data(), n, type, partner, 1, comm, &second), MPI_SUCCESS);
        ASSERT_EQ(AM_Wait(&second, MPI_STATUS_IGNORE), MPI_SUCCESS);
      } else { // receives in place; in the last case the communicator is known to have no pipeline
        Bytes packed(n * packed_size);
        ASSERT_EQ(AM_Sendrecv(nullptr, 0, dense, rank(), 9, nullptr, 0, dense, rank(), 9, other, MPI_STATUS_IGNORE),
                  MPI_SUCCESS);
        ASSERT_EQ(AM_Recv(packed.data(), n, dense, partner, 1, other, MPI_STATUS_IGNORE), MPI_SUCCESS);
        MPI_Count position = 0;
        AM_Unpack(packed.data(), n * packed_size, &position, in[1].data(), n, type);
      }
      ASSERT_EQ(AM_Wait(&first, MPI_STATUS_IGNORE), MPI_SUCCESS);
      for (const int i : {0, 1})
        EXPECT_TRUE(are_numbered(in[i], n, i));
    }
  }
}

TEST(Pipeline, KeepsTheOrderOfMessages) {
  const Type type = padded();
  const PipelineComm comm(512);
  const int right = (rank() + 1) % ranks(), left = (rank() + ranks() - 1) % ranks();
  const int sizes[] = {1000, 3, 500, 40, 39, 0, 2000, 1000};
  constexpr std::size_t n = std::size(sizes);
  for (const bool backwards : {false, true}) {
    std::vector<std::vector<Padded>> out, in(n, std::vector<Padded>(2000));
    std::vector<AM_Request> receives(n), sends(n);
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_EQ(AM_Irecv(in[i].data(), 2000, type, i % 2 ? MPI_ANY_SOURCE : left, i % 3 ? MPI_ANY_TAG : 7, comm,
                         &receives[i]),
                MPI_SUCCESS);
    for (std::size_t i = 0; i < n; ++i) {
      out.push_back(numbered(sizes[i], static_cast<int>(i)));
      ASSERT_EQ(AM_Isend(out[i].data(), sizes[i], type, right, 7, comm, &sends[i]), MPI_SUCCESS);
      std::ranges::fill(out[i], Padded{}); // the data has been packed already
    }
    std::vector<MPI_Status> statuses(n);
    if (backwards) {
      for (std::size_t i = n; i-- > 0;)
        ASSERT_EQ(AM_Wait(&receives[i], &statuses[i]), MPI_SUCCESS);
    } else {
      ASSERT_EQ(AM_Waitall(n, receives.data(), statuses.data()), MPI_SUCCESS);
    }
    ASSERT_EQ(AM_Waitall(n, sends.data(), MPI_STATUSES_IGNORE), MPI_SUCCESS);
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_EQ(count_of(statuses[i], type), sizes[i]) << i;
      EXPECT_TRUE(are_numbered(in[i], sizes[i], static_cast<int>(i))) << i;
    }
  }
}

/// The first rank completes its receives in another order than the senders send.
TEST(Pipeline, NeedsNoOrderOfReceives) {
  if (ranks() < 3)
    return;
  const Type type = padded();
  const PipelineComm comm(1 << 15);
  constexpr int n = 60'000;
  std::vector<Padded> in[] = {std::vector<Padded>(n), std::vector<Padded>(n)};
  if (rank() == 0) {
    AM_Request requests[2];
    for (const int i : {0, 1})
      ASSERT_EQ(AM_Irecv(in[i].data(), n, type, i + 1, 0, comm, &requests[i]), MPI_SUCCESS);
    ASSERT_EQ(AM_Waitall(2, requests, MPI_STATUSES_IGNORE), MPI_SUCCESS);
    EXPECT_TRUE(are_numbered(in[0], n, 1));
    EXPECT_TRUE(are_numbered(in[1], n, 2));
  } else if (rank() <= 2) {
    if (rank() == 1) {
      ASSERT_EQ(AM_Recv(in[0].data(), n, type, 2, 0, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
    }
    ASSERT_EQ(AM_Send(numbered(n, rank()).data(), n, type, 0, 0, comm), MPI_SUCCESS);
    if (rank() == 2) {
      ASSERT_EQ(AM_Send(in[0].data(), n, type, 1, 0, comm), MPI_SUCCESS);
    }
  }
}

TEST(Pipeline, TakesDataWithoutHoles) {
  const PipelineComm comm(1000, MPI_COMM_SELF);
  const Type type = padded();
  Type dense;
  ASSERT_EQ(AM_Dense(type, dense.out()), MPI_SUCCESS);
  MPI_Type_commit(dense.out());
  for (const int n : {1, 3, 4, 76, 77, 1000}) { // around the lengths of an announcement and of a part
    const auto data = numbered(n, n);
    Bytes packed(static_cast<std::size_t>(n) * packed_size), arrived(packed.size());
    MPI_Count position = 0;
    AM_Pack(data.data(), n, type, packed.data(), static_cast<MPI_Count>(packed.size()), &position);
    for (const bool in_parts : {false, true}) {
      AM_Request request;
      MPI_Status status;
      std::vector<Padded> target(data.size());
      EXPECT_EQ(announced_by([&] {
                  if (in_parts)
                    AM_Isend(data.data(), n, type, 0, 0, comm, &request);
                  else
                    AM_Isend(packed.data(), n, dense, 0, 0, comm, &request);
                }),
                in_parts && n > 76);
      void *const to = in_parts ? static_cast<void *>(arrived.data()) : target.data();
      EXPECT_EQ(AM_Recv(to, n, in_parts ? dense : type, 0, 0, comm, &status), MPI_SUCCESS);
      EXPECT_EQ(AM_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
      EXPECT_EQ(count_of(status, in_parts ? dense : type), n);
      EXPECT_TRUE(in_parts ? arrived == packed : are_numbered(target, n, n)) << n;
    }
  }
}

/// Returns a datatype of two elements with a hole between them, so that it is packed.
Type pair_of(MPI_Datatype first, MPI_Datatype second) {
  const int lengths[] = {1, 1};
  const MPI_Aint places[] = {0, sizes_of(first).extent + 8};
  const MPI_Datatype types[] = {first, second};
  Type fields, out;
  MPI_Type_create_struct(2, lengths, places, types, fields.out());
  MPI_Type_create_resized(fields, 0, 2 * places[1], out.out());
  return committed(std::move(out));
}

/// A receive with a datatype that is left to MPI is announced in whole elements.
TEST(Pipeline, IsReceivedWhereMpiUnpacks) {
  const PipelineComm comm(1000, MPI_COMM_SELF);
  for (const auto &[first, second] :
       {std::pair(MPI_DOUBLE, MPI_INT), std::pair(MPI_DOUBLE_INT, MPI_CHAR), std::pair(MPI_LONG_DOUBLE, MPI_SHORT),
        std::pair(MPI_C_DOUBLE_COMPLEX, MPI_CHAR)}) {
    const Type type = pair_of(first, second);
    const int in_block = 1800 / static_cast<int>(sizes_of(type).size),
              n = 4 * in_block; // no element may be split
    Type dense, received;
    ASSERT_EQ(AM_Dense(type, dense.out()), MPI_SUCCESS);
    const auto size = static_cast<std::size_t>(sizes_of(type).size), block = static_cast<std::size_t>(in_block) * size;
    MPI_Type_create_hvector(4, in_block, static_cast<MPI_Aint>(2 * block), dense, received.out());
    MPI_Type_commit(received.out());
    Bytes source(static_cast<std::size_t>(n * sizes_of(type).extent)), target(8 * block, '?'), packed(4 * block);
    for (std::size_t i = 0; i < source.size(); ++i)
      source[i] = static_cast<char>(i * 2654435761u >> 13);
    MPI_Count position = 0;
    AM_Pack(source.data(), n, type, packed.data(), static_cast<MPI_Count>(packed.size()), &position);
    AM_Request request;
    MPI_Status status;
    ASSERT_EQ(AM_Irecv(target.data(), 1, received, 0, 0, comm, &request), MPI_SUCCESS);
    EXPECT_EQ(received_as, MPI_Datatype(received));
    EXPECT_EQ(announced_by([&] { ASSERT_EQ(AM_Send(source.data(), n, type, 0, 0, comm), MPI_SUCCESS); }), 1);
    ASSERT_EQ(AM_Wait(&request, &status), MPI_SUCCESS);
    EXPECT_EQ(count_of(status, received), 1);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_TRUE(
          std::equal(packed.begin() + i * block, packed.begin() + (i + 1) * block, target.begin() + 2 * i * block));
      EXPECT_EQ(target[(2 * i + 1) * block], '?');
    }
  }
}

/// An announcement may end inside a pair, even if the sender's datatype has both elements of each pair separately.
TEST(Pipeline, IsReceivedAsPairs) {
  const PipelineComm comm(256, MPI_COMM_SELF);
  constexpr int bytes = 7000;
  const Type apart = pair_of(MPI_LONG, MPI_INT);
  Type pairs, pairs_apart, with_holes, block;
  MPI_Type_contiguous(4, MPI_LONG_INT, pairs.out());
  MPI_Type_contiguous(4, apart, pairs_apart.out());
  MPI_Type_vector(bytes, 1, 2, MPI_CHAR, with_holes.out());
  MPI_Type_contiguous(bytes, MPI_CHAR, block.out());
  const Type received = pair_of(pairs, block);
  const auto packed = [](const Bytes &data, MPI_Datatype type) {
    Bytes out(static_cast<std::size_t>(sizes_of(type).size));
    MPI_Count position = 0;
    EXPECT_EQ(AM_Pack(data.data(), 1, type, out.data(), std::ssize(out), &position), MPI_SUCCESS);
    return out;
  };
  for (const MPI_Datatype first : {MPI_Datatype(pairs), MPI_Datatype(pairs_apart)}) {
    const Type sent = pair_of(first, with_holes);
    Bytes source(3 * bytes), target(source.size(), '?');
    for (std::size_t i = 0; i < source.size(); ++i)
      source[i] = static_cast<char>(i * 2654435761u >> 13);
    AM_Request request;
    MPI_Status status;
    ASSERT_EQ(AM_Irecv(target.data(), 1, received, 0, 0, comm, &request), MPI_SUCCESS);
    EXPECT_EQ(announced_by([&] { ASSERT_EQ(AM_Send(source.data(), 1, sent, 0, 0, comm), MPI_SUCCESS); }), 1);
    ASSERT_EQ(AM_Wait(&request, &status), MPI_SUCCESS);
    EXPECT_EQ(count_of(status, received), 1);
    EXPECT_EQ(packed(target, received), packed(source, sent));
  }
}

/// Messages that are no longer than an announcement are received through other memory or in place.
TEST(Pipeline, TakesFewBytesWithoutHoles) {
  const PipelineComm comm(1000, MPI_COMM_SELF);
  const Bytes data(100, 'd');
  for (const int n : {0, 1, 39, 40, 41, 70, 71, 72, 100})
    for (const int more : {0, 3}) {
      Bytes in(data.size() + 3, '?'), wanted = in;
      std::fill_n(wanted.begin(), n, 'd');
      MPI_Request request;
      MPI_Status status;
      MPI_Isend(data.data(), n, MPI_CHAR, 0, 0, comm, &request);
      EXPECT_EQ(AM_Recv(in.data(), n + more, MPI_CHAR, 0, 0, comm, &status), MPI_SUCCESS);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      EXPECT_EQ(count_of(status, MPI_CHAR), n);
      EXPECT_EQ(in, wanted) << n;
    }
}

/// Data of an announcement's length is data, whatever it looks like.
TEST(Pipeline, TakesForeignBytesForData) {
  const PipelineComm comm(130, MPI_COMM_SELF);
  mpi::PartsAnnouncement forged = {{1, 2}, 1000, 100, 0};
  constexpr int bytes = sizeof forged;
  const Type with_holes = blocks(4, bytes);
  for (const bool in_place : {true, false}) {
    Bytes in(2 * bytes);
    MPI_Request request;
    MPI_Status status;
    const MPI_Datatype type = in_place ? MPI_CHAR : MPI_Datatype(with_holes);
    MPI_Isend(&forged, bytes, MPI_CHAR, 0, 0, comm, &request);
    ASSERT_EQ(AM_Recv(in.data(), in_place ? 2 * bytes : 1, type, 0, 0, comm, &status), MPI_SUCCESS);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT_EQ(count_of(status, MPI_CHAR), bytes);
    for (int i = 0; i < bytes; ++i) {
      const int at = in_place ? i : i / 4 * 8 + i % 4;
      EXPECT_EQ(in[static_cast<std::size_t>(at)], reinterpret_cast<char *>(&forged)[i]);
    }
  }
}

/// Expects that an earlier error does not disturb the next message from this rank to itself.
void expect_next_arrives(MPI_Datatype type, MPI_Comm comm) {
  const auto sent = numbered(1000, 0);
  std::vector<Padded> next(1000);
  AM_Request send;
  ASSERT_EQ(AM_Isend(sent.data(), 1000, type, 0, 0, comm, &send), MPI_SUCCESS);
  ASSERT_EQ(AM_Recv(next.data(), 1000, type, 0, 0, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
  ASSERT_EQ(AM_Wait(&send, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_TRUE(are_numbered(next, 1000, 0));
}

TEST(Pipeline, TellsOfTruncationByTheCommunicator) {
  const PipelineComm comm(130, MPI_COMM_SELF);
  const HandledErrors errors({comm, MPI_COMM_SELF, MPI_COMM_WORLD});
  const Type type = padded();
  const auto whole = numbered(3, 0), in_parts = numbered(1000, 0);
  for (const int sent : {3, 1000})
    for (const int room : {0, 1, 2, 500})
      for (const bool has_holes : {true, false})
        for (const int variant : {0, 1, 2}) {
          if (room >= sent)
            continue;
          SCOPED_TRACE(std::to_string(sent) + " to " + std::to_string(room));
          AM_Request send, receive;
          MPI_Status status;
          Bytes in(1000 * sizeof(Padded), '?');
          const MPI_Datatype received = has_holes ? MPI_Datatype(type) : MPI_CHAR;
          const int count = has_holes ? room : room * packed_size;
          ASSERT_EQ(AM_Isend(sent == 3 ? whole.data() : in_parts.data(), sent, type, 0, 0, comm, &send), MPI_SUCCESS);
          int code = MPI_SUCCESS;
          if (variant == 0) {
            code = AM_Recv(in.data(), count, received, 0, 0, comm, MPI_STATUS_IGNORE);
          } else {
            ASSERT_EQ(AM_Irecv(in.data(), count, received, 0, 0, comm, &receive), MPI_SUCCESS);
            if (variant == 1)
              code = AM_Wait(&receive, &status);
            else
              for (int done = 0; !done && code == MPI_SUCCESS;)
                code = AM_Test(&receive, &done, &status);
            EXPECT_EQ(receive, AM_REQUEST_NULL);
          }
          const auto handled = errors.calls();
          ASSERT_EQ(handled.size(), 1u);
          EXPECT_EQ(errors.class_of(code, handled), MPI_ERR_TRUNCATE);
          EXPECT_EQ(handled[0].comm, comm);
          for (std::size_t i = static_cast<std::size_t>(room) * sizeof(Padded); i < in.size(); ++i)
            ASSERT_EQ(in[i], '?');
          ASSERT_EQ(AM_Wait(&send, MPI_STATUS_IGNORE), MPI_SUCCESS);
          expect_next_arrives(type, comm);
        }
}

TEST(Pipeline, SendsNothingWhereTheReceiveIsRefused) {
  const PipelineComm comm(130, MPI_COMM_SELF);
  const HandledErrors errors({comm, MPI_COMM_SELF, MPI_COMM_WORLD});
  const Type type = padded();
  const auto lost = numbered(1000, 5000);
  std::vector<Padded> in(1000);
  const auto exchange = [&](void *buffer, int count, int source) {
    return AM_Sendrecv(lost.data(), 1000, type, 0, 0, buffer, count, type, source, 0, comm, MPI_STATUS_IGNORE);
  };
  EXPECT_NE(exchange(nullptr, 1000, 0), MPI_SUCCESS);
  EXPECT_NE(exchange(in.data(), -1, 0), MPI_SUCCESS);
  EXPECT_NE(exchange(in.data(), 1000, 5), MPI_SUCCESS);
  expect_next_arrives(type, comm);
}

/// Receives that were posted before must not write to memory that has been freed.
TEST(Pipeline, CancelsReceivesOfPartsWhenOneFails) {
  const PipelineComm comm(1000, MPI_COMM_SELF);
  const HandledErrors errors({comm, MPI_COMM_SELF, MPI_COMM_WORLD});
  const Type type = padded();
  constexpr int n = 1000; // more parts than are received at once
  const auto data = numbered(n, 0);
  for (const int good : {0, 1, 3, 5}) {
    SCOPED_TRACE(good);
    std::vector<Padded> in(n);
    AM_Request request;
    ASSERT_EQ(AM_Isend(data.data(), n, type, 0, 0, comm, &request), MPI_SUCCESS);
    cancelled = 0;
    receives_until_failure = good + 1;
    EXPECT_EQ(AM_Recv(in.data(), n, type, 0, 0, comm, MPI_STATUS_IGNORE), MPI_ERR_NO_MEM);
    EXPECT_EQ(receives_until_failure, 0);
    const auto handled = errors.calls();
    ASSERT_EQ(handled.size(), 1u);
    EXPECT_EQ(handled[0].comm, comm);
    EXPECT_EQ(cancelled, std::min(good, 3));
    ASSERT_EQ(AM_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  }
  // Parts that nobody receives would be reported.
  const MPI_Comm parts = mpi::pipeline_of(comm)->parts();
  Bytes memory(1000);
  for (int found = 1; found;) {
    MPI_Status status;
    MPI_Iprobe(0, MPI_ANY_TAG, parts, &found, &status);
    if (found)
      MPI_Recv(memory.data(), 1000, MPI_PACKED, 0, MPI_ANY_TAG, parts, MPI_STATUS_IGNORE);
  }
}

/// An error that a send meets while it advances a receive is reported once, when the receive completes.
TEST(Pipeline, TellsOfTruncationWhereTheReceiveEnds) {
  const PipelineComm comm(130, MPI_COMM_SELF);
  const HandledErrors errors({comm, MPI_COMM_SELF, MPI_COMM_WORLD});
  const Type type = padded();
  const auto data = numbered(1000, 0);
  const Bytes bytes(1000);
  for (const bool in_parts : {true, false})
    for (const bool tests : {true, false}) {
      std::vector<Padded> in(500), next(1000);
      AM_Request receive, next_receive;
      MPI_Status status;
      ASSERT_EQ(in_parts ? AM_Irecv(in.data(), 500, type, 0, 0, comm, &receive)
                         : AM_Irecv(in.data(), 500, MPI_CHAR, 0, 0, comm, &receive),
                MPI_SUCCESS);
      if (!in_parts) // MPI detects the error
        ASSERT_EQ(AM_Send(bytes.data(), 1000, MPI_CHAR, 0, 0, comm), MPI_SUCCESS);
      else
        ASSERT_EQ(AM_Send(data.data(), 1000, type, 0, 0, comm), MPI_SUCCESS);
      ASSERT_EQ(AM_Irecv(next.data(), 1000, type, 0, 1, comm, &next_receive), MPI_SUCCESS);
      ASSERT_EQ(AM_Send(data.data(), 1000, type, 0, 1, comm), MPI_SUCCESS);
      ASSERT_EQ(AM_Wait(&next_receive, MPI_STATUS_IGNORE), MPI_SUCCESS);
      EXPECT_TRUE(are_numbered(next, 1000, 0));
      auto handled = errors.calls();
      EXPECT_LE(handled.size(), in_parts ? 0u : 1u);
      int done = 0;
      const int code = tests ? AM_Test(&receive, &done, &status) : AM_Wait(&receive, &status);
      std::ranges::move(errors.calls(), std::back_inserter(handled));
      ASSERT_EQ(handled.size(), 1u);
      EXPECT_TRUE(handled[0].comm == comm || !in_parts); // MPI calls any handler
      EXPECT_EQ(errors.class_of(code, handled), MPI_ERR_TRUNCATE);
      EXPECT_EQ(receive, AM_REQUEST_NULL);
    }
}

/// Also holds if the communicator was freed after the error occurred.
TEST(Pipeline, TellsOfTruncationWhenTheCommunicatorIsGone) {
  PipelineComm comm(130, MPI_COMM_SELF);
  const HandledErrors errors({MPI_COMM_SELF, MPI_COMM_WORLD});
  const Type type = padded();
  const auto data = numbered(1000, 0);
  std::vector<Padded> in(500), next(1000);
  AM_Request receive, next_receive;
  ASSERT_EQ(AM_Irecv(in.data(), 500, type, 0, 0, comm, &receive), MPI_SUCCESS);
  ASSERT_EQ(AM_Irecv(next.data(), 1000, type, 0, 1, comm, &next_receive), MPI_SUCCESS);
  for (const int tag : {0, 1})
    ASSERT_EQ(AM_Send(data.data(), 1000, type, 0, tag, comm), MPI_SUCCESS);
  ASSERT_EQ(AM_Wait(&next_receive, MPI_STATUS_IGNORE), MPI_SUCCESS);
  comm.free();
  errors.expect(AM_Wait(&receive, MPI_STATUS_IGNORE), MPI_ERR_TRUNCATE, "longer than the buffer");
  EXPECT_TRUE(are_numbered(next, 1000, 0));
}

TEST(Pipeline, EndsWhatIsUnderWayWhenTheCommunicatorIsFreed) {
  const Type type = padded();
  const int right = (rank() + 1) % ranks(), left = (rank() + ranks() - 1) % ranks();
  constexpr int n = 10'000;
  PipelineComm comm(4096);
  const auto out = numbered(n, rank());
  std::vector<Padded> in(n);
  AM_Request requests[2];
  ASSERT_EQ(AM_Irecv(in.data(), n, type, left, 0, comm, &requests[0]), MPI_SUCCESS);
  ASSERT_EQ(AM_Isend(out.data(), n, type, right, 0, comm, &requests[1]), MPI_SUCCESS);
  comm.free();
  MPI_Barrier(MPI_COMM_WORLD);
  ASSERT_EQ(AM_Waitall(2, requests, MPI_STATUSES_IGNORE), MPI_SUCCESS);
  EXPECT_TRUE(are_numbered(in, n, left));
}

TEST(Pipeline, IsSetAnewAndTurnedOff) {
  const PipelineComm comm(130, MPI_COMM_SELF);
  const Type type = padded();
  const auto in_parts = [&](MPI_Comm through, int n = 100) {
    const auto data = numbered(n, 0);
    return announced_by([&] {
      AM_Request request;
      std::vector<Padded> in(data.size());
      ASSERT_EQ(AM_Isend(data.data(), n, type, 0, 0, through, &request), MPI_SUCCESS);
      ASSERT_EQ(AM_Recv(in.data(), n, type, 0, 0, through, MPI_STATUS_IGNORE), MPI_SUCCESS);
      ASSERT_EQ(AM_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
      EXPECT_TRUE(are_numbered(in, n, 0));
    });
  };
  EXPECT_EQ(in_parts(comm), 1);
  ASSERT_EQ(AM_Comm_set_pipeline(comm, 1300), MPI_SUCCESS);
  EXPECT_EQ(in_parts(comm), 0);
  ASSERT_EQ(AM_Comm_set_pipeline(comm, 1299), MPI_SUCCESS);
  EXPECT_EQ(in_parts(comm), 1);
  ASSERT_EQ(AM_Comm_set_pipeline(comm, AM_PIPELINE_DEFAULT), MPI_SUCCESS); // packed and started as a whole
  EXPECT_EQ(in_parts(comm, (1 << 20) / packed_size), 0);
  EXPECT_EQ(in_parts(comm, (1 << 20) / packed_size + 1), 1);
  ASSERT_EQ(AM_Comm_set_pipeline(comm, 0), MPI_SUCCESS);
  EXPECT_EQ(in_parts(comm), 0);
  ASSERT_EQ(AM_Comm_set_pipeline(comm, 128), MPI_SUCCESS);
  EXPECT_EQ(in_parts(comm), 1);
  MPI_Comm copy;
  MPI_Comm_dup(comm, &copy);
  EXPECT_EQ(in_parts(copy), 0);
  MPI_Comm_free(&copy);
}

TEST(Pipeline, IsFoundWhereThereWasNone) {
  const PipelineComm other(AM_PIPELINE_DEFAULT); // makes AutoMap look for pipelines at all
  const Type type = padded();
  const int right = (rank() + 1) % ranks(), left = (rank() + ranks() - 1) % ranks();
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  const auto go_round = [&] {
    constexpr int n = 1000;
    const std::vector<Padded> out = numbered(n, rank());
    std::vector<Padded> in(n);
    EXPECT_EQ(AM_Sendrecv(out.data(), n, type, right, 0, in.data(), n, type, left, 0, comm, MPI_STATUS_IGNORE),
              MPI_SUCCESS);
    EXPECT_TRUE(are_numbered(in, n, left));
  };
  EXPECT_EQ(announced_by(go_round), 0);
  EXPECT_EQ(AM_Comm_set_pipeline(comm, 1000), MPI_SUCCESS);
  EXPECT_EQ(announced_by(go_round), 1);
  MPI_Comm_free(&comm);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm); // MPI may reuse the handle
  EXPECT_EQ(announced_by(go_round), 0);
  MPI_Comm_free(&comm);
}

/// A thread that receives in place caches what it knows about communicators. The test uses more communicators in turn
/// than fit, and half of them get a pipeline later.
TEST(Pipeline, IsFoundForDataInPlace) {
  const Type type = padded();
  Type dense;
  ASSERT_EQ(AM_Dense(type, dense.out()), MPI_SUCCESS);
  MPI_Type_commit(dense.out());
  const PipelineComm other(AM_PIPELINE_DEFAULT, MPI_COMM_SELF); // makes AutoMap look for pipelines at all
  constexpr std::size_t all = std::tuple_size_v<decltype(mpi::recent_pipelines)> + 1;
  const std::array<OwnComm, all> comms;
  for (const bool have_pipelines : {false, true}) {
    for (std::size_t i = 0; have_pipelines && i < all; i += 2)
      ASSERT_EQ(AM_Comm_set_pipeline(comms[i], 1000), MPI_SUCCESS);
    for (const std::size_t used : {std::size_t(1), std::size_t(2), all})
      for (std::size_t i = 0; i < 3 * used; ++i) {
        const MPI_Comm comm = comms[i % used];
        constexpr int n = 100;
        const auto data = numbered(n, static_cast<int>(i));
        Bytes packed(n * packed_size), in(packed.size());
        MPI_Count position = 0;
        AM_Pack(data.data(), n, type, packed.data(), n * packed_size, &position);
        AM_Request send;
        EXPECT_EQ(announced_by([&] { ASSERT_EQ(AM_Isend(data.data(), n, type, 0, 0, comm, &send), MPI_SUCCESS); }),
                  have_pipelines && i % used % 2 == 0);
        MPI_Status status;
        ASSERT_EQ(AM_Recv(in.data(), n, dense, 0, 0, comm, &status), MPI_SUCCESS);
        ASSERT_EQ(AM_Wait(&send, MPI_STATUS_IGNORE), MPI_SUCCESS);
        EXPECT_EQ(count_of(status, dense), n);
        EXPECT_EQ(in, packed) << i << " on " << used;
      }
  }
}

TEST(Pipeline, GoesBetweenGroups) {
  if (ranks() < 2)
    return;
  const bool is_last = rank() == ranks() - 1;
  MPI_Comm group, between;
  MPI_Comm_split(MPI_COMM_WORLD, is_last, 0, &group);
  MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, is_last ? 0 : ranks() - 1, 0, &between);
  ASSERT_EQ(AM_Comm_set_pipeline(between, 1000), MPI_SUCCESS);
  const Type type = padded();
  const auto out = numbered(1000, rank());
  std::vector<Padded> in(1000);
  MPI_Status status;
  if (is_last) {
    for (int from = 0; from < ranks() - 1; ++from) {
      ASSERT_EQ(AM_Recv(in.data(), 1000, type, from, 0, between, &status), MPI_SUCCESS);
      EXPECT_TRUE(are_numbered(in, 1000, from));
      ASSERT_EQ(AM_Send(out.data(), 1000, type, from, 0, between), MPI_SUCCESS);
    }
  } else {
    EXPECT_EQ(announced_by([&] {
                ASSERT_EQ(AM_Sendrecv(out.data(), 1000, type, 0, 0, in.data(), 1000, type, 0, 0, between, &status),
                          MPI_SUCCESS);
              }),
              1);
    EXPECT_TRUE(are_numbered(in, 1000, ranks() - 1));
  }
  MPI_Comm_free(&between);
  MPI_Comm_free(&group);
}

/// Uses the same memory many times: the buffer has room for more bytes than int can count, and with AUTOMAP_MESSAGES as
/// many are sent.
TEST(Pipeline, TakesMoreThanTwoGigabytes) {
  if (ranks() != 2)
    return;
  constexpr int words = 1 << 15, times = (1 << 13) + 1;
  Type words_apart, twice, type;
  MPI_Type_vector(words, 1, 2, MPI_DOUBLE, words_apart.out());
  MPI_Type_create_hvector(2, 1, 0, words_apart, twice.out());
  MPI_Type_create_hvector(times, 1, 0, words_apart, type.out());
  MPI_Type_commit(twice.out());
  MPI_Type_commit(type.out());
  const PipelineComm comm(1 << 18);
  for (const bool all : {false, true}) {
    if (all && from_environment("AUTOMAP_MESSAGES", 0) == 0)
      return;
    std::vector<double> data(2 * words, -1);
    if (rank() == 0) {
      std::iota(data.begin(), data.end(), 0.0);
      EXPECT_EQ(announced_by([&] { ASSERT_EQ(AM_Send(data.data(), 1, all ? type : twice, 1, 0, comm), MPI_SUCCESS); }),
                1);
      continue;
    }
    MPI_Status status;
    ASSERT_EQ(AM_Recv(data.data(), 1, type, 0, 0, comm, &status), MPI_SUCCESS);
    MPI_Count bytes = 0;
    MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
    EXPECT_EQ(bytes, MPI_Count(8) * words * (all ? times : 2));
    for (int i = 0; i < 2 * words; ++i)
      ASSERT_EQ(data[static_cast<std::size_t>(i)], i % 2 ? -1 : i);
  }
}

/// MPICH supports 262144 active requests.
TEST(Pipeline, HasNoMorePartsThanMpiCanSendAtOnce) {
  const PipelineComm comm(AM_PIPELINE_LEAST, MPI_COMM_SELF);
  if (rank() > 0)
    return;
  constexpr int n = 3'000'000;
  static_assert(std::int64_t{n} * packed_size / AM_PIPELINE_LEAST > 262'144);
  const Type type = padded();
  const auto out = numbered(n, 0);
  std::vector<Padded> in(n);
  AM_Request send;
  ASSERT_EQ(AM_Isend(out.data(), n, type, 0, 0, comm, &send), MPI_SUCCESS);
  ASSERT_EQ(AM_Recv(in.data(), n, type, 0, 0, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
  ASSERT_EQ(AM_Wait(&send, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_TRUE(are_numbered(in, n, 0));
}

TEST(Pipeline, AllMessagesHaveNoMorePartsThanMpiCanSendAtOnce) {
#if AUTOMAP_IS_SANITIZED
  GTEST_SKIP() << "the system takes minutes for the memory of so many messages";
#endif
  if (ranks() > 1)
    return;
  const PipelineComm comm(AM_PIPELINE_LEAST, MPI_COMM_SELF);
  constexpr int n = 28'000, messages = 140, most_parts = 2048; // limit of AM_Isend
  static_assert(n * packed_size / AM_PIPELINE_LEAST > most_parts && messages * most_parts > 262'144);
  const Type type = padded();
  const auto out = numbered(n, 0);
  std::vector<Padded> in(n);
  std::vector<AM_Request> sends(messages);
  for (AM_Request &send : sends)
    ASSERT_EQ(AM_Isend(out.data(), n, type, 0, 0, comm, &send), MPI_SUCCESS);
  for (int i = 0; i < messages; ++i) {
    in.assign(n, {});
    ASSERT_EQ(AM_Recv(in.data(), n, type, 0, 0, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_TRUE(are_numbered(in, n, 0)) << i;
  }
  ASSERT_EQ(AM_Waitall(messages, sends.data(), MPI_STATUSES_IGNORE), MPI_SUCCESS);
}

/// A receive by MPI gets only the announcement.
TEST(Pipeline, TellsOfPartsThatNobodyReceives) {
  if (ranks() < 2)
    return;
  const Type type = padded();
  for (const bool is_named : {false, true}) {
    PipelineComm comm(512);
    if (is_named)
      MPI_Comm_set_name(comm, "halo");
    if (rank() == 0) {
      ASSERT_EQ(AM_Send(numbered(100, 0).data(), 100, type, 1, 0, comm), MPI_SUCCESS);
    } else if (rank() == 1) {
      std::vector<Padded> in(100);
      MPI_Recv(in.data(), 100, type, 0, 0, comm, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(comm);
    ::testing::internal::CaptureStderr();
    comm.free();
    const std::string error_text = ::testing::internal::GetCapturedStderr();
    if (rank() == 1) {
      EXPECT_NE(error_text.find("a message of rank 0 on "), std::string::npos) << error_text;
      EXPECT_EQ(error_text.find("communicator halo") != std::string::npos, is_named) << error_text;
    } else {
      EXPECT_EQ(error_text, "");
    }
  }
}

/// MPI_Finalize, after the tests, has to wait for parts and a whole message. It is run separately because it takes
/// seconds.
TEST(DISABLED_Pipeline, LeavesWhatNobodyReceives) {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  ASSERT_EQ(AM_Comm_set_pipeline(comm, 1 << 16), MPI_SUCCESS);
  constexpr int n = 20'000;
  const Type type = padded();
  std::vector<Padded> in(n);
  AM_Request send;
  ASSERT_EQ(AM_Isend(numbered(n, 0).data(), n, type, 0, 7, comm, &send), MPI_SUCCESS);
  MPI_Recv(in.data(), n, type, 0, 7, comm, MPI_STATUS_IGNORE);
  ASSERT_EQ(AM_Wait(&send, MPI_STATUS_IGNORE), MPI_SUCCESS);
  constexpr int long_one = 1 << 20; // MPI does not send it at once
  ASSERT_EQ(AM_Isend(Bytes(2 * long_one, 'b').data(), 1, blocks(8, long_one), 0, 8, MPI_COMM_SELF, &send), MPI_SUCCESS);
  ASSERT_EQ(AM_Request_free(&send), MPI_SUCCESS);
  to_drain = mpi::pipeline_of(comm)->parts();
  parts_to_drain = (n * packed_size - 1) / (1 << 16) + 1;
}

TEST(Pipeline, RefusesWhatMakesNoSense) {
  const PipelineComm comm(130, MPI_COMM_SELF);
  const HandledErrors errors({comm, MPI_COMM_SELF, MPI_COMM_WORLD});
  for (const int part : {1, 127, -2, INT_MIN})
    errors.expect(AM_Comm_set_pipeline(comm, part), MPI_ERR_ARG,
                  "part_bytes is " + std::to_string(part) + ", not from 128 (AM_PIPELINE_LEAST)", comm);
  ASSERT_EQ(AM_Comm_set_pipeline(comm, INT_MAX), MPI_SUCCESS);
  ASSERT_EQ(AM_Comm_set_pipeline(comm, 130), MPI_SUCCESS);
  errors.expect(AM_Comm_set_pipeline(MPI_COMM_NULL, 100), MPI_ERR_COMM,
                "AM_Comm_set_pipeline: the communicator is MPI_COMM_NULL");
  if (ranks() > 1)
    errors.expect(AM_Comm_set_pipeline(MPI_COMM_WORLD, rank() == 0 ? 100 : 200), MPI_ERR_ARG,
                  "not the same on all ranks", MPI_COMM_WORLD);
  const Type type = padded();
  const auto data = numbered(100, 0);
  std::vector<Padded> in(100);
  AM_Request request = AM_REQUEST_NULL;
  errors.expect_of_mpi(AM_Send(data.data(), 100, type, 5, 0, comm), MPI_ERR_RANK, comm);
  errors.expect_of_mpi(AM_Isend(data.data(), 100, type, 5, 0, comm, &request), MPI_ERR_RANK, comm);
  EXPECT_EQ(request, AM_REQUEST_NULL);
  errors.expect_of_mpi(AM_Sendrecv(data.data(), 100, type, 5, 0, in.data(), 100, type, 0, 0, comm, MPI_STATUS_IGNORE),
                       MPI_ERR_RANK, comm);
  errors.expect(AM_Send(nullptr, 100, type, 0, 0, comm), MPI_ERR_BUFFER, "AM_Send: a buffer is null", comm);
  errors.expect(AM_Recv(nullptr, 100, type, 0, 0, comm, MPI_STATUS_IGNORE), MPI_ERR_BUFFER, "AM_Recv: a buffer is null",
                comm);
  errors.expect(AM_Irecv(in.data(), -1, type, 0, 0, comm, &request), MPI_ERR_COUNT, "AM_Irecv: a count is negative",
                comm);
  EXPECT_EQ(AM_Send(data.data(), 100, type, MPI_PROC_NULL, 0, comm), MPI_SUCCESS);
  MPI_Status status;
  EXPECT_EQ(
      AM_Sendrecv(data.data(), 100, type, MPI_PROC_NULL, 0, in.data(), 100, type, MPI_PROC_NULL, 0, comm, &status),
      MPI_SUCCESS);
  EXPECT_EQ(count_of(status, type), 0);
}

} // namespace
} // namespace automap::test
