#include "layout/lower_bound.h"
#include "layout/reconstruct.h"

#include "basic_trees.h"
#include "cubic_least_cost.h"
#include "random_tree.h"
#include "reference_reconstruction.h"

#include <ctime>

#include <gtest/gtest.h>

namespace automap::layout {
namespace {

TypeMap map_of(BasicType type, const std::vector<std::int64_t> &displacements) {
  TypeMap map;
  for (const std::int64_t displacement : displacements)
    map.push_back({type, displacement});
  return map;
}

void expect(const TypeMap &map, const char *tree, Cost cost, const CostModel &model = {}) {
  const Reconstruction found = reconstruct(map, model);
  EXPECT_EQ(to_string(found.tree), tree);
  EXPECT_EQ(found.cost, cost);
  EXPECT_EQ(found.lower_bound, cost);
  EXPECT_TRUE(found.proved);
  EXPECT_EQ(flatten(found.tree), map);
}

TEST(CostModel, AddsUpTheNodes) {
  const CostModel model;
  const TypeTree vec = TypeTree::vec(3, 8, one_double);
  EXPECT_EQ(cost(vec, model), 6);
  EXPECT_EQ(cost(TypeTree::struc({0, 8}, {one_char, vec}), model), 14);
  EXPECT_EQ(cost(TypeTree::idx({0, 8, 20}, vec), model), 3 + 3 + 6);
  EXPECT_EQ(cost(TypeTree::idxbuc(8, {0, 80}, {3, 4}, vec), model), 4 + 2 * 2 + 6);
  const TypeTree shared = TypeTree::struc({0, 100}, {vec, vec});
  EXPECT_EQ(cost(shared, model), 2 + 4 + 12);
  EXPECT_EQ(dag_cost(shared, model), 2 + 4 + 6);
  CostModel other;
  *other.find("vec") = 100;
  EXPECT_EQ(cost(vec, other), 102);
  EXPECT_EQ(other.find("vek"), nullptr);
}

TEST(Reconstruct, ExamplesOfThePapers) {
  // Section III: a shift above a vec, which a bucket carries for less.
  const TypeTree paper = TypeTree::idx({3}, TypeTree::vec(5, 2, one_int));
  EXPECT_EQ(cost(paper, {}), 10);
  expect(flatten(paper), "idxbuc(1, 2, <3>, <5>, leaf(MPI_INT))", 8);
  CostModel no_buckets;
  no_buckets.idxbuc = 100, no_buckets.ix = 2;
  expect(flatten(paper), "idx(1, <3>, vec(5, 2, leaf(MPI_INT)))", 11, no_buckets);
  // Figure 2: a row and a column of a matrix, whose cost does not depend on the matrix's order.
  for (const std::int64_t n : {10, 100, 400}) {
    std::vector<std::int64_t> displacements;
    for (std::int64_t i = 0; i < n; ++i)
      displacements.push_back(4 * i);
    for (std::int64_t i = 1; i < n; ++i)
      displacements.push_back(4 * n * i);
    const Reconstruction found = reconstruct(map_of(integer, displacements), {});
    EXPECT_EQ(found.cost, 18) << to_string(found.tree);
    EXPECT_TRUE(found.proved);
    EXPECT_EQ(flatten(found.tree), map_of(integer, displacements));
  }
}

TEST(Reconstruct, WhatIsEasilyGotWrong) {
  // A shift below a vec costs less than a node above it.
  expect(map_of(integer, {1, 3, 101, 103, 201, 203, 301, 303}), "vec(4, 100, idx(2, <1, 3>, leaf(MPI_INT)))", 11);
  // The longest run is split into buckets of five.
  CostModel cheap_buckets;
  cheap_buckets.bucket = 0;
  expect(map_of(integer, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 21, 22, 23, 24, 31, 32, 33, 34, 35}),
         "idxbuc(3, 1, <0, 20, 31>, <10, 5, 5>, leaf(MPI_INT))", 9, cheap_buckets);
  CostModel dear_buckets;
  dear_buckets.idxbuc = 100;
  expect(map_of(integer, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 21, 22, 23, 24, 31, 32, 33, 34, 35}),
         "idx(4, <0, 5, 20, 31>, vec(5, 1, leaf(MPI_INT)))", 13, dear_buckets);
  EXPECT_TRUE(reconstruct({}, {}).proved);
  expect(map_of(real, {0}), "leaf(MPI_DOUBLE)", 2);
  expect(map_of(integer, {12, 16, 20, 24, 28}), "idxbuc(1, 4, <12>, <5>, leaf(MPI_INT))", 8);
  expect(map_of(real, {8, 8, 8}), "idx(3, <8, 8, 8>, leaf(MPI_DOUBLE))", 8);
  expect(map_of(real, {0, -8, -16, -24}), "vec(4, -8, leaf(MPI_DOUBLE))", 6);
}

TEST(Reconstruct, OfEqualCostsTakesTheFewestChildren) {
  TypeMap map = map_of(real, {8, 16});
  map.insert(map.begin(), {integer, 0});
  expect(map, "struc(2, <0, 8>, <leaf(MPI_INT), vec(2, 8, leaf(MPI_DOUBLE))>)", 14);
}

/// Returns a map with much repetition: few types and few distances.
TypeMap random_map(RandomTree &random, unsigned longest) {
  constexpr BasicType types[] = {integer, real, character};
  const unsigned alphabet = 1 + random.below(3), strides = 1 + random.below(4);
  const std::int64_t step[] = {1, 4, 0, -2};
  TypeMap map;
  std::int64_t at = random.below(2) == 0 ? 0 : static_cast<std::int64_t>(random.below(9)) - 4;
  for (unsigned n = 1 + random.below(longest); n > 0; --n) {
    map.push_back({types[random.below(alphabet)], at});
    at += step[random.below(strides)];
  }
  return map;
}

CostModel random_model(RandomTree &random) {
  CostModel model;
  if (random.below(2) == 0)
    for (const std::string_view key : cost_keys())
      *model.find(key) = random.below(6) == 0 ? 50 * random.below(3) : random.below(7);
  return model;
}

std::string text(const TypeMap &map, const CostModel &model) {
  std::string out;
  for (const TypeMapEntry &entry : map)
    out += std::string(mpi_name(entry.type.id)) + " " + std::to_string(entry.displacement) + ", ";
  CostModel copy = model;
  for (const std::string_view key : cost_keys())
    out += std::string(key) + "=" + std::to_string(*copy.find(key)) + " ";
  return out;
}

TEST(Reconstruct, CostsWhatAnExhaustiveSearchFinds) {
  RandomTree random(20'000);
  for (unsigned i = random_cases(AUTOMAP_IS_SANITIZED ? 2000 : 20'000); i > 0; --i) {
    const TypeMap map = random_map(random, 7);
    const CostModel model = random_model(random);
    const Reconstruction found = reconstruct(map, model);
    ASSERT_EQ(flatten(found.tree), map) << text(map, model);
    ASSERT_EQ(found.cost, exhaustive_least_cost(map, model)) << text(map, model) << to_string(found.tree);
  }
}

TEST(Reconstruct, CostsWhatThePapersProgramFinds) {
  RandomTree random(60);
  for (int i = 0; i < 300; ++i) {
    TypeMap map = random_map(random, 60);
    const std::int64_t first = map[0].displacement;
    for (TypeMapEntry &entry : map)
      entry.displacement -= first;
    const CostModel model = random_model(random);
    const Reconstruction found = reconstruct(map, model);
    ASSERT_EQ(flatten(found.tree), map) << text(map, model);
    ASSERT_EQ(found.cost, papers_least_cost(map, model)) << text(map, model) << to_string(found.tree);
  }
}

/// Returns the map of a tree in which subtrees are repeated often.
TypeMap random_repetitive_map(RandomTree &random, std::size_t longest) {
  while (true)
    if (const TypeMap map = flatten(random(6)); !map.empty() && map.size() <= longest)
      return map;
}

TEST(Reconstruct, CostsWhatACubicProgramFinds) {
  RandomTree random(400);
  for (unsigned i = random_cases(300); i > 0; --i) {
    const TypeMap map = i % 2 == 0 ? random_map(random, 400) : random_repetitive_map(random, 400);
    const CostModel model = random_model(random);
    const Reconstruction found = reconstruct(map, model);
    ASSERT_EQ(flatten(found.tree), map) << text(map, model);
    ASSERT_EQ(found.cost, cubic_least_cost(map, model)) << text(map, model) << to_string(found.tree);
    ASSERT_LE(lower_bound(found.tree, model), found.cost) << text(map, model) << to_string(found.tree);
  }
}

/// Returns a prefix of the fixed point of a random morphism of two or three letters, such as Fibonacci's. It is full of
/// blocks that repeat or have equal beginnings. Letters are distances or types.
TypeMap random_word_map(RandomTree &random, std::size_t longest) {
  constexpr BasicType types[] = {integer, real, character};
  const unsigned letters = 2 + random.below(2);
  std::vector<std::vector<unsigned>> images(letters);
  for (std::vector<unsigned> &image : images)
    for (unsigned n = 1 + random.below(3); n > 0; --n)
      image.push_back(random.below(letters));
  images[0].insert(images[0].begin(), 0);
  std::vector<unsigned> word = {0};
  for (std::size_t i = 0; i < word.size() && word.size() < longest; ++i)
    word.insert(word.end(), images[word[i]].begin() + (i == 0 ? 1 : 0), images[word[i]].end());
  const bool are_types = random.below(3) == 0;
  TypeMap map;
  std::int64_t at = random.below(4) == 0 ? 4 : 0;
  for (const unsigned letter : word) {
    map.push_back({are_types ? types[letter] : integer, at});
    at += are_types ? 8 : 4 * (1 + letter);
  }
  return map;
}

TEST(Reconstruct, CostsWhatACubicProgramFindsOnWords) {
  RandomTree random(1202);
  for (unsigned i = random_cases(300); i > 0; --i) {
    const TypeMap map = random_word_map(random, 40 + random.below(260));
    const CostModel model = random_model(random);
    const Reconstruction found = reconstruct(map, model);
    ASSERT_EQ(flatten(found.tree), map) << text(map, model);
    ASSERT_EQ(found.cost, cubic_least_cost(map, model)) << text(map, model) << to_string(found.tree);
    ASSERT_TRUE(found.proved) << text(map, model);
  }
}

TEST(Reconstruct, SettlesForTheBestTreeWithinTheBudget) {
  const TypeMap map = flatten(TypeTree::vec(5000, 4096, TypeTree::idx({0, 8, 24, 32, 80, 88}, one_double)));
  const Cost least = reconstruct(map, {}).cost;
  EXPECT_TRUE(reconstruct(map, {}).proved);
  for (const ReconstructionBudget &budget :
       {ReconstructionBudget{.time = std::chrono::milliseconds(0)}, ReconstructionBudget{.memory_bytes = 1000}}) {
    const Reconstruction found = reconstruct(map, {}, budget);
    EXPECT_EQ(flatten(found.tree), map);
    EXPECT_LE(found.lower_bound, least);
    EXPECT_GE(found.cost, least);
    EXPECT_EQ(found.cost, cost(found.tree, {}));
    EXPECT_EQ(found.proved, found.cost == found.lower_bound);
  }
}

TEST(Reconstruct, RefusesWhatLeaves64Bits) {
  constexpr std::int64_t far = std::int64_t{1} << 62;
  EXPECT_THROW(reconstruct({{real, -far - 8}, {real, far}}, {}), std::length_error);
  CostModel dear;
  dear.leaf = far;
  EXPECT_THROW(reconstruct(map_of(real, {0, 4, 12}), dear), std::length_error);
  const TypeTree wide = TypeTree::idx({-far - 8, far}, one_double);
  EXPECT_EQ(flatten(normalize(wide, {}).tree), flatten(wide));
}

TEST(Normalize, IsNeverWorseAndKeepsTheTypeMap) {
  RandomTree random(7);
  for (int i = 0; i < 2000; ++i) {
    const TypeTree tree = random(5);
    const CostModel model = random_model(random);
    // Solves as a whole, by structure, and by structure followed by the whole.
    for (const ReconstructionBudget &budget :
         {ReconstructionBudget{},
          ReconstructionBudget{.small_tree = 3, .shortened_elements = 0, .flattened_elements = 0},
          ReconstructionBudget{.small_tree = 3}}) {
      const Reconstruction better = normalize(tree, model, budget);
      ASSERT_EQ(flatten(better.tree), flatten(tree)) << i << ' ' << to_string(tree);
      ASSERT_LE(better.cost, cost(tree, model)) << i << ' ' << to_string(tree);
      ASSERT_LE(better.lower_bound, better.cost) << i << ' ' << to_string(tree) << to_string(better.tree);
      const Cost least = reconstruct(flatten(tree), model).cost;
      ASSERT_LE(better.lower_bound, least) << i << ' ' << to_string(tree);
      if (tree.element_count() > 0 && budget.flattened_elements > 0) {
        ASSERT_EQ(better.cost, least) << i << ' ' << to_string(tree);
      }
    }
  }
}

TEST(Normalize, LeavesHugeArraysUnflattened) {
  const TypeTree cell = TypeTree::struc({0, 8, 16}, {one_int, one_double, one_double});
  const TypeTree grid = TypeTree::vec(1000, 24'000'000, TypeTree::vec(1000, 24'000, TypeTree::vec(1000, 24, cell)));
  const Reconstruction better = normalize(grid, {});
  EXPECT_EQ(to_string(better.tree),
            "vec(1000000000, 24, struc(2, <0, 8>, <leaf(MPI_INT), vec(2, 8, leaf(MPI_DOUBLE))>))");
}

TEST(Normalize, FindsWhatCrossesTheBordersOfLargeArrays) {
  const TypeTree pair = TypeTree::struc({0, 4}, {one_char, one_int});
  const TypeTree record = TypeTree::struc({0, 4, 320'004}, {one_int, TypeTree::vec(40'000, 8, pair), one_char});
  const Reconstruction better = normalize(record, {});
  EXPECT_EQ(to_string(better.tree), "vec(40001, 8, struc(2, <0, 4>, <leaf(MPI_INT), leaf(MPI_CHAR)>))");
  EXPECT_TRUE(better.proved);
}

TEST(Normalize, FindsTheStrideOfALongIndexList) {
  std::vector<std::int64_t> displacements(1'000'000);
  for (std::size_t i = 0; i < displacements.size(); ++i)
    displacements[i] = 4000 * static_cast<std::int64_t>(i);
  const Reconstruction better = normalize(TypeTree::idx(std::move(displacements), one_int), {});
  EXPECT_EQ(to_string(better.tree), "vec(1000000, 4000, leaf(MPI_INT))");
}

TEST(Normalize, JoinsArraysOfOneRecord) {
  const TypeTree record = TypeTree::struc({0, 4, 8}, {one_char, one_int, TypeTree::vec(3, 8, one_double)});
  const TypeTree arrays =
      TypeTree::struc({0, 32'000}, {TypeTree::vec(1000, 32, record), TypeTree::vec(20, 32, record)});
  const Reconstruction better = normalize(arrays, {});
  EXPECT_EQ(better.cost, cost(TypeTree::vec(1020, 32, record), {})) << to_string(better.tree);
  EXPECT_EQ(flatten(better.tree), flatten(arrays));
}

TEST(Normalize, KeepsWithinItsTimeOnDoubledStructs) {
  TypeTree tree = TypeTree::struc({0, 8}, {one_char, one_double});
  std::int64_t extent = 16;
  for (int level = 0; level < 40; ++level) {
    tree = TypeTree::struc({0, extent, extent + 8}, {tree, one_char, tree});
    extent = 2 * extent + 8;
  }
  const std::clock_t start = std::clock(); // processor time, because other programs may keep the machine busy
  const Reconstruction better = normalize(tree, {}, {.time = std::chrono::milliseconds(500)});
  EXPECT_LT(std::clock() - start, 20 * CLOCKS_PER_SEC);
  EXPECT_EQ(better.tree.element_count(), tree.element_count());
  EXPECT_LE(better.cost, cost(tree, {}));
}

} // namespace
} // namespace automap::layout
