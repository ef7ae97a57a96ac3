// Tests AM_Gather and the like: random datatypes of one signature, a different one on each rank, with random counts and
// displacements (AUTOMAP_COLLECTIVES=<n> calls). MPI's packing and MPI_Alltoallv of packed data tell what has to
// arrive, and MPI's own call where it can take the same arguments.
#include "automap/automap.h"

#include "mpi/messages/collective.h"

#include "failing_memory.h"
#include "handled_errors.h"
#include "message_support.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <random>

namespace automap::test {
namespace {

using mpi::Collective;
using mpi::Form;
using Kind = Collective::Kind;

/// The calls under test.
enum class Function { Gather, Gatherv, Scatter, Scatterv, Allgather, Allgatherv, Alltoall, Alltoallv, Alltoallw };
constexpr int functions = 9;

constexpr bool has_root(Function f) { return f <= Function::Scatterv; }
constexpr bool gathers(Function f) { return f == Function::Gather || f == Function::Gatherv; }
constexpr bool scatters(Function f) { return f == Function::Scatter || f == Function::Scatterv; }
constexpr bool is_allgather(Function f) { return f == Function::Allgather || f == Function::Allgatherv; }

constexpr Form form_sent(Function f) {
  return f == Function::Alltoallw                              ? Form::typed
         : f == Function::Scatterv || f == Function::Alltoallv ? Form::varying
                                                               : Form::one;
}
constexpr Form form_received(Function f) {
  return f == Function::Alltoallw                                                          ? Form::typed
         : f == Function::Gatherv || f == Function::Allgatherv || f == Function::Alltoallv ? Form::varying
                                                                                           : Form::one;
}

/// The arguments for one side. Arguments that MPI ignores are nonsense.
struct Side {
  void *buffer = reinterpret_cast<void *>(8);
  int count = -1;
  const int *counts = nullptr, *displacements = nullptr;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  const MPI_Datatype *types = nullptr;
};

#define CALL_OF(prefix, Name, Inner, ...)                                                                              \
  case Function::Name:                                                                                                 \
    return prefix##Inner __VA_ARGS__;
#define ALL_CALLS(prefix, gather, gatherv, scatter, scatterv, allgather, allgatherv, alltoall, alltoallv, alltoallw,   \
                  ...)                                                                                                 \
  switch (function) {                                                                                                  \
    CALL_OF(prefix, Gather, gather, (s.buffer, s.count, s.type, r.buffer, r.count, r.type, root, comm __VA_ARGS__))    \
    CALL_OF(prefix, Gatherv, gatherv,                                                                                  \
            (s.buffer, s.count, s.type, r.buffer, r.counts, r.displacements, r.type, root, comm __VA_ARGS__))          \
    CALL_OF(prefix, Scatter, scatter, (s.buffer, s.count, s.type, r.buffer, r.count, r.type, root, comm __VA_ARGS__))  \
    CALL_OF(prefix, Scatterv, scatterv,                                                                                \
            (s.buffer, s.counts, s.displacements, s.type, r.buffer, r.count, r.type, root, comm __VA_ARGS__))          \
    CALL_OF(prefix, Allgather, allgather, (s.buffer, s.count, s.type, r.buffer, r.count, r.type, comm __VA_ARGS__))    \
    CALL_OF(prefix, Allgatherv, allgatherv,                                                                            \
            (s.buffer, s.count, s.type, r.buffer, r.counts, r.displacements, r.type, comm __VA_ARGS__))                \
    CALL_OF(prefix, Alltoall, alltoall, (s.buffer, s.count, s.type, r.buffer, r.count, r.type, comm __VA_ARGS__))      \
    CALL_OF(                                                                                                           \
        prefix, Alltoallv, alltoallv,                                                                                  \
        (s.buffer, s.counts, s.displacements, s.type, r.buffer, r.counts, r.displacements, r.type, comm __VA_ARGS__))  \
    CALL_OF(prefix, Alltoallw, alltoallw,                                                                              \
            (s.buffer, s.counts, s.displacements, s.types, r.buffer, r.counts, r.displacements, r.types,               \
             comm __VA_ARGS__))                                                                                        \
  }                                                                                                                    \
  return MPI_ERR_INTERN

int call_mpi(Function function, const Side &s, const Side &r, int root, MPI_Comm comm) {
  ALL_CALLS(MPI_, Gather, Gatherv, Scatter, Scatterv, Allgather, Allgatherv, Alltoall, Alltoallv, Alltoallw, );
}

int call(Function function, const Side &s, const Side &r, int root, MPI_Comm comm) {
  ALL_CALLS(AM_, Gather, Gatherv, Scatter, Scatterv, Allgather, Allgatherv, Alltoall, Alltoallv, Alltoallw, );
}

int start(Function function, const Side &s, const Side &r, int root, MPI_Comm comm, AM_Request *request) {
  ALL_CALLS(AM_, Igather, Igatherv, Iscatter, Iscatterv, Iallgather, Iallgatherv, Ialltoall, Ialltoallv, Ialltoallw, ,
            request);
}

/// A datatype of one or two units of the signature under test.
struct Layout {
  Type type;
  int units;
  MPI_Count lower_bound = 0, upper_bound = 0, extent = 0; // of the data
};

Layout layout(Type type, int units) {
  const Sizes sizes = sizes_of(type);
  return {std::move(type), units, sizes.true_lower_bound, sizes.true_lower_bound + sizes.true_extent, sizes.extent};
}

/// Datatypes of one signature whose items do not overlap in arrays.
class Family {
public:
  explicit Family(unsigned &seed) {
    Type unit;
    Sizes sizes;
    do {
      unit = apart(seed);
      sizes = sizes_of(unit);
    } while (sizes.size == 0 || sizes.true_extent > 3000 || std::abs(sizes.true_lower_bound) > 3000);
    const MPI_Aint at = sizes.true_lower_bound, room = sizes.true_extent + 8 * (seed % 3);
    Type forward, backward, shifted, dense, two;
    MPI_Type_create_resized(unit, at, room, forward.out());
    MPI_Type_create_resized(unit, at + room, -room, backward.out());
    const MPI_Aint elsewhere = -264;
    Type moved;
    MPI_Type_create_hindexed_block(1, 1, &elsewhere, forward, moved.out());
    MPI_Type_create_resized(moved, at + elsewhere - 16, room + 32, shifted.out());
    EXPECT_EQ(AM_Dense(unit, dense.out()), MPI_SUCCESS);
    MPI_Type_contiguous(2, forward, two.out());
    all_.push_back(layout(committed(std::move(forward)), 1));
    all_.push_back(layout(committed(std::move(shifted)), 1));
    all_.push_back(layout(committed(std::move(dense)), 1));
    all_.push_back(layout(committed(std::move(two)), 2));
    all_.push_back(layout(committed(std::move(backward)), 1));
  }

  const Layout &operator[](int i) const { return all_[static_cast<std::size_t>(i)]; }
  static constexpr int forward = 4, all = 5; // the numbers of those with positive extents, and of all

private:
  std::vector<Layout> all_;
};

/// A block of data, as pack and unpack calls take it.
struct Block {
  char *data;
  int count;
  MPI_Datatype type;
};

/// Random blocks in memory of their own, with the arguments that name them.
class Blocks {
public:
  /// Makes a block of units[i] units for each i.
  template <typename Choose, typename Random>
  Blocks(Form form, const std::vector<int> &units, const Family &family, Choose choose, Random &random) : form_(form) {
    const auto gap = [&] { return static_cast<int>(random() % 3); };
    const Layout *only = &family[choose()];
    MPI_Count at = form == Form::typed ? -40'000 : gap();
    for (const int n : units) {
      const Layout &here = form == Form::typed ? family[choose()] : *only;
      const int count = n / here.units;
      counts_.push_back(count);
      types_.push_back(here.type);
      extents_.push_back(here.extent);
      if (form == Form::one) {
        displacements_.push_back(count * static_cast<int>(displacements_.size()));
        continue;
      }
      if (form == Form::varying) {
        displacements_.push_back(static_cast<int>(at));
        at += count + gap();
        continue;
      }
      const MPI_Count last = std::max(count - 1, 0) * here.extent;
      displacements_.push_back(static_cast<int>(at - here.lower_bound - std::min<MPI_Count>(last, 0)));
      at += here.upper_bound - here.lower_bound + std::abs(last) + 8 * gap();
    }
    if (form == Form::varying && random() % 2) { // not in the order of ranks
      const std::vector<int> before = displacements_;
      const int end = static_cast<int>(at);
      for (std::size_t i = 0; i < before.size(); ++i)
        displacements_[i] = end - before[i] - counts_[i];
    }
  }

  Side side(Room &room) const {
    Side out;
    out.buffer = room.middle();
    if (form_ == Form::one)
      out.count = counts_.front();
    else
      out.counts = counts_.data(), out.displacements = displacements_.data();
    if (form_ == Form::typed)
      out.types = types_.data();
    else
      out.type = types_.front();
    return out;
  }

  Block block(std::size_t i, Room &room) const {
    const MPI_Count unit = form_ == Form::typed ? 1 : extents_[i];
    return {room.middle() + displacements_[i] * unit, counts_[i], types_[i]};
  }
  std::size_t size() const { return counts_.size(); }

private:
  Form form_;
  std::vector<int> counts_, displacements_;
  std::vector<MPI_Datatype> types_;
  std::vector<MPI_Count> extents_;
};

/// Exchanges blocks with MPI's packing: sent[i] goes to rank i, received[i] comes from it.
void exchange(const std::vector<Block> &sent, const std::vector<Block> &received, MPI_Comm comm) {
  std::vector<int> sizes[2], places[2];
  Bytes packed[2];
  for (const int side : {0, 1}) {
    int at = 0;
    for (const Block &block : side == 0 ? sent : received) {
      int size = 0;
      if (block.count > 0)
        MPI_Type_size(block.type, &size);
      sizes[side].push_back(size * block.count);
      places[side].push_back(at);
      at += sizes[side].back();
    }
    packed[side].resize(static_cast<std::size_t>(at) + 1);
  }
  int position = 0;
  for (const Block &block : sent)
    if (block.count > 0)
      MPI_Pack(block.data, block.count, block.type, packed[0].data(), static_cast<int>(packed[0].size()), &position,
               MPI_COMM_SELF);
  MPI_Alltoallv(packed[0].data(), sizes[0].data(), places[0].data(), MPI_PACKED, packed[1].data(), sizes[1].data(),
                places[1].data(), MPI_PACKED, comm);
  position = 0;
  for (const Block &block : received)
    if (block.count > 0)
      MPI_Unpack(packed[1].data(), static_cast<int>(packed[1].size()), &position, block.data, block.count, block.type,
                 MPI_COMM_SELF);
}

/// Whether MPI's own call does what the standard says. MPICH 4.0 ignores the displacement on a single rank. Open MPI
/// 4.1 multiplies it by the extent there, and between groups assumes that both groups name data by the same datatype.
bool is_right_in_mpi(Function function, bool is_between_groups) {
  if (mpi::is_open_mpi())
    return !is_between_groups && !(function == Function::Alltoallw && ranks() == 1);
  return is_between_groups || !(function == Function::Allgatherv && ranks() == 1);
}

/// How this rank takes part in the calls on a communicator.
struct Group {
  MPI_Comm comm;
  bool is_between_groups;
  std::vector<int> peers; // ranks in MPI_COMM_WORLD
  bool is_first = true;   // whether this rank is in the first group
};

/// Memory that runs out during a call on some ranks.
constexpr std::size_t refused_bytes[] = {0, 64, 600};

/// What else is random about a call.
struct Variant {
  bool in_place = false;
  enum { blocking, waited, tested, out_of_memory, large } way = blocking;
};

int run(Variant variant, Function function, const Side &sent, const Side &received, int root, MPI_Comm comm,
        std::mt19937 &mine) {
  AM_Request request = AM_REQUEST_NULL;
  MPI_Status status;
  switch (variant.way) {
  case Variant::waited: {
    const int code = start(function, sent, received, root, comm, &request);
    EXPECT_NE(request, AM_REQUEST_NULL);
    return code == MPI_SUCCESS ? AM_Wait(&request, MPI_STATUS_IGNORE) : code;
  }
  case Variant::tested: {
    const int code = start(function, sent, received, root, comm, &request);
    if (code == MPI_SUCCESS)
      wait_by_tests(request, status);
    return code;
  }
  case Variant::out_of_memory: {
    const std::size_t least = refused_bytes[mine() % std::size(refused_bytes)];
    if (mine() % 2)
      return call(function, sent, received, root, comm);
    const MemoryRunsOut none(least);
    return call(function, sent, received, root, comm);
  }
  case Variant::large: {
    const std::int64_t before = std::exchange(mpi::largest_int, 100);
    const int code = call(function, sent, received, root, comm);
    mpi::largest_int = before;
    return code;
  }
  default:
    return call(function, sent, received, root, comm);
  }
}

void test_one(unsigned &seed, const Group &group, Function function, Variant variant) {
  const Family family(seed);
  std::mt19937 common(seed), mine(1000 * seed + static_cast<unsigned>(rank()));
  const bool in_place = variant.in_place && !group.is_between_groups;
  const auto peers = group.peers.size();
  // Whether negative extents occur, which MPI libraries do not take everywhere.
  const bool is_plain = common() % 2;
  const auto choose = [&] { return static_cast<int>(mine() % (is_plain ? Family::forward : Family::all)); };
  const bool is_regular = form_sent(function) == Form::one && form_received(function) == Form::one;
  const unsigned salt = common();
  const int regular = 2 * static_cast<int>(common() % 3);
  /// The units that go from one rank in MPI_COMM_WORLD to another.
  const auto units = [&](int from, int to) {
    if (is_regular)
      return regular;
    if (gathers(function) || is_allgather(function))
      to = 0;
    if (scatters(function))
      from = 0;
    if (in_place && from > to)
      std::swap(from, to);
    return 2 * static_cast<int>((salt + 7u * static_cast<unsigned>(from) + 3u * static_cast<unsigned>(to)) % 7u % 4u);
  };
  // The root: in a rank of the first group, or of the second one.
  int root = 0, root_in_world = 0;
  bool is_root = false, is_leaf = true;
  if (has_root(function)) {
    const bool in_first = common() % 2;
    const unsigned number = common();
    if (!group.is_between_groups) {
      root = root_in_world = static_cast<int>(number % peers);
      is_root = rank() == root;
    } else {
      const int last = ranks() - 1;
      root_in_world = in_first ? static_cast<int>(number % static_cast<unsigned>(last)) : last;
      is_root = rank() == root_in_world;
      is_leaf = group.is_first != in_first;
      root = is_root ? MPI_ROOT : !is_leaf ? MPI_PROC_NULL : in_first ? root_in_world : 0;
    }
  }
  const bool sends_all = scatters(function) || (!gathers(function) && !is_allgather(function));
  const bool receives_all = !scatters(function);
  const bool sends = scatters(function) ? is_root : gathers(function) ? is_leaf : true;
  const bool receives = scatters(function) ? is_leaf : gathers(function) ? is_root : true;
  const auto blocks_of = [&](bool sent, bool all) {
    std::vector<int> out;
    if (!all) {
      out.push_back(sent ? units(rank(), root_in_world) : units(root_in_world, rank()));
    } else {
      for (const int peer : group.peers)
        out.push_back(sent ? units(rank(), peer) : units(peer, rank()));
    }
    return out;
  };
  const Blocks sent(form_sent(function), blocks_of(true, sends_all), family, choose, mine),
      received(form_received(function), blocks_of(false, receives_all), family, choose, mine);
  Room source = filled(mine()), target = filled(mine()), expected = target, untouched = source;
  const bool sends_in_place = in_place && !scatters(function) && (!has_root(function) || is_root),
             receives_in_place = in_place && scatters(function) && is_root;
  const std::size_t me = static_cast<std::size_t>(std::ranges::find(group.peers, rank()) - group.peers.begin());

  // What has to arrive.
  Room in_place_source = target;
  std::vector<Block> out(peers, Block{nullptr, 0, MPI_BYTE}), in = out;
  for (std::size_t i = 0; i < peers; ++i) {
    if (sends && (!gathers(function) || group.peers[i] == root_in_world))
      out[i] = !sends_in_place                               ? sent.block(sends_all ? i : 0, source)
               : is_allgather(function) || gathers(function) ? received.block(me, in_place_source)
                                                             : received.block(i, in_place_source);
    if (receives && (!scatters(function) || group.peers[i] == root_in_world))
      in[i] = received.block(receives_all ? i : 0, expected);
    if (receives_in_place)
      out[i].count = group.peers[i] == rank() ? 0 : out[i].count, in[i].count = 0;
  }
  exchange(out, in, group.comm);

  Side from = sends && !sends_in_place ? sent.side(source) : Side{},
       to = receives && !receives_in_place ? received.side(target) : Side{};
  if (sends_in_place)
    from.buffer = MPI_IN_PLACE;
  if (receives_in_place)
    to.buffer = MPI_IN_PLACE;
  EXPECT_EQ(run(variant, function, from, to, root, group.comm, mine), MPI_SUCCESS);
  EXPECT_TRUE(target.bytes == expected.bytes) << "received";
  EXPECT_TRUE(source.bytes == untouched.bytes) << "sent";
  if (is_plain && !in_place && is_right_in_mpi(function, group.is_between_groups)) {
    target = filled(mine());
    expected = target;
    to = receives ? received.side(target) : Side{};
    EXPECT_EQ(call_mpi(function, from, to, root, group.comm), MPI_SUCCESS);
    to = receives ? received.side(expected) : Side{};
    EXPECT_EQ(call(function, from, to, root, group.comm), MPI_SUCCESS);
    EXPECT_TRUE(target.bytes == expected.bytes) << "received by MPI";
  }
}

std::vector<int> up_to(int n) {
  std::vector<int> out(static_cast<std::size_t>(n));
  std::iota(out.begin(), out.end(), 0);
  return out;
}

TEST(Collectives, MoveRandomData) {
  std::vector<Group> groups = {{MPI_COMM_WORLD, false, up_to(ranks())}};
  MPI_Comm group = MPI_COMM_NULL, between = MPI_COMM_NULL;
  if (ranks() > 1) {
    const int last = ranks() - 1;
    const bool is_last = rank() == last;
    MPI_Comm_split(MPI_COMM_WORLD, is_last, 0, &group);
    MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, is_last ? 0 : last, 0, &between);
    groups.push_back({between, true, is_last ? up_to(last) : std::vector{last}, !is_last});
  }
  unsigned seed = from_environment("AUTOMAP_RANDOM_SEED", 1);
  const unsigned cases = amount("AUTOMAP_COLLECTIVES", 200);
  for (unsigned i = 0; i < cases; ++i) {
    std::mt19937 random(seed + i);
    const auto function = static_cast<Function>(i % functions);
    const Group &on = groups[random() % groups.size()];
    Variant variant{random() % 3 == 0, {}};
    variant.way = static_cast<decltype(variant.way)>(random() % 5);
    if (variant.way == Variant::out_of_memory &&
        (variant.in_place || !is_right_in_mpi(function, on.is_between_groups))) // with Open MPI, there is a copy
      variant.way = Variant::blocking;
    SCOPED_TRACE("seed " + std::to_string(seed) + " case " + std::to_string(i) + " function " +
                 std::to_string(static_cast<int>(function)) + (on.is_between_groups ? " between groups" : "") +
                 (variant.in_place ? " in place" : "") + " way " + std::to_string(variant.way));
    test_one(seed, on, function, variant);
  }
  if (between != MPI_COMM_NULL) {
    MPI_Comm_free(&between);
    MPI_Comm_free(&group);
  }
}

/// Makes a neighbourhood call by bytes.
template <Form sent, Form received, typename Plain, typename Large>
void call_neighbours(Kind kind, const mpi::NamedBlocks &from, const mpi::NamedBlocks &to, Plain plain, Large large,
                     MPI_Comm comm) {
  Collective call(kind, from, to, 0, comm);
  call.pack();
  EXPECT_EQ((call.make<sent, received>(plain, large, comm)), MPI_SUCCESS);
  call.unpack();
}

/// All forms of neighbourhood calls, on all kinds of topologies, with large and with ordinary counts.
TEST(Collectives, MoveDataBetweenNeighbours) {
  const Type type = padded();
  const int size = ranks(), periodic = 1, me = rank();
  std::vector<int> all = up_to(size), ends, edges;
  for (int i = 0; i < size; ++i)
    edges.push_back((i + 1) % size), edges.push_back((i + size - 1) % size), ends.push_back(2 * i + 2);
  std::array<MPI_Comm, 3> comms;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &comms[0]);
  MPI_Graph_create(MPI_COMM_WORLD, size, ends.data(), edges.data(), 0, &comms[1]);
  const int previous = (me + size - 1) % size;
  const int senders[] = {previous, previous}, next[] = {(me + 1) % size, (me + 1) % size};
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, senders, MPI_UNWEIGHTED, 2, next, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &comms[2]);
  for (MPI_Comm &comm : comms)
    for (const std::int64_t largest : {mpi::largest_int, std::int64_t{20}}) {
      const std::int64_t before = std::exchange(mpi::largest_int, largest);
      std::vector<Padded> sent(60);
      for (int i = 0; i < 60; ++i)
        sent[static_cast<std::size_t>(i)] = {static_cast<char>(i), me + 0.5, 100 * me + i};
      const int counts[] = {3, 3}, places[] = {20, 4};
      const MPI_Aint bytes[] = {20 * sizeof(Padded), 4 * sizeof(Padded)};
      const MPI_Datatype types[] = {type, type};
      const auto expect_equal = [&](const char *name, auto by_mpi, auto by_bytes) {
        std::vector<Padded> expected(60, Padded{'?', 0, 0}), received = expected;
        by_mpi(expected.data());
        by_bytes(received.data());
        for (std::size_t i = 0; i < received.size(); ++i)
          EXPECT_TRUE(received[i].c == expected[i].c && received[i].d == expected[i].d &&
                      received[i].i == expected[i].i)
              << name << i;
      };
      const Padded *const from = sent.data();
      using mpi::one, mpi::varying, mpi::typed;
      expect_equal(
          "allgather", [&](Padded *to) { MPI_Neighbor_allgather(from, 5, type, to, 5, type, comm); },
          [&](Padded *to) {
            call_neighbours<Form::one, Form::one>(Kind::neighbor_allgather, one(from, 5, type), one(to, 5, type),
                                                  AUTOMAP_BOTH_SIZES(MPI_Neighbor_allgather), comm);
          });
      expect_equal(
          "allgatherv", [&](Padded *to) { MPI_Neighbor_allgatherv(from, 3, type, to, counts, places, type, comm); },
          [&](Padded *to) {
            call_neighbours<Form::one, Form::varying>(Kind::neighbor_allgather, one(from, 3, type),
                                                      varying(to, counts, places, type),
                                                      AUTOMAP_BOTH_SIZES(MPI_Neighbor_allgatherv), comm);
          });
      expect_equal(
          "alltoall", [&](Padded *to) { MPI_Neighbor_alltoall(from, 5, type, to, 5, type, comm); },
          [&](Padded *to) {
            call_neighbours<Form::one, Form::one>(Kind::neighbor_alltoall, one(from, 5, type), one(to, 5, type),
                                                  AUTOMAP_BOTH_SIZES(MPI_Neighbor_alltoall), comm);
          });
      expect_equal(
          "alltoallv",
          [&](Padded *to) { MPI_Neighbor_alltoallv(from, counts, places, type, to, counts, places, type, comm); },
          [&](Padded *to) {
            call_neighbours<Form::varying, Form::varying>(Kind::neighbor_alltoall, varying(from, counts, places, type),
                                                          varying(to, counts, places, type),
                                                          AUTOMAP_BOTH_SIZES(MPI_Neighbor_alltoallv), comm);
          });
      expect_equal(
          "alltoallw",
          [&](Padded *to) { MPI_Neighbor_alltoallw(from, counts, bytes, types, to, counts, bytes, types, comm); },
          [&](Padded *to) {
            call_neighbours<Form::typed, Form::typed>(Kind::neighbor_alltoall, typed(from, counts, bytes, types),
                                                      typed(to, counts, bytes, types),
                                                      AUTOMAP_BOTH_SIZES(MPI_Neighbor_alltoallw), comm);
          });
      mpi::largest_int = before;
    }
  for (MPI_Comm &comm : comms)
    MPI_Comm_free(&comm);
}

/// A call that is started several times, as a persistent one is.
TEST(Collectives, CanBeRepeated) {
  const Type type = padded();
  const auto size = static_cast<std::size_t>(ranks());
  std::vector<Padded> data(10), all(10 * size);
  Collective repeated(Kind::allgather, mpi::one(data.data(), 10, type), mpi::one(all.data(), 10, type), 0,
                      MPI_COMM_WORLD);
  for (int round = 0; round < 3; ++round) {
    std::ranges::fill(data, Padded{'x', round + 0.5, rank()});
    std::ranges::fill(all, Padded{});
    repeated.pack();
    EXPECT_EQ((repeated.make<Form::one, Form::one>(AUTOMAP_BOTH_SIZES(MPI_Allgather), MPI_COMM_WORLD)), MPI_SUCCESS);
    repeated.unpack();
    for (std::size_t i = 0; i < all.size(); ++i)
      EXPECT_TRUE(all[i].d == round + 0.5 && all[i].i == static_cast<int>(i / 10)) << i;
  }
}

TEST(Collectives, TellOfMistakes) {
  const OwnComm comm;
  const HandledErrors errors({comm, MPI_COMM_SELF, MPI_COMM_WORLD});
  const Type type = padded();
  const MPI_Datatype none[] = {MPI_DATATYPE_NULL}, types[] = {type};
  const int negative[] = {-1}, one[] = {1}, zero[] = {0};
  Padded a = {}, b = {};
  AM_Request request = AM_REQUEST_NULL;
  errors.expect(AM_Gather(&a, -1, type, &b, 1, type, 0, comm), MPI_ERR_COUNT, "AM_Gather: a count is negative", comm);
  errors.expect(AM_Igather(&a, 1, type, &b, -1, type, 0, comm, &request), MPI_ERR_COUNT,
                "AM_Igather: a count is negative", comm);
  errors.expect(AM_Scatterv(&a, negative, zero, type, &b, 1, type, 0, comm), MPI_ERR_COUNT,
                "AM_Scatterv: a count is negative", comm);
  errors.expect(AM_Allgather(&a, 1, MPI_DATATYPE_NULL, &b, 1, type, comm), MPI_ERR_TYPE,
                "AM_Allgather: the datatype is MPI_DATATYPE_NULL", comm);
  errors.expect(AM_Alltoallw(&a, one, zero, none, &b, one, zero, types, comm), MPI_ERR_TYPE,
                "AM_Alltoallw: the datatype is MPI_DATATYPE_NULL", comm);
  errors.expect(AM_Alltoallv(&a, nullptr, zero, type, &b, one, zero, type, comm), MPI_ERR_ARG,
                "AM_Alltoallv: an argument is null", comm);
  errors.expect(AM_Alltoall(nullptr, 1, type, &b, 1, type, comm), MPI_ERR_BUFFER, "AM_Alltoall: a buffer is null",
                comm);
  errors.expect(AM_Allgatherv(&a, 1, type, MPI_IN_PLACE, one, zero, type, comm), MPI_ERR_BUFFER,
                "AM_Allgatherv: a buffer is MPI_IN_PLACE", comm);
  errors.expect(AM_Gather(&a, 1, type, &b, 1, type, 0, MPI_COMM_NULL), MPI_ERR_COMM,
                "AM_Gather: the communicator is MPI_COMM_NULL");
  errors.expect(AM_Igather(&a, 1, type, &b, 1, type, 0, comm, nullptr), MPI_ERR_ARG, "AM_Igather: an argument is null",
                comm);
  errors.expect_of_mpi(AM_Gather(&a, 1, type, &b, 1, type, 5, comm), MPI_ERR_ROOT, comm);
  errors.expect_of_mpi(AM_Iscatter(&a, 1, type, &b, 1, type, 5, comm, &request), MPI_ERR_ROOT, comm);
  EXPECT_EQ(request, AM_REQUEST_NULL);
  ASSERT_EQ(AM_Ialltoall(&a, 1, type, &b, 1, type, comm, &request), MPI_SUCCESS);
  errors.expect(AM_Request_free(&request), MPI_ERR_REQUEST, "AM_Request_free: the request is a collective call");
  EXPECT_EQ(AM_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
}

/// Several operations at once, whose datatypes are freed meanwhile.
TEST(Collectives, RunSideBySide) {
  const auto size = static_cast<std::size_t>(ranks());
  std::vector<Padded> data(1000 * size, Padded{'x', 0.5, rank()});
  std::vector<std::vector<Padded>> all(4, std::vector<Padded>(1000 * size));
  std::array<AM_Request, 4> requests;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    Type type = padded();
    ASSERT_EQ(AM_Ialltoall(data.data(), 1000, type, all[i].data(), 1000, type, MPI_COMM_WORLD, &requests[i]),
              MPI_SUCCESS);
  }
  ASSERT_EQ(AM_Waitall(4, requests.data(), MPI_STATUSES_IGNORE), MPI_SUCCESS);
  for (const std::vector<Padded> &each : all)
    for (std::size_t i = 0; i < each.size(); ++i)
      ASSERT_EQ(each[i].i, static_cast<int>(i / 1000));
}

/// Data without holes are not copied.
TEST(Collectives, LeaveDataWithoutHolesInPlace) {
  std::vector<int> sent(2 * static_cast<std::size_t>(ranks())), received(sent.size());
  const Collective call(Kind::alltoall, mpi::one(sent.data(), 2, MPI_INT), mpi::one(received.data(), 2, MPI_INT), 0,
                        MPI_COMM_WORLD);
  call.make<Form::one, Form::one>(
      [&](const void *from, int sent_bytes, MPI_Datatype type, void *to, int received_bytes, MPI_Datatype, MPI_Comm) {
        EXPECT_EQ(from, sent.data());
        EXPECT_EQ(to, received.data());
        EXPECT_EQ(sent_bytes, 8);
        EXPECT_EQ(received_bytes, 8);
        EXPECT_EQ(type, MPI_BYTE);
        return MPI_SUCCESS;
      },
      nullptr, MPI_COMM_WORLD);
}

} // namespace
} // namespace automap::test

int main(int argc, char **argv) { return automap::test::run_tests(argc, argv); }
