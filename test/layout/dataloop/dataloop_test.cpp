// Compares dataloops and pack plans with the type map, byte by byte: as a whole, in parts, and with each kind of
// kernel.
#include "layout/dataloop/actions.h"
#include "layout/dataloop/dataloop.h"
#include "layout/dataloop/dense.h"
#include "layout/dataloop/external32.h"
#include "layout/dataloop/periods.h"
#include "layout/dataloop/plan.h"
#include "layout/dataloop/words.h"
#include "layout/pack/kernel.h"
#include "layout/type_map.h"

#include "random_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <typeindex>

#include <sys/mman.h>
#include <unistd.h>

namespace automap::layout {
namespace {

const TypeTree character = TypeTree::leaf({BasicTypeId::CHAR, 1});
const TypeTree integer = TypeTree::leaf({BasicTypeId::INT, 4});
const TypeTree real = TypeTree::leaf({BasicTypeId::DOUBLE, 8});

Bounds natural_bounds(const TypeTree &tree) {
  return {tree.true_lower_bound(), tree.true_upper_bound() - tree.true_lower_bound()};
}

std::string loops_of(const TypeTree &tree) {
  return to_string(Dataloops(tree, natural_bounds(tree), Dataloops::Types::erased));
}

/// Returns the displacement of each byte in the packed stream of `count` copies of a tree.
std::vector<std::int64_t> displacements(const TypeTree &tree, Bounds bounds, std::int64_t count) {
  std::vector<std::int64_t> out;
  const TypeMap map = flatten(tree);
  for (std::int64_t i = 0; i < count; ++i)
    for (const TypeMapEntry &entry : map)
      for (std::int64_t j = 0; j < entry.type.size_bytes; ++j)
        out.push_back(i * bounds.extent + entry.displacement + j);
  return out;
}

/// Memory for a layout between inaccessible pages: it begins directly after one or ends directly before the other.
class Memory {
public:
  Memory(const std::vector<std::int64_t> &places, bool at_end) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    if (!places.empty()) {
      low_ = std::ranges::min(places);
      size_ = static_cast<std::size_t>(std::ranges::max(places) - low_ + 1);
    }
    const std::size_t inner = (size_ + page - 1) / page * page;
    mapped_ = inner + 2 * page;
    void *all = mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED)
      throw std::bad_alloc();
    pages_ = static_cast<unsigned char *>(all);
    if (inner > 0)
      mprotect(pages_ + page, inner, PROT_READ | PROT_WRITE);
    bytes_ = pages_ + page + (at_end ? inner - size_ : 0);
  }
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  ~Memory() { munmap(pages_, mapped_); }

  unsigned char &operator[](std::int64_t displacement) { return bytes_[displacement - low_]; }
  void *origin() { return moved(reinterpret_cast<char *>(bytes_), -low_); }
  std::span<unsigned char> bytes() { return {bytes_, size_}; }
  void fill_with_noise(std::mt19937 &random) {
    for (unsigned char &byte : bytes())
      byte = static_cast<unsigned char>(random());
  }

private:
  std::int64_t low_ = 0;
  std::size_t size_ = 0, mapped_ = 0;
  unsigned char *pages_, *bytes_;
};

/// Returns the kernels to test: all that the processor supports or, if AVX-512 is emulated, only those for it.
std::span<const CpuFeatures> all_features() {
  static constexpr CpuFeatures all[] = {CpuFeatures::portable, CpuFeatures::avx2, CpuFeatures::avx512};
#ifdef AUTOMAP_EMULATED_AVX512
  return std::span(all).last(1);
#else
  return std::span(all).first(static_cast<std::size_t>(cpu_features()) + 1);
#endif
}

/// Packs and unpacks `count` copies of `tree`, as a whole and in ranges, and compares with the type map.
void check(const TypeTree &tree, Bounds bounds, std::int64_t count, std::mt19937 &random) {
  const std::vector<std::int64_t> places = displacements(tree, bounds, count);
  const auto size = static_cast<std::int64_t>(places.size());
  const bool at_end = random() % 2 == 0;
  Memory memory(places, at_end);
  memory.fill_with_noise(random);
  std::vector<unsigned char> expected;
  for (const std::int64_t place : places)
    expected.push_back(memory[place]);
  const bool overlaps = std::set(places.begin(), places.end()).size() != places.size();
  const auto position = [&](std::int64_t from) {
    return from + std::uniform_int_distribution<std::int64_t>(0, size - from)(random);
  };
  for (const CpuFeatures features : all_features()) {
    SCOPED_TRACE("features " + std::to_string(static_cast<int>(features)));
    const Plan plan(tree, bounds, features);
    ASSERT_EQ(plan.size() * count, size);
    for (int range = 0; range < 6; ++range) {
      const std::int64_t begin = range == 0 ? 0 : position(0), end = range == 0 ? size : position(begin);
      std::vector<std::int64_t> stream(static_cast<std::size_t>(end - begin));
      std::iota(stream.begin(), stream.end(), 0);
      Memory packed_memory(stream, true);
      const auto packed = packed_memory.bytes();
      plan.pack(memory.origin(), count, begin, end, packed.data());
      ASSERT_TRUE(std::equal(packed.begin(), packed.end(), expected.begin() + begin))
          << "pack " << begin << " to " << end << " of " << count << " of\n"
          << to_string(plan.loops());
      if (overlaps)
        continue;
      Memory target(places, at_end);
      target.fill_with_noise(random);
      std::vector<unsigned char> wanted(target.bytes().begin(), target.bytes().end());
      for (std::int64_t i = begin; i < end; ++i)
        wanted[static_cast<std::size_t>(&target[places[static_cast<std::size_t>(i)]] -
                                        target.bytes().data())] = packed[static_cast<std::size_t>(i - begin)];
      plan.unpack(packed.data(), begin, end, target.origin(), count);
      ASSERT_TRUE(std::ranges::equal(target.bytes(), wanted))
          << "unpack " << begin << " to " << end << " of " << count << " of\n"
          << to_string(plan.loops());
    }
  }
}

TEST(Kernels, AreOthersWithOtherFeatures) {
  const TypeTree records = TypeTree::vec(100, 24, TypeTree::struc({0, 8}, {character, real}));
  const Dataloops loops(records, natural_bounds(records), Dataloops::Types::erased);
  std::set<std::type_index> kinds;
  std::size_t tried = 0;
  for (const CpuFeatures features : all_features()) {
    const std::unique_ptr<Kernel> kernel = kernel_for(loops, loops.one().loop, {}, features);
    ASSERT_TRUE(kernel);
    const Kernel &found = *kernel;
    kinds.insert(typeid(found));
    ++tried;
  }
  EXPECT_EQ(kinds.size(), tried);
}

TEST(Kernels, ForAvx512AreTested) {
  if (cpu_features() < CpuFeatures::avx512)
    GTEST_SKIP() << "AVX-512 kernels not tested: no such processor (emulated_avx512_tests emulates one)";
}

TEST(Dataloops, AreThoseOfThePaper) {
  // Figure 1: the variables of Flash blocks, one after the other.
  TypeTree tree = TypeTree::vec(8, 192, real);
  tree = TypeTree::vec(8, 3072, tree);
  tree = TypeTree::vec(8, 49152, tree);
  tree = TypeTree::vec(80, 786432, tree);
  tree = TypeTree::vec(24, 8, tree);
  EXPECT_EQ(loops_of(tree), "vector ct = 24; str = 8; el_sz = 327680; size = 7864320; ext = 62495232\n"
                            "  vector ct = 80; str = 786432; el_sz = 4096; size = 327680; ext = 62495048\n"
                            "    vector ct = 8; str = 49152; el_sz = 512; size = 4096; ext = 366920\n"
                            "      vector ct = 8; str = 3072; el_sz = 64; size = 512; ext = 22856\n"
                            "        vector ct = 8; str = 192; el_sz = 8; size = 64; ext = 1352\n");
}

TEST(Dataloops, JoinWhatTouches) {
  EXPECT_EQ(loops_of(TypeTree::vec(10, 4, integer)), "contig ct = 1; el_sz = 40; size = 40; ext = 40\n");
  EXPECT_EQ(loops_of(TypeTree::struc({0, 4, 8}, {integer, integer, real})),
            "contig ct = 1; el_sz = 16; size = 16; ext = 16\n");
  EXPECT_EQ(loops_of(TypeTree::idx({8, 12, 20, 32, 36, 44}, integer)),
            "at 8: indexed ct = 4; off = 0, 12, 24, 36; el_sz = 8, 4, 8, 4; size = 24; ext = 40\n");
  EXPECT_EQ(loops_of(TypeTree::vec(3, 40, TypeTree::vec(5, 8, integer))),
            "vector ct = 15; str = 8; el_sz = 4; size = 60; ext = 116\n");
}

TEST(Dataloops, FindPeriods) {
  std::vector<std::int64_t> displacements;
  for (std::int64_t i = 0; i < 1000; ++i)
    for (const std::int64_t place : {0, 4, 12, 20, 24})
      displacements.push_back(40 * i + place);
  EXPECT_EQ(loops_of(TypeTree::idx(displacements, integer)),
            "vector ct = 1000; str = 40; el_sz = 20; size = 20000; ext = 39988\n"
            "  indexed ct = 3; off = 0, 12, 20; el_sz = 8, 4, 8; size = 20; ext = 28\n");
  // Blocks that are adjacent across repetitions.
  displacements.clear();
  for (std::int64_t i = 0; i < 100; ++i)
    for (const std::int64_t place : {0, 8, 16})
      displacements.push_back(20 * i + place);
  EXPECT_EQ(loops_of(TypeTree::idx(displacements, integer)),
            "struct ct = 3; off = 0, 8, 1988; el_sz = 4, 1188, 8; size = 1200; ext = 2000\n"
            "  contig ct = 1; el_sz = 4; size = 4; ext = 4\n"
            "  vector ct = 99; str = 20; el_sz = 12; size = 1188; ext = 1976\n"
            "    indexed ct = 2; off = 0, 8; el_sz = 4, 8; size = 12; ext = 16\n"
            "  vector ct = 2; str = 8; el_sz = 4; size = 8; ext = 12\n");
}

TEST(Dataloops, OfDeepTreesAreShallow) {
  TypeTree tree = character;
  for (int i = 0; i < 2000; ++i)
    tree = TypeTree::struc({0, 2 * i + 3}, {tree, character});
  std::mt19937 random(1);
  check(tree, natural_bounds(tree), 2, random);
  TypeTree doubled = character;
  for (int i = 0; i < 40; ++i)
    doubled = TypeTree::struc({0, std::int64_t{3} << i}, {doubled, doubled});
  const Plan plan(doubled, natural_bounds(doubled));
  EXPECT_EQ(plan.size(), std::int64_t{1} << 40);
}

TEST(Dataloops, OfNothing) {
  const Plan plan(TypeTree::empty(), {-3, 5});
  EXPECT_EQ(plan.size(), 0);
  plan.pack(nullptr, 7, 0, 0, nullptr);
  EXPECT_TRUE(plan.is_contiguous(3));
}

TEST(Dataloops, RefuseWhatLeaves64Bits) {
  constexpr std::int64_t far = INT64_MAX - 100;
  EXPECT_THROW(Plan(TypeTree::idx({-far, far}, character), Bounds{}), std::length_error);
  EXPECT_THROW(Plan(TypeTree::idx({far}, character), (Bounds{0, 200})), std::length_error);
  const Plan plan(TypeTree::idx({far, far + 20}, character), Bounds{0, 1});
  EXPECT_EQ(plan.true_lower_bound(), far);
}

TEST(Periods, OfDifferences) {
  EXPECT_FALSE(find_period({{0, 4}, {8, 4}, {16, 4}}));
  std::vector<ByteRange> pieces;
  for (std::int64_t i = 0; i < 10; ++i)
    pieces.insert(pieces.end(), {{100 * i, 4}, {100 * i + 30, 8}});
  const auto period = find_period(pieces);
  ASSERT_TRUE(period);
  EXPECT_EQ(period->head, 0);
  EXPECT_EQ(period->period, 2);
  EXPECT_EQ(period->repetitions, 10);
  EXPECT_EQ(period->step, 100);
  EXPECT_FALSE(find_period({{0, 1}, {2, 1}, {5, 1}, {9, 1}, {14, 1}, {20, 1}, {27, 1}, {35, 1}, {44, 1}}));
}

/// Returns a random layout of the kinds that have kernels: many equal parts, index lists with and without a period, and
/// interchanged loops.
TypeTree random_array(RandomTree &random) {
  const auto number = [&](unsigned limit) { return static_cast<std::int64_t>(random.below(limit)); };
  const TypeTree element = random.below(3) == 0 ? random(2)
                                                : TypeTree::leaf(std::array<BasicType, 4>{{
                                                      {BasicTypeId::CHAR, 1},
                                                      {BasicTypeId::SHORT, 2},
                                                      {BasicTypeId::INT, 4},
                                                      {BasicTypeId::DOUBLE, 8},
                                                  }}[random.below(4)]);
  const std::int64_t extent = element.true_upper_bound() - element.true_lower_bound() + 1;
  const std::int64_t unit = random.below(2) == 0 ? 1 : 4;
  const std::int64_t step =
      (random.below(4) == 0 ? -1 : 1) * (extent / unit * unit + unit * (1 + number(12)));
  switch (random.below(6)) {
  case 0:
    return TypeTree::vec(number(200), step, element);
  case 1: { // an array of structs
    std::vector<std::int64_t> places;
    std::vector<TypeTree> fields;
    std::int64_t at = 0;
    for (std::int64_t i = 0, n = 1 + number(12); i < n; ++i) {
      const TypeTree field =
          std::array<TypeTree, 4>{character, integer, real, TypeTree::vec(3, 4, integer)}[random.below(4)];
      places.push_back(at);
      fields.push_back(field);
      at += field.data_bytes() + (random.below(2) == 0 ? 0 : unit * number(6));
    }
    if (random.below(4) == 0)
      std::reverse(places.begin(), places.end()); // out of order, and may overlap
    const TypeTree record = TypeTree::struc(places, fields);
    return TypeTree::vec(1 + number(150), (random.below(4) == 0 ? -1 : 1) * (at + 16 + unit * number(4)),
                         record);
  }
  case 2: { // a list that repeats itself, perhaps incomplete at both ends
    std::vector<std::int64_t> places;
    const auto period = static_cast<std::size_t>(1 + number(7));
    std::vector<std::int64_t> steps;
    for (std::size_t i = 0; i < period; ++i)
      steps.push_back(extent / unit * unit + unit * number(4));
    std::int64_t at = 0;
    for (std::size_t i = 0, n = static_cast<std::size_t>(number(400)), from = random.below(3); i < n; ++i) {
      places.push_back(at);
      at += steps[(i + from) % period];
    }
    return TypeTree::idx(places, element);
  }
  case 3: { // no period, mostly ascending
    std::vector<std::int64_t> places;
    std::int64_t at = 0;
    const bool falls = random.below(3) == 0;
    for (std::int64_t i = 0, n = number(400); i < n; ++i) {
      places.push_back(at);
      at += falls && random.below(9) == 0 ? -3 * extent : extent - 1 + unit * number(6);
    }
    return TypeTree::idx(places, element);
  }
  case 4: { // buckets
    std::vector<std::int64_t> places, sizes;
    std::int64_t at = 0;
    for (std::int64_t i = 0, n = number(60); i < n; ++i) {
      places.push_back(at);
      sizes.push_back(number(random.below(2) == 0 ? 3 : 40));
      at += sizes.back() * std::abs(step) + number(9) * unit;
    }
    return TypeTree::idxbuc(random.below(2) == 0 ? extent - 1 : step, places, sizes, element);
  }
  default: { // nested loops with their strides in any order
    std::int64_t strides[4] = {8, 0, 0, 0}, counts[4];
    for (int i = 0; i < 4; ++i) {
      counts[i] = 1 + number(17);
      if (i > 0)
        strides[i] = strides[i - 1] * counts[i - 1] + 8 * number(3);
    }
    std::vector<int> order = {0, 1, 2, 3};
    for (int i = 3; i > 0; --i)
      std::swap(order[static_cast<std::size_t>(i)], order[random.below(static_cast<unsigned>(i) + 1)]);
    TypeTree tree = random.below(3) == 0 ? integer : real;
    for (const int i : order)
      tree = TypeTree::vec(counts[i], strides[i], tree);
    return tree;
  }
  }
}

/// Returns the contiguous parts of memory that these displacements form, in order.
std::vector<ByteRange> parts_of(const std::vector<std::int64_t> &places) {
  std::vector<ByteRange> out;
  for (const std::int64_t place : places)
    if (!out.empty() && out.back().offset + out.back().length == place)
      ++out.back().length;
    else
      out.push_back({place, 1});
  return out;
}

TEST(Actions, ListCountAndFlattenWhatTheTypeMapSays) {
  const unsigned cases = random_cases(1000);
  for (unsigned seed = 1; seed <= cases && !testing::Test::HasFatalFailure(); ++seed) {
    RandomTree random(seed);
    const TypeTree tree = random.below(2) == 0 ? random(6) : random_array(random);
    if (tree.element_count() > 20'000)
      continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + to_string(tree).substr(0, 1000));
    const Bounds bounds = natural_bounds(tree);
    const std::int64_t count = 1 + static_cast<std::int64_t>(random.below(3));
    const auto places = displacements(tree, bounds, count);
    const auto size = static_cast<std::int64_t>(places.size());
    const Dataloops loops(tree, bounds, Dataloops::Types::erased),
        typed(tree, bounds, Dataloops::Types::kept);

    std::vector<ByteRange> parts;
    const std::size_t limit = 1 + random.below(20);
    for (std::int64_t position = 0; position < size;) {
      ListAction list(limit);
      const std::int64_t next = walk(loops, count, 0, position, size, list);
      ASSERT_GT(next, position);
      ASSERT_TRUE(next == size || list.ranges().size() == limit);
      CountAction counted(loops);
      walk(loops, count, 0, position, next, counted);
      ASSERT_EQ(counted.parts(), static_cast<std::int64_t>(list.ranges().size()));
      parts.insert(parts.end(), list.ranges().begin(), list.ranges().end());
      position = next;
    }
    ASSERT_EQ(parts, parts_of(places));
    CountAction counted(loops);
    walk(loops, count, 0, 0, size, counted);
    ASSERT_EQ(counted.parts(), static_cast<std::int64_t>(parts.size()));

    TypeMapAction flat;
    walk(typed, 1, 0, 0, typed.size(), flat);
    ASSERT_EQ(flat.type_map(), flatten(tree));
  }
}

TEST(External32, IsBigEndianWithSizesOfTheStandard) {
  const TypeTree tree =
      TypeTree::struc({0, 8, 16, 32}, {TypeTree::leaf({BasicTypeId::LONG, 8}),
                                       TypeTree::vec(2, 2, TypeTree::leaf({BasicTypeId::SHORT, 2})),
                                       TypeTree::leaf({BasicTypeId::LONG_DOUBLE, 16}), character});
  const External32 external(tree, {0, 48});
  EXPECT_EQ(external.size(), 4 + 2 * 2 + 16 + 1);
  struct Data {
    std::int64_t number;
    std::int16_t two[2];
    alignas(16) long double real;
    char letter;
  };
  const Data data[2] = {{-2, {0x1234, -1}, -1.5L, 'x'}, {7, {1, 2}, 0, 'y'}};
  static_assert(sizeof(Data) == 48);
  std::vector<unsigned char> stream(static_cast<std::size_t>(2 * external.size()));
  external.pack(data, 2, stream.data());
  const std::vector<unsigned char> begin = {
      0xff, 0xff, 0xff, 0xfe, 0x12, 0x34, 0xff, 0xff, // -1.5: 1.1 in binary
      0xbf, 0xff, 0x80, 0,    0,    0,    0,    0,    0, 0, 0, 0, 0, 0, 0, 0, 'x', 0, 0, 0, 7};
  EXPECT_TRUE(std::equal(begin.begin(), begin.end(), stream.begin()));
  Data back[2] = {};
  external.unpack(stream.data(), back, 2);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(back[i].number, data[i].number);
    EXPECT_EQ(back[i].two[1], data[i].two[1]);
    EXPECT_EQ(back[i].real, data[i].real);
    EXPECT_EQ(back[i].letter, data[i].letter);
  }
  for (const long double value : {1.0L / 3, -4e4000L, 3.6e-4951L, 0.0L}) {
    const External32 one(TypeTree::leaf({BasicTypeId::LONG_DOUBLE, 16}), {0, 16});
    long double again = 1;
    one.pack(&value, 1, stream.data());
    one.unpack(stream.data(), &again, 1);
    EXPECT_EQ(again, value);
  }
  EXPECT_THROW(External32(TypeTree::leaf({BasicTypeId::REAL4, 8}), Bounds{}), std::invalid_argument);
}

/// Converts numbers of 128 bits to the 80 bits of x86, and back.
TEST(External32, KeepsWhatNumbersAre) {
  if (sizeof(long double) != 16 || std::numeric_limits<long double>::digits != 64)
    GTEST_SKIP() << "long double is none of x86's";
  using Bytes16 = std::array<unsigned char, 16>;
  const External32 external(TypeTree::leaf({BasicTypeId::LONG_DOUBLE, 16}), {0, 16});
  const auto unpacked = [&](const Bytes16 &quad) {
    long double out = 0;
    external.unpack(quad.data(), &out, 1);
    return out;
  };
  for (const unsigned char sign : std::array<unsigned char, 2>{0, 0x80}) {
    const auto first = static_cast<unsigned char>(sign | 0x7f);
    EXPECT_TRUE(std::isnan(unpacked({first, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1})));
    EXPECT_TRUE(std::isnan(unpacked({first, 0xff, 0, 0, 0, 0, 0, 0, 0, 1})));
    EXPECT_TRUE(std::isnan(unpacked({first, 0xff, 0x80})));
    EXPECT_TRUE(std::isinf(unpacked({first, 0xff})));
    EXPECT_EQ(std::signbit(unpacked({first, 0xff})), sign != 0);
    // The exponents are 0 and 1, and the first bit of the significand is 1.
    for (const unsigned char exponent : std::array<unsigned char, 2>{0, 1}) {
      const Bytes16 least = {1, 0, 0, 0, 0, 0, 0, 0x80, exponent, sign},
                    wanted = {sign, 1, 0, 0, 0, 0, 0, 0, 0, 2};
      long double number = 0;
      Bytes16 packed;
      std::memcpy(&number, least.data(), sizeof number);
      external.pack(&number, 1, packed.data());
      EXPECT_EQ(packed, wanted);
    }
  }
}

constexpr std::int64_t any_number = std::numeric_limits<std::int64_t>::max();

TEST(Words, HoldElementsAtMultiplesOfTheirSizes) {
  const auto most = [](std::vector<TypeTree> fields, int word_bytes = 8) {
    std::vector<std::int64_t> places(fields.size(), 0);
    return most_within_words(TypeTree::struc(std::move(places), std::move(fields)), word_bytes);
  };
  EXPECT_EQ(most({}), any_number);
  EXPECT_EQ(most({real}), any_number);
  EXPECT_EQ(most({real, integer}), 1);
  EXPECT_EQ(most({integer, real}), 0);
  EXPECT_EQ(most({real, integer, integer}), any_number);
  EXPECT_EQ(most({integer, integer, real}), any_number);
  EXPECT_EQ(most({character, integer, character, character, character}), any_number); // from 1 to 5
  EXPECT_EQ(most({integer, character}), 1);                                           // from 5 to 9
  EXPECT_EQ(most({character, integer, character, character}), 2);                     // then from 15 to 19
  EXPECT_EQ(most({TypeTree::leaf({BasicTypeId::LONG_DOUBLE, 16})}), 0);
  EXPECT_EQ(most({character}, 1), any_number);
  EXPECT_EQ(most({integer}, 1), 0);
}

/// Compares with the type map, element by element.
TEST(Words, OfRandomTrees) {
  int with_some = 0;
  for (unsigned seed = 0, end = random_cases(2000); seed < end; ++seed) {
    RandomTree random(seed);
    const TypeTree tree = TypeTree::struc({0, 0, 0}, {random(2), random(3), random(2)});
    const int word = 1 << random.below(4);
    const TypeMap map = flatten(tree);
    std::int64_t at = 0, most = any_number;
    for (std::int64_t i = 0; i < word && most == any_number; ++i)
      for (const TypeMapEntry &entry : map) {
        const std::int64_t last = at + entry.type.size_bytes - 1;
        if (at / word != last / word)
          most = std::min(most, i);
        at = last + 1;
      }
    ASSERT_EQ(most_within_words(tree, word), most) << "seed " << seed << ": " << to_string(tree);
    with_some += most > 0 && most < any_number;
  }
  EXPECT_GT(with_some, 0);
}

TEST(Dense, InStructsOfSeveralThatEndAligned) {
  const auto grouped = [](const TypeTree &tree, std::int64_t count) {
    const auto out = dense_in_aligned_structs(tree, count);
    return out ? to_string(*out) : "";
  };
  const TypeTree pair = TypeTree::struc({0, 8}, {real, integer}),
                 apart = TypeTree::struc({0, 16}, {real, pair});
  EXPECT_EQ(grouped(pair, 9),
            "struc(3, <0, 96, 104>, <vec(4, 24, struc(4, <0, 8, 12, 20>, <leaf(MPI_DOUBLE), "
            "leaf(MPI_INT), leaf(MPI_DOUBLE), leaf(MPI_INT)>)), leaf(MPI_DOUBLE), leaf(MPI_INT)>)");
  EXPECT_EQ(grouped(pair, 1), "struc(2, <0, 8>, <leaf(MPI_DOUBLE), leaf(MPI_INT)>)");
  EXPECT_EQ(grouped(TypeTree::vec(20, 32, pair), 3), grouped(pair, 60));
  EXPECT_EQ(grouped(TypeTree::vec(10, 16, real), 3), "vec(30, 8, leaf(MPI_DOUBLE))");
  EXPECT_EQ(grouped(apart, 0), grouped(TypeTree::empty(), 3));
  std::vector<TypeTree> different;
  for (int i = 0; i < 2000; ++i)
    different.push_back(i % 2 == 0 ? real : integer);
  const TypeTree many = TypeTree::struc(std::vector<std::int64_t>(2000, 0), different);
  EXPECT_EQ(grouped(many, 1), "");
}

/// Whether the parts that repeat below the root have no holes and are aligned as in C.
bool repeats_aligned(const TypeTree &tree, std::int64_t &alignment) {
  if (tree.kind() == TypeTree::Kind::leaf) {
    alignment = tree.basic_type().size_bytes;
    return true;
  }
  bool out = true;
  alignment = 1;
  for (const TypeTree &child : tree.children()) {
    std::int64_t inner = 1;
    out = out && repeats_aligned(child, inner) &&
          (child.kind() != TypeTree::Kind::struc || child.data_bytes() % inner == 0);
    alignment = std::max(alignment, inner);
  }
  return out && (tree.kind() != TypeTree::Kind::vec || tree.stride_bytes() == tree.child().data_bytes());
}

TEST(Dense, OfRandomTreesHasTheSameElements) {
  for (unsigned seed = 0, end = random_cases(2000); seed < end; ++seed) {
    RandomTree random(seed);
    const TypeTree given = random(4);
    const std::int64_t count = random.below(40);
    const auto made = dense_in_aligned_structs(given, count);
    if (!made)
      continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + to_string(*made));
    const TypeMap wanted = flatten(dense(TypeTree::vec(count, given.data_bytes(), dense(given))));
    ASSERT_EQ(flatten(*made), wanted);
    std::int64_t alignment = 0;
    ASSERT_TRUE(repeats_aligned(*made, alignment));
  }
}

/// Data that spans more than the nearer caches is copied by special kernels.
TEST(Plans, OfLongArraysPackWhatTheTypeMapSays) {
  const TypeTree chars = TypeTree::vec(27, 1, character);
  const TypeTree record =
      TypeTree::struc({0, 8, 16, 24}, {character, real, integer, TypeTree::vec(3, 4, integer)});
  std::mt19937 random(1);
  struct Case {
    TypeTree element;
    std::int64_t extent, mib;
  };
  for (const auto &[element, extent, mib] : {Case{record, 120, 1}, Case{chars, -120, 1},
                                             Case{TypeTree::vec(4, 8, real), 4096, 8}, Case{real, 1048, 6}}) {
    SCOPED_TRACE(to_string(element) + " every " + std::to_string(extent) + " bytes");
    const std::int64_t count = (mib << 20) / std::abs(extent) + 1 + static_cast<std::int64_t>(random() % 64);
    check(element, {0, extent}, count, random);
  }
}

/// Records with long parts are copied part by part.
TEST(Plans, OfLongPiecesPackWhatTheTypeMapSays) {
  std::mt19937 random(1);
  for (const std::int64_t length : {30, 65, 200}) {
    const std::int64_t extent = 8 * length + 24;
    const TypeTree record =
        TypeTree::struc({0, 8, 8 * length + 16}, {character, TypeTree::vec(length, 8, real), integer});
    for (const std::int64_t count : {1, 2, 9, 100})
      for (const std::int64_t sign : {1, -1}) {
        SCOPED_TRACE(std::to_string(count) + " x " + std::to_string(length) + " numbers");
        check(record, {0, sign * extent}, count, random);
        check(TypeTree::idx({0, 3 * extent, 2 * extent, 7 * extent}, record), {0, sign * 9 * extent}, count,
              random);
      }
  }
}

/// Long parts that lie far apart are written past the caches, in whole lines.
TEST(Plans, OfFarTilesPackWhatTheLoopsSay) {
  struct alignas(64) Line {
    std::int64_t words[8] = {};
    bool operator==(const Line &) const = default;
  };
  struct Loop {
    std::int64_t count, stride; // in words
  };
  const Loop variables = {20, 1}, blocks = {36, 1 << 17}, planes = {3, 6944}, rows = {3, 2312},
             cells = {96, 24};
  const Loop no_lines = {3, 2313};
  for (const std::vector<Loop> &loops : {std::vector{variables, blocks, planes, rows, cells},
                                         std::vector{blocks, planes, variables, rows, cells},
                                         std::vector{blocks, variables, planes, no_lines, cells}}) {
    TypeTree tree = real;
    std::vector<std::int64_t> places = {0};
    for (std::size_t i = 0; i < loops.size(); ++i) {
      const Loop inner = loops[loops.size() - 1 - i], outer = loops[i];
      tree = TypeTree::vec(inner.count, 8 * inner.stride, std::move(tree));
      std::vector<std::int64_t> more;
      for (const std::int64_t place : places)
        for (std::int64_t j = 0; j < outer.count; ++j)
          more.push_back(place + j * outer.stride);
      places = std::move(more);
    }
    const auto size = static_cast<std::int64_t>(8 * places.size());
    std::vector<std::int64_t> values(places.size());
    std::iota(values.begin(), values.end(), 1);
    for (const CpuFeatures features : all_features())
      for (const auto &[begin, from_line] :
           {std::pair<std::int64_t, std::int64_t>{0, 0}, {0, 1}, {size / 16 + 8, 0}}) {
        SCOPED_TRACE("features " + std::to_string(static_cast<int>(features)) + ", from " +
                     std::to_string(begin) + " on, " + std::to_string(from_line) + " words behind a line");
        const Plan plan(tree, natural_bounds(tree), features);
        ASSERT_EQ(plan.size(), size);
        const std::int64_t most = std::ranges::max(places) + from_line;
        std::vector<Line> memory(static_cast<std::size_t>(most / 8 + 1)), expected(memory.size());
        const auto word = [&](std::vector<Line> &lines, std::int64_t place) -> std::int64_t & {
          place += from_line;
          return lines[static_cast<std::size_t>(place / 8)].words[place % 8];
        };
        const auto first = static_cast<std::size_t>(begin / 8);
        for (std::size_t i = first; i < places.size(); ++i)
          word(expected, places[i]) = values[i];
        plan.unpack(&values[first], begin, size, &word(memory, 0), 1);
        ASSERT_TRUE(memory == expected);
        std::vector<Line> packed((values.size() - first) / 8 + 2), expected_packed(packed.size());
        for (std::size_t i = first; i < values.size(); ++i)
          word(expected_packed, static_cast<std::int64_t>(i - first)) = values[i];
        plan.pack(&word(memory, 0), 1, begin, size, &word(packed, 0));
        ASSERT_TRUE(packed == expected_packed);
      }
  }
}

/// The kernels depend on the number of words in a record and on the number of records.
TEST(Plans, OfFewWordsPackWhatTheTypeMapSays) {
  std::mt19937 random(1);
  std::vector<std::int64_t> words = {0};
  for (std::int64_t step = 8; step < 48; step += 4) {
    const std::int64_t extent = words.back() + 16;
    for (const std::int64_t count : {1, 2, 3, 20})
      for (const std::int64_t sign : {1, -1}) {
        SCOPED_TRACE(std::to_string(count) + " x " + std::to_string(words.size()) + " words");
        check(TypeTree::idx(words, integer), {0, sign * extent}, count, random);
      }
    words.push_back(words.back() + step);
  }
}

/// Every second, third and fourth element has special kernels.
TEST(Plans, OfEveryNthElementPackWhatTheTypeMapSays) {
  std::mt19937 random(1);
  for (const TypeTree &element : {character, TypeTree::leaf({BasicTypeId::SHORT, 2}), integer, real})
    for (const std::int64_t step : {2, 3, 4, 5})
      for (const std::int64_t count : {1, 2, 5, 15, 16, 17, 31, 33, 64, 67, 130, 1001}) {
        const std::int64_t bytes = element.basic_type().size_bytes;
        SCOPED_TRACE(std::to_string(count) + " of every " + std::to_string(step) + " of " +
                     std::to_string(bytes) + " bytes");
        check(TypeTree::vec(count, step * bytes, element), {0, (count + 3) * step * bytes}, 1, random);
        check(TypeTree::vec(count, -step * bytes, element), {0, bytes}, 1, random);
      }
}

/// Tries about five words in any eight adjacent ones.
TEST(Plans, OfDenseWordsWithoutAPeriodPackWhatTheTypeMapSays) {
  std::mt19937 random(1);
  for (std::size_t count = 1; count < 400; count += 7) {
    std::vector<std::int64_t> places = {8};
    while (places.size() < count)
      places.push_back(places.back() + (random() % 100 < 55 ? 8 : 4));
    check(TypeTree::idx(places, integer), {0, places.back() + 12}, 2, random);
  }
}

/// If the next element continues at the same distance, parts of several elements are blocks of one loop.
TEST(Plans, OfFewBlocksPackAnyRange) {
  const TypeTree tree = TypeTree::vec(4, 10, TypeTree::vec(2, 2, TypeTree::leaf({BasicTypeId::SHORT, 2})));
  for (const std::int64_t extent : {40, 50}) {
    constexpr std::int64_t count = 3, size = 16 * count;
    const auto places = displacements(tree, {0, extent}, count);
    std::vector<char> memory(static_cast<std::size_t>(count * extent));
    std::iota(memory.begin(), memory.end(), char{1});
    for (const CpuFeatures features : all_features()) {
      const Plan plan(tree, {0, extent}, features);
      for (std::int64_t begin = 0; begin < size; ++begin)
        for (std::int64_t end = begin + 1; end <= size; ++end) {
          std::vector<char> packed(static_cast<std::size_t>(end - begin)), target(memory.size()),
              wanted(memory.size());
          plan.pack(memory.data(), count, begin, end, packed.data());
          for (std::int64_t i = begin; i < end; ++i) {
            const auto place = static_cast<std::size_t>(places[static_cast<std::size_t>(i)]);
            ASSERT_EQ(packed[static_cast<std::size_t>(i - begin)], memory[place]) << begin << " to " << end;
            wanted[place] = memory[place];
          }
          plan.unpack(packed.data(), begin, end, target.data(), count);
          ASSERT_EQ(target, wanted) << begin << " to " << end;
        }
    }
  }
}

/// Records far apart or at offsets are handled in groups: by moves, or by a special kernel if they have long or many
/// parts.
TEST(Plans, OfFarRecordsPackWhatTheTypeMapSays) {
  std::mt19937 random(1);
  const TypeTree record = TypeTree::struc(
      {0, 8, 16, 20, 24}, {character, real, integer, character, TypeTree::vec(3, 4, integer)});
  const auto bytes = [](std::int64_t length) { return TypeTree::vec(length, 1, character); };
  for (const TypeTree &few :
       {record, TypeTree::vec(2, 40, record), TypeTree::vec(9, 40, record), TypeTree::vec(14, 40, record),
        TypeTree::vec(23, 19, integer), TypeTree::vec(34, 19, real), TypeTree::vec(3, 300, real),
        TypeTree::vec(3, 304, bytes(256)), TypeTree::vec(5, 200, bytes(100)),
        TypeTree::idx({0, 1000, 1400, 3000}, bytes(128))}) {
    SCOPED_TRACE(to_string(few));
    for (const auto &[count, stride] :
         {std::pair<std::int64_t, std::int64_t>{7, -4104}, {67, 4104}, {11, 8192}})
      check(few, {0, stride}, count, random);
    std::vector<std::int64_t> places;
    for (std::int64_t i = 0; i < 67; ++i)
      places.push_back(i * 3100 + static_cast<std::int64_t>(random() % 10) * 8);
    std::ranges::shuffle(places, random);
    check(TypeTree::idx(places, few), {0, 67 * 3100}, 1, random);
  }
}

/// The kernels depend on the length of blocks, and on whether they are alike and equally spaced.
TEST(Plans, OfBlocksOfAnyLengthPackWhatTheTypeMapSays) {
  std::mt19937 random(1);
  std::vector<std::int64_t> lengths(70);
  std::iota(lengths.begin(), lengths.end(), 1);
  for (const std::int64_t length : {128, 256, 512, 1024})
    lengths.insert(lengths.end(), {length - 1, length, length + 1});
  for (const std::int64_t length : lengths) {
    SCOPED_TRACE(std::to_string(length) + " bytes");
    const TypeTree block = TypeTree::vec(length, 1, character);
    check(block, {0, length + 3}, 3, random);
    check(TypeTree::idx({5, length + 6, 2 * length + 19}, block), {0, 3 * length + 25}, 2, random);
    check(TypeTree::idxbuc(1, {0, length + 4}, {length, 2 * length - 1}, character), {0, 3 * length + 9}, 2,
          random);
  }
}

/// Packs and unpacks `count` copies of `tree`, as a whole and in two halves, in memory that has only the pages of the
/// data.
void check_with_missing_pages(const TypeTree &tree, Bounds bounds, std::int64_t count) {
  const auto page = static_cast<std::int64_t>(sysconf(_SC_PAGESIZE));
  const auto places = displacements(tree, bounds, count);
  const auto [low, high] = std::ranges::minmax(places);
  const std::int64_t before =
      (page - low % page) % page; // so that pages lie as they would for a base at a page's start
  const auto size = static_cast<std::size_t>(high - low + 2 * page);
  void *const all = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(all, MAP_FAILED);
  char *const base = moved(static_cast<char *>(all), page - before - low);
  std::vector<char> expected;
  for (const std::int64_t place : places) {
    char *const at = moved(base, place);
    ASSERT_EQ(mprotect(at - reinterpret_cast<std::uintptr_t>(at) % static_cast<std::uintptr_t>(page),
                       static_cast<std::size_t>(page), PROT_READ | PROT_WRITE),
              0);
    *at = static_cast<char>(expected.size() + 1);
    expected.push_back(*at);
  }
  for (const CpuFeatures features : all_features()) {
    const Plan plan(tree, bounds, features);
    for (const std::int64_t middle : {std::ssize(expected), std::ssize(expected) / 2}) {
      std::vector<char> packed(expected.size());
      plan.pack(base, count, 0, middle, packed.data());
      plan.pack(base, count, middle, std::ssize(packed), packed.data() + middle);
      EXPECT_EQ(packed, expected) << to_string(plan.loops());
      for (const std::int64_t place : places)
        *moved(base, place) = 0;
      plan.unpack(packed.data(), 0, middle, base, count);
      plan.unpack(packed.data() + middle, middle, std::ssize(packed), base, count);
      for (std::size_t i = 0; i < places.size(); ++i)
        ASSERT_EQ(*moved(base, places[i]), expected[i]) << to_string(plan.loops());
    }
  }
  munmap(all, size);
}

/// Whole pages may be missing between data that lies far apart.
TEST(Plans, ReadNoMissingPage) {
  const auto page = static_cast<std::int64_t>(sysconf(_SC_PAGESIZE));
  constexpr std::int64_t steps[] = {2, 3, 5, 2, 4, 7, 3, 2, 6, 2, 4};
  // A few words at the end of a page.
  std::vector<std::int64_t> one = {page - 4}, at_ends, equally_spaced, irregular;
  for (const std::int64_t before_end : {20, 12, 4}) {
    at_ends.push_back(page - before_end);
    for (std::int64_t i = 0, pages = 1; i < std::ssize(steps); pages += steps[i++]) {
      equally_spaced.push_back((1 + 4 * i) * page - before_end);
      irregular.push_back(pages * page - before_end);
    }
  }
  std::ranges::sort(equally_spaced);
  std::ranges::sort(irregular);
  struct Case {
    const std::vector<std::int64_t> &words;
    std::int64_t count;
  };
  for (const auto &[words, count] :
       {Case{at_ends, 11}, Case{equally_spaced, 1}, Case{irregular, 1}, Case{one, 11}}) {
    check_with_missing_pages(TypeTree::idx(words, integer), {0, count == 1 ? 64 * page : 4 * page}, count);
  }
  // Records that end at the end of a page: at offsets, equally spaced, and single.
  const TypeTree record =
      TypeTree::struc({0, 8, 16, 20, 24, 28}, {character, real, integer, character, character, character});
  std::vector<std::int64_t> places;
  for (const std::int64_t pages : {1, 3, 4, 7, 9, 13})
    places.push_back(pages * page - 29);
  check_with_missing_pages(TypeTree::idx(places, record), {0, 16 * page}, 2);
  for (const std::int64_t count : {1, 3, 40})
    check_with_missing_pages(TypeTree::idx({page - 29}, record), {0, 2 * page}, count);
  check_with_missing_pages(TypeTree::idx({page - 61}, TypeTree::vec(2, 32, record)), {0, 2 * page}, 3);
}

/// Tries displacements, strides and extents that need more than 32 bits.
TEST(Plans, ReachBeyond4GiB) {
  constexpr std::int64_t gib = std::int64_t{1} << 30;
  const TypeTree ints = TypeTree::vec(20, 8, integer),
                 list = TypeTree::idx({0, 12, 20, 44, 52, 60, 84}, integer);
  const TypeTree record = TypeTree::struc({0, 8}, {character, real});
  const TypeTree many = TypeTree::vec(70, 8, integer), // too many to be listed, so that structs stay structs
      records = TypeTree::vec(40, 24, record), columns = TypeTree::vec(9, 8, TypeTree::vec(9, 80, real));
  for (const std::int64_t far : {5 * gib + 3, -5 * gib - 3}) {
    check_with_missing_pages(TypeTree::idx({0, far, far + 3000}, integer), {0, 1024}, 3);
    check_with_missing_pages(TypeTree::vec(9, 8, TypeTree::vec(17, far, real)), {0, 1024}, 3);
    check_with_missing_pages(TypeTree::vec(2, far, TypeTree::vec(2, 1024, columns)), {0, 1}, 1);
    for (const TypeTree &part : {real, ints, list, TypeTree::vec(9, 24, record), many, records, columns}) {
      check_with_missing_pages(TypeTree::idx({far}, part), {0, 1024}, 3);
      for (const std::int64_t count : {1, 3})
        check_with_missing_pages(TypeTree::struc({-far, 40, far}, {part, character, part}), {0, 1024}, count);
      check_with_missing_pages(TypeTree::vec(3, far, part), {-8, 1024}, 1);
      check_with_missing_pages(TypeTree::idx({0, far, far + 3000, 2 * far}, part), {0, 1}, 1);
      check_with_missing_pages(TypeTree::idxbuc(1024, {0, far}, {2, 3}, part), {0, 8192}, 2);
      check_with_missing_pages(part, {0, far}, 3);
    }
  }
}

/// The number of calls of functions that only count their calls.
int called = 0;
const PackFunctions counting = {[](const void *, std::size_t, void *) { ++called; },
                                [](const void *, std::size_t, void *) { ++called; }};

TEST(Plans, UseFunctionsForFewOfFewParts) {
  std::vector<char> data(1 << 16), packed(data.size());
  const auto calls_of = [&](const TypeTree &tree, std::int64_t count, CpuFeatures features, bool packs) {
    const Plan plan(tree, {0, tree.true_upper_bound() + 2}, features, counting);
    called = 0;
    if (packs)
      plan.pack(data.data(), count, 0, count * plan.size(), packed.data());
    else
      plan.unpack(packed.data(), 0, count * plan.size(), data.data(), count);
    return called;
  };
  const auto calls = [&](std::int64_t parts, std::int64_t count, CpuFeatures features, bool packs) {
    return calls_of(TypeTree::vec(parts, 2, character), count, features, packs);
  };
  for (const CpuFeatures features : all_features()) {
    for (const bool packs : {true, false}) {
      EXPECT_EQ(calls(4, 1, features, packs), 1);
      EXPECT_EQ(calls(64, 4, features, packs), 1);
      EXPECT_EQ(calls(65, 1, features, packs), 0);
      const auto calls_for_two = [&](std::int64_t bytes, std::int64_t count) { // parts of this many bytes each
        return calls_of(TypeTree::vec(2, bytes + 1, TypeTree::vec(bytes, 1, character)), count, features,
                        packs);
      };
      EXPECT_EQ(calls_for_two(31, 33), features != CpuFeatures::avx512);
      EXPECT_EQ(calls_for_two(32, 8), 1);
      EXPECT_EQ(calls_for_two(32, 33), 0);
      EXPECT_EQ(calls_for_two(64, 16), 1);
      EXPECT_EQ(calls_for_two(64, 17), 0);
      EXPECT_EQ(calls_for_two(255, 4), 1);
      EXPECT_EQ(calls_for_two(255, 5), 0);
      EXPECT_EQ(calls_for_two(256, 60), 1);
    }
  }
  EXPECT_EQ(calls(4, 1000, CpuFeatures::portable, true), 1);
  if (std::ranges::count(all_features(), CpuFeatures::avx2) > 0) {
    EXPECT_EQ(calls(4, 65, CpuFeatures::avx2, true), 0);
    EXPECT_EQ(calls(4, 65, CpuFeatures::avx2, false), 1);
    const TypeTree without_shuffles = TypeTree::idx({0, 30, 60, 90}, TypeTree::vec(17, 1, character));
    EXPECT_EQ(calls_of(without_shuffles, 200, CpuFeatures::avx2, true), 1);
  }
}

TEST(Plans, OfRandomTreesPackWhatTheTypeMapSays) {
  const unsigned cases = random_cases(1000);
  for (unsigned seed = 1; seed <= cases && !testing::Test::HasFatalFailure(); ++seed) {
    RandomTree random(seed);
    std::mt19937 bytes(seed);
    const TypeTree tree = random.below(2) == 0 ? random(6) : random_array(random);
    if (tree.element_count() > 100'000)
      continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + to_string(tree).substr(0, 1000));
    Bounds bounds = natural_bounds(tree);
    if (random.below(2) == 0)
      bounds.extent += 4 * static_cast<std::int64_t>(random.below(9)) - 8;
    if (random.below(8) == 0)
      bounds.extent = -bounds.extent;
    const std::int64_t count =
        random.below(2) == 0 ? 1
                             : static_cast<std::int64_t>(random.below(tree.element_count() < 30 ? 100 : 5));
    check(tree, bounds, count, bytes);
  }
}

} // namespace
} // namespace automap::layout
