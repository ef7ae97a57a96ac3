#include "layout/fold.h"

#include "layout/checked.h"
#include "layout/compose.h"
#include "layout/construction.h"
#include "layout/reconstruct.h"
#include "layout/type_map.h"

#include "basic_trees.h"
#include "random_tree.h"
#include "reference_dag.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <optional>
#include <set>

namespace automap::layout {
namespace {

const TypeTree one_short = TypeTree::leaf({BasicTypeId::SHORT, 2});

/// 20 irregular displacements below 100.
const std::vector<std::int64_t> irregular = {0,  3,  4,  9,  11, 18, 20, 26, 27, 33,
                                             38, 45, 47, 56, 60, 62, 71, 79, 85, 98};

std::vector<std::int64_t> shifted(std::vector<std::int64_t> displacements, std::int64_t by) {
  for (std::int64_t &displacement : displacements)
    displacement += by;
  return displacements;
}

std::vector<std::int64_t> joined(std::vector<std::int64_t> a, const std::vector<std::int64_t> &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

void collect_nodes(const TypeTree &tree, std::set<const void *> &nodes) {
  if (nodes.insert(tree.node_address()).second)
    for (const TypeTree &child : tree.children())
      collect_nodes(child, nodes);
}

std::size_t node_count(const TypeTree &tree) {
  std::set<const void *> nodes;
  collect_nodes(tree, nodes);
  return nodes.size();
}

/// Returns fold(tree, model) after checking the properties that every result must have.
TypeTree checked_fold(const TypeTree &tree, const CostModel &model = {}) {
  const TypeTree plain = fold(tree), better = fold(tree, model);
  EXPECT_EQ(plain, tree);
  EXPECT_EQ(flatten(better), flatten(tree));
  EXPECT_LE(dag_cost(plain, model), dag_cost(tree, model)) << to_string(tree);
  EXPECT_LE(dag_cost(better, model), dag_cost(plain, model));
  EXPECT_EQ(node_count(fold(better)), node_count(better)) << "equal subtrees in " << to_string(better);
  EXPECT_EQ(fold(better, model), better);
  return better;
}

TEST(Fold, SharesEqualSubtrees) {
  const auto pair = [] { return TypeTree::vec(2, 8, TypeTree::leaf(integer)); };
  const TypeTree tree = TypeTree::struc({0, 100}, {pair(), pair()});
  EXPECT_EQ(dag_cost(tree, {}), 18);
  const TypeTree folded = fold(tree);
  EXPECT_EQ(folded, tree);
  EXPECT_EQ(dag_cost(folded, {}), 12);
  EXPECT_EQ(node_count(folded), 3u);
  EXPECT_TRUE(folded.children()[0].same_node(folded.children()[1]));
}

TEST(Fold, TellsEverythingApartThatDiffers) {
  const std::vector<TypeTree> different = {
      TypeTree::vec(2, 8, one_int),
      TypeTree::vec(2, 9, one_int),
      TypeTree::vec(3, 8, one_int),
      TypeTree::vec(2, 8, one_char),
      TypeTree::vec(2, 8, TypeTree::leaf({BasicTypeId::INT, 8})),
      TypeTree::idx({0, 8}, one_int),
      TypeTree::idx({0, 9}, one_int),
      TypeTree::idxbuc(8, {0, 8}, {1, 1}, one_int),
      TypeTree::idxbuc(8, {0, 8}, {1, 2}, one_int),
      TypeTree::idxbuc(9, {0, 8}, {1, 1}, one_int),
      TypeTree::struc({0, 8}, {one_int, one_int}),
      TypeTree::struc({0, 8}, {one_int, one_char}),
      TypeTree::empty(),
  };
  const TypeTree tree = TypeTree::struc(std::vector<std::int64_t>(different.size(), 0), different);
  const TypeTree folded = fold(tree);
  EXPECT_EQ(folded, tree);
  EXPECT_EQ(node_count(folded), 1 + different.size() + 3); // root, children, the three leaves
}

TEST(Fold, SharedSubtreesAreConstructedOnce) {
  const auto list = [] { return TypeTree::idx({0, 5, 9}, TypeTree::vec(2, 1, TypeTree::leaf(character))); };
  const TypeTree tree = TypeTree::struc({0, 100, 200}, {list(), TypeTree::leaf(integer), TypeTree::vec(3, 64, list())});
  EXPECT_EQ(construct(tree, 400).size(), 5u);       // two hindexed_block, hvector, create_struct, resized
  EXPECT_EQ(construct(fold(tree), 400).size(), 4u); // one hindexed_block
}

TEST(Fold, DoesNotExpandWhatIsShared) {
  // There are 2^50 paths, and each level holds equal nodes twice.
  TypeTree tree = one_char;
  for (int i = 0; i < 50; ++i)
    tree = TypeTree::struc({0, 1}, {TypeTree::vec(1, 0, tree), TypeTree::vec(1, 0, tree)});
  EXPECT_EQ(node_count(tree), 151u);
  EXPECT_EQ(node_count(fold(tree)), 101u);
  EXPECT_LE(dag_cost(fold(tree, {}), {}), dag_cost(fold(tree), {}));
}

TEST(Fold, GoesDeep) {
  TypeTree tree = one_int;
  for (int i = 0; i < 10000; ++i)
    tree = TypeTree::vec(1, i, tree);
  EXPECT_EQ(node_count(fold(tree)), 10001u);
  EXPECT_EQ(fold(tree, {}), one_int);
}

// The papers' example of a subtree that is dearer as a tree but cheaper in a DAG: their figure 3 (figure 2 of the
// earlier paper). The two parts are in vecs so that nothing else can combine them.
TEST(Fold, Figure3) {
  const auto with_tail = joined(irregular, {110});
  const TypeTree tree = TypeTree::struc({0, 10000}, {TypeTree::vec(5, 1000, TypeTree::idx(irregular, one_int)),
                                                     TypeTree::vec(7, 999, TypeTree::idx(with_tail, one_int))});
  const Reconstruction best_tree = reconstruct(flatten(tree), {});
  EXPECT_EQ(best_tree.cost, cost(tree, {}));
  EXPECT_TRUE(best_tree.proved);

  const TypeTree shared = TypeTree::idx(irregular, one_int);
  const TypeTree tail = TypeTree::struc({0, 110}, {shared, one_int});
  EXPECT_GT(cost(tail, {}), cost(TypeTree::idx(with_tail, one_int), {}));
  const TypeTree figure = TypeTree::struc({0, 10000}, {TypeTree::vec(5, 1000, shared), TypeTree::vec(7, 999, tail)});
  for (const TypeTree &from : {tree, best_tree.tree}) {
    const TypeTree found = checked_fold(from);
    EXPECT_EQ(found, figure) << to_string(found);
    EXPECT_EQ(dag_cost(found, {}), 6 + 4 + 4 + 23 + 2 + 6);
  }
  EXPECT_EQ(dag_cost(fold(tree), {}), 6 + 4 + 4 + 23 + 24 + 2);
}

struct FoldCase {
  const char *name;
  TypeTree tree;
  const char *folded;
  Cost dag_cost;
};

TEST(Fold, Cases) {
  const TypeTree list = TypeTree::idx({0, 4, 9}, one_double);
  const FoldCase cases[] = {
      {"one list at two shifts",
       TypeTree::struc({0, 100, 200}, {TypeTree::idx({5, 9, 14, 30, 31}, one_double), one_int,
                                       TypeTree::idx({0, 4, 9, 25, 26}, one_double)}),
       "struc(3, <5, 100, 200>, <idx(5, <0, 4, 9, 25, 26>, leaf(MPI_DOUBLE)), leaf(MPI_INT), "
       "idx(5, <0, 4, 9, 25, 26>, leaf(MPI_DOUBLE))>)",
       8 + 8 + 2 + 2},
      {"buckets of the size of a vec that is there anyway",
       TypeTree::struc({0, 100, 200, 1000},
                       {TypeTree::vec(9, 16, one_double), one_char,
                        TypeTree::idxbuc(16, {0, 200, 500, 700, 801, 950}, {9, 9, 9, 9, 9, 9}, one_double), one_char}),
       "struc(4, <0, 100, 200, 1000>, <vec(9, 16, leaf(MPI_DOUBLE)), leaf(MPI_CHAR), "
       "idx(6, <0, 200, 500, 700, 801, 950>, vec(9, 16, leaf(MPI_DOUBLE))), leaf(MPI_CHAR)>)",
       10 + 4 + 2 + 2 + 9},
      {"a leaf that is there already is cheaper twice than in a vec",
       TypeTree::struc({0, 4, 100, 200}, {one_int, one_char, TypeTree::vec(2, 16, one_int), one_char}),
       "struc(5, <0, 4, 100, 116, 200>, <leaf(MPI_INT), leaf(MPI_CHAR), leaf(MPI_INT), leaf(MPI_INT), "
       "leaf(MPI_CHAR)>)",
       12 + 2 + 2},
      {"a shift that a vec cannot take stays below it", TypeTree::vec(4, 100, TypeTree::idx({1, 3, 4}, one_int)),
       "vec(4, 100, idx(3, <1, 3, 4>, leaf(MPI_INT)))", 4 + 6 + 2},
      {"nodes that do nothing",
       TypeTree::struc({3},
                       {TypeTree::vec(1, 7, TypeTree::idx({2}, TypeTree::struc({0, 9}, {list, TypeTree::empty()})))}),
       "idx(3, <5, 9, 14>, leaf(MPI_DOUBLE))", 6 + 2},
      {"same displacements, other types: the order of the elements forbids to interleave them",
       TypeTree::struc({0, 100},
                       {TypeTree::idx({0, 4, 9, 20, 22}, one_int), TypeTree::idx({0, 4, 9, 20, 22}, one_char)}),
       "struc(2, <0, 100>, <idx(5, <0, 4, 9, 20, 22>, leaf(MPI_INT)), idx(5, <0, 4, 9, 20, 22>, "
       "leaf(MPI_CHAR))>)",
       6 + 8 + 2 + 8 + 2},
  };
  for (const auto &[name, tree, folded, expected] : cases) {
    SCOPED_TRACE(name);
    const TypeTree found = checked_fold(tree);
    EXPECT_EQ(to_string(found), folded);
    EXPECT_EQ(dag_cost(found, {}), expected);
  }
}

TEST(Fold, UsesARecordWhereItsFieldsStandInAnother) {
  // struct S { char; int; double; char; int }; struct T { int; S spliced; char; S array[10]; }
  const std::vector<TypeTree> fields = {one_char, one_int, one_double, one_char, one_int};
  const std::vector<std::int64_t> offsets = {0, 4, 8, 16, 20};
  const TypeTree record = TypeTree::struc(offsets, fields), array = TypeTree::vec(10, 24, record);
  std::vector<TypeTree> children = {one_int};
  children.insert(children.end(), fields.begin(), fields.end());
  children.insert(children.end(), {one_char, array});
  const TypeTree tree = TypeTree::struc(joined(joined({0}, shifted(offsets, 8)), {32, 40}), children);
  const TypeTree found = checked_fold(tree);
  EXPECT_EQ(found, TypeTree::struc({0, 8, 32, 40}, {one_int, record, one_char, array})) << to_string(found);
  EXPECT_EQ(construct(found, 280).size(), construct(tree, 280).size());
}

TEST(Fold, UsesARecordAcrossTheBordersOfBlocks) {
  // struct S { int; double; char }; struct T { int; S spliced; short; S array[10]; }, whose first two int are one
  // block.
  const TypeTree record = TypeTree::struc({0, 8, 16}, {one_int, one_double, one_char}),
                 array = TypeTree::vec(10, 24, record);
  const TypeTree tree =
      TypeTree::struc({4, 16, 24, 32, 40}, {TypeTree::vec(2, 4, one_int), one_double, one_char, one_short, array});
  const TypeTree found = checked_fold(tree);
  EXPECT_EQ(found, TypeTree::struc({4, 8, 32, 40}, {one_int, record, one_short, array})) << to_string(found);
  EXPECT_EQ(construct(found, 280).size(), construct(tree, 280).size());
}

TEST(Fold, LargeArraysAreNotExpanded) {
  const auto record = [] {
    return TypeTree::struc({0, 8, 16}, {one_char, TypeTree::vec(2, 4, one_int), TypeTree::vec(9, 16, one_int)});
  };
  const std::int64_t many = 1'000'000'000;
  const TypeTree tree = TypeTree::struc(
      {0, 200 * many, 400 * many}, {TypeTree::vec(many, 200, record()), TypeTree::idx({0, 170, 500, 999}, record()),
                                    TypeTree::idxbuc(200, {0, 300 * many}, {many, many / 2}, record())});
  const TypeTree found = fold(tree, {});
  EXPECT_EQ(found.element_count(), tree.element_count());
  EXPECT_EQ(found.true_upper_bound(), tree.true_upper_bound());
  EXPECT_LT(dag_cost(found, {}), dag_cost(fold(tree), {})); // the pair of ints is cheaper as two single ones
  EXPECT_EQ(fold(found, {}), found);
}

TEST(Fold, ExtremeConstants) {
  const TypeTree tree =
      TypeTree::struc({0, 500}, {TypeTree::idx(irregular, one_int), TypeTree::idx(joined(irregular, {110}), one_int)});
  for (const std::string_view key : cost_keys())
    for (const Cost constant : {Cost{0}, Cost{1} << 40, Cost{1} << 50, std::numeric_limits<Cost>::max()}) {
      CostModel model;
      *model.find(key) = constant;
      if (constant > Cost{1} << 40) {
        EXPECT_EQ(fold(tree, model), tree);
        continue;
      }
      checked_fold(tree, model);
    }
}

TEST(Fold, ArraysThatOneIndexListSelectsFrom) {
  // Positions, kinds and velocities of the atoms that go to a neighbour, and velocities of some more atoms.
  std::vector<std::int64_t> triples, kinds, more;
  for (std::int64_t atom = 0; atom < 40; ++atom) {
    const std::int64_t index = atom * (atom + 3) / 2 + atom % 3;
    triples.push_back(24 * index);
    kinds.push_back(4 * index);
  }
  more = joined(triples, {24 * 1000, 24 * 1003});
  const TypeTree triple = TypeTree::vec(3, 8, one_double);
  const TypeTree naive =
      TypeTree::struc({0, 1'000'000, 2'000'000},
                      {TypeTree::idx(triples, triple), TypeTree::idx(kinds, one_int), TypeTree::idx(more, triple)});
  const TypeTree best = reconstruct(flatten(naive), {}).tree;
  const TypeTree found = checked_fold(best);
  // Each list is stored once: the velocities are struc(3, …, <positions, triple, triple>), or part of the root.
  EXPECT_LE(dag_cost(found, {}), (2 + 3 * 2) + (3 + 40) + (4 + 2) + (3 + 40 + 2) + (2 + 3 * 2)) << to_string(found);
  EXPECT_GE(dag_cost(fold(best), {}), dag_cost(found, {}) + 30);
  EXPECT_LE(construct(found, 4'000'000).size(), construct(fold(best), 4'000'000).size());
}

TEST(Fold, FactorsOutWhatTwoListsHaveInCommon) {
  const TypeTree tree = TypeTree::struc(
      {0, 1000, 2000}, {TypeTree::vec(3, 200, TypeTree::idx(joined({0}, shifted(irregular, 50)), one_int)), one_double,
                        TypeTree::vec(4, 211, TypeTree::idx(joined(shifted(irregular, 0), {101, 177}), one_int))});
  const TypeTree found = checked_fold(tree);
  const TypeTree common = TypeTree::idx(irregular, one_int);
  EXPECT_EQ(found, TypeTree::struc({0, 1000, 2000},
                                   {TypeTree::vec(3, 200, TypeTree::struc({0, 50}, {one_int, common})), one_double,
                                    TypeTree::vec(4, 211, TypeTree::struc({0, 101, 177}, {common, one_int, one_int}))}))
      << to_string(found);
}

TEST(Fold, FactorsOutWhatOneListRepeats) {
  auto displacements = irregular;
  displacements = joined(displacements, {111, 117, 130});
  displacements = joined(displacements, shifted(irregular, 200));
  displacements = joined(displacements, {333, 334, 377});
  displacements = joined(displacements, shifted(irregular, 500));
  const TypeTree tree = TypeTree::idx(displacements, one_int);
  const TypeTree found = checked_fold(tree);
  EXPECT_EQ(dag_cost(tree, {}), 3 + 66 + 2);
  EXPECT_EQ(dag_cost(found, {}), 2 + 9 * 2 + 23 + 2) << to_string(found);
}

TEST(Fold, KeepsDisplacementsAtTheEndsOf64Bits) {
  constexpr auto far = std::numeric_limits<std::int64_t>::max() - 16;
  for (const TypeTree &tree :
       {TypeTree::struc({-far, far}, {TypeTree::idx({0, 8}, one_char), TypeTree::idx({-8, 0}, one_char)}),
        TypeTree::idx({-far, 0, far}, one_char), TypeTree::vec(2, far, TypeTree::idx({1, 3}, one_char)),
        TypeTree::idxbuc(-far, {0, far}, {2, 2}, one_char)})
    checked_fold(tree);
}

TEST(Fold, LayoutsWithoutElements) {
  for (const TypeTree &tree : {TypeTree::empty(), TypeTree::vec(0, 8, one_int), TypeTree::idx({}, TypeTree::empty()),
                               TypeTree::idx({std::numeric_limits<std::int64_t>::max()}, TypeTree::empty()),
                               TypeTree::idxbuc(4, {7, 9}, {0, 0}, one_int)})
    checked_fold(tree);
}

CostModel random_fold_model(RandomTree &random) {
  CostModel model;
  for (const std::string_view key : cost_keys())
    *model.find(key) = random.below(4) == 0 ? random.below(50) : random.below(6);
  return model;
}

/// Returns a tree that uses some of its subtrees several times, unchanged or slightly changed.
TypeTree random_dag(RandomTree &random) {
  std::vector<TypeTree> pool = {random(2), random(1)};
  const auto any = [&] { return pool[random.below(static_cast<unsigned>(pool.size()))]; };
  for (unsigned i = random.below(5) + 1; i > 0; --i)
    switch (random.below(4)) {
    case 0:
      pool.push_back(TypeTree::struc({random.below(9), 64, 70}, {any(), random(1), any()}));
      break;
    case 1:
      pool.push_back(TypeTree::vec(random.below(3) + 1, 40, any()));
      break;
    case 2:
      pool.push_back(TypeTree::idx({4, 0, random.below(100)}, any()));
      break;
    default: { // a list that is another's, longer at one end
      const TypeTree old = any();
      std::vector<std::int64_t> displacements(old.displacements().begin(), old.displacements().end());
      displacements.push_back(random.below(200));
      pool.push_back(TypeTree::idx(std::move(displacements), old.children().empty() ? old : old.children()[0]));
    }
    }
  return TypeTree::struc({0, 300, 700}, {any(), any(), pool.back()});
}

TEST(Fold, RandomTrees) {
  for (unsigned seed = 0, end = random_cases(1500); seed < end; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomTree random(seed);
    const TypeTree tree = seed % 3 == 0 ? random(4) : random_dag(random);
    if (tree.element_count() > 2000)
      continue;
    checked_fold(tree, seed % 2 == 0 ? CostModel{} : random_fold_model(random));
    if (HasFailure())
      return;
  }
}

/// Returns `tree` with its displacements and strides multiplied by `factor`.
TypeTree stretched(const TypeTree &tree, std::int64_t factor) {
  std::vector<std::int64_t> displacements;
  for (const std::int64_t displacement : tree.displacements())
    displacements.push_back(checked_multiply(factor, displacement));
  std::vector<TypeTree> children;
  for (const TypeTree &child : tree.children())
    children.push_back(stretched(child, factor));
  switch (tree.kind()) {
  case TypeTree::Kind::leaf:
    return tree;
  case TypeTree::Kind::vec:
    return TypeTree::vec(tree.count(), checked_multiply(factor, tree.stride_bytes()), children[0]);
  case TypeTree::Kind::idx:
    return TypeTree::idx(displacements, children[0]);
  case TypeTree::Kind::idxbuc:
    return TypeTree::idxbuc(checked_multiply(factor, tree.stride_bytes()), displacements,
                            {tree.bucket_sizes().begin(), tree.bucket_sizes().end()}, children[0]);
  default:
    return TypeTree::struc(displacements, children);
  }
}

TEST(Fold, RandomTreesNearTheEndsOf64Bits) {
  unsigned fitting = 0;
  for (unsigned seed = 0, end = random_cases(600); seed < end; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomTree random(seed);
    const TypeTree tree = seed % 2 == 0 ? random(3) : random_dag(random);
    if (tree.element_count() > 500)
      continue;
    for (const int bits : {51, 53, 54, 55, 56, 57}) {
      std::optional<TypeTree> far;
      try {
        far = stretched(tree, std::int64_t{1} << bits);
      } catch (const std::length_error &) {
        break;
      }
      ++fitting;
      checked_fold(*far);
    }
    if (HasFailure())
      return;
  }
  EXPECT_GT(fitting, 0u);
}

/// Counts the steps that repeat an earlier one.
std::size_t calls_made_twice(const Construction &steps) {
  std::size_t equal = 0;
  for (std::size_t i = 0; i < steps.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      equal += steps[i] == steps[j];
  return equal;
}

/// Returns a record of random fields, laid out as in C: basic types, arrays, and records from `known`.
Placed random_record(RandomTree &random, const std::vector<Placed> &known) {
  std::vector<Placed> parts;
  std::int64_t offset = 0, alignment = 1;
  for (unsigned fields = random.below(6) + 1; fields > 0; --fields) {
    const TypeTree leaves[] = {one_int, one_double, one_char};
    TypeTree element = leaves[random.below(3)];
    std::int64_t size = element.data_bytes(), align = size;
    if (!known.empty() && random.below(3) == 0) {
      const Placed &record = known[random.below(static_cast<unsigned>(known.size()))];
      element = record.tree, size = record.displacement, align = 8;
    }
    offset = (offset + align - 1) / align * align;
    const std::int64_t count = random.below(3) == 0 ? random.below(5) + 1 : 1;
    parts.push_back({offset, array_of(count, size, element)});
    offset += count * size;
    alignment = std::max(alignment, align);
  }
  return {(offset + 7) / 8 * 8, sequence(parts)}; // its size takes the place of a displacement
}

TEST(Fold, RecordsTakeFewerConstructorCalls) {
  std::size_t before = 0, after = 0, fewer = 0, same = 0, more = 0;
  for (unsigned seed = 0, end = random_cases(400); seed < end; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomTree random(seed);
    std::vector<Placed> records;
    for (int i = 0; i < 5; ++i)
      records.push_back(random_record(random, records));
    const auto &[size, naive] = records.back();
    if (naive.element_count() > 3000)
      continue;
    const TypeTree tree = normalize(naive, {}).tree, folded = checked_fold(tree);
    const Construction was = construct(fold(tree), size), is = construct(folded, size);
    ASSERT_EQ(calls_made_twice(construct(fold(naive), size)), 0u) << to_string(naive);
    before += was.size();
    after += is.size();
    fewer += is.size() < was.size();
    more += is.size() > was.size();
    same += is.size() == was.size();
    if (HasFailure())
      return;
  }
  // The model counts words, and in rare cases it saves them at the price of a call.
  EXPECT_LE(more * 50, fewer + same);
  EXPECT_LT(after, before);
  std::printf("MPI constructor calls: %zu, folded %zu; fewer for %zu records, more for %zu\n", before, after, fewer,
              more);
}

/// Returns a tiny map whose parts have something in common and whose first element is at 0.
TypeMap tiny_map(RandomTree &random) {
  const unsigned length = random.below(6) + 1, types = random.below(2) + 1;
  const std::int64_t largest_gap = random.below(4) + 1;
  TypeMap map;
  std::int64_t at = 0;
  while (map.size() < length) {
    if (map.size() >= 2 && random.below(3) == 0) { // repeats all elements so far
      const std::size_t from = random.below(static_cast<unsigned>(map.size()));
      const std::size_t count = std::min<std::size_t>(map.size() - from, length - map.size());
      const TypeMap copy(map.begin() + static_cast<std::ptrdiff_t>(from),
                         map.begin() + static_cast<std::ptrdiff_t>(from + count));
      for (const TypeMapEntry &entry : copy)
        map.push_back({entry.type, at + entry.displacement - copy.front().displacement});
    } else
      map.push_back({random.below(types) == 0 ? character : integer, at});
    at = map.back().displacement + random.below(static_cast<unsigned>(largest_gap)) + 1;
  }
  return map;
}

TEST(Fold, TinyMapsAgainstTheExhaustiveSearch) {
  const CostModel dear_displacements = {
      .leaf = 1, .vec = 3, .idx = 1, .ix = 4, .idxbuc = 1, .bucket = 1, .struc = 1, .type = 0};
  const struct {
    const char *name;
    std::optional<CostModel> model; // if empty, a random one is used
  } settings[] = {{"papers' constants", CostModel{}},
                  {"dear displacements", dear_displacements},
                  {"random constants", std::nullopt}};
  for (const auto &[name, fixed] : settings) {
    unsigned maps = 0, optimal = 0, plain_optimal = 0;
    Cost gap = 0, plain_gap = 0;
    for (unsigned seed = 0, end = random_cases(800); seed < end; ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      RandomTree random(seed);
      const TypeMap map = tiny_map(random);
      const CostModel model = fixed ? *fixed : random_fold_model(random);
      const TypeTree tree = reconstruct(map, model).tree;
      const Cost least = exhaustive_least_dag_cost(map, model), plain = dag_cost(fold(tree), model),
                 found = dag_cost(checked_fold(tree, model), model);
      ASSERT_LE(least, found);
      ++maps;
      optimal += found == least;
      plain_optimal += plain == least;
      gap += found - least;
      plain_gap += plain - least;
      if (HasFailure())
        return;
    }
    EXPECT_GE(optimal, maps * 98 / 100); // a local search does not always find the optimum
    std::printf("%s: of %u maps optimal %u (plain fold %u), words above the optimum %lld (%lld)\n", name, maps, optimal,
                plain_optimal, static_cast<long long>(gap), static_cast<long long>(plain_gap));
  }
}

} // namespace
} // namespace automap::layout
