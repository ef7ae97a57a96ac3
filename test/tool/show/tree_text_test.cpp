#include "show/tree_text.h"

#include <gtest/gtest.h>

namespace automap {
namespace {

using layout::BasicTypeId;
using layout::TypeTree;

const TypeTree integer = TypeTree::leaf({BasicTypeId::INT, 4});

TEST(TreeText, SmallTreesAreInThePapersNotation) {
  const TypeTree trees[] = {
      TypeTree::empty(),
      TypeTree::idx({3}, TypeTree::vec(5, 8, integer)),
      TypeTree::idxbuc(8, {0, 100}, {2, 3}, integer),
      TypeTree::struc({0, 4, -8}, {integer, TypeTree::leaf({BasicTypeId::CHAR, 1}), integer}),
  };
  for (const TypeTree &tree : trees)
    EXPECT_EQ(brief(tree), to_string(tree));
}

TEST(TreeText, LongSequencesAreCut) {
  EXPECT_EQ(brief(TypeTree::idx({0, 16, 40, 56, 64, 92, 100, 120, 144}, integer)),
            "idx(9, <0, 16, 40, 56, ...>, leaf(MPI_INT))");
  std::vector<std::int64_t> displacements(20);
  EXPECT_EQ(brief(TypeTree::struc(displacements, std::vector<TypeTree>(20, integer))),
            "struc(20, <0, 0, 0, 0, ...>, <leaf(MPI_INT), leaf(MPI_INT), leaf(MPI_INT), leaf(MPI_INT), ...>)");
}

TEST(TreeText, BigTreesTakeNoLongerThanTheirText) {
  TypeTree tree = integer; // 2^60 paths
  for (int i = 0; i < 60; ++i)
    tree = TypeTree::struc({0, 1}, {tree, tree});
  EXPECT_LT(brief(tree).size(), 2000u);
  TypeTree deep = integer;
  for (int i = 0; i < 1000; ++i)
    deep = TypeTree::idx({1}, deep);
  EXPECT_LT(brief(deep).size(), 2000u);
}

TEST(TreeText, SaysWhatIsKnownOfTheCost) {
  OptimalTree optimal;
  optimal.cost = optimal.dag_cost = optimal.lower_bound = 14;
  optimal.naive_cost = 20;
  optimal.proved = true;
  EXPECT_EQ(cost_line(optimal, "by hand"), "cost 14 (by hand: 20), proved least");
  optimal.shares = true;
  optimal.dag_cost = 12;
  EXPECT_EQ(cost_line(optimal, "by hand"), "cost 14 (by hand: 20), 12 with equal parts built once, proved least");
  optimal.shares = optimal.proved = false;
  optimal.lower_bound = 10;
  EXPECT_EQ(cost_line(optimal, "by hand"), "cost 14 (by hand: 20); no tree costs less than 10");
}

TEST(TreeText, LinesAreBrokenAtBlanks) {
  EXPECT_EQ(wrapped("one two three four five six", " * ", " * ", 25), " * one two three four\n *     five six\n");
  EXPECT_EQ(wrapped("one two", "/* ", "", 80, " */"), "/* one two */\n");
  EXPECT_EQ(wrapped("one two three four five six seven", "/* ", "", 30, " */"),
            "/* one two three four five\n       six seven */\n");
  const std::string word(200, 'x'); // must not be broken
  EXPECT_EQ(wrapped(word + " y", "", "", 30), word + "\n    y\n");
}

/// Checks an optimal tree made from a naive one.
TEST(OptimalTree, IsProvedAndNeverDearer) {
  const TypeTree pair = TypeTree::struc({0, 4}, {integer, TypeTree::leaf({BasicTypeId::CHAR, 1})});
  const TypeTree naive = TypeTree::struc({0, 8, 16}, {pair, pair, pair});
  const OptimalTree optimal = optimal_tree(naive, {});
  EXPECT_EQ(to_string(optimal.tree), "vec(3, 8, struc(2, <0, 4>, <leaf(MPI_INT), leaf(MPI_CHAR)>))");
  EXPECT_EQ(optimal.cost, 14);
  EXPECT_EQ(optimal.naive_cost, 38);
  EXPECT_TRUE(optimal.proved);
  EXPECT_FALSE(optimal.shares);
}

/// Two arrays of which the same irregular list is sent: the list must be built once.
TEST(OptimalTree, SharesEqualParts) {
  const std::vector<std::int64_t> list = {0, 12, 20, 56, 60, 128, 132, 260, 280, 300, 420};
  const TypeTree column = TypeTree::idx(list, integer);
  const TypeTree other = TypeTree::idx(list, TypeTree::leaf({BasicTypeId::FLOAT, 4}));
  const TypeTree naive = TypeTree::struc({0, 1000, 3000}, {column, other, column});
  const OptimalTree optimal = optimal_tree(naive, {});
  EXPECT_EQ(flatten(optimal.tree), flatten(naive));
  EXPECT_TRUE(optimal.shares);
  EXPECT_LT(optimal.dag_cost, optimal.cost);
}

} // namespace
} // namespace automap
