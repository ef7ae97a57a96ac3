// Tests AM_Send and the other message calls between two ranks, each with AutoMap's and with MPI's calls on the other
// side, for random datatypes (AUTOMAP_MESSAGES=<n> of them). Also tests statuses and requests.
#include "automap/automap.h"

#include "mpi/base/buffers.h"
#include "mpi/base/fragments.h"
#include "mpi/messages/abandoned.h"

#include "handled_errors.h"
#include "message_support.h"
#include "own_tuning.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <random>
#include <span>
#include <utility>

namespace {
MPI_Datatype given_type = MPI_DATATYPE_NULL; // given to MPI's last call
int looks_into_types = 0;
int looks_until_failure = 0; // counts down; the call that finds it at 1 fails

/// Counts a call that inspects a datatype. If it is to fail, also calls the error handler, as MPI does.
bool look_fails() {
  ++looks_into_types;
  const bool out = looks_until_failure > 0 && --looks_until_failure == 0;
  if (out)
    MPI_Comm_call_errhandler(MPI_COMM_SELF, MPI_ERR_NO_MEM);
  return out;
}
} // namespace

extern "C" {

int MPI_Send(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  given_type = type;
  return PMPI_Send(buffer, count, type, to, tag, comm);
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  given_type = type;
  return PMPI_Bcast(buffer, count, type, root, comm);
}

#if MPI_VERSION >= 4

int MPI_Type_get_envelope_c(MPI_Datatype type, MPI_Count *integers, MPI_Count *addresses, MPI_Count *counts,
                            MPI_Count *types, int *combiner) {
  return look_fails() ? MPI_ERR_NO_MEM : PMPI_Type_get_envelope_c(type, integers, addresses, counts, types, combiner);
}

#else

int MPI_Type_get_envelope(MPI_Datatype type, int *integers, int *addresses, int *types, int *combiner) {
  return look_fails() ? MPI_ERR_NO_MEM : PMPI_Type_get_envelope(type, integers, addresses, types, combiner);
}

#endif

} // extern "C"

namespace automap::test {
namespace {

TEST(Messages, ArriveWhateverIsOnTheOtherSide) {
  if (rank() > 1)
    return;
  unsigned seed = 1;
  const unsigned cases = amount("AUTOMAP_MESSAGES", 20);
  for (unsigned i = 0; i < cases; ++i) {
    const Type type = apart(seed);
    SCOPED_TRACE("seed " + std::to_string(seed - 1));
    exchange_by_all_calls(type, seed, 0, 0, MPI_COMM_WORLD);
  }
}

TEST(Messages, MayBeShorterThanTheBuffer) {
  if (rank() > 1)
    return;
  const Type type = padded();
  std::vector<Padded> data(100, Padded{'x', 1.5, 7});
  if (rank() == 0) {
    for (int i = 0; i < 30; ++i)
      data[static_cast<std::size_t>(i)].i = i;
    ASSERT_EQ(AM_Send(data.data(), 30, type, 1, 5, MPI_COMM_WORLD), MPI_SUCCESS);
    return;
  }
  MPI_Status status;
  ASSERT_EQ(AM_Recv(data.data(), 100, type, 0, 5, MPI_COMM_WORLD, &status), MPI_SUCCESS);
  int count = 0;
  MPI_Get_count(&status, type, &count);
  EXPECT_EQ(count, 30);
  EXPECT_EQ(data[29].i, 29);
  EXPECT_EQ(data[30].i, 7);
}

TEST(Messages, OfAllKindsAndSizes) {
  const Type type = padded();
  int ranks;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int right = (rank() + 1) % ranks, left = (rank() + ranks - 1) % ranks;
  for (const int n : {0, 1, 3, 1000, 100'000}) {
    std::vector<Padded> out(static_cast<std::size_t>(n)), in(out.size(), Padded{'?', 0, 0});
    for (int i = 0; i < n; ++i)
      out[static_cast<std::size_t>(i)] = {'a', i + 0.5, 10 * i + rank()};
    const auto arrived_from = [&](int sender) {
      for (int i = 0; i < n; ++i) {
        const Padded &p = in[static_cast<std::size_t>(i)];
        if (p.c != 'a' || p.d != i + 0.5 || p.i != 10 * i + sender)
          return false;
      }
      return true;
    };
    MPI_Status status;
    ASSERT_EQ(AM_Sendrecv(out.data(), n, type, right, 1, in.data(), n, type, left, 1, MPI_COMM_WORLD, &status),
              MPI_SUCCESS);
    EXPECT_TRUE(arrived_from(left));
    EXPECT_EQ(status.MPI_SOURCE, left);
    const int root = ranks - 1;
    in = rank() == root ? out : std::vector(out.size(), Padded{'?', 0, 0});
    ASSERT_EQ(AM_Bcast(in.data(), n, type, root, MPI_COMM_WORLD), MPI_SUCCESS);
    EXPECT_TRUE(arrived_from(root));
  }
}

TEST(Messages, WithoutHolesAreExchanged) {
  int ranks;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int right = (rank() + 1) % ranks, left = (rank() + ranks - 1) % ranks;
  Type pair;
  MPI_Type_contiguous(2, MPI_INT, pair.out());
  MPI_Type_commit(pair.out());
  for (const int n : {2, 100'000})
    for (const int more : {0, 0, 4}) { // both datatypes are known from the second round on
      std::vector<int> out(static_cast<std::size_t>(n), n + rank()),
          in(out.size() + static_cast<std::size_t>(more), -1);
      MPI_Status status;
      ASSERT_EQ(AM_Sendrecv(out.data(), n, MPI_INT, right, 3, in.data(), (n + more) / 2, pair, left, MPI_ANY_TAG,
                            MPI_COMM_WORLD, &status),
                MPI_SUCCESS);
      EXPECT_EQ(status.MPI_SOURCE, left);
      EXPECT_EQ(status.MPI_TAG, 3);
      EXPECT_EQ(count_of(status, pair), n / 2);
      EXPECT_EQ(std::ranges::count(in, n + left), n);
      EXPECT_EQ(std::ranges::count(in, -1), more);
      EXPECT_EQ(in.front(), n + left);
    }
}

TEST(Messages, ArriveHoweverTheyTravel) {
  if (rank() > 1)
    return;
  for (const int block : {4, 16, 64, 1024, 65536})
    for (const int bytes : {65536, 1 << 18, 5 << 20}) {
      const Type type = blocks(block, bytes);
      Bytes source(2 * static_cast<std::size_t>(bytes)), wanted(source.size(), '?');
      for (std::size_t i = 0; i < source.size(); ++i) {
        source[i] = static_cast<char>(i * 2654435761u >> 13);
        if (i / static_cast<std::size_t>(block) % 2 == 0)
          wanted[i] = source[i];
      }
      for (const int variant : {1, 2, 0}) { // both sides use AM calls, or only one of them
        if (rank() == 0) {
          if (variant == 2)
            MPI_Send(source.data(), 1, type, 1, variant, MPI_COMM_WORLD);
          else
            ASSERT_EQ(AM_Send(source.data(), 1, type, 1, variant, MPI_COMM_WORLD), MPI_SUCCESS);
          continue;
        }
        Bytes target(source.size(), '?');
        MPI_Status status;
        int count = -1;
        if (variant == 0)
          MPI_Recv(target.data(), 1, type, 0, variant, MPI_COMM_WORLD, &status);
        else
          ASSERT_EQ(AM_Recv(target.data(), 1, type, 0, variant, MPI_COMM_WORLD, &status), MPI_SUCCESS);
        EXPECT_TRUE(target == wanted) << block << " of " << bytes << ", variant " << variant;
        MPI_Get_count(&status, type, &count);
        EXPECT_EQ(count, 1);
      }
    }
}

/// A field of a struct.
struct Field {
  MPI_Aint at;
  MPI_Datatype type;
};

/// Returns a datatype of `n` structs.
Type structs(int n, const std::vector<Field> &fields, MPI_Aint extent) {
  std::vector<MPI_Aint> places;
  std::vector<MPI_Datatype> types;
  for (const Field &field : fields) {
    places.push_back(field.at);
    types.push_back(field.type);
  }
  const std::vector<int> lengths(fields.size(), 1);
  Type one, spaced, out;
  MPI_Type_create_struct(static_cast<int>(fields.size()), lengths.data(), places.data(), types.data(), one.out());
  MPI_Type_create_resized(one, 0, extent, spaced.out());
  MPI_Type_contiguous(n, spaced, out.out());
  return committed(std::move(out));
}

/// Longer messages arrive in fragments that may end inside an element.
TEST(Messages, OfElementsThatMayBeCutArrive) {
  const OwnComm comm(MPI_COMM_WORLD), with_pipeline(MPI_COMM_WORLD);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN); // MPI_Recv may fail without ending the program
  ASSERT_EQ(AM_Comm_set_pipeline(with_pipeline, AM_PIPELINE_DEFAULT), MPI_SUCCESS);
  if (rank() > 1)
    return;
  constexpr std::pair<int, int> sides[] = {{0, 1}, {0, 4}, {1, 0}, {3, 0}, {4, 0}, {1, 1}, {2, 4}, {4, 2}};
  const struct {
    std::vector<Field> fields;
    MPI_Aint extent;
  } kinds[] = {
      {{{0, MPI_DOUBLE}, {8, MPI_INT}, {12, MPI_CHAR}}, 16},
      {{{0, MPI_DOUBLE}, {8, MPI_INT}}, 16},
      {{{0, MPI_INT}, {8, MPI_DOUBLE}, {16, MPI_INT}, {20, MPI_FLOAT}},
       24}, // the double comes after an int, and is never aligned
      {{{0, MPI_DOUBLE}, {8, MPI_DOUBLE}, {16, MPI_SHORT}, {18, MPI_SHORT}}, 24},
      {{{0, MPI_LONG_DOUBLE}, {16, MPI_INT}}, 32},
      {{{0, MPI_LONG_DOUBLE}}, 32},
      {{{0, MPI_C_DOUBLE_COMPLEX}, {16, MPI_DOUBLE}}, 32},
      {{{0, MPI_2INT}, {8, MPI_INT}}, 16},
      {{{0, MPI_DOUBLE}, {8, MPI_INT}}, 12}, // no holes
  };
  for (const auto &kind : kinds)
    for (const int bytes : {900, 7000, 9000, 30'000, 300'000, 1'200'000}) {
      if (bytes > 1'000'000 && &kind != kinds)
        continue;
      const int n = bytes / static_cast<int>(sizes_of(structs(1, kind.fields, kind.extent)).size);
      const Type type = structs(n, kind.fields, kind.extent);
      Bytes source(static_cast<std::size_t>(n * kind.extent)), wanted(source.size(), '?');
      for (std::size_t i = 0; i < source.size(); ++i)
        source[i] = static_cast<char>(i * 2654435761u >> 13);
      const auto forget_padding = [&](Bytes &data) { // a long double has ten bytes
        for (std::size_t i = 0; i < data.size() && kind.fields[0].type == MPI_LONG_DOUBLE; ++i)
          if (i % 32 >= 10 && i % 32 < 16)
            data[i] = '?';
      };
      Bytes packed(static_cast<std::size_t>(sizes_of(type).size));
      MPI_Count position = 0;
      AM_Pack(source.data(), 1, type, packed.data(), static_cast<MPI_Count>(packed.size()), &position);
      position = 0;
      AM_Unpack(packed.data(), static_cast<MPI_Count>(packed.size()), &position, wanted.data(), 1, type);
      forget_padding(wanted);
      for (const MPI_Comm on : {MPI_Comm(comm), MPI_Comm(with_pipeline)})
        for (const auto &[sends, receives] : sides) {
          if (on == with_pipeline && receives == 0)
            continue;
          SCOPED_TRACE(std::to_string(&kind - kinds) + ": " + std::to_string(bytes) + " bytes, " +
                       std::to_string(sends) + " to " + std::to_string(receives));
          if (rank() == 0) {
            send(sends, source.data(), type, 1, on);
            continue;
          }
          Bytes target(source.size(), '?');
          const MPI_Status status = receive(receives, target.data(), type, 0, on);
          forget_padding(target);
          EXPECT_TRUE(target == wanted);
          EXPECT_EQ(count_of(status, type), 1);
        }
    }
}

/// MPI would unpack such long blocks as fast.
TEST(Messages, OfElementsThatMayBeCutAreReceivedAsLongBlocks) {
  if (rank() > 1)
    return;
  constexpr int block = 12'000, count = 4;
  const Type in_block = structs(block / 12, {{0, MPI_DOUBLE}, {8, MPI_INT}}, 12);
  Type made;
  MPI_Type_create_hvector(count, 1, 2 * block, in_block, made.out());
  const Type type = committed(std::move(made));
  Bytes source(count * block), target(2 * source.size(), '?'), wanted = target;
  for (std::size_t i = 0; i < source.size(); ++i)
    wanted[i / block * 2 * block + i % block] = source[i] = static_cast<char>(i * 2654435761u >> 13);
  if (rank() == 0) {
    MPI_Send(source.data(), count * block, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
    return;
  }
  ASSERT_EQ(AM_Recv(target.data(), 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_TRUE(target == wanted);
}

/// Exchanges random structs between all neighbours, from AM_Send and its variants to MPI's calls and vice versa.
TEST(Messages, OfRandomStructsArrive) {
  int ranks;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int right = (rank() + 1) % ranks, left = (rank() + ranks - 1) % ranks;
  const OwnComm comm(MPI_COMM_WORLD);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN); // MPI_Recv may fail without ending the program
  const unsigned cases = amount("AUTOMAP_MESSAGES", 20);
  for (unsigned seed = 0; seed < 3 * cases; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](unsigned limit) { return random() % limit; };
    const MPI_Datatype types[] = {MPI_CHAR,           MPI_SHORT,  MPI_INT,
                                  MPI_FLOAT,          MPI_DOUBLE, MPI_DOUBLE,
                                  MPI_BYTE,           MPI_LONG,   MPI_C_DOUBLE_COMPLEX,
                                  MPI_C_FLOAT_COMPLEX};
    std::vector<Field> fields;
    MPI_Aint at = 0;
    const unsigned inner_fields = 1 + below(3), number = 1 + below(12);
    for (unsigned i = 0; i < inner_fields; ++i, at += 16)
      fields.push_back({at, types[below(std::size(types))]});
    const Type inner = structs(1 + static_cast<int>(below(20)), fields, at);
    const MPI_Aint inner_extent = sizes_of(inner).extent;
    fields.clear();
    at = 0;
    for (unsigned i = 0; i < number; ++i, at += 16)
      if (below(8) > 0)
        fields.push_back({at, types[below(std::size(types))]});
      else
        fields.push_back({std::exchange(at, at + inner_extent), inner});
    const Type item = structs(1, fields, at + static_cast<MPI_Aint>(below(2)));
    const int size = static_cast<int>(sizes_of(item).size);
    const int n = 1 + (100 << below(14)) / size + static_cast<int>(below(50));
    const Type type = structs(n, {{0, item}}, sizes_of(item).extent);
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + std::to_string(n) + " times " + std::to_string(size));
    const auto contents = [&](int of) {
      Bytes out(static_cast<std::size_t>(sizes_of(type).extent));
      for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<char>((i + static_cast<std::size_t>(of)) * 2654435761u >> 13);
      return out;
    };
    const Bytes source = contents(rank()), sent = contents(left);
    Bytes wanted(source.size(), '?'), packed(static_cast<std::size_t>(sizes_of(type).size));
    int position = 0;
    MPI_Pack(sent.data(), 1, type, packed.data(), static_cast<int>(packed.size()), &position, MPI_COMM_SELF);
    position = 0;
    MPI_Unpack(packed.data(), static_cast<int>(packed.size()), &position, wanted.data(), 1, type, MPI_COMM_SELF);
    for (const bool sends_by_mpi : {false, true}) {
      Bytes target(source.size(), '?');
      MPI_Status status;
      AM_Request am_request = AM_REQUEST_NULL;
      MPI_Request request = MPI_REQUEST_NULL;
      if (sends_by_mpi) {
        ASSERT_EQ(AM_Irecv(target.data(), 1, type, left, 0, comm, &am_request), MPI_SUCCESS);
        MPI_Send(source.data(), 1, type, right, 0, comm);
        ASSERT_EQ(AM_Wait(&am_request, &status), MPI_SUCCESS);
      } else if (below(2) == 0) {
        MPI_Irecv(target.data(), 1, type, left, 0, comm, &request);
        ASSERT_EQ(AM_Send(source.data(), 1, type, right, 0, comm), MPI_SUCCESS);
        ASSERT_EQ(MPI_Wait(&request, &status), MPI_SUCCESS);
      } else { // here the message may already have arrived, and the datatype may be freed
        Type copy;
        MPI_Type_dup(type, copy.out());
        ASSERT_EQ(AM_Isend(source.data(), 1, copy, right, 0, comm, &am_request), MPI_SUCCESS);
        copy = Type();
        MPI_Probe(MPI_ANY_SOURCE, 0, comm, &status);
        EXPECT_EQ(count_of(status, MPI_BYTE), sizes_of(type).size);
        ASSERT_EQ(MPI_Recv(target.data(), 1, type, MPI_ANY_SOURCE, 0, comm, &status), MPI_SUCCESS);
        ASSERT_EQ(AM_Wait(&am_request, MPI_STATUS_IGNORE), MPI_SUCCESS);
      }
      EXPECT_TRUE(target == wanted);
      EXPECT_EQ(count_of(status, type), 1);
    }
  }
}

TEST(Messages, OfElementsThatMayBeCutAreSentAsTypesThatTellOfThem) {
  const OwnComm with_pipeline;
  ASSERT_EQ(AM_Comm_set_pipeline(with_pipeline, 2 << 20), MPI_SUCCESS);
  const bool loses_what_is_cut = mpi::fragments() != mpi::Fragments{};
  Bytes out(2 << 20), in(out.size());
  const auto type_sent = [&](MPI_Datatype type, int count, MPI_Comm comm) {
    AM_Request request;
    AM_Irecv(in.data(), count, type, 0, 0, comm, &request);
    EXPECT_EQ(AM_Send(out.data(), count, type, 0, 0, comm), MPI_SUCCESS);
    AM_Wait(&request, MPI_STATUS_IGNORE);
    return given_type;
  };
  const Type cut = structs(1, {{0, MPI_DOUBLE}, {8, MPI_INT}}, 16),
             chars = structs(1, {{0, MPI_CHAR}, {2, MPI_CHAR}}, 3),
             without_holes = structs(1, {{0, MPI_DOUBLE}, {8, MPI_INT}}, 12),
             pairs = structs(1, {{0, MPI_2INT}, {8, MPI_INT}}, 16);
  const auto tells = [&](MPI_Datatype sent) {
    if (!loses_what_is_cut)
      return sent == MPI_PACKED;
    const Type elements = structs(1000, {{0, MPI_DOUBLE}, {8, MPI_INT}}, 12);
    return flatten(mpi::decode(sent).tree) == flatten(mpi::decode(elements).tree);
  };
  EXPECT_EQ(type_sent(cut, 70, MPI_COMM_SELF), MPI_PACKED); // one fragment
  EXPECT_TRUE(tells(type_sent(cut, 1000, MPI_COMM_SELF)));
  EXPECT_TRUE(tells(type_sent(cut, 1000, with_pipeline))); // also with a pipeline
  EXPECT_EQ(type_sent(cut, 90'000, with_pipeline), MPI_PACKED);
  EXPECT_EQ(type_sent(chars, 10'000, MPI_COMM_SELF), MPI_PACKED);
  EXPECT_EQ(type_sent(pairs, 1000, MPI_COMM_SELF), loses_what_is_cut ? MPI_Datatype(pairs) : MPI_PACKED);
  for (const bool again : {false, true}) {
    SCOPED_TRACE(again);
    EXPECT_TRUE(tells(type_sent(without_holes, 1000, MPI_COMM_SELF)));
    EXPECT_TRUE(tells(type_sent(without_holes, 1000, with_pipeline)));
    EXPECT_EQ(type_sent(without_holes, 90'000, with_pipeline), MPI_PACKED);
    EXPECT_EQ(type_sent(pairs, 1000, with_pipeline), MPI_PACKED);
  }
  EXPECT_EQ(AM_Comm_set_pipeline(with_pipeline, 0), MPI_SUCCESS);
  EXPECT_TRUE(tells(type_sent(cut, 1000, with_pipeline)));
  // Everything that does not depend on the count is computed only once.
  const int looks_before = looks_into_types;
  EXPECT_NE(type_sent(cut, 1001, MPI_COMM_SELF), MPI_DATATYPE_NULL);
  EXPECT_EQ(type_sent(pairs, 1001, MPI_COMM_SELF), loses_what_is_cut ? MPI_Datatype(pairs) : MPI_PACKED);
  EXPECT_EQ(looks_into_types, looks_before);
}

TEST(Fragments, AreToldByTheVersionOfTheLibrary) {
  using mpi::Fragments;
  const std::string mpich = "MPICH Version:\t4.0.2\nMPICH Release date:\tThu Apr  7 12:34:45 CDT 2022\n"
                            "MPICH ABI:\t14:2:2\nMPICH Device:\tch4:ucx\n"
                            "MPICH configure:\t--with-libfabric=/usr --with-device=ch4:ucx\n";
  const auto with = [&](const std::string &from, const std::string &to) {
    std::string out = mpich;
    return out.replace(out.find(from), from.size(), to);
  };
  const Fragments cut = {8128, 8};
  EXPECT_EQ(mpi::fragments_of(mpich, false), cut);
  EXPECT_EQ(mpi::fragments_of(mpich, true), (Fragments{960, 1}));
  for (const char *version : {"3.4.3", "4.1", "4.1.3", "4.2.0a1", "4.2.0b1", "?"})
    EXPECT_EQ(mpi::fragments_of(with("4.0.2", version), false), cut) << version;
  for (const char *version : {"4.2", "4.2.0", "4.2.0rc1", "4.10.1", "5.0.0b1", "10.0"})
    EXPECT_EQ(mpi::fragments_of(with("4.0.2", version), true), Fragments{}) << version;
  for (const char *device : {"ch4:ofi", "ch3:nemesis"})
    EXPECT_EQ(mpi::fragments_of(with("ch4:ucx", device), true), Fragments{}) << device;
  for (const char *other : {"Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4, repo rev: v4.1.4, May 26, 2022",
                            "Intel(R) MPI Library 2021.8 for Linux* OS\n",
                            "MVAPICH2 Version      :\t2.3.7\nMVAPICH2 Device       :\tch3:mrail\n",
                            "MPI VERSION    : CRAY MPICH version 9.1.0.2 (ANL base 4.3.0)\n", ""})
    EXPECT_EQ(mpi::fragments_of(other, true), Fragments{}) << other;
  for (const char *other : {"MPI VERSION    : CRAY MPICH version 8.1.28.15 (ANL base 3.4a2)\n",
                            "MVAPICH Version      :\t4.1\nMVAPICH Device       :\tch4:ucx\n"})
    EXPECT_EQ(mpi::fragments_of(other, false), cut) << other;
}

TEST(Messages, AreProbedAndReceivedByWildcards) {
  if (rank() > 1)
    return;
  const Type type = padded();
  std::vector<Padded> data(50, Padded{'x', 1.5, 7});
  if (rank() == 0) {
    ASSERT_EQ(AM_Send(data.data(), 50, type, 1, 9, MPI_COMM_WORLD), MPI_SUCCESS);
    return;
  }
  MPI_Status status;
  int count = 0, elements = 0;
  MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, type, &count);
  EXPECT_EQ(count, 50);
  std::vector<Padded> received(50);
  ASSERT_EQ(AM_Recv(received.data(), 50, type, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status), MPI_SUCCESS);
  EXPECT_EQ(status.MPI_SOURCE, 0);
  EXPECT_EQ(status.MPI_TAG, 9);
  MPI_Get_count(&status, type, &count);
  MPI_Get_elements(&status, type, &elements);
  EXPECT_EQ(count, 50);
  EXPECT_EQ(elements, 150);
  EXPECT_EQ(received[49].i, 7);
}

TEST(Messages, OfNothingArrive) {
  const Type type = padded();
  MPI_Status status;
  int count = -1;
  ASSERT_EQ(AM_Sendrecv(nullptr, 0, type, rank(), 3, nullptr, 0, type, rank(), 3, MPI_COMM_WORLD, &status),
            MPI_SUCCESS);
  MPI_Get_count(&status, type, &count);
  EXPECT_EQ(count, 0);
  EXPECT_EQ(AM_Bcast(nullptr, 0, type, 0, MPI_COMM_WORLD), MPI_SUCCESS);
  Padded p = {'x', 1, 2};
  ASSERT_EQ(AM_Send(&p, 1, type, MPI_PROC_NULL, 0, MPI_COMM_WORLD), MPI_SUCCESS);
  ASSERT_EQ(AM_Recv(&p, 1, type, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, &status), MPI_SUCCESS);
  MPI_Get_count(&status, type, &count);
  EXPECT_EQ(count, 0);
  EXPECT_EQ(status.MPI_SOURCE, MPI_PROC_NULL);
  EXPECT_EQ(p.i, 2);
  // A halo that does not exist, sent to nobody: the result must be the same as MPI's.
  const MPI_Aint displacement = 56;
  Type halo;
  MPI_Type_create_hindexed_block(1, 1, &displacement, MPI_DOUBLE, halo.out());
  const Type column = committed(std::move(halo));
  EXPECT_EQ(AM_Send(nullptr, 1, column, MPI_PROC_NULL, 0, MPI_COMM_WORLD),
            MPI_Send(nullptr, 1, column, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
}

TEST(Messages, TellOfTruncationByTheCommunicator) {
  const OwnComm comm;
  const HandledErrors errors({comm, MPI_COMM_SELF, MPI_COMM_WORLD});
  const Type struct_type = padded();
  for (const MPI_Datatype type : {static_cast<MPI_Datatype>(struct_type), MPI_DOUBLE}) {
    Bytes out(10 * sizeof(Padded), 'o'), in(out.size(), '?');
    AM_Request request;
    MPI_Status status;
    ASSERT_EQ(AM_Isend(out.data(), 10, type, 0, 0, comm, &request), MPI_SUCCESS);
    errors.expect_of_mpi(AM_Recv(in.data(), 5, type, 0, 0, comm, &status), MPI_ERR_TRUNCATE, comm);
    for (std::size_t i = 5 * sizeof(Padded); i < in.size(); ++i)
      ASSERT_EQ(in[i], '?');
    ASSERT_EQ(AM_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  }
}

/// What is longer than the buffer is written nowhere, neither after the buffer nor after memory of AutoMap's own. Open
/// MPI does so with long messages between processes.
TEST(Messages, LongerThanTheBufferWriteNothingElse) {
  if (ranks() < 2)
    return;
  const OwnComm comm(MPI_COMM_WORLD);
  const HandledErrors errors({comm, MPI_COMM_SELF, MPI_COMM_WORLD});
  const Type with_holes = padded();
  using Receive = int (*)(void *, int, MPI_Datatype, MPI_Comm);
  constexpr Receive receives[] = {[](void *in, int room, MPI_Datatype type, MPI_Comm comm) {
                                    return AM_Recv(in, room, type, 1, 0, comm, MPI_STATUS_IGNORE);
                                  },
                                  [](void *in, int room, MPI_Datatype type, MPI_Comm comm) {
                                    AM_Request request;
                                    const int code = AM_Irecv(in, room, type, 1, 0, comm, &request);
                                    return code == MPI_SUCCESS ? AM_Wait(&request, MPI_STATUS_IGNORE) : code;
                                  },
                                  [](void *in, int room, MPI_Datatype type, MPI_Comm comm) {
                                    return AM_Sendrecv(nullptr, 0, MPI_CHAR, MPI_PROC_NULL, 0, in, room, type, 1, 0,
                                                       comm, MPI_STATUS_IGNORE);
                                  }};
  for (const MPI_Datatype type : {MPI_Datatype(with_holes), MPI_CHAR})
    for (const int length : {5, 100, 10'000, 60'000})
      for (const int room : {0, 1, 2, 3, length / 2, length - 1, length})
        for (const Receive receive : receives) {
          if (rank() == 1) {
            ASSERT_EQ(AM_Send(Bytes(length * sizeof(Padded), 'o').data(), length, type, 0, 0, comm), MPI_SUCCESS);
          }
          if (rank() != 0)
            continue;
          SCOPED_TRACE(std::to_string(length) + " to " + std::to_string(room));
          const std::size_t item = type == MPI_CHAR ? 1 : sizeof(Padded);
          Bytes in((length + 100) * sizeof(Padded), '?');
          const int code = receive(in.data(), room, type, comm);
          EXPECT_EQ(errors.class_of(code, errors.calls()), room < length ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
          EXPECT_EQ(std::ranges::count(in.begin() + static_cast<std::ptrdiff_t>(room * item), in.end(), '?'),
                    static_cast<std::ptrdiff_t>(in.size() - room * item));
          if (room == length) {
            EXPECT_EQ(in[0], 'o');
          }
          std::vector<Bytes> blocks; // the heap is in order
          for (std::size_t size = 1; size < 300'000; size *= 3)
            blocks.emplace_back(size);
        }
}

TEST(Messages, BroadcastsOfDifferentAmountsFailOnAllRanks) {
  if (ranks() < 2)
    return;
  const OwnComm comm(MPI_COMM_WORLD);
  const HandledErrors errors({comm, MPI_COMM_SELF, MPI_COMM_WORLD});
  const Type with_holes = padded();
  for (const MPI_Datatype type : {MPI_Datatype(with_holes), MPI_CHAR}) {
    const int length = type == MPI_CHAR ? 100'000 : 10'000;
    Bytes data(length * sizeof(Padded), '?');
    const int code = AM_Bcast(data.data(), rank() == 0 ? length : length / 2, type, 0, comm);
    EXPECT_EQ(errors.class_of(code, errors.calls()), MPI_ERR_TRUNCATE);
    EXPECT_EQ(std::ranges::count(data, '?'), std::ssize(data));
    EXPECT_EQ(AM_Bcast(data.data(), length, type, 0, comm), MPI_SUCCESS);
  }
}

/// A call of each kind that takes a buffer. `peer` is the rank to send to, the rank to receive from, or the root.
struct Call {
  const char *name;
  int (*run)(void *buffer, int count, MPI_Datatype type, int peer, MPI_Comm comm);
};

AM_Request request; // that of the last nonblocking call

const Call calls[] = {
    {"AM_Send", [](void *buffer, int count, MPI_Datatype type, int peer,
                   MPI_Comm comm) { return AM_Send(buffer, count, type, peer, 0, comm); }},
    {"AM_Isend", [](void *buffer, int count, MPI_Datatype type, int peer,
                    MPI_Comm comm) { return AM_Isend(buffer, count, type, peer, 0, comm, &request); }},
    {"AM_Recv", [](void *buffer, int count, MPI_Datatype type, int peer,
                   MPI_Comm comm) { return AM_Recv(buffer, count, type, peer, 0, comm, MPI_STATUS_IGNORE); }},
    {"AM_Irecv", [](void *buffer, int count, MPI_Datatype type, int peer,
                    MPI_Comm comm) { return AM_Irecv(buffer, count, type, peer, 0, comm, &request); }},
    {"AM_Sendrecv to",
     [](void *buffer, int count, MPI_Datatype type, int peer, MPI_Comm comm) {
       return AM_Sendrecv(buffer, count, type, peer, 0, nullptr, 0, MPI_CHAR, MPI_PROC_NULL, 0, comm,
                          MPI_STATUS_IGNORE);
     }},
    {"AM_Sendrecv from",
     [](void *buffer, int count, MPI_Datatype type, int peer, MPI_Comm comm) {
       return AM_Sendrecv(nullptr, 0, MPI_CHAR, MPI_PROC_NULL, 0, buffer, count, type, peer, 0, comm,
                          MPI_STATUS_IGNORE);
     }},
    {"AM_Bcast", [](void *buffer, int count, MPI_Datatype type, int peer,
                    MPI_Comm comm) { return AM_Bcast(buffer, count, type, peer, comm); }},
};

TEST(Messages, TellOfMistakesByTheCommunicator) {
  const OwnComm comm;
  const HandledErrors errors({comm, MPI_COMM_SELF, MPI_COMM_WORLD});
  const Type with_holes = padded(), with_long_blocks = blocks(65536, 1 << 20);
  Bytes memory(2 << 20);
  for (const MPI_Datatype type : {MPI_Datatype(with_holes), MPI_Datatype(with_long_blocks), MPI_DOUBLE})
    for (const Call &call : calls) {
      SCOPED_TRACE(call.name);
      const auto code_of = [&](void *buffer, int count, MPI_Datatype given, int peer, MPI_Comm through) {
        request = AM_REQUEST_NULL;
        const int code = call.run(buffer, count, given, peer, through);
        EXPECT_EQ(request, AM_REQUEST_NULL);
        return code;
      };
      const bool is_bcast = std::string(call.name) == "AM_Bcast";
      errors.expect(code_of(memory.data(), -1, type, 0, comm), MPI_ERR_COUNT, "count is negative", comm);
      errors.expect(code_of(memory.data(), 1, MPI_DATATYPE_NULL, 0, comm), MPI_ERR_TYPE, "MPI_DATATYPE_NULL", comm);
      errors.expect(code_of(nullptr, 1, type, 0, comm), MPI_ERR_BUFFER, "buffer is null", comm);
      errors.expect(code_of(MPI_IN_PLACE, 1, type, 0, comm), MPI_ERR_BUFFER, "buffer is MPI_IN_PLACE", comm);
      errors.expect_of_mpi(code_of(memory.data(), 1, type, 5, comm), is_bcast ? MPI_ERR_ROOT : MPI_ERR_RANK, comm);
      for (const int count : {0, 1})
        errors.expect(code_of(memory.data(), count, type, 0, MPI_COMM_NULL), MPI_ERR_COMM,
                      "the communicator is MPI_COMM_NULL");
    }
  Padded p = {};
  errors.expect(AM_Isend(&p, 1, with_holes, 0, 0, comm, nullptr), MPI_ERR_ARG, "AM_Isend: an argument is null", comm);
  errors.expect(AM_Irecv(&p, 1, with_holes, 0, 0, comm, nullptr), MPI_ERR_ARG, "AM_Irecv: an argument is null", comm);
  if (MPI_STATUS_IGNORE != nullptr) {
    errors.expect(AM_Recv(&p, 1, with_holes, 0, 0, comm, nullptr), MPI_ERR_ARG, "AM_Recv: an argument is null", comm);
    errors.expect(AM_Sendrecv(&p, 1, with_holes, 0, 0, &p, 1, with_holes, 0, 0, comm, nullptr), MPI_ERR_ARG,
                  "AM_Sendrecv: an argument is null", comm);
  }
}

/// Only MPI can detect that a datatype is not committed.
TEST(Messages, OfUncommittedDatatypesArriveOrFail) {
  const OwnComm comm;
  const HandledErrors errors({comm, MPI_COMM_SELF, MPI_COMM_WORLD});
  Type with_holes, with_long_blocks;
  MPI_Type_vector(100, 1, 2, MPI_INT, with_holes.out());
  MPI_Type_vector(16, 65536, 2 * 65536, MPI_CHAR, with_long_blocks.out());
  for (const MPI_Datatype type : {MPI_Datatype(with_holes), MPI_Datatype(with_long_blocks)}) {
    Bytes out(2 << 20, 'o'), in(out.size(), '?');
    const int sent = AM_Isend(out.data(), 1, type, 0, 0, comm, &request);
    if (sent != MPI_SUCCESS) {
      errors.expect_of_mpi(sent, MPI_ERR_TYPE, comm);
      continue;
    }
    EXPECT_EQ(AM_Recv(in.data(), 1, type, 0, 0, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(AM_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(in.front(), 'o');
  }
}

MPI_Datatype used_by_handler;
int code_of_handler;

void use_datatype(MPI_Comm *, int *, ...) { code_of_handler = AM_Type_commit(&used_by_handler); }

/// MPI fails in the first call with a datatype, and the error handler uses another datatype for the first time.
TEST(Datatypes, MayBeUsedFirstInErrorHandlers) {
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(use_datatype, &handler);
  Type type;
  MPI_Type_vector(100, 1, 2, MPI_INT, type.out());
  MPI_Type_dup(type, &used_by_handler);
  code_of_handler = MPI_ERR_OTHER;
  MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
  looks_until_failure = 1;
  EXPECT_EQ(AM_Type_commit(type.out()), MPI_ERR_NO_MEM);
  EXPECT_EQ(code_of_handler, MPI_SUCCESS);
  EXPECT_EQ(AM_Type_commit(type.out()), MPI_SUCCESS);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Errhandler_free(&handler);
  MPI_Type_free(&used_by_handler);
}

/// The environment variable AUTOMAP_SEND overrides the choice.
TEST(Messages, WithHolesArePackedOrLeftToMpi) {
  const char *wanted = std::getenv("AUTOMAP_SEND");
  const std::string method = wanted ? wanted : "";
  const Type with_holes = padded(), with_long_blocks = blocks(65536, 1 << 20), long_one = blocks(8, 4 << 20);
  Bytes out(8 << 20), in(out.size());
  if (method == "unknown") {
    const HandledErrors errors;
    errors.expect(AM_Send(out.data(), 100, with_holes, 0, 0, MPI_COMM_SELF), MPI_ERR_ARG,
                  "AUTOMAP_SEND must be mpi or packed", MPI_COMM_SELF);
    return;
  }
  const auto type_sent = [&](MPI_Datatype type, int count, int to) {
    AM_Irecv(in.data(), count, type, to, 0, MPI_COMM_SELF, &request);
    EXPECT_EQ(AM_Send(out.data(), count, type, to, 0, MPI_COMM_SELF), MPI_SUCCESS);
    AM_Wait(&request, MPI_STATUS_IGNORE);
    return given_type;
  };
  EXPECT_EQ(type_sent(with_holes, 100, 0), method == "mpi" ? MPI_Datatype(with_holes) : MPI_PACKED);
  EXPECT_EQ(type_sent(long_one, 1, 0), method == "mpi" ? MPI_Datatype(long_one) : MPI_PACKED);
  EXPECT_EQ(type_sent(with_long_blocks, 1, 0), method == "packed" ? MPI_PACKED : MPI_Datatype(with_long_blocks));
  if (method == "packed") { // applies also to data that MPI might split
    EXPECT_EQ(type_sent(with_holes, 10'000, 0), MPI_PACKED);
  }
  EXPECT_EQ(type_sent(MPI_DOUBLE, 100, 0), MPI_PACKED); // sent directly from the buffer
  EXPECT_EQ(type_sent(with_holes, 100, MPI_PROC_NULL), MPI_Datatype(with_holes));
}

/// The memory of a message is kept for the next one of the same size, and replaces the memory kept before.
TEST(Messages, FindMemoryOfTheLastOne) {
  for (const std::size_t size : {70, 80, 90}) // MiB; at most 128 are kept
    for (const bool again : {false, true}) {
      const mpi::Buffer buffer(size << 20);
      EXPECT_EQ(buffer.data()[size << 19] == 'x', again);
      buffer.data()[size << 19] = 'x';
    }
}

TEST(Broadcast, TakesDatatypesThatMatch) {
  const Type type = padded();
  Type dense;
  ASSERT_EQ(AM_Dense(type, dense.out()), MPI_SUCCESS);
  MPI_Type_commit(dense.out());
  constexpr int size = 13;
  int ranks;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (const int n : {1, 1000, 10'000, 300'000}) // the last in several parts
    for (int root = 0; root < ranks; ++root) {
      Bytes packed(static_cast<std::size_t>(n) * size);
      std::vector<Padded> data(static_cast<std::size_t>(n));
      for (int i = 0; i < n; ++i)
        data[static_cast<std::size_t>(i)] = {'a', i + 0.5, i + root};
      if (rank() != root)
        std::ranges::fill(data, Padded{});
      MPI_Count at = 0;
      if (rank() % 2 == 0) {
        ASSERT_EQ(AM_Bcast(data.data(), n, type, root, MPI_COMM_WORLD), MPI_SUCCESS);
      } else {
        ASSERT_EQ(AM_Pack(data.data(), n, type, packed.data(), n * size, &at), MPI_SUCCESS);
        ASSERT_EQ(AM_Bcast(packed.data(), n, dense, root, MPI_COMM_WORLD), MPI_SUCCESS);
        at = 0;
        ASSERT_EQ(AM_Unpack(packed.data(), n * size, &at, data.data(), n, type), MPI_SUCCESS);
      }
      for (int i = 0; i < n; ++i) {
        const Padded &p = data[static_cast<std::size_t>(i)];
        ASSERT_TRUE(p.c == 'a' && p.d == i + 0.5 && p.i == i + root) << i;
      }
    }
}

/// A broadcast is left to MPI if no rank has holes that are better packed, but not if the datatypes differ in size.
/// Open MPI would then split the data at different places on different ranks.
TEST(Broadcast, IsLeftToMpiByAllRanksOrNone) {
  constexpr int bytes = 1 << 20, block = 65536;
  const Type with_long_blocks = blocks(block, bytes);
  const auto arrives = [&](int count, MPI_Datatype type) {
    const int holes = type == MPI_Datatype(with_long_blocks);
    Bytes data(2 * bytes, rank() == 0 ? 'x' : '?');
    EXPECT_EQ(AM_Bcast(data.data(), count, type, 0, MPI_COMM_WORLD), MPI_SUCCESS);
    for (int i = 0; i < (holes ? bytes : count); i += block / 2) {
      EXPECT_EQ(data[static_cast<std::size_t>(i + holes * (i / block) * block)], 'x') << i;
    }
    return given_type;
  };
  const int least_asked = mpi::is_open_mpi() ? 18 << 10 : 32 << 10;
  EXPECT_EQ(arrives(least_asked - 1, MPI_CHAR), MPI_PACKED);
  EXPECT_EQ(arrives(least_asked, MPI_CHAR), MPI_CHAR);
  EXPECT_EQ(arrives(bytes, MPI_CHAR), MPI_CHAR);
  EXPECT_EQ(arrives(1, with_long_blocks), MPI_Datatype(with_long_blocks));
  for (const int odd : {0, 1}) {
    const bool is_contiguous = rank() % 2 == odd;
    EXPECT_EQ(is_contiguous ? arrives(bytes, MPI_CHAR) : arrives(1, with_long_blocks), MPI_PACKED);
  }
}

TEST(Broadcast, GoesBetweenGroups) {
  int ranks;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const bool is_last = rank() == ranks - 1;
  MPI_Comm group, between;
  MPI_Comm_split(MPI_COMM_WORLD, is_last, 0, &group);
  MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, is_last ? 0 : ranks - 1, 0, &between);
  const Type type = padded();
  std::vector<Padded> data(1000, Padded{'x', 0.5, rank()});
  const int root = is_last       ? 0
                   : rank() == 0 ? MPI_ROOT
                                 : MPI_PROC_NULL; // rank 0 of the first group sends to the last rank
  ASSERT_EQ(AM_Bcast(data.data(), 1000, type, root, between), MPI_SUCCESS);
  EXPECT_EQ(data[999].i, is_last ? 0 : rank());
  // Members of the root's group other than the root ignore all other arguments.
  const bool is_beside = root == MPI_PROC_NULL;
  EXPECT_EQ(AM_Bcast(is_beside ? nullptr : data.data(), is_beside ? -1 : 1000,
                     is_beside ? MPI_DATATYPE_NULL : MPI_Datatype(type), root, between),
            MPI_SUCCESS);
  {
    const HandledErrors errors({between, MPI_COMM_SELF, MPI_COMM_WORLD});
    if (!is_beside)
      errors.expect(AM_Bcast(MPI_IN_PLACE, 1000, type, root, between), MPI_ERR_BUFFER,
                    "AM_Bcast: a buffer is MPI_IN_PLACE", between);
  }
  MPI_Comm_free(&between);
  MPI_Comm_free(&group);
}

TEST(Messages, RefuseWhatMakesNoSense) {
  const HandledErrors errors;
  const Type type = padded();
  Padded p = {};
  errors.expect(AM_Send(&p, -1, type, 0, 0, MPI_COMM_SELF), MPI_ERR_COUNT, "AM_Send: a count is negative",
                MPI_COMM_SELF);
  errors.expect(AM_Send(&p, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD), MPI_ERR_TYPE, "before Build_MPI_Types()",
                MPI_COMM_WORLD);
  AM_Request request = AM_REQUEST_NULL;
  MPI_Status status;
  int done = 0, count = -1;
  EXPECT_EQ(AM_Test(&request, &done, &status), MPI_SUCCESS);
  EXPECT_EQ(done, 1);
  MPI_Get_count(&status, MPI_BYTE, &count);
  EXPECT_EQ(count, 0);
  EXPECT_EQ(AM_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  errors.expect(AM_Wait(nullptr, MPI_STATUS_IGNORE), MPI_ERR_ARG, "AM_Wait: an argument is null");
  errors.expect(AM_Test(nullptr, &done, MPI_STATUS_IGNORE), MPI_ERR_ARG, "AM_Test: an argument is null");
  errors.expect(AM_Test(&request, nullptr, MPI_STATUS_IGNORE), MPI_ERR_ARG, "AM_Test: an argument is null");
  errors.expect(AM_Waitall(-1, &request, MPI_STATUSES_IGNORE), MPI_ERR_COUNT, "AM_Waitall: a count is negative");
  errors.expect(AM_Waitall(1, nullptr, MPI_STATUSES_IGNORE), MPI_ERR_ARG, "AM_Waitall: an argument is null");
  if (MPI_STATUS_IGNORE != nullptr) {
    errors.expect(AM_Wait(&request, nullptr), MPI_ERR_ARG, "AM_Wait: an argument is null");
    errors.expect(AM_Test(&request, &done, nullptr), MPI_ERR_ARG, "AM_Test: an argument is null");
    errors.expect(AM_Waitall(1, &request, nullptr), MPI_ERR_ARG, "AM_Waitall: an argument is null");
  }
  EXPECT_EQ(AM_Send(&p, 1, type, MPI_PROC_NULL, 0, MPI_COMM_WORLD), MPI_SUCCESS);
  EXPECT_EQ(AM_Recv(&p, 1, type, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status), MPI_SUCCESS);
}

/// Three messages from this rank to itself, with tags 0 to 2, and their receives.
struct ThreeToSelf {
  ThreeToSelf(MPI_Comm through, int length) : comm(through), count(length) {
    for (std::size_t i = 0; i < 3; ++i) {
      in[i].resize(static_cast<std::size_t>(count), Padded{'?', 0, 0});
      out[i].resize(in[i].size(), Padded{'x', 0.5, static_cast<int>(i)});
      AM_Irecv(in[i].data(), count, type, 0, static_cast<int>(i), comm, &receives[i]);
    }
  }
  void send(int i) {
    const auto at = static_cast<std::size_t>(i);
    EXPECT_EQ(AM_Isend(out[at].data(), count, type, 0, i, comm, &sends[at]), MPI_SUCCESS);
  }
  bool has_come(std::size_t i) const {
    return receives[i] == AM_REQUEST_NULL && in[i].front().i == out[i].front().i && in[i].back().c == 'x';
  }
  void end_sends() { EXPECT_EQ(AM_Waitall(3, sends, MPI_STATUSES_IGNORE), MPI_SUCCESS); }

  const MPI_Comm comm;
  const int count;
  const Type type = padded();
  std::vector<Padded> in[3], out[3];
  AM_Request receives[3] = {}, sends[3] = {};
};

/// Runs with whole messages and with messages in parts.
class Requests : public ::testing::TestWithParam<int> {
protected:
  Requests() { EXPECT_EQ(AM_Comm_set_pipeline(comm, GetParam()), MPI_SUCCESS); }
  const OwnComm comm;
  static constexpr int length = 1000;
};
INSTANTIATE_TEST_SUITE_P(OfMessages, Requests, ::testing::Values(0, 1000));

TEST_P(Requests, EndOneAfterTheOther) {
  ThreeToSelf three(comm, length);
  MPI_Status status, statuses[3];
  int index = 7, flag = 7, number = 7, indices[3];
  EXPECT_EQ(AM_Testany(3, three.receives, &index, &flag, &status), MPI_SUCCESS);
  EXPECT_EQ(flag, 0);
  EXPECT_EQ(AM_Testsome(3, three.receives, &number, indices, statuses), MPI_SUCCESS);
  EXPECT_EQ(number, 0);
  EXPECT_EQ(AM_Testall(3, three.receives, &flag, statuses), MPI_SUCCESS);
  EXPECT_EQ(flag, 0);
  three.send(1);
  while (!flag)
    ASSERT_EQ(AM_Testany(3, three.receives, &index, &flag, &status), MPI_SUCCESS);
  EXPECT_EQ(index, 1);
  EXPECT_EQ(status.MPI_TAG, 1);
  EXPECT_EQ(count_of(status, three.type), three.count);
  EXPECT_TRUE(three.has_come(1));
  three.send(2);
  EXPECT_EQ(AM_Waitany(3, three.receives, &index, &status), MPI_SUCCESS);
  EXPECT_EQ(index, 2);
  EXPECT_EQ(status.MPI_TAG, 2);
  EXPECT_TRUE(three.has_come(2));
  three.send(0);
  EXPECT_EQ(AM_Waitsome(3, three.receives, &number, indices, statuses), MPI_SUCCESS);
  EXPECT_EQ(number, 1);
  EXPECT_EQ(indices[0], 0);
  EXPECT_EQ(statuses[0].MPI_TAG, 0);
  EXPECT_TRUE(three.has_come(0));
  three.end_sends();
}

TEST_P(Requests, EndTogether) {
  ThreeToSelf three(comm, length);
  for (const int i : {0, 1, 2})
    three.send(i);
  MPI_Status statuses[3];
  for (int flag = 0; !flag;)
    ASSERT_EQ(AM_Testall(3, three.receives, &flag, statuses), MPI_SUCCESS);
  for (const std::size_t i : {0, 1, 2}) {
    EXPECT_TRUE(three.has_come(i));
    EXPECT_EQ(statuses[i].MPI_TAG, static_cast<int>(i));
  }
  int ended = 0;
  for (int number = 0, indices[3]; number != MPI_UNDEFINED; ended += std::max(number, 0))
    ASSERT_EQ(AM_Testsome(3, three.sends, &number, indices, MPI_STATUSES_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(ended, 3);
}

/// Statuses get no error unless a call that completes several requests returns MPI_ERR_IN_STATUS.
TEST_P(Requests, LeaveErrorsOfStatusesAlone) {
  constexpr int untouched = 12345;
  for (const int variant : {0, 1, 2, 3, 4, 5, 6, 7, 8}) {
    ThreeToSelf three(comm, length);
    for (const int i : {0, 1, 2})
      three.send(i);
    MPI_Status statuses[3];
    for (MPI_Status &each : statuses)
      each.MPI_ERROR = untouched;
    int index = 0, number = 0, indices[3], flag = 0;
    std::vector<Padded> in(three.in[0].size());
    if (variant == 0) {
      EXPECT_EQ(AM_Wait(&three.receives[0], statuses), MPI_SUCCESS);
    } else if (variant == 1) {
      while (!flag)
        ASSERT_EQ(AM_Test(&three.receives[0], &flag, statuses), MPI_SUCCESS);
    } else if (variant == 2) {
      EXPECT_EQ(AM_Waitany(3, three.receives, &index, statuses), MPI_SUCCESS);
    } else if (variant == 3) {
      while (!flag)
        ASSERT_EQ(AM_Testany(3, three.receives, &index, &flag, statuses), MPI_SUCCESS);
    } else if (variant == 4) {
      EXPECT_EQ(AM_Waitall(3, three.receives, statuses), MPI_SUCCESS);
    } else if (variant == 5) {
      while (!flag)
        ASSERT_EQ(AM_Testall(3, three.receives, &flag, statuses), MPI_SUCCESS);
    } else if (variant == 6) {
      EXPECT_EQ(AM_Waitsome(3, three.receives, &number, indices, statuses), MPI_SUCCESS);
    } else if (variant == 7) {
      EXPECT_EQ(AM_Sendrecv(three.out[0].data(), length, three.type, 0, 7, in.data(), length, three.type, 0, 7, comm,
                            statuses),
                MPI_SUCCESS);
    } else {
      AM_Request send;
      ASSERT_EQ(AM_Isend(three.out[0].data(), length, three.type, 0, 7, comm, &send), MPI_SUCCESS);
      EXPECT_EQ(AM_Recv(in.data(), length, three.type, 0, 7, comm, statuses), MPI_SUCCESS);
      EXPECT_EQ(AM_Wait(&send, statuses + 1), MPI_SUCCESS);
    }
    for (const MPI_Status &each : statuses)
      EXPECT_EQ(each.MPI_ERROR, untouched) << variant;
    EXPECT_EQ(AM_Waitall(3, three.receives, MPI_STATUSES_IGNORE), MPI_SUCCESS);
    three.end_sends();
  }
}

/// Also holds while other requests are active, which a waiting call would advance.
TEST_P(Requests, FromNobodyHaveEnded) {
  ThreeToSelf three(comm, length);
  Padded p = {'?', 0, 7};
  for (const MPI_Datatype type : {MPI_Datatype(three.type), MPI_CHAR})
    for (int variant = 1; variant < n_variants; ++variant) {
      const MPI_Status status = receive(variant, &p, type, MPI_PROC_NULL, comm);
      EXPECT_EQ(status.MPI_SOURCE, MPI_PROC_NULL) << variant;
      EXPECT_EQ(status.MPI_TAG, MPI_ANY_TAG) << variant;
      EXPECT_EQ(count_of(status, type), 0) << variant;
    }
  EXPECT_EQ(p.i, 7);
  for (const int i : {0, 1, 2})
    three.send(i);
  EXPECT_EQ(AM_Waitall(3, three.receives, MPI_STATUSES_IGNORE), MPI_SUCCESS);
  three.end_sends();
}

/// A packed message stays in memory until it has been received, though other messages are packed in the meantime.
TEST_P(Requests, OfSendsAreFreed) {
  constexpr int long_one = 100'000; // MPI does not send this many at once
  const Type type = padded();
  std::vector<Padded> out(long_one), in(long_one);
  for (const bool has_holes : {true, false})
    for (const int i : {0, 1, 2}) {
      const MPI_Datatype sent = has_holes ? MPI_Datatype(type) : MPI_CHAR;
      const int count = has_holes ? long_one : long_one * static_cast<int>(sizeof(Padded));
      std::ranges::fill(out, Padded{'x', 0.5, i});
      AM_Request request, other;
      ASSERT_EQ(AM_Isend(out.data(), count, sent, 0, 0, comm, &request), MPI_SUCCESS);
      EXPECT_EQ(AM_Request_free(&request), MPI_SUCCESS);
      EXPECT_EQ(request, AM_REQUEST_NULL);
      const std::vector<Padded> zeros(long_one);
      ASSERT_EQ(AM_Isend(zeros.data(), long_one, type, 0, 1, comm, &other), MPI_SUCCESS);
      ASSERT_EQ(AM_Recv(in.data(), count, sent, 0, 0, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
      for (const Padded &each : in)
        ASSERT_TRUE(each.c == 'x' && each.d == 0.5 && each.i == i);
      ASSERT_EQ(AM_Recv(in.data(), long_one, type, 0, 1, comm, MPI_STATUS_IGNORE), MPI_SUCCESS);
      EXPECT_EQ(AM_Wait(&other, MPI_STATUS_IGNORE), MPI_SUCCESS);
    }
}

/// An abandoned send is not freed while some of its requests are active, even if others have failed.
TEST(Sends, ThatAreLeftBehindEndByThemselves) {
  static bool is_gone;
  class Watched final : public mpi::AbandonedSend {
  public:
    ~Watched() override { is_gone = true; }
    std::span<MPI_Request> requests() noexcept override { return each; }
    void report_waiting() const override {}
    MPI_Request each[2];
  };
  is_gone = false;
  const OwnComm comm;
  const HandledErrors errors({comm, MPI_COMM_SELF, MPI_COMM_WORLD});
  const Bytes out(16);
  Bytes in(16), other(16);
  auto watched = std::make_unique<Watched>();
  MPI_Irecv(in.data(), 1, MPI_CHAR, 0, 0, comm, &watched->each[0]);
  MPI_Irecv(other.data(), 16, MPI_CHAR, 0, 1, comm, &watched->each[1]);
  MPI_Send(out.data(), 16, MPI_CHAR, 0, 0, comm); // too long for the receive, which fails
  mpi::abandon(std::move(watched));
  for (int i = 0; i < 3; ++i)
    mpi::free_finished_sends();
  EXPECT_FALSE(is_gone);
  MPI_Send(out.data(), 16, MPI_CHAR, 0, 1, comm);
  for (int i = 0; i < 1000 && !is_gone; ++i)
    mpi::free_finished_sends();
  EXPECT_TRUE(is_gone);
}

TEST_P(Requests, OfReceivesAreNotFreed) {
  ThreeToSelf three(comm, length);
  const HandledErrors errors;
  errors.expect(AM_Request_free(nullptr), MPI_ERR_ARG, "AM_Request_free: an argument is null");
  AM_Request none = AM_REQUEST_NULL;
  errors.expect(AM_Request_free(&none), MPI_ERR_REQUEST, "AM_Request_free: the request is AM_REQUEST_NULL");
  errors.expect(AM_Request_free(&three.receives[1]), MPI_ERR_REQUEST, "AM_Request_free: the request is a receive");
  for (const int i : {0, 1, 2})
    three.send(i);
  EXPECT_EQ(AM_Waitall(3, three.receives, MPI_STATUSES_IGNORE), MPI_SUCCESS);
  EXPECT_TRUE(three.has_come(1));
  three.end_sends();
}

TEST_P(Requests, ThatFailLeaveTheOthersToTheirEnd) {
  if (mpi::is_open_mpi() && GetParam() == 0)
    GTEST_SKIP() << "Open MPI 4.1 writes all of a message that is too long for its receive, or tells nothing of it";
  const HandledErrors errors({comm});
  for (const int variant : {0, 1, 2}) {
    SCOPED_TRACE(variant);
    ThreeToSelf three(comm, length);
    AM_Request longer = AM_REQUEST_NULL;
    std::vector<Padded> twice(static_cast<std::size_t>(2 * length), Padded{'y', 0, 0});
    MPI_Status statuses[3];
    int flag = 0, number = 0, indices[3], code = MPI_SUCCESS;
    three.send(0);
    ASSERT_EQ(AM_Isend(twice.data(), 2 * length, three.type, 0, 1, comm, &longer), MPI_SUCCESS);
    three.send(2);
    if (variant == 0) {
      code = AM_Waitall(3, three.receives, statuses);
    } else if (variant == 1) {
      while (!flag && code == MPI_SUCCESS)
        code = AM_Testall(3, three.receives, &flag, statuses);
    } else {
      MPI_Status ended[3];
      for (int left = 3; left > 0; left -= number) {
        const int what = AM_Waitsome(3, three.receives, &number, indices, ended);
        for (int i = 0; i < number; ++i) {
          statuses[indices[i]] = ended[i];
          if (indices[i] == 1)
            code = what;
          else if (what == MPI_SUCCESS) // statuses contain errors only if some request failed
            statuses[indices[i]].MPI_ERROR = MPI_SUCCESS;
        }
      }
    }
    const auto handled = errors.calls();
    ASSERT_EQ(handled.size(), 1u);
    const bool is_hidden = code == MPI_SUCCESS; // by MPI, behind the handler
    EXPECT_EQ(errors.class_of(is_hidden ? code : statuses[1].MPI_ERROR, handled), MPI_ERR_TRUNCATE);
    if (!is_hidden) {
      EXPECT_EQ(code, MPI_ERR_IN_STATUS);
      EXPECT_EQ(statuses[0].MPI_ERROR, MPI_SUCCESS);
      EXPECT_EQ(statuses[2].MPI_ERROR, MPI_SUCCESS);
    }
    EXPECT_TRUE(three.has_come(0));
    EXPECT_TRUE(three.has_come(2));
    EXPECT_EQ(three.receives[1], AM_REQUEST_NULL);
    three.end_sends();
    EXPECT_EQ(AM_Wait(&longer, MPI_STATUS_IGNORE), MPI_SUCCESS);
  }
}

TEST(NoRequests, HaveEnded) {
  AM_Request none[2] = {AM_REQUEST_NULL, AM_REQUEST_NULL};
  for (const int n : {0, 2}) {
    MPI_Status status;
    status.MPI_ERROR = MPI_ERR_OTHER;
    int index = 7, flag = 0, number = 7, indices[2], count = 7;
    EXPECT_EQ(AM_Waitany(n, none, &index, &status), MPI_SUCCESS);
    EXPECT_EQ(status.MPI_ERROR, MPI_SUCCESS);
    EXPECT_EQ(index, MPI_UNDEFINED);
    MPI_Get_count(&status, MPI_BYTE, &count);
    EXPECT_EQ(count, 0);
    index = 7;
    EXPECT_EQ(AM_Testany(n, none, &index, &flag, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(index, MPI_UNDEFINED);
    EXPECT_EQ(flag, 1);
    flag = 0;
    EXPECT_EQ(AM_Testall(n, none, &flag, MPI_STATUSES_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(flag, 1);
    EXPECT_EQ(AM_Waitsome(n, none, &number, indices, MPI_STATUSES_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(number, MPI_UNDEFINED);
    number = 7;
    EXPECT_EQ(AM_Testsome(n, none, &number, indices, MPI_STATUSES_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(number, MPI_UNDEFINED);
  }
  const HandledErrors errors;
  int number = 0, index = 0;
  errors.expect(AM_Waitany(2, none, nullptr, MPI_STATUS_IGNORE), MPI_ERR_ARG, "AM_Waitany: an argument is null");
  errors.expect(AM_Testany(2, none, &index, nullptr, MPI_STATUS_IGNORE), MPI_ERR_ARG,
                "AM_Testany: an argument is null");
  errors.expect(AM_Testall(2, none, nullptr, MPI_STATUSES_IGNORE), MPI_ERR_ARG, "AM_Testall: an argument is null");
  errors.expect(AM_Waitsome(2, none, &number, nullptr, MPI_STATUSES_IGNORE), MPI_ERR_ARG,
                "AM_Waitsome: an argument is null");
  errors.expect(AM_Testsome(-1, none, &number, &index, MPI_STATUSES_IGNORE), MPI_ERR_COUNT,
                "AM_Testsome: a count is negative");
}

TEST(Dense, HasTheSameElementsWithoutHoles) {
  unsigned seed = 1000;
  for (int i = 0; i < 50; ++i) {
    const Type type = apart(seed);
    Type dense;
    ASSERT_EQ(AM_Dense(type, dense.out()), MPI_SUCCESS);
    const layout::TypeMap given = flatten(mpi::decode(type).tree), made = flatten(mpi::decode(dense).tree);
    ASSERT_EQ(given.size(), made.size());
    std::int64_t at = 0;
    for (std::size_t j = 0; j < made.size(); ++j) {
      ASSERT_EQ(made[j].type, given[j].type);
      ASSERT_EQ(made[j].displacement, at);
      at += made[j].type.size_bytes;
    }
    const Sizes sizes = sizes_of(dense);
    EXPECT_EQ(sizes.lower_bound, 0);
    EXPECT_EQ(sizes.extent, at);
  }
}

} // namespace
} // namespace automap::test

int main(int argc, char **argv) {
  // Long blocks are left to MPI.
  const automap::test::OwnTuning own(
      automap::test::make_tuning([](automap::mpi::Spacing, std::int64_t block, std::int64_t) { return block < 512; }));
  return automap::test::run_tests(argc, argv);
}
