// Compares the MPI library's own answers about each generated datatype with hand-written type maps.
#include <gtest/gtest.h>

#include "expected.h"

#include <algorithm>

namespace {

MPI_Aint extent_of(MPI_Datatype type) {
  MPI_Aint lower_bound = 0, extent = 0;
  MPI_Type_get_extent(type, &lower_bound, &extent);
  return extent;
}

/// Decodes a datatype from its envelope and contents.
void decode(MPI_Datatype type, MPI_Aint base, Entries &out) {
  int n_integers, n_addresses, n_types, combiner;
  MPI_Type_get_envelope(type, &n_integers, &n_addresses, &n_types, &combiner);
  if (combiner == MPI_COMBINER_NAMED) {
    int size = 0;
    MPI_Type_size(type, &size);
    out.push_back({type, base, size});
    return;
  }
  std::vector<int> integers(static_cast<std::size_t>(n_integers) + 1);
  std::vector<MPI_Aint> addresses(static_cast<std::size_t>(n_addresses) + 1);
  std::vector<MPI_Datatype> types(static_cast<std::size_t>(n_types) + 1);
  MPI_Type_get_contents(type, n_integers, n_addresses, n_types, integers.data(), addresses.data(), types.data());
  const auto blocks = [&](MPI_Datatype inner, MPI_Aint at, int blocklength) {
    for (int i = 0; i < blocklength; ++i)
      decode(inner, base + at + i * extent_of(inner), out);
  };
  const int count = n_integers > 0 ? integers[0] : 0;
  const auto size = [](int n) { return static_cast<std::size_t>(n); };
  switch (combiner) {
  case MPI_COMBINER_CONTIGUOUS:
    blocks(types[0], 0, count);
    break;
  case MPI_COMBINER_HVECTOR:
    for (int i = 0; i < count; ++i)
      blocks(types[0], i * addresses[0], integers[1]);
    break;
  case MPI_COMBINER_HINDEXED_BLOCK:
    for (int i = 0; i < count; ++i)
      blocks(types[0], addresses[size(i)], integers[1]);
    break;
  case MPI_COMBINER_HINDEXED:
    for (int i = 0; i < count; ++i)
      blocks(types[0], addresses[size(i)], integers[size(i + 1)]);
    break;
  case MPI_COMBINER_STRUCT:
    for (int i = 0; i < count; ++i)
      blocks(types[size(i)], addresses[size(i)], integers[size(i + 1)]);
    break;
  case MPI_COMBINER_RESIZED:
    decode(types[0], base, out);
    break;
  default:
    ADD_FAILURE() << "a constructor that automap does not use: combiner " << combiner;
  }
  for (int i = 0; i < n_types; ++i) {
    int a, b, c, kind;
    MPI_Type_get_envelope(types[size(i)], &a, &b, &c, &kind);
    if (kind != MPI_COMBINER_NAMED)
      MPI_Type_free(&types[size(i)]);
  }
}

template <typename T> class Datatypes : public ::testing::Test {};
TYPED_TEST_SUITE(Datatypes, AllRecords);

TYPED_TEST(Datatypes, ExtentIsSizeof) {
  MPI_Aint lower_bound = -1, extent = -1;
  MPI_Type_get_extent(Expected<TypeParam>::datatype(), &lower_bound, &extent);
  EXPECT_EQ(lower_bound, 0);
  EXPECT_EQ(extent, static_cast<MPI_Aint>(sizeof(TypeParam)));
}

TYPED_TEST(Datatypes, TrueExtentReachesFromFirstToLastElement) {
  MPI_Aint low = 1 << 20, high = 0;
  for (const Entry &entry : Expected<TypeParam>::entries()) {
    low = std::min(low, entry.displacement);
    high = std::max(high, entry.displacement + entry.size_bytes);
  }
  MPI_Aint lower_bound = -1, extent = -1;
  MPI_Type_get_true_extent(Expected<TypeParam>::datatype(), &lower_bound, &extent);
  EXPECT_EQ(lower_bound, low);
  EXPECT_EQ(extent, high - low);
}

TYPED_TEST(Datatypes, ContentsAreTheTypeMap) {
  Entries decoded;
  decode(Expected<TypeParam>::datatype(), 0, decoded);
  EXPECT_EQ(decoded, Expected<TypeParam>::entries());
}

TYPED_TEST(Datatypes, HaveTheirNames) {
  char name[MPI_MAX_OBJECT_NAME];
  int length = 0;
  MPI_Type_get_name(Expected<TypeParam>::datatype(), name, &length);
  EXPECT_STREQ(name, Expected<TypeParam>::type_name());
}

TYPED_TEST(Datatypes, PackAndUnpackMoveTheElementsAndNothingElse) {
  for (const int count : {0, 1, 7}) {
    const auto records = random_records<TypeParam>(static_cast<std::size_t>(count), 1);
    int bound = 0, position = 0;
    MPI_Pack_size(count, Expected<TypeParam>::datatype(), MPI_COMM_SELF, &bound);
    std::vector<unsigned char> packed(static_cast<std::size_t>(bound) +
                                      1); // Open MPI requires a buffer even for no data
    MPI_Pack(records.data(), count, Expected<TypeParam>::datatype(), packed.data(), bound + 1, &position,
             MPI_COMM_SELF);
    packed.resize(static_cast<std::size_t>(position));
    ASSERT_EQ(packed, pack_by_hand<TypeParam>(records)) << count;

    const auto before = random_records<TypeParam>(static_cast<std::size_t>(count), 2);
    auto unpacked = before;
    position = 0;
    packed.push_back(0);
    MPI_Unpack(packed.data(), static_cast<int>(packed.size()), &position, unpacked.data(), count,
               Expected<TypeParam>::datatype(), MPI_COMM_SELF);
    ASSERT_EQ(unpacked, received_by_hand<TypeParam>(records, before)) << count;
  }
}

TEST(Build, IsIdempotent) {
  const MPI_Datatype before = AutoMap_cmdline;
  EXPECT_EQ(Build_MPI_Types(), MPI_SUCCESS);
  EXPECT_EQ(AutoMap_cmdline, before);
}

TEST(Build, WorksAgainAfterFree) {
  EXPECT_EQ(Free_MPI_Types(), MPI_SUCCESS);
  EXPECT_EQ(AutoMap_cmdline, MPI_DATATYPE_NULL);
  EXPECT_EQ(AutoMap_links, MPI_DATATYPE_NULL);
  EXPECT_EQ(Free_MPI_Types(), MPI_SUCCESS);
  EXPECT_EQ(Build_MPI_Types(), MPI_SUCCESS);
  EXPECT_NE(AutoMap_cmdline, MPI_DATATYPE_NULL);
}

} // namespace

int main(int argc, char **argv) {
  ::testing::InitGoogleTest(&argc, argv);
  const int too_early = Build_MPI_Types();
  MPI_Init(&argc, &argv);
  const int built = Build_MPI_Types();
  int result = RUN_ALL_TESTS();
  const int freed = Free_MPI_Types();
  MPI_Finalize();
  const int too_late = Build_MPI_Types(), free_too_late = Free_MPI_Types();
  if (too_early != MPI_ERR_OTHER || built != MPI_SUCCESS || freed != MPI_SUCCESS || too_late != MPI_ERR_OTHER ||
      free_too_late != MPI_ERR_OTHER) {
    std::fprintf(stderr, "wrong results around MPI_Init and MPI_Finalize: %d %d %d %d %d\n", too_early, built, freed,
                 too_late, free_too_late);
    result = 1;
  }
  return result;
}
