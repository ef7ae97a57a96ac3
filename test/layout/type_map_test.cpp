#include "layout/type_map.h"

#include "basic_trees.h"
#include "random_tree.h"

#include <gtest/gtest.h>

#include <limits>

namespace automap::layout {
namespace {

using RunList = std::vector<Run>; // inside a test, Run is a member of the fixture

TypeTree ints_at(std::vector<std::int64_t> displacements) { return TypeTree::idx(std::move(displacements), one_int); }

TypeMap expand(const RunList &runs) {
  TypeMap map;
  for (const Run &run : runs)
    for (std::int64_t i = 0; i < run.count; ++i)
      map.push_back({run.type, run.offset + i * run.stride});
  return map;
}

TEST(TypeMap, CopiesOfNothingAreNotWalked) {
  constexpr auto far = std::numeric_limits<std::int64_t>::max();
  const auto nothing = TypeTree::vec(far, far, TypeTree::empty());
  const auto tree = TypeTree::idx({8, 16}, TypeTree::struc({0, far}, {one_int, nothing}));
  EXPECT_EQ(flatten(tree), (TypeMap{{integer, 8}, {integer, 16}}));
  EXPECT_EQ(flatten(nothing), TypeMap{});
}

TEST(Runs, ExampleOfTheHeader) {
  const auto tree = TypeTree::struc({0, 4, 8, 16}, {one_int, one_int, one_char, TypeTree::vec(3, 8, one_double)});
  const RunList expected = {{integer, 0, 2, 4}, {character, 8, 1, 1}, {real, 16, 3, 8}};
  EXPECT_EQ(runs(tree).runs, expected);
}

TEST(Runs, NeighboursComeBeforeStrides) {
  // Element 8 could end the stride that starts at 0, but it begins the block 8, 12, 16.
  EXPECT_EQ(runs(ints_at({0, 8, 12, 16})).runs, (RunList{{integer, 0, 1, 4}, {integer, 8, 3, 4}}));
  EXPECT_EQ(runs(ints_at({0, 8, 16, 20})).runs, (RunList{{integer, 0, 2, 8}, {integer, 16, 2, 4}}));
}

TEST(Runs, SinglesAreGroupedByStride) {
  EXPECT_EQ(runs(ints_at({0, 12, 24, 40, 56})).runs, (RunList{{integer, 0, 3, 12}, {integer, 40, 2, 16}}));
  EXPECT_EQ(runs(ints_at({16, 8, 0})).runs, (RunList{{integer, 16, 3, -8}}));
  EXPECT_EQ(runs(ints_at({4, 4})).runs, (RunList{{integer, 4, 2, 0}}));
}

TEST(Runs, LargeArraysTakeOneStep) {
  const auto tree = TypeTree::vec(1'000'000'000'000, 8, one_double);
  EXPECT_EQ(runs(tree).runs, (RunList{{real, 0, 1'000'000'000'000, 8}}));
}

TEST(Runs, StopsAtTheLimit) {
  const auto pair = TypeTree::struc({0, 8}, {one_char, one_double});
  const auto tree = TypeTree::vec(1'000'000'000'000, 16, pair);
  const Runs some = runs(tree, 5);
  EXPECT_FALSE(some.complete);
  EXPECT_EQ(some.runs.size(), 5u);
  EXPECT_TRUE(runs(TypeTree::vec(2, 16, pair), 4).complete);
}

TEST(Runs, RandomTreesExpandToTheirTypeMap) {
  for (unsigned seed = 0; seed < 5000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const TypeTree tree = RandomTree(seed)(4);
    const Runs all = runs(tree);
    ASSERT_TRUE(all.complete);
    ASSERT_EQ(expand(all.runs), flatten(tree)) << to_string(tree);
  }
}

TEST(Runs, DependOnTheTypeMapAlone) {
  for (unsigned seed = 0; seed < 5000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const TypeTree tree = RandomTree(seed)(3);
    std::vector<std::int64_t> displacements;
    std::vector<TypeTree> leaves;
    for (const auto &[type, displacement] : flatten(tree)) {
      displacements.push_back(displacement);
      leaves.push_back(TypeTree::leaf(type));
    }
    ASSERT_EQ(runs(tree).runs, runs(TypeTree::struc(displacements, leaves)).runs) << to_string(tree);
  }
}

TEST(Runs, EndsOfTheRangeAreNoRun) {
  constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max() - 7;
  const TypeTree tree = TypeTree::struc(
      {far, -far - 8}, {TypeTree::leaf({BasicTypeId::CHAR, 1}), TypeTree::leaf({BasicTypeId::CHAR, 1})});
  const Runs found = runs(tree);
  ASSERT_EQ(found.runs.size(), 2U);
  EXPECT_EQ(found.runs[0].offset, far);
  EXPECT_EQ(found.runs[1].offset, -far - 8);
}

} // namespace
} // namespace automap::layout
