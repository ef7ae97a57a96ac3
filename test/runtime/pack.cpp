// Tests AM_Pack and related calls: examples, displacements beyond 32 bits, the choice of kernels, and the arguments
// that they refuse.
#include "automap/automap.h"
#include "mpi/messages/plan_of.h"

#include "handled_errors.h"
#include "runtime_support.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include <sys/mman.h>

namespace automap::test {
namespace {

struct Pair {
  char c;
  double d;
};

Type pair_type() {
  const int lengths[] = {1, 1};
  const MPI_Aint places[] = {offsetof(Pair, c), offsetof(Pair, d)};
  const MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE};
  Type fields, out;
  MPI_Type_create_struct(2, lengths, places, types, fields.out());
  MPI_Type_create_resized(fields, 0, sizeof(Pair), out.out());
  return out;
}

TEST(Packing, OfARangeIsThatOfTheExample) {
  const Type type = pair_type();
  std::vector<Pair> pairs;
  for (int i = 0; i < 10; ++i)
    pairs.push_back({static_cast<char>('a' + i), i + 0.25});
  char part[11];
  ASSERT_EQ(AM_Pack_part(pairs.data(), 10, type, 8, 19, part), MPI_SUCCESS);
  EXPECT_EQ(part[0], reinterpret_cast<const char *>(&pairs[0].d)[7]);
  EXPECT_EQ(part[1], 'b');
  double d;
  std::memcpy(&d, part + 2, sizeof d);
  EXPECT_EQ(d, 1.25);
  EXPECT_EQ(part[10], 'c');
}

TEST(Packing, TakesPredefinedDatatypes) {
  const struct {
    short number;
    int index;
  } pairs[2] = {{1, 2}, {3, 4}};
  for (int round = 0; round < 2; ++round) { // the second round finds the plan
    char packed[12];
    MPI_Count position = 0, size = 0;
    ASSERT_EQ(AM_Pack_size(2, MPI_SHORT_INT, &size), MPI_SUCCESS);
    EXPECT_EQ(size, 12);
    ASSERT_EQ(AM_Pack(pairs, 2, MPI_SHORT_INT, packed, 12, &position), MPI_SUCCESS);
    int index;
    std::memcpy(&index, packed + 8, sizeof index);
    EXPECT_EQ(index, 4);
    ASSERT_EQ(AM_Pack_size(7, MPI_DOUBLE, &size), MPI_SUCCESS);
    EXPECT_EQ(size, 56);
  }
}

TEST(Packing, PartsOfMoreThanCouldBeListedAreCounted) {
  const Type type = pair_type();
  constexpr MPI_Count items = 1'000'000'000'000'000;
  MPI_Count n = 0;
  ASSERT_EQ(AM_Type_iov(items, type, 0, 0, nullptr, &n, nullptr), MPI_SUCCESS);
  EXPECT_EQ(n, items + 1); // a letter, numbers each joined to the next letter, and the last number
  ASSERT_EQ(AM_Type_iov(items, type, 9 * items - 10, 0, nullptr, &n, nullptr), MPI_SUCCESS);
  EXPECT_EQ(n, 2);
}

/// Owns pages at both ends of 6 GiB of addresses.
class FarApart {
public:
  FarApart() {
    all_ = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all_ == MAP_FAILED || mprotect(all_, page, PROT_READ | PROT_WRITE) != 0 ||
        mprotect(static_cast<char *>(all_) + bytes - page, page, PROT_READ | PROT_WRITE) != 0)
      throw std::bad_alloc();
  }
  FarApart(const FarApart &) = delete;
  FarApart &operator=(const FarApart &) = delete;
  ~FarApart() { munmap(all_, bytes); }

  Pair *low() { return static_cast<Pair *>(all_); }
  Pair *high() { return reinterpret_cast<Pair *>(static_cast<char *>(all_) + bytes - page); }

private:
  static constexpr std::size_t bytes = std::size_t{6} << 30, page = 65536; // a multiple of any page size
  void *all_;
};

/// Returns a datatype of pairs at two places, relative to `origin`.
Type two_pairs(const void *origin, const Pair *one, const Pair *other) {
  const int lengths[] = {1, 1};
  MPI_Aint places[2], from;
  MPI_Get_address(origin, &from);
  MPI_Get_address(one, &places[0]);
  MPI_Get_address(other, &places[1]);
  for (MPI_Aint &place : places)
    place -= from;
  Type out;
  MPI_Type_create_hindexed(2, lengths, places, pair_type(), out.out());
  MPI_Type_commit(out.out());
  return out;
}

TEST(Packing, OfWhatLiesFarApart) {
  FarApart pairs;
  *pairs.low() = {'a', 1.5}, *pairs.high() = {'b', 2.5};
  char packed[18], expected[18];
  int mpi_position = 0; // MPICH does not pack from MPI_BOTTOM
  MPI_Pack(pairs.low(), 1, two_pairs(pairs.low(), pairs.low(), pairs.high()), expected, 18, &mpi_position,
           MPI_COMM_SELF);
  for (void *origin : {static_cast<void *>(pairs.low()), static_cast<void *>(pairs.high()), MPI_BOTTOM}) {
    const Type type = two_pairs(origin, pairs.low(), pairs.high());
    MPI_Count position = 0;
    ASSERT_EQ(AM_Pack(origin, 1, type, packed, 18, &position), MPI_SUCCESS);
    EXPECT_EQ(std::memcmp(packed, expected, 18), 0);
    EXPECT_EQ(packed[0], 'a');
    EXPECT_EQ(packed[9], 'b');
    packed[0] = 'A', packed[9] = 'B';
    position = 0;
    ASSERT_EQ(AM_Unpack(packed, 18, &position, origin, 1, type), MPI_SUCCESS);
    EXPECT_EQ(pairs.low()->c, 'A');
    EXPECT_EQ(pairs.high()->c, 'B');
    EXPECT_EQ(pairs.high()->d, 2.5);
    pairs.low()->c = 'a', pairs.high()->c = 'b';
  }
}

TEST(Messages, FromAndToMpiBottom) {
  FarApart pairs;
  *pairs.low() = {'a', 1.5}, *pairs.high() = {'b', 2.5};
  const Type from = two_pairs(MPI_BOTTOM, pairs.low(), pairs.high()),
             to = two_pairs(MPI_BOTTOM, pairs.high() + 1, pairs.low() + 1);
  for (const bool by_mpi : {false, true}) {
    pairs.low()[1] = {}, pairs.high()[1] = {};
    AM_Request request;
    ASSERT_EQ(AM_Isend(MPI_BOTTOM, 1, from, 0, 7, MPI_COMM_SELF, &request), MPI_SUCCESS);
    ASSERT_EQ(by_mpi ? MPI_Recv(MPI_BOTTOM, 1, to, 0, 7, MPI_COMM_SELF, MPI_STATUS_IGNORE)
                     : AM_Recv(MPI_BOTTOM, 1, to, 0, 7, MPI_COMM_SELF, MPI_STATUS_IGNORE),
              MPI_SUCCESS);
    ASSERT_EQ(AM_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(pairs.high()[1].c, 'a');
    EXPECT_EQ(pairs.high()[1].d, 1.5);
    EXPECT_EQ(pairs.low()[1].c, 'b');
    EXPECT_EQ(pairs.low()[1].d, 2.5);
  }
}

/// Marks the items that it packs with a leading '!'.
void pack_marked(const void *, size_t count, void *to) { std::memset(to, '!', 9 * count); }
void unpack_nothing(const void *, size_t, void *) {}

TEST(Kernels, AreThoseThatTheEnvironmentAllows) {
  using layout::CpuFeatures;
  const char *text = std::getenv("AUTOMAP_KERNELS");
  const std::string name = text ? text : "";
  const Type type = pair_type();
  if (name == "unknown") {
    const HandledErrors errors;
    MPI_Count size = 99;
    for (int round = 0; round < 2; ++round)
      errors.expect(AM_Pack_size(1, type, &size), MPI_ERR_ARG, "AUTOMAP_KERNELS must be portable, avx2");
    EXPECT_EQ(size, 99);
    return;
  }
  const CpuFeatures most = name == "portable" ? CpuFeatures::portable
                           : name == "avx2"   ? CpuFeatures::avx2
                                              : CpuFeatures::avx512;
  const CpuFeatures expected = std::min(most, layout::cpu_features());
  if (layout::cpu_features() < CpuFeatures::avx512)
    std::puts("AVX-512 kernels not tested: no such processor");
  EXPECT_EQ(mpi::plan_of(type).features(), expected);
  // AVX-512 makes kernels faster than functions, except for a few items.
  ASSERT_EQ(AM_Type_set_packing(type, pack_marked, unpack_nothing), MPI_SUCCESS);
  constexpr int n = 40;
  const Pair pairs[n] = {};
  char packed[n * 9];
  const auto first_byte = [&] {
    MPI_Count position = 0;
    EXPECT_EQ(AM_Pack(pairs, n, type, packed, sizeof packed, &position), MPI_SUCCESS);
    return packed[0];
  };
  EXPECT_EQ(first_byte(), '!'); // these kernels are made when enough has been copied
  for (int copied = 0; copied < 65536; copied += sizeof packed)
    first_byte();
  EXPECT_EQ(first_byte(), expected == CpuFeatures::avx512 ? '\0' : '!');
}

TEST(Packing, RefusesWhatMakesNoSense) {
  const HandledErrors errors;
  const Type type = pair_type();
  Pair pairs[2] = {};
  char packed[18] = "unchanged";
  MPI_Count position = 1, size = 99, n = 99;
  errors.expect(AM_Pack(pairs, 2, type, packed, 18, &position), MPI_ERR_TRUNCATE, "too short");
  errors.expect(AM_Unpack(packed, 18, &position, pairs, 2, type), MPI_ERR_TRUNCATE, "too short");
  EXPECT_EQ(position, 1);
  EXPECT_EQ(std::string(packed), "unchanged");
  position = 19;
  errors.expect(AM_Pack(pairs, 0, type, packed, 18, &position), MPI_ERR_ARG, "position is outside");
  errors.expect(AM_Pack(pairs, 1, type, packed, 18, nullptr), MPI_ERR_ARG, "argument is null");
  errors.expect(AM_Pack_size(-1, type, &size), MPI_ERR_COUNT, "count is negative");
  errors.expect(AM_Pack_size(INT64_MAX / 8, type, &size), MPI_ERR_COUNT, "64 bits");
  errors.expect(AM_Pack_size(1, MPI_DATATYPE_NULL, &size), MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
  EXPECT_EQ(size, 99);
  position = 0;
  errors.expect(AM_Pack(pairs, 1, MPI_DATATYPE_NULL, packed, 18, &position), MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
  errors.expect(AM_Pack(pairs, -1, type, packed, 18, &position), MPI_ERR_COUNT, "count is negative");
  errors.expect(AM_Pack(nullptr, 1, type, packed, 18, &position), MPI_ERR_BUFFER, "buffer is null");
  for (const int begin : {8 << 10, -(8 << 10), (64 << 10) - 1}) { // an offset into an array, not an address
    Type part;
    MPI_Type_create_indexed_block(1, 4, &begin, MPI_CHAR, part.out());
    errors.expect(AM_Pack(nullptr, 1, part, packed, 18, &position), MPI_ERR_BUFFER, "buffer is null");
  }
  errors.expect(AM_Pack(pairs, 1, type, nullptr, 18, &position), MPI_ERR_ARG, "argument is null");
  errors.expect(AM_Pack(pairs, 1, type, packed, -1, &position), MPI_ERR_ARG, "position is outside");
  errors.expect(AM_Unpack(packed, 18, &position, nullptr, 1, type), MPI_ERR_BUFFER, "buffer is null");
  errors.expect(AM_Pack(MPI_IN_PLACE, 1, type, packed, 18, &position), MPI_ERR_BUFFER, "buffer is MPI_IN_PLACE");
  errors.expect(AM_Unpack(packed, 18, &position, MPI_IN_PLACE, 1, type), MPI_ERR_BUFFER, "buffer is MPI_IN_PLACE");
  errors.expect(AM_Unpack(nullptr, 18, &position, pairs, 1, type), MPI_ERR_ARG, "argument is null");
  errors.expect(AM_Unpack(packed, 18, nullptr, pairs, 1, type), MPI_ERR_ARG, "argument is null");
  errors.expect(AM_Unpack(packed, 18, &position, pairs, -1, type), MPI_ERR_COUNT, "count is negative");
  errors.expect(AM_Pack_part(nullptr, 2, type, 0, 4, packed), MPI_ERR_BUFFER, "buffer is null");
  errors.expect(AM_Pack_part(pairs, 2, type, 0, 4, nullptr), MPI_ERR_ARG, "argument is null");
  errors.expect(AM_Unpack_part(packed, 0, 4, nullptr, 2, type), MPI_ERR_BUFFER, "buffer is null");
  errors.expect(AM_Unpack_part(nullptr, 0, 4, pairs, 2, type), MPI_ERR_ARG, "argument is null");
  EXPECT_EQ(position, 0);
  errors.expect(AM_Pack_part(pairs, 2, type, 5, 4, packed), MPI_ERR_ARG, "the range is not one");
  errors.expect(AM_Pack_part(pairs, 2, type, 0, 19, packed), MPI_ERR_ARG, "the range is not one");
  errors.expect(AM_Unpack_part(packed, -1, 1, pairs, 2, type), MPI_ERR_ARG, "the range is not one");
  errors.expect(AM_Type_iov(2, type, 0, -1, nullptr, &n, nullptr), MPI_ERR_COUNT, "count is negative");
  errors.expect(AM_Type_iov(2, type, 0, 1, nullptr, &n, nullptr), MPI_ERR_ARG, "argument is null");
  errors.expect(AM_Type_iov(2, type, 19, 0, nullptr, &n, nullptr), MPI_ERR_ARG, "the range is not one");
  EXPECT_EQ(n, 99);
  errors.expect(AM_Type_iov(-1, type, 0, 0, nullptr, &n, nullptr), MPI_ERR_COUNT, "count is negative");
  errors.expect(AM_Type_iov(1, MPI_DATATYPE_NULL, 0, 0, nullptr, &n, nullptr), MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
  errors.expect(AM_Type_iov(1, type, 0, 0, nullptr, nullptr, nullptr), MPI_ERR_ARG, "argument is null");
  errors.expect(AM_Type_commit(nullptr), MPI_ERR_ARG, "argument is null");
  MPI_Datatype null = MPI_DATATYPE_NULL, dense = MPI_CHAR;
  errors.expect(AM_Type_commit(&null), MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
  errors.expect(AM_Dense(MPI_DATATYPE_NULL, &dense), MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
  errors.expect(AM_Dense(type, nullptr), MPI_ERR_ARG, "argument is null");
  EXPECT_EQ(dense, MPI_CHAR);
}

} // namespace
} // namespace automap::test

int main(int argc, char **argv) { return automap::test::run_tests(argc, argv); }
