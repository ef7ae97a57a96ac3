#include "layout/short_text.h"
#include "layout/type_map.h"
#include "layout/type_tree.h"

#include "basic_trees.h"
#include "random_tree.h"

#include <gtest/gtest.h>

#include <limits>

namespace automap::layout {
namespace {

TEST(BasicType, NamesAreMpisAndReversible) {
  EXPECT_EQ(mpi_name(BasicTypeId::UNSIGNED_LONG_LONG), "MPI_UNSIGNED_LONG_LONG");
  EXPECT_EQ(basic_type_from_mpi_name("MPI_CXX_BOOL"), BasicTypeId::CXX_BOOL);
  EXPECT_EQ(basic_type_from_mpi_name("MPI_NONSENSE"), std::nullopt);
}

TEST(TypeTree, PapersExampleIdxOfVec) {
  const auto tree = TypeTree::idx({3}, TypeTree::vec(5, 2, one_int));
  EXPECT_EQ(to_string(tree), "idx(1, <3>, vec(5, 2, leaf(MPI_INT)))");
  const TypeMap expected = {{integer, 3}, {integer, 5}, {integer, 7}, {integer, 9}, {integer, 11}};
  EXPECT_EQ(flatten(tree), expected);
}

TEST(TypeTree, PapersExampleIdxOfThreeCharacters) {
  const auto tree = TypeTree::idx({4, 10, -10}, TypeTree::vec(3, 1, one_char));
  TypeMap expected;
  for (const std::int64_t displacement : {4, 5, 6, 10, 11, 12, -10, -9, -8})
    expected.push_back({character, displacement});
  EXPECT_EQ(flatten(tree), expected);
  EXPECT_EQ(tree.true_lower_bound(), -10);
  EXPECT_EQ(tree.true_upper_bound(), 13);
}

TEST(TypeTree, PrintsEveryConstructor) {
  const auto leaf = one_double;
  EXPECT_EQ(to_string(TypeTree::idxbuc(8, {0, 80}, {2, 3}, leaf)), "idxbuc(2, 8, <0, 80>, <2, 3>, leaf(MPI_DOUBLE))");
  EXPECT_EQ(to_string(TypeTree::struc({0, 8}, {one_char, leaf})),
            "struc(2, <0, 8>, <leaf(MPI_CHAR), leaf(MPI_DOUBLE)>)");
  EXPECT_EQ(to_string(TypeTree::empty()), "struc(0, <>, <>)");
}

TEST(TypeTree, ShortTextCutsLists) {
  const TypeTree leaf = one_int;
  EXPECT_EQ(short_text(TypeTree::idx({0, 24, 60, 96, 1, 2, 3, 4, 5}, leaf), 160),
            "idx(9, <0, 24, 60, …, 5>, leaf(MPI_INT))");
  EXPECT_EQ(short_text(TypeTree::struc({0, 8}, {leaf, leaf}), 12), "struc(2, <0, 8>, <…, …>)");
  EXPECT_EQ(short_text(TypeTree::vec(3, 8, leaf), 160), "vec(3, 8, leaf(MPI_INT))");
}

TEST(TypeTree, EqualityIsStructural) {
  const auto a = TypeTree::vec(2, 8, one_double);
  const auto b = TypeTree::vec(2, 8, one_double);
  EXPECT_EQ(a, b);
  EXPECT_FALSE(a.same_node(b));
  EXPECT_NE(a, TypeTree::vec(2, 16, one_double));
  EXPECT_NE(a, TypeTree::idx({0, 8}, one_double));
}

TEST(TypeTree, RejectsWrongArguments) {
  const auto leaf = one_int;
  EXPECT_THROW(TypeTree::vec(-1, 4, leaf), std::invalid_argument);
  EXPECT_THROW(TypeTree::idxbuc(4, {0, 8}, {1}, leaf), std::invalid_argument);
  EXPECT_THROW(TypeTree::idxbuc(4, {0}, {-1}, leaf), std::invalid_argument);
  EXPECT_THROW(TypeTree::struc({0}, {}), std::invalid_argument);
}

TEST(TypeTree, RejectsSizesBeyond64Bits) {
  constexpr auto big = std::numeric_limits<std::int64_t>::max() / 2;
  const auto leaf = one_int;
  EXPECT_THROW(TypeTree::vec(big, 4, leaf), std::length_error);
  EXPECT_THROW(TypeTree::idx({std::numeric_limits<std::int64_t>::max()}, leaf), std::length_error);
  EXPECT_NO_THROW(TypeTree::vec(big / 4, 4, leaf));
}

TEST(TypeTree, DerivedQuantitiesFollowFromTheTypeMap) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const TypeTree tree = RandomTree(seed)(3);
    std::int64_t bytes = 0, low = 0, high = 0;
    bool first = true;
    const TypeMap map = flatten(tree);
    for (const auto &[type, displacement] : map) {
      bytes += type.size_bytes;
      low = first ? displacement : std::min(low, displacement);
      high = first ? displacement + type.size_bytes : std::max(high, displacement + type.size_bytes);
      first = false;
    }
    ASSERT_EQ(tree.element_count(), std::ssize(map));
    ASSERT_EQ(tree.data_bytes(), bytes);
    ASSERT_EQ(tree.true_lower_bound(), low);
    ASSERT_EQ(tree.true_upper_bound(), high);
  }
}

} // namespace
} // namespace automap::layout
