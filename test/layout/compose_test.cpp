#include "layout/compose.h"
#include "layout/type_map.h"

#include "basic_trees.h"
#include "random_tree.h"

#include <gtest/gtest.h>

namespace automap::layout {
namespace {

TEST(Compose, ExampleOfTheHeader) {
  EXPECT_EQ(to_string(sequence({{0, one_int}, {4, one_int}, {8, one_double}})),
            "struc(2, <0, 8>, <vec(2, 4, leaf(MPI_INT)), leaf(MPI_DOUBLE)>)");
}

TEST(Compose, HomogeneousRecordIsOneBlock) {
  EXPECT_EQ(to_string(sequence({{0, one_double}, {8, array_of(2, 8, one_double)}})), "vec(3, 8, leaf(MPI_DOUBLE))");
}

TEST(Compose, ArraysOfArraysBecomeOneArray) {
  EXPECT_EQ(to_string(array_of(2, 24, array_of(3, 8, one_double))), "vec(6, 8, leaf(MPI_DOUBLE))");
  EXPECT_EQ(to_string(array_of(2, 32, array_of(3, 8, one_double))), "vec(2, 32, vec(3, 8, leaf(MPI_DOUBLE)))");
  EXPECT_EQ(array_of(1, 8, one_double), one_double);
  EXPECT_EQ(array_of(0, 8, one_double).element_count(), 0);
}

TEST(Compose, NestedStructsAreSplicedIn) {
  const auto inner = sequence({{0, one_char}, {8, one_double}});
  EXPECT_EQ(to_string(sequence({{0, one_double}, {8, inner}, {24, one_double}})),
            "struc(3, <0, 8, 16>, <leaf(MPI_DOUBLE), leaf(MPI_CHAR), vec(2, 8, leaf(MPI_DOUBLE))>)");
}

TEST(Compose, NothingIsLeftOfNothing) {
  EXPECT_EQ(sequence({}), TypeTree::empty());
  EXPECT_EQ(sequence({{4, TypeTree::empty()}, {8, array_of(3, 4, TypeTree::empty())}}), TypeTree::empty());
}

TEST(Compose, RepeatedNestingStaysSmall) {
  // struct s1 { struct s0 a; char pad; struct s0 b; }; and so on for 50 levels, which have 2^50 elements.
  TypeTree tree = sequence({{0, one_char}, {8, one_double}});
  for (int level = 0; level < 50; ++level) {
    const std::int64_t size = tree.true_upper_bound();
    tree = sequence({{0, tree}, {size, one_char}, {size + 8, tree}});
  }
  EXPECT_GT(tree.element_count(), std::int64_t{1} << 50);
  EXPECT_FALSE(runs(tree, 1000).complete);
}

TEST(Compose, KeepsTheTypeMapOfRandomParts) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomTree random(seed);
    std::vector<Placed> parts;
    TypeMap expected;
    for (std::int64_t at = 0; at < 4; ++at) {
      const TypeTree element = random(2);
      const std::int64_t count = random.below(3), extent = random.below(5) * 8;
      parts.push_back({at * 100, array_of(count, extent, element)});
      for (std::int64_t i = 0; i < count; ++i)
        for (const auto &[type, displacement] : flatten(element))
          expected.push_back({type, at * 100 + i * extent + displacement});
    }
    ASSERT_EQ(flatten(sequence(parts)), expected);
  }
}

} // namespace
} // namespace automap::layout
