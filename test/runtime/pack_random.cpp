// Compares AM_Pack, related calls and External32 with the MPI library's MPI_Pack, MPI_Unpack, MPI_Pack_external and
// MPI_Unpack_external. The data are random nested datatypes, whole and in ranges, and each predefined datatype.
//
// A test compares AUTOMAP_PACKED_DATATYPES datatypes (2000), beginning with the seed AUTOMAP_RANDOM_SEED (1), and
// prints how many there were. Datatypes without data, or with only one basic type, are checked as well but not counted.
#include "automap/automap.h"
#include "mpi/types/basic_type_handles.h"
#include "mpi/types/decode.h"

#include "layout/dataloop/external32.h"

#include "random_datatype.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <set>
#include <span>

namespace automap::test {
namespace {

using Bytes = std::vector<char>;

/// Memory within `reach` of its middle on both sides, for random datatypes.
struct Room {
  Bytes bytes = Bytes(2 * reach);
  char *middle() { return bytes.data() + reach; }
  const char *middle() const { return bytes.data() + reach; }
  void clear() { std::ranges::fill(bytes, '\0'); }
};

/// Data, and places to unpack to. They are allocated once, because new pages would take longer than all else.
struct Rooms {
  Rooms() {
    for (std::size_t i = 0; i < data.bytes.size(); ++i)
      data.bytes[i] = static_cast<char>(i * 2654435761u >> 13);
  }
  Room data, expected, target;
};

/// Returns one datatype for `count` copies of another, for MPI's calls: Open MPI packs several resized ones as if they
/// had not been resized.
Type array_of(int count, MPI_Datatype type) {
  Type out;
  MPI_Type_contiguous(count, type, out.out());
  MPI_Type_commit(out.out());
  return out;
}

/// Several copies of a random datatype, and their properties.
struct Sample {
  explicit Sample(unsigned seed) : random(seed), given(random(6)) {
    MPI_Type_dup(given, type.out());
    decoded = mpi::decode(type);
    count = random.below(10) == 0 ? 0 : 1 + random.below(3);
    for (int i = 0; i < count; ++i)
      for (layout::TypeMapEntry element : flatten(decoded.tree)) {
        element.displacement += i * decoded.bounds.extent;
        elements.push_back(element);
      }
    places = packed_displacements(elements);
    overlaps = std::set(places.begin(), places.end()).size() != places.size();
  }
  bool counts() const { return !places.empty() && decoded.tree.kind() != layout::TypeTree::Kind::leaf; }

  RandomDatatype random;
  Type given, type;
  mpi::Decoded decoded{layout::TypeTree::empty(), {}, {}};
  int count;
  layout::TypeMap elements;         // the elements of all copies
  std::vector<std::int64_t> places; // the places of their bytes
  bool overlaps;
};

/// Returns what MPI_Pack gives for a sample. Open MPI packs blocks that overlap backwards as if they were adjacent; for
/// such samples, the type map gives the bytes instead.
Bytes expected_packed(const Room &room, const Sample &sample) {
  Bytes out;
  if (mpi::is_open_mpi() && sample.overlaps) {
    for (const std::int64_t place : sample.places)
      out.push_back(room.middle()[place]);
    return out;
  }
  const Type array = array_of(sample.count, sample.type);
  int size = 0, position = 0;
  MPI_Pack_size(1, array, MPI_COMM_SELF, &size);
  out.resize(static_cast<std::size_t>(size) + 1);
  MPI_Pack(room.middle(), 1, array, out.data(), size, &position, MPI_COMM_SELF);
  out.resize(static_cast<std::size_t>(position));
  return out;
}

struct Range {
  MPI_Count begin, end;
};

/// Returns every range of a few bytes, or some ranges of many bytes.
std::vector<Range> ranges_of(MPI_Count size, RandomDatatype &random) {
  std::vector<Range> out;
  if (size <= 32) {
    for (MPI_Count begin = 0; begin <= size; ++begin)
      for (MPI_Count end = begin; end <= size; ++end)
        out.push_back({begin, end});
    return out;
  }
  for (int i = 0; i < 4; ++i) {
    const MPI_Count begin = random.below(static_cast<int>(size) + 1);
    out.push_back({begin, begin + random.below(static_cast<int>(size - begin) + 1)});
  }
  return out;
}

void check_packing(const Room &room, int count, MPI_Datatype type, const Bytes &expected,
                   std::span<const Range> ranges) {
  MPI_Count size = -1;
  ASSERT_EQ(AM_Pack_size(count, type, &size), MPI_SUCCESS);
  ASSERT_EQ(size, static_cast<MPI_Count>(expected.size()));
  Bytes packed(expected.size() + 2, '#');
  MPI_Count position = 1;
  ASSERT_EQ(AM_Pack(room.middle(), count, type, packed.data(), size + 1, &position), MPI_SUCCESS);
  ASSERT_EQ(position, size + 1);
  ASSERT_TRUE(packed.front() == '#' && packed.back() == '#');
  ASSERT_TRUE(std::equal(expected.begin(), expected.end(), packed.begin() + 1));
  for (const auto &[begin, end] : ranges) {
    Bytes some(static_cast<std::size_t>(end - begin) + 1, '#');
    ASSERT_EQ(AM_Pack_part(room.middle(), count, type, begin, end, some.data()), MPI_SUCCESS);
    ASSERT_EQ(some.back(), '#');
    ASSERT_TRUE(std::equal(some.begin(), some.end() - 1, expected.begin() + begin)) << begin << " to " << end;
  }
}

/// Checks unpacking as a whole, in two parts with the later one first, and of single ranges.
void check_unpacking(Rooms &rooms, const Sample &sample, const Bytes &packed, std::span<const Range> ranges,
                     MPI_Count cut) {
  const int count = sample.count;
  const Type &type = sample.type;
  const auto size = static_cast<int>(packed.size());
  Room &expected = rooms.expected, &target = rooms.target;
  expected.clear(), target.clear();
  int mpi_position = 0;
  MPI_Unpack(packed.data(), size, &mpi_position, expected.middle(), 1, array_of(count, type), MPI_COMM_SELF);
  MPI_Count position = 0;
  ASSERT_EQ(AM_Unpack(packed.data(), size, &position, target.middle(), count, type), MPI_SUCCESS);
  ASSERT_EQ(position, size);
  ASSERT_TRUE(target.bytes == expected.bytes);
  const auto clear = [&] {
    for (const std::int64_t place : sample.places)
      target.middle()[place] = 0;
  };
  clear();
  ASSERT_EQ(AM_Unpack_part(packed.data() + cut, cut, size, target.middle(), count, type), MPI_SUCCESS);
  ASSERT_EQ(AM_Unpack_part(packed.data(), 0, cut, target.middle(), count, type), MPI_SUCCESS);
  ASSERT_TRUE(target.bytes == expected.bytes);
  if (size == 0)
    return;
  // The bytes that may be written to, and some on either side.
  constexpr std::int64_t margin = 100;
  const std::int64_t low = std::ranges::min(sample.places) - margin, high = std::ranges::max(sample.places) + margin;
  const auto around = [&](Room &room) { return std::span(room.middle() + low, room.middle() + high); };
  const Bytes unpacked_by_mpi(around(expected).begin(), around(expected).end());
  for (const auto &[begin, end] : ranges) {
    clear();
    ASSERT_EQ(AM_Unpack_part(packed.data() + begin, begin, end, target.middle(), count, type), MPI_SUCCESS);
    Bytes wanted = unpacked_by_mpi;
    for (MPI_Count i = 0; i < size; ++i)
      if (i < begin || i >= end)
        wanted[static_cast<std::size_t>(sample.places[static_cast<std::size_t>(i)] - low)] = '\0';
    ASSERT_TRUE(std::ranges::equal(around(target), wanted)) << begin << " to " << end;
  }
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
    ASSERT_EQ(AM_Type_iov(count, type, position, 1 + random.below(20), entries.data(), &n, &next), MPI_SUCCESS);
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

/// MPI's external32 data, of a datatype or of one element after the other.
class MpiExternal {
public:
  explicit MpiExternal(MPI_Aint size) : bytes(static_cast<std::size_t>(size)) {}

  void pack(const char *at, int count, MPI_Datatype type) {
    MPI_Pack_external("external32", at, count, type, bytes.data(), size(), &position_);
  }
  void unpack(char *at, int count, MPI_Datatype type) {
    MPI_Unpack_external("external32", bytes.data(), size(), &position_, at, count, type);
  }
  void rewind() { position_ = 0; }
  MPI_Aint position() const { return position_; }

  Bytes bytes;

private:
  MPI_Aint size() const { return static_cast<MPI_Aint>(bytes.size()); }
  MPI_Aint position_ = 0;
};

/// Whether MPI's external32 is right for a sample whose type, without pair types, is `plain`. MPICH 4.0.2 is wrong for
/// structs: MPI_Pack_external_size gives 0 for parts of them. On overlapping data, see expected_packed().
bool mpi_has_external(const Sample &sample, MPI_Datatype plain) {
  if (mpi::is_open_mpi())
    return !sample.overlaps;
  return to_string(mpi::decode_tree(plain)).find("struc") == std::string::npos;
}

/// Compares with MPI's answer for the datatype or, if that is wrong, with its answers for each element of the type map.
void check_external(Rooms &rooms, const Sample &sample) {
  const Room &room = rooms.data;
  Type plain;
  ASSERT_EQ(AM_Type_normalize(sample.type, plain.out()), MPI_SUCCESS);
  MPI_Type_commit(plain.out());
  const layout::External32 external(sample.decoded.tree, sample.decoded.bounds);
  const bool whole = mpi_has_external(sample, plain);
  MPI_Aint size = static_cast<MPI_Aint>(sample.places.size()); // the same in external32
  if (whole)
    MPI_Pack_external_size("external32", sample.count, plain, &size);
  ASSERT_EQ(sample.count * external.size(), size);
  MpiExternal expected(size);
  if (whole)
    expected.pack(room.middle(), sample.count, plain);
  else
    for (const auto &[type, place] : sample.elements)
      expected.pack(room.middle() + place, 1, mpi::handle_of(type.id));
  ASSERT_EQ(expected.position(), size);
  Bytes made(static_cast<std::size_t>(size) + 1, '#');
  external.pack(room.middle(), sample.count, made.data());
  ASSERT_EQ(made.back(), '#');
  ASSERT_TRUE(std::equal(expected.bytes.begin(), expected.bytes.end(), made.begin()));
  if (sample.overlaps)
    return;
  Room &one = rooms.expected, &other = rooms.target;
  one.clear(), other.clear();
  expected.rewind();
  if (whole)
    expected.unpack(one.middle(), sample.count, plain);
  else
    for (const auto &[type, place] : sample.elements)
      expected.unpack(one.middle() + place, 1, mpi::handle_of(type.id));
  external.unpack(expected.bytes.data(), other.middle(), sample.count);
  ASSERT_TRUE(one.bytes == other.bytes);
}

/// Calls check(rooms, sample) for samples until the requested number has been compared.
template <typename Check> void for_random_datatypes(Check check) {
  const unsigned first = from_environment("AUTOMAP_RANDOM_SEED", 1), wanted = amount("AUTOMAP_PACKED_DATATYPES", 2000);
  unsigned compared = 0, overlapping = 0, seed = first;
  std::uint64_t bytes = 0;
  Rooms rooms;
  for (; compared < wanted && !testing::Test::HasFailure(); ++seed) {
    Sample sample(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + to_string(sample.decoded.tree).substr(0, 2000));
    check(rooms, sample);
    if (!sample.counts())
      continue;
    ++compared;
    overlapping += sample.overlaps;
    bytes += sample.places.size();
  }
  std::printf("compared %u (and %u that are empty or one basic type), %u with overlaps, %.0f bytes each, seeds "
              "%u..%u\n",
              compared, seed - first - compared, overlapping, static_cast<double>(bytes) / std::max(compared, 1u),
              first, seed - 1);
  EXPECT_LT(overlapping, wanted / 2 + 2);
  EXPECT_GE(bytes, 100 * std::uint64_t{wanted});
}

TEST(RandomPacking, IsThatOfMpi) {
  for_random_datatypes([](Rooms &rooms, Sample &sample) {
    const Room &room = rooms.data;
    ASSERT_EQ(AM_Type_commit(sample.type.out()), MPI_SUCCESS);
    const Bytes packed = expected_packed(room, sample);
    const auto size = static_cast<int>(packed.size());
    const auto ranges = ranges_of(size, sample.random);
    check_packing(room, sample.count, sample.type, packed, ranges);
    check_iov(room, sample.count, sample.type, packed, sample.random);
    if (!sample.overlaps && !testing::Test::HasFailure())
      check_unpacking(rooms, sample, packed, ranges, sample.random.below(size + 1));
  });
}

TEST(RandomPacking, ToExternal32IsThatOfMpi) { for_random_datatypes(check_external); }

/// Whether this MPI library gives a basic type the external32 of the standard's table (MPI 4.0, section 14.5.2; MPI
/// 3.1, 13.5.2). The other library confirms each exception except MPI_WCHAR, explained below, and
/// MPI_CXX_LONG_DOUBLE_COMPLEX, which is MPI_C_LONG_DOUBLE_COMPLEX.
bool mpi_converts(layout::BasicTypeId id) {
  using Id = layout::BasicTypeId;
  switch (id) {
  case Id::WCHAR: // the table has 2 bytes; Open MPI 4.1.4 writes 4, and MPICH 4.0.2 aborts
    return false;
  // Open MPI 4.1.4 confuses the bytes of 16-byte numbers, and treats MPI_REAL16 as a long double.
  case Id::LONG_DOUBLE:
  case Id::C_LONG_DOUBLE_COMPLEX:
  case Id::REAL16:
  case Id::COMPLEX32:
    return !mpi::is_open_mpi();
  // MPICH 4.0.2 reverses both parts of these as if they were one number.
  case Id::COMPLEX:
  case Id::DOUBLE_COMPLEX:
    return mpi::is_open_mpi();
  case Id::CXX_LONG_DOUBLE_COMPLEX: // Both do so here. MPICH treats these 16 bytes as a 128-bit number.
    return false;
  default:
    return true;
  }
}

/// Whether MPI does not know the size of a datatype in external32. MPICH 5.0.2 does not know that of some that are
/// optional, such as MPI_LOGICAL1, and ends the program if they are packed nevertheless.
bool mpi_lacks_size_of(MPI_Datatype type) {
  MPI_Aint size = 0;
  return MPI_Pack_external_size("external32", 1, type, &size) != MPI_SUCCESS || size <= 0;
}

void check_external_of(MPI_Datatype type, const layout::BasicType &basic) {
  constexpr int count = 3;
  const layout::External32 external(layout::TypeTree::leaf(basic), {0, basic.size_bytes});
  Bytes data(count * basic.size_bytes), made(static_cast<std::size_t>(count * external.size()));
  for (std::size_t i = 0; i < data.size(); ++i)
    data[i] = static_cast<char>(17 + 31 * i);
  external.pack(data.data(), count, made.data());
  // MPI_Pack_external_size of Open MPI 4.1.4 gives 8 bytes for MPI_LONG, of which it packs 4, so the rest is cut off.
  MPI_Aint size = 0;
  MPI_Pack_external_size("external32", count, type, &size);
  MpiExternal expected(size);
  expected.pack(data.data(), count, type);
  ASSERT_EQ(expected.position(), count * external.size());
  expected.bytes.resize(made.size());
  ASSERT_EQ(made, expected.bytes);
  Bytes one(data.size()), other(data.size());
  expected.rewind();
  expected.unpack(one.data(), count, type);
  external.unpack(made.data(), other.data(), count);
  ASSERT_EQ(one, other);
}

TEST(External32, OfEachBasicTypeIsThatOfMpi) {
  int compared = 0;
  for (const layout::BasicTypeId id : {
#define AUTOMAP_BASIC_TYPE(name) layout::BasicTypeId::name,
#include "layout/basic_type.def"
#undef AUTOMAP_BASIC_TYPE
       }) {
    const MPI_Datatype type = mpi::handle_of(id);
    if (type == MPI_DATATYPE_NULL || !mpi_converts(id) || mpi_lacks_size_of(type))
      continue;
    SCOPED_TRACE(mpi_name(id));
    check_external_of(type, *mpi::basic_type_of(type));
    ++compared;
  }
  EXPECT_GE(compared, 45);
}

TEST(External32, OfWideCharactersHasTwoBytes) {
  const wchar_t data[3] = {L'a', L'\0', 0x1234};
  const layout::External32 external(layout::TypeTree::leaf({layout::BasicTypeId::WCHAR, sizeof(wchar_t)}),
                                    {0, sizeof(wchar_t)});
  ASSERT_EQ(external.size(), 2);
  Bytes made(6);
  external.pack(data, 3, made.data());
  EXPECT_EQ(made, (Bytes{0, 'a', 0, 0, 0x12, 0x34}));
  wchar_t back[3];
  external.unpack(made.data(), back, 3);
  EXPECT_TRUE(std::ranges::equal(back, data));
}

} // namespace
} // namespace automap::test
