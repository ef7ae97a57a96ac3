// Tests the datatypes of `automap --from-typemap` with a real MPI library. Compares their bounds, and the bytes that
// they pack and unpack, with the maps in type_maps/, which are read here independently.
#include "column.h"
#include "exchange.h"
#include "negative.h"
#include "particles.h"

#include "automap/automap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Map {
  std::vector<std::pair<MPI_Aint, std::size_t>> elements; // displacement and size in bytes
  std::optional<MPI_Aint> lower_bound, extent;
};

Map read_map(const std::string &name) {
  const std::map<std::string, std::size_t> sizes = {
      {"MPI_CHAR", 1}, {"MPI_SHORT", 2}, {"MPI_INT", 4}, {"MPI_FLOAT", 4}, {"MPI_DOUBLE", 8}};
  std::ifstream in(std::string(TYPE_MAPS) + "/" + name + ".map");
  Map map;
  std::string first;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    MPI_Aint number = 0;
    if (!(words >> first) || first[0] == '#')
      continue;
    words >> number;
    if (first == "lb")
      map.lower_bound = number;
    else if (first == "extent")
      map.extent = number;
    else
      map.elements.emplace_back(number, sizes.at(first));
  }
  return map;
}

struct Tested {
  const char *name;
  MPI_Datatype *type;
  int (*build)(void);
  int (*free)(void);
  AM_Signature signature;
  AM_Packing_function *pack, *unpack;
};

void PrintTo(const Tested &tested, std::ostream *out) { *out << tested.name; }

class TypeMaps : public ::testing::TestWithParam<Tested> {
protected:
  void SetUp() override {
    ASSERT_EQ(GetParam().build(), MPI_SUCCESS);
    ASSERT_FALSE(map_.elements.empty());
  }
  void TearDown() override { EXPECT_EQ(GetParam().free(), MPI_SUCCESS); }

  const Map map_ = read_map(GetParam().name);
};

TEST_P(TypeMaps, HaveTheirBounds) {
  MPI_Aint low = map_.elements.front().first, high = low;
  for (const auto &[displacement, size] : map_.elements) {
    low = std::min(low, displacement);
    high = std::max(high, displacement + static_cast<MPI_Aint>(size));
  }
  MPI_Aint lower_bound = 0, extent = 0;
  MPI_Type_get_true_extent(*GetParam().type, &lower_bound, &extent);
  EXPECT_EQ(lower_bound, low);
  EXPECT_EQ(extent, high - low);
  MPI_Type_get_extent(*GetParam().type, &lower_bound, &extent);
  EXPECT_EQ(lower_bound, map_.lower_bound.value_or(low));
  EXPECT_EQ(extent, map_.extent.value_or(high - map_.lower_bound.value_or(low)));
}

TEST_P(TypeMaps, PackAndUnpackTheirElementsInOrder) {
  constexpr std::size_t origin = 4096;
  MPI_Aint lower_bound = 0, extent = 0;
  MPI_Type_get_extent(*GetParam().type, &lower_bound, &extent);
  std::mt19937 random(1);
  for (const int count : {1, 3}) {
    std::vector<unsigned char> memory(32768);
    std::ranges::generate(memory, [&] { return static_cast<unsigned char>(random()); });
    std::vector<unsigned char> expected;
    std::vector<std::size_t> places; // the place of each packed byte in memory
    for (int i = 0; i < count; ++i)
      for (const auto &[displacement, size] : map_.elements)
        for (std::size_t byte = 0; byte < size; ++byte) {
          places.push_back(origin + static_cast<std::size_t>(displacement + i * extent) + byte);
          expected.push_back(memory.at(places.back()));
        }

    std::vector<unsigned char> packed(expected.size() + 64);
    int position = 0;
    ASSERT_EQ(MPI_Pack(memory.data() + origin, count, *GetParam().type, packed.data(), static_cast<int>(packed.size()),
                       &position, MPI_COMM_SELF),
              MPI_SUCCESS);
    packed.resize(static_cast<std::size_t>(position));
    ASSERT_EQ(packed, expected);

    std::vector<unsigned char> received(memory.size(), 0xee), wanted = received;
    for (std::size_t i = 0; i < places.size(); ++i)
      wanted[places[i]] = expected[i];
    position = 0;
    MPI_Unpack(packed.data(), static_cast<int>(packed.size()), &position, received.data() + origin, count,
               *GetParam().type, MPI_COMM_SELF);
    EXPECT_EQ(received, wanted);
  }
}

TEST_P(TypeMaps, HavePackingFunctions) {
  int size = 0;
  MPI_Aint low = 0, true_extent = 0, lower_bound = 0, extent = 0;
  MPI_Type_size(*GetParam().type, &size);
  MPI_Type_get_true_extent(*GetParam().type, &low, &true_extent);
  MPI_Type_get_extent(*GetParam().type, &lower_bound, &extent);
  std::mt19937 random(2);
  const auto noise = [&](auto bytes) {
    std::vector<unsigned char> out(static_cast<std::size_t>(bytes));
    std::ranges::generate(out, [&] { return static_cast<unsigned char>(random()); });
    return out;
  };
  for (int count = 1; count < 12; ++count) {
    SCOPED_TRACE("count " + std::to_string(count));
    const auto memory = noise((count - 1) * extent + true_extent); // not a byte more than needed
    std::vector<unsigned char> expected(static_cast<std::size_t>(count * size)), packed(expected.size());
    int position = 0;
    MPI_Pack(memory.data() - low, count, *GetParam().type, expected.data(), count * size, &position, MPI_COMM_SELF);
    GetParam().pack(memory.data() - low, static_cast<std::size_t>(count), packed.data());
    EXPECT_EQ(packed, expected);
    const auto before = noise(memory.size());
    auto wanted = before, unpacked = before;
    position = 0;
    MPI_Unpack(expected.data(), count * size, &position, wanted.data() - low, count, *GetParam().type, MPI_COMM_SELF);
    GetParam().unpack(expected.data(), static_cast<std::size_t>(count), unpacked.data() - low);
    EXPECT_EQ(unpacked, wanted);
  }
}

TEST_P(TypeMaps, HaveTheirSignatures) {
  AM_Signature found{};
  ASSERT_EQ(AM_Type_signature(*GetParam().type, 1, &found), MPI_SUCCESS);
  EXPECT_EQ(found.count, static_cast<MPI_Count>(map_.elements.size()));
  EXPECT_EQ(found.count, GetParam().signature.count);
  EXPECT_EQ(found.hash, GetParam().signature.hash);
}

#define TESTED(name)                                                                                                   \
  {#name,                                                                                                              \
   &AutoMap_##name,                                                                                                    \
   Build_MPI_Types_##name,                                                                                             \
   Free_MPI_Types_##name,                                                                                              \
   {AUTOMAP_ELEMENTS_OF_##name, AUTOMAP_SIGNATURE_OF_##name},                                                          \
   AutoMap_pack_##name,                                                                                                \
   AutoMap_unpack_##name}
const Tested tested[] = {TESTED(column), TESTED(exchange), TESTED(negative), TESTED(particles)};

INSTANTIATE_TEST_SUITE_P(, TypeMaps, ::testing::ValuesIn(tested), [](const auto &info) { return info.param.name; });

} // namespace

int main(int argc, char **argv) {
  ::testing::InitGoogleTest(&argc, argv);
  MPI_Init(&argc, &argv);
  const int result = RUN_ALL_TESTS();
  MPI_Finalize();
  return result;
}
