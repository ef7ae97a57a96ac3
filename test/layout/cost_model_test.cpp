#include "layout/cost_model.h"
#include "layout/reconstruct.h"

#include "basic_trees.h"

#include <gtest/gtest.h>

namespace automap::layout {
namespace {

TEST(CostPresets, PresetsByName) {
  EXPECT_EQ(CostModel::preset("papers"), CostModel::papers());
  EXPECT_EQ(CostModel::preset("mpi"), CostModel::mpi());
  EXPECT_NE(CostModel::mpi(), CostModel::papers());
  EXPECT_EQ(CostModel::preset("MPI"), std::nullopt);
  EXPECT_EQ(CostModel::preset(""), std::nullopt);
}

TEST(CostPresets, ExampleOfTheHeader) {
  const auto tree = TypeTree::struc({0, 8}, {one_char, TypeTree::vec(3, 8, one_double)});
  EXPECT_EQ(cost(tree, CostModel::papers()), 14);
}

/// Costs are the 4-byte words of a call's arguments, counted once as contents and once for packing.
TEST(CostPresets, MpiCountsArguments) {
  constexpr Cost object = 66, reference = 1 + 2;
  const CostModel model = CostModel::mpi();
  // MPI_Type_create_hindexed_block(5, 1, ..., MPI_INT)
  EXPECT_EQ(cost(TypeTree::idx({0, 8, 12, 40, 48}, one_int), model),
            object + reference + (1 + 2) + (1 + 2) + 5 * (2 + 2) + reference);
  // MPI_Type_create_hindexed(2, ..., an int resized)
  EXPECT_EQ(cost(TypeTree::idxbuc(8, {0, 100}, {3, 5}, one_int), model),
            object + reference + (1 + 2) + (2 + 2) + reference + 2 * ((2 + 2) + (1 + 2)) + reference);
  // MPI_Type_create_struct(2, ..., {MPI_CHAR, MPI_DOUBLE})
  EXPECT_EQ(cost(TypeTree::struc({0, 8}, {one_char, one_double}), model),
            object + reference + (1 + 2) + 2 * ((2 + 2) + (1 + 2) + reference));
}

/// A datatype of one block has the same cost whichever constructor describes it.
TEST(CostPresets, MpiOfOneBucketIsThatOfOneIndex) {
  const auto model = CostModel::mpi();
  EXPECT_EQ(cost(TypeTree::idxbuc(8, {100}, {3}, one_int), model),
            cost(TypeTree::idx({100}, TypeTree::vec(3, 8, one_int)), model));
}

TEST(CostPresets, MpiPrefersBlockLengthsToStructEntries) {
  const TypeMap map = {{{BasicTypeId::INT, 4}, 0}, {{BasicTypeId::INT, 4}, 4}, {{BasicTypeId::DOUBLE, 8}, 8}};
  EXPECT_EQ(reconstruct(map, CostModel::mpi()).tree,
            TypeTree::struc({0, 8}, {TypeTree::vec(2, 4, one_int), one_double}));
}

TEST(CostPresets, MpiFlattensSmallArraysOfStructsOnly) {
  const TypeTree record = TypeTree::struc({0, 8}, {one_int, one_double});
  const auto behind_a_char = [&](std::int64_t records) {
    return TypeTree::struc({0, 8}, {one_char, TypeTree::vec(records, 16, record)});
  };
  EXPECT_EQ(reconstruct(flatten(behind_a_char(2)), CostModel::mpi()).tree,
            TypeTree::struc({0, 8, 16, 24, 32}, {one_char, one_int, one_double, one_int, one_double}));
  EXPECT_EQ(reconstruct(flatten(behind_a_char(20)), CostModel::mpi()).tree, behind_a_char(20));
}

} // namespace
} // namespace automap::layout
