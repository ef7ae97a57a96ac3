// Compares have_one_type_map() with type maps that are written out.
#include "layout/reconstruct.h"
#include "layout/type_map.h"
#include "layout/type_map_hash.h"

#include "plain_trees.h"
#include "random_tree.h"

#include <gtest/gtest.h>

namespace automap::layout {
namespace {

using test::struct_tree;

TEST(TypeMapHash, SeesWhatFlattenedTreesShow) {
  RandomTree random(11);
  unsigned alike = 0;
  TypeTree before = TypeTree::empty();
  for (int i = 0; i < 3000; ++i) {
    const TypeTree tree = random(4);
    const TypeMap map = flatten(tree);
    ASSERT_TRUE(have_one_type_map(tree, struct_tree(map))) << i << ' ' << to_string(tree);
    ASSERT_EQ(have_one_type_map(tree, before), map == flatten(before)) << i << ' ' << to_string(tree);
    alike += map == flatten(before);
    before = tree;
    if (map.empty())
      continue;
    TypeMap moved = map, exchanged = map, other = map;
    const std::size_t at = random.below(static_cast<unsigned>(map.size()));
    moved[at].displacement += random.below(2) == 0 ? 1 : -4;
    ASSERT_FALSE(have_one_type_map(tree, struct_tree(moved))) << i << ' ' << to_string(tree);
    other[at].type =
        other[at].type.id == BasicTypeId::FLOAT ? BasicType{BasicTypeId::INT, 4} : BasicType{BasicTypeId::FLOAT, 4};
    ASSERT_FALSE(have_one_type_map(tree, struct_tree(other))) << i << ' ' << to_string(tree);
    std::swap(exchanged[at], exchanged[0]);
    ASSERT_EQ(have_one_type_map(tree, struct_tree(exchanged)), exchanged == map) << i;
  }
  EXPECT_GT(alike, 0u);
}

TEST(TypeMapHash, OfArraysThatNobodyWritesOut) {
  const TypeTree a = TypeTree::leaf({BasicTypeId::DOUBLE, 8});
  constexpr std::int64_t n = 1'000'000'007;
  const TypeTree flat = TypeTree::vec(3 * n, 8, a);
  EXPECT_TRUE(have_one_type_map(flat, TypeTree::vec(3, 8 * n, TypeTree::vec(n, 8, a))));
  EXPECT_TRUE(have_one_type_map(flat, TypeTree::idxbuc(8, {0, 8 * n}, {n, 2 * n}, a)));
  EXPECT_TRUE(have_one_type_map(TypeTree::vec(n, -8, a), TypeTree::idxbuc(-8, {0, -8}, {1, n - 1}, a)));
  EXPECT_FALSE(have_one_type_map(flat, TypeTree::vec(3, 8 * n + 8, TypeTree::vec(n, 8, a))));
  EXPECT_FALSE(have_one_type_map(flat, TypeTree::vec(3 * n - 1, 8, a)));
}

// Two arrays of one type have no elements of their own each, and must be read as a whole.
TEST(Normalize, FlattensSeparateLongArraysOfOneType) {
  const TypeTree x = TypeTree::vec(150'000, 8, TypeTree::leaf({BasicTypeId::DOUBLE, 8}));
  const TypeTree record = TypeTree::struc({0, 1'200'000, 1'200'008}, {x, TypeTree::leaf({BasicTypeId::INT, 4}), x});
  const Reconstruction better = normalize(record, {});
  EXPECT_TRUE(better.proved);
  EXPECT_TRUE(have_one_type_map(better.tree, record));
  const Reconstruction kept = normalize(record, {}, {.flattened_elements = 100'000});
  EXPECT_FALSE(kept.proved);
  EXPECT_EQ(kept.cost, better.cost);
}

} // namespace
} // namespace automap::layout
