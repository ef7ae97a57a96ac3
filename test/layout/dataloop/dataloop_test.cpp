// Tests dataloops and the properties found in them.
#include "layout/dataloop/actions.h"
#include "layout/dataloop/dataloop.h"
#include "layout/dataloop/dense.h"
#include "layout/dataloop/external32.h"
#include "layout/dataloop/periods.h"
#include "layout/dataloop/words.h"

#include "pack_checks.h"
#include "random_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace automap::layout {
namespace {

std::string loops_of(const TypeTree &tree) {
  return to_string(Dataloops(tree, natural_bounds(tree), Dataloops::Types::erased));
}

TEST(Dataloops, AreThoseOfThePaper) {
  // Figure 1: the variables of Flash blocks, one after the other.
  TypeTree tree = TypeTree::vec(8, 192, one_double);
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
  EXPECT_EQ(loops_of(TypeTree::vec(10, 4, one_int)), "contig ct = 1; el_sz = 40; size = 40; ext = 40\n");
  EXPECT_EQ(loops_of(TypeTree::struc({0, 4, 8}, {one_int, one_int, one_double})),
            "contig ct = 1; el_sz = 16; size = 16; ext = 16\n");
  EXPECT_EQ(loops_of(TypeTree::idx({8, 12, 20, 32, 36, 44}, one_int)),
            "at 8: indexed ct = 4; off = 0, 12, 24, 36; el_sz = 8, 4, 8, 4; size = 24; ext = 40\n");
  EXPECT_EQ(loops_of(TypeTree::vec(3, 40, TypeTree::vec(5, 8, one_int))),
            "vector ct = 15; str = 8; el_sz = 4; size = 60; ext = 116\n");
}

TEST(Dataloops, FindPeriods) {
  std::vector<std::int64_t> displacements;
  for (std::int64_t i = 0; i < 1000; ++i)
    for (const std::int64_t place : {0, 4, 12, 20, 24})
      displacements.push_back(40 * i + place);
  EXPECT_EQ(loops_of(TypeTree::idx(displacements, one_int)),
            "vector ct = 1000; str = 40; el_sz = 20; size = 20000; ext = 39988\n"
            "  indexed ct = 3; off = 0, 12, 20; el_sz = 8, 4, 8; size = 20; ext = 28\n");
  // Blocks that are adjacent across repetitions.
  displacements.clear();
  for (std::int64_t i = 0; i < 100; ++i)
    for (const std::int64_t place : {0, 8, 16})
      displacements.push_back(20 * i + place);
  EXPECT_EQ(loops_of(TypeTree::idx(displacements, one_int)),
            "struct ct = 3; off = 0, 8, 1988; el_sz = 4, 1188, 8; size = 1200; ext = 2000\n"
            "  contig ct = 1; el_sz = 4; size = 4; ext = 4\n"
            "  vector ct = 99; str = 20; el_sz = 12; size = 1188; ext = 1976\n"
            "    indexed ct = 2; off = 0, 8; el_sz = 4, 8; size = 12; ext = 16\n"
            "  vector ct = 2; str = 8; el_sz = 4; size = 8; ext = 12\n");
}

TEST(Dataloops, OfDeepTreesAreShallow) {
  TypeTree tree = one_char;
  for (int i = 0; i < 2000; ++i)
    tree = TypeTree::struc({0, 2 * i + 3}, {tree, one_char});
  std::mt19937 random(1);
  check(tree, natural_bounds(tree), 2, random);
  TypeTree doubled = one_char;
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
  EXPECT_THROW(Plan(TypeTree::idx({-far, far}, one_char), Bounds{}), std::length_error);
  EXPECT_THROW(Plan(TypeTree::idx({far}, one_char), (Bounds{0, 200})), std::length_error);
  const Plan plan(TypeTree::idx({far, far + 20}, one_char), Bounds{0, 1});
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
    const Dataloops loops(tree, bounds, Dataloops::Types::erased), typed(tree, bounds, Dataloops::Types::kept);

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
  const TypeTree tree = TypeTree::struc({0, 8, 16, 32}, {TypeTree::leaf({BasicTypeId::LONG, 8}),
                                                         TypeTree::vec(2, 2, TypeTree::leaf({BasicTypeId::SHORT, 2})),
                                                         TypeTree::leaf({BasicTypeId::LONG_DOUBLE, 16}), one_char});
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
  const std::vector<unsigned char> begin = {0xff, 0xff, 0xff, 0xfe, 0x12, 0x34, 0xff, 0xff, // -1.5: 1.1 in binary
                                            0xbf, 0xff, 0x80, 0,    0,    0,    0,    0,    0, 0, 0,
                                            0,    0,    0,    0,    0,    'x',  0,    0,    0, 7};
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
      const Bytes16 least = {1, 0, 0, 0, 0, 0, 0, 0x80, exponent, sign}, wanted = {sign, 1, 0, 0, 0, 0, 0, 0, 0, 2};
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
  EXPECT_EQ(most({one_double}), any_number);
  EXPECT_EQ(most({one_double, one_int}), 1);
  EXPECT_EQ(most({one_int, one_double}), 0);
  EXPECT_EQ(most({one_double, one_int, one_int}), any_number);
  EXPECT_EQ(most({one_int, one_int, one_double}), any_number);
  EXPECT_EQ(most({one_char, one_int, one_char, one_char, one_char}),
            any_number);                                       // the int lies at 1 to 5
  EXPECT_EQ(most({one_int, one_char}), 1);                     // the second int lies at 5 to 9
  EXPECT_EQ(most({one_char, one_int, one_char, one_char}), 2); // the third int lies at 15 to 19
  EXPECT_EQ(most({TypeTree::leaf({BasicTypeId::LONG_DOUBLE, 16})}), 0);
  EXPECT_EQ(most({one_char}, 1), any_number);
  EXPECT_EQ(most({one_int}, 1), 0);
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
  const TypeTree pair = TypeTree::struc({0, 8}, {one_double, one_int}),
                 apart = TypeTree::struc({0, 16}, {one_double, pair});
  EXPECT_EQ(grouped(pair, 9), "struc(3, <0, 96, 104>, <vec(4, 24, struc(4, <0, 8, 12, 20>, <leaf(MPI_DOUBLE), "
                              "leaf(MPI_INT), leaf(MPI_DOUBLE), leaf(MPI_INT)>)), leaf(MPI_DOUBLE), leaf(MPI_INT)>)");
  EXPECT_EQ(grouped(pair, 1), "struc(2, <0, 8>, <leaf(MPI_DOUBLE), leaf(MPI_INT)>)");
  EXPECT_EQ(grouped(TypeTree::vec(20, 32, pair), 3), grouped(pair, 60));
  EXPECT_EQ(grouped(TypeTree::vec(10, 16, one_double), 3), "vec(30, 8, leaf(MPI_DOUBLE))");
  EXPECT_EQ(grouped(apart, 0), grouped(TypeTree::empty(), 3));
  std::vector<TypeTree> different;
  for (int i = 0; i < 2000; ++i)
    different.push_back(i % 2 == 0 ? one_double : one_int);
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

} // namespace
} // namespace automap::layout
