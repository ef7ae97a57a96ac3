// AM_Pack and its like against MPI_Pack, MPI_Unpack and MPI_Pack_external of the MPI library: random nested
// datatypes, whole and in parts; and what the calls refuse. AUTOMAP_PACKED_DATATYPES=<n> makes it longer.
#include "automap/automap.h"
#include "decode.h"
#include "plan_of.h"

#include "layout/dataloop/external32.h"

#include "handled_errors.h"
#include "random_datatype.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <set>

namespace automap::test {
namespace {

using Bytes = std::vector<char>;

/// Memory within reach of random datatypes on either side of its middle.
struct Room {
  Bytes bytes = Bytes(2 * reach);
  char *middle() { return bytes.data() + reach; }
};

/// For MPI, `count` of a datatype are one of another: Open MPI packs several that were resized as if they had
/// not been.
Type array_of(int count, MPI_Datatype type) {
  Type out;
  MPI_Type_contiguous(count, type, out.out());
  MPI_Type_commit(out.out());
  return out;
}

Bytes packed_by_mpi(const Room &room, MPI_Datatype array) {
  int size = 0, position = 0;
  MPI_Pack_size(1, array, MPI_COMM_SELF, &size);
  Bytes out(static_cast<std::size_t>(size) + 1);
  MPI_Pack(room.bytes.data() + reach, 1, array, out.data(), size, &position, MPI_COMM_SELF);
  out.resize(static_cast<std::size_t>(position));
  return out;
}

void check_packing(const Room &room, int count, MPI_Datatype type, const Bytes &expected,
                   RandomDatatype &random) {
  MPI_Count size = -1;
  ASSERT_EQ(AM_Pack_size(count, type, &size), MPI_SUCCESS);
  ASSERT_EQ(size, static_cast<MPI_Count>(expected.size()));
  Bytes packed(expected.size() + 2, '#');
  MPI_Count position = 1;
  ASSERT_EQ(AM_Pack(room.bytes.data() + reach, count, type, packed.data(), size + 1, &position), MPI_SUCCESS);
  ASSERT_EQ(position, size + 1);
  ASSERT_TRUE(packed.front() == '#' && packed.back() == '#');
  ASSERT_TRUE(std::equal(expected.begin(), expected.end(), packed.begin() + 1));
  for (int part = 0; part < 4; ++part) {
    const MPI_Count begin = random.below(static_cast<int>(size) + 1);
    const MPI_Count end = begin + random.below(static_cast<int>(size - begin) + 1);
    Bytes some(static_cast<std::size_t>(end - begin) + 1, '#');
    ASSERT_EQ(AM_Pack_part(room.bytes.data() + reach, count, type, begin, end, some.data()), MPI_SUCCESS);
    ASSERT_EQ(some.back(), '#');
    ASSERT_TRUE(std::equal(some.begin(), some.end() - 1, expected.begin() + begin)) << begin << " to " << end;
  }
}

/// Unpacking as a whole, and in two parts, the later first.
void check_unpacking(int count, MPI_Datatype type, const Bytes &packed, RandomDatatype &random) {
  const auto size = static_cast<int>(packed.size());
  Room expected, whole, parts;
  int mpi_position = 0;
  MPI_Unpack(packed.data(), size, &mpi_position, expected.middle(), 1, array_of(count, type), MPI_COMM_SELF);
  MPI_Count position = 0;
  ASSERT_EQ(AM_Unpack(packed.data(), size, &position, whole.middle(), count, type), MPI_SUCCESS);
  ASSERT_EQ(position, size);
  ASSERT_TRUE(whole.bytes == expected.bytes);
  const MPI_Count cut = random.below(size + 1);
  ASSERT_EQ(AM_Unpack_part(packed.data() + cut, cut, size, parts.middle(), count, type), MPI_SUCCESS);
  ASSERT_EQ(AM_Unpack_part(packed.data(), 0, cut, parts.middle(), count, type), MPI_SUCCESS);
  ASSERT_TRUE(parts.bytes == expected.bytes);
}

void check_iov(const Room &room, int count, MPI_Datatype type, const Bytes &packed, RandomDatatype &random) {
  const auto size = static_cast<MPI_Count>(packed.size());
  MPI_Count all = -1, listed = 0;
  ASSERT_EQ(AM_Type_iov(count, type, 0, 0, nullptr, &all, nullptr), MPI_SUCCESS);
  Bytes gathered;
  MPI_Aint end = 0;
  for (MPI_Count position = 0; position < size;) {
    std::array<AM_Iov, 20> entries;
    MPI_Count n = 0, next = 0;
    ASSERT_EQ(AM_Type_iov(count, type, position, 1 + random.below(20), entries.data(), &n, &next),
              MPI_SUCCESS);
    ASSERT_GT(next, position);
    for (MPI_Count i = 0; i < n; ++i) {
      const AM_Iov &entry = entries[static_cast<std::size_t>(i)];
      ASSERT_TRUE(listed == 0 || entry.offset != end) << "entries that touch";
      const auto from = room.bytes.begin() + reach + entry.offset;
      gathered.insert(gathered.end(), from, from + entry.length);
      end = entry.offset + static_cast<MPI_Aint>(entry.length);
      ++listed;
    }
    position = next;
  }
  ASSERT_EQ(listed, all);
  ASSERT_TRUE(gathered == packed);
}

void check_external(Room &room, int count, MPI_Datatype type, const mpi::Decoded &decoded, bool overlaps) {
  const layout::External32 external(decoded.tree, decoded.bounds);
  MPI_Aint size = 0, position = 0;
  MPI_Pack_external_size("external32", count, type, &size);
  ASSERT_EQ(count * external.size(), size);
  Bytes expected(static_cast<std::size_t>(size) + 1), made(static_cast<std::size_t>(size) + 1);
  MPI_Pack_external("external32", room.middle(), count, type, expected.data(), size, &position);
  external.pack(room.middle(), count, made.data());
  ASSERT_TRUE(made == expected);
  if (overlaps)
    return;
  Room one, other;
  position = 0;
  MPI_Unpack_external("external32", expected.data(), size, &position, one.middle(), count, type);
  external.unpack(expected.data(), other.middle(), count);
  ASSERT_TRUE(one.bytes == other.bytes);
}

/// A random datatype, and what is known of some of it.
struct Sample {
  Sample(unsigned seed, bool with_pairs) : random(seed, with_pairs), given(random(6)) {
    MPI_Type_dup(given, type.out());
    decoded = mpi::decode(type);
    count = random.below(4);
    std::vector<std::int64_t> places;
    for (int i = 0; i < count; ++i)
      for (const std::int64_t place : packed_displacements(flatten(decoded.tree)))
        places.push_back(place + i * decoded.bounds.extent);
    overlaps = std::set(places.begin(), places.end()).size() != places.size();
    bytes = static_cast<unsigned>(places.size());
  }
  RandomDatatype random;
  Type given, type;
  mpi::Decoded decoded{layout::TypeTree::empty(), {}, {}};
  int count;
  bool overlaps;
  unsigned bytes;
};

/// Calls check(room, sample) for many samples, of which Open MPI is not asked for those that overlap: it
/// packs blocks that overlap backwards as if they were adjacent.
template <typename Check> void for_random_datatypes(bool with_pairs, Check check) {
  const unsigned first = from_environment("AUTOMAP_RANDOM_SEED", 1);
  const unsigned last = first + from_environment("AUTOMAP_PACKED_DATATYPES", 2000);
  unsigned without_overlap = 0, bytes = 0;
  Room room;
  for (std::size_t i = 0; i < room.bytes.size(); ++i)
    room.bytes[i] = static_cast<char>(i * 2654435761u >> 13);
  for (unsigned seed = first; seed < last && !testing::Test::HasFailure(); ++seed) {
    Sample sample(seed, with_pairs);
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + to_string(sample.decoded.tree).substr(0, 2000));
    without_overlap += !sample.overlaps;
    bytes += sample.bytes;
#ifdef OPEN_MPI
    if (sample.overlaps)
      continue;
#endif
    check(room, sample);
  }
  EXPECT_GT(without_overlap, (last - first) / 2);
  EXPECT_GT(bytes, 100 * (last - first));
}

TEST(Packing, OfRandomDatatypesIsThatOfMpi) {
  for_random_datatypes(true, [](Room &room, Sample &sample) {
    ASSERT_EQ(AM_Type_commit(sample.type.out()), MPI_SUCCESS);
    const Bytes packed = packed_by_mpi(room, array_of(sample.count, sample.type));
    check_packing(room, sample.count, sample.type, packed, sample.random);
    check_iov(room, sample.count, sample.type, packed, sample.random);
    if (!sample.overlaps)
      check_unpacking(sample.count, sample.type, packed, sample.random);
  });
}

TEST(External32, OfRandomDatatypesIsThatOfMpi) {
#ifdef MPICH // does not convert pair types
  constexpr bool with_pairs = false;
#else
  constexpr bool with_pairs = true;
#endif
  for_random_datatypes(with_pairs, [](Room &room, Sample &sample) {
    Type plain;
    ASSERT_EQ(AM_Type_normalize(sample.type, plain.out()), MPI_SUCCESS);
#ifdef MPICH // has no external size of structs
    if (to_string(mpi::decode(plain).tree).find("struc") != std::string::npos)
      return;
#endif
    MPI_Type_commit(plain.out());
    check_external(room, sample.count, plain, sample.decoded, sample.overlaps);
  });
}

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
  for (int round = 0; round < 2; ++round) { // the second finds the plan
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

/// Items that pack_marked() has packed begin with '!'.
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
      errors.expect(AM_Pack_size(1, type, &size), MPI_ERR_ARG, "AUTOMAP_KERNELS is none of portable, avx2");
    EXPECT_EQ(size, 99);
    return;
  }
  const CpuFeatures most = name == "portable" ? CpuFeatures::portable
                           : name == "avx2"   ? CpuFeatures::avx2
                                              : CpuFeatures::avx512;
  const CpuFeatures expected = std::min(most, layout::cpu_features());
  EXPECT_EQ(mpi::plan_of(type).features(), expected);
  // With AVX-512, kernels are faster than functions for all but a few.
  ASSERT_EQ(AM_Type_set_packing(type, pack_marked, unpack_nothing), MPI_SUCCESS);
  const Pair pairs[9] = {};
  char packed[9 * 9];
  MPI_Count position = 0;
  ASSERT_EQ(AM_Pack(pairs, 9, type, packed, sizeof packed, &position), MPI_SUCCESS);
  EXPECT_EQ(packed[0], expected == CpuFeatures::avx512 ? '\0' : '!');
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
  errors.expect(AM_Pack(pairs, 1, MPI_DATATYPE_NULL, packed, 18, &position), MPI_ERR_TYPE,
                "MPI_DATATYPE_NULL");
  errors.expect(AM_Pack(pairs, -1, type, packed, 18, &position), MPI_ERR_COUNT, "count is negative");
  errors.expect(AM_Pack(nullptr, 1, type, packed, 18, &position), MPI_ERR_BUFFER, "buffer is null");
  errors.expect(AM_Pack(pairs, 1, type, nullptr, 18, &position), MPI_ERR_ARG, "argument is null");
  errors.expect(AM_Pack(pairs, 1, type, packed, -1, &position), MPI_ERR_ARG, "position is outside");
  errors.expect(AM_Unpack(packed, 18, &position, nullptr, 1, type), MPI_ERR_BUFFER, "buffer is null");
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
  errors.expect(AM_Type_iov(1, MPI_DATATYPE_NULL, 0, 0, nullptr, &n, nullptr), MPI_ERR_TYPE,
                "MPI_DATATYPE_NULL");
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
