// Compares normalize() on typical C types with long arrays with the solution of the flattened type map, if that is
// small enough.
#include "layout/compare.h"
#include "layout/compose.h"
#include "layout/lower_bound.h"
#include "layout/reconstruct.h"
#include "layout/solve/long_arrays.h"

#include "basic_trees.h"
#include "random_tree.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace automap::layout {
namespace {

void expect_same_elements(const TypeTree &tree, const TypeTree &expected) {
  ASSERT_EQ(tree.element_count(), expected.element_count());
  RandomTree random(3);
  const std::int64_t last = tree.element_count() - 1;
  for (int i = 0; i < 20'000; ++i) {
    const std::int64_t near = random.below(1000),
                       far = (std::int64_t{random.below(1u << 31)} << 31 | random.below(1u << 31)) % last;
    for (const std::int64_t at : {std::min(near, last), std::max<std::int64_t>(0, last - near), far}) {
      const Element found = element_at(tree, at), wanted = element_at(expected, at);
      ASSERT_EQ(found.type, wanted.type) << at;
      ASSERT_EQ(found.displacement, wanted.displacement) << at;
    }
  }
}

TEST(LongArrays, WhatCrossesTheirBorders) {
  const TypeTree pair = TypeTree::struc({0, 4}, {one_char, one_int});
  for (const std::int64_t length : {1000, 1'000'000, 1'000'000'000}) {
    const TypeTree record =
        TypeTree::struc({0, 4, 8 * length + 4}, {one_int, TypeTree::vec(length, 8, pair), one_char});
    const Reconstruction better = normalize(record, {});
    EXPECT_EQ(to_string(better.tree),
              "vec(" + std::to_string(length + 1) + ", 8, struc(2, <0, 4>, <leaf(MPI_INT), leaf(MPI_CHAR)>))");
    EXPECT_TRUE(better.proved);
    const Reconstruction nested = normalize(TypeTree::vec(1000, 8 * length + 8, record), {});
    EXPECT_EQ(nested.cost, 14) << to_string(nested.tree);
  }
}

TEST(LongArrays, AreProvedWhereTheLowerBoundIsNotReached) {
  // A letter between two pairs of integers, with more of them before and after the array.
  const TypeTree two = TypeTree::vec(2, 4, one_int);
  const TypeTree element = TypeTree::struc({0, 8, 16}, {two, one_double, two});
  const std::int64_t length = 10'000'000;
  for (const TypeTree &tree :
       {TypeTree::vec(length, 24, element),
        TypeTree::struc({0, 8, 16, 24 * length + 16}, {two, one_char, TypeTree::vec(length, 24, element), one_double}),
        TypeTree::struc({0, 24 * length, 24 * length + 8},
                        {TypeTree::vec(length, 24, element), two,
                         TypeTree::vec(length / 3, 16, TypeTree::struc({0, 8}, {one_char, one_double}))})}) {
    const Reconstruction better = normalize(tree, {});
    EXPECT_TRUE(better.proved) << to_string(better.tree);
    EXPECT_EQ(better.lower_bound, better.cost);
    EXPECT_LT(lower_bound(tree, {}), better.cost) << to_string(better.tree);
    expect_same_elements(better.tree, tree);
  }
}

TEST(LongArrays, WithinArraysThatAreRotated) {
  // A letter, an array of (a number, 5000 more, a letter), and an element without its letter.
  const TypeTree many = TypeTree::vec(5000, 8, one_double);
  const std::int64_t length = 100'000, extent = 40'016;
  const TypeTree element = TypeTree::struc({0, 8, 40'008}, {one_int, many, one_char});
  const TypeTree record = TypeTree::struc({0, 8, 8 + length * extent, 16 + length * extent},
                                          {one_char, TypeTree::vec(length, extent, element), one_int, many});
  const Reconstruction better = normalize(record, {});
  EXPECT_EQ(to_string(better.tree), "vec(100001, 40016, struc(3, <0, 8, 16>, <leaf(MPI_CHAR), leaf(MPI_INT), "
                                    "vec(5000, 8, leaf(MPI_DOUBLE))>))");
  expect_same_elements(better.tree, record);
}

/// Generates types as in C: records of basic types, arrays and records, packed or not.
class RandomType {
public:
  explicit RandomType(unsigned seed) : random_(seed) {}

  TypeTree operator()() {
    basic_types_ = 1 + random_.below(4);
    return record(1 + random_.below(3)).tree;
  }

  unsigned below(unsigned limit) { return random_.below(limit); }

private:
  struct Field {
    TypeTree tree;
    std::int64_t size = 0, alignment = 1;
  };

  Field field(unsigned depth) {
    constexpr BasicType types[] = {integer, character, real, {BasicTypeId::FLOAT, 4}};
    if (depth > 0)
      return record(depth);
    const BasicType type = types[random_.below(basic_types_)];
    return {TypeTree::leaf(type), type.size_bytes, type.size_bytes};
  }

  Field record(unsigned depth) {
    const bool packed = random_.below(3) == 0;
    std::vector<Placed> parts;
    Field out{TypeTree::empty()};
    const auto align = [&](std::int64_t to) { out.size = (out.size + to - 1) / to * to; };
    for (unsigned fields = 1 + random_.below(5); fields > 0; --fields) {
      Field next = field(random_.below(depth));
      for (unsigned dimensions = random_.below(4) % 3; dimensions > 0; --dimensions) {
        const std::int64_t length = random_.below(3) == 0 ? 50 + random_.below(1951) : 2 + random_.below(6);
        next.tree = array_of(length, next.size, next.tree);
        next.size *= length;
      }
      if (packed)
        next.alignment = 1;
      align(next.alignment);
      parts.push_back({out.size, next.tree});
      out.size += next.size;
      out.alignment = std::max(out.alignment, next.alignment);
    }
    align(out.alignment);
    out.tree = sequence(parts);
    return out;
  }

  RandomTree random_;
  unsigned basic_types_ = 1;
};

TEST(LongArrays, CostWhatFlattenedOnesDo) {
  RandomType random(2026);
  unsigned proved = 0, proved_by_shortening = 0, least = 0, cases = 0;
  for (unsigned wanted = random_cases(600); cases < wanted;) {
    const TypeTree tree = random();
    if (tree.element_count() < 300 || tree.element_count() > 12'000)
      continue;
    ++cases;
    CostModel model;
    if (random.below(4) == 0)
      model = CostModel::mpi();
    else if (random.below(3) == 0)
      for (const std::string_view key : cost_keys())
        *model.find(key) = random.below(7);
    const TypeMap map = flatten(tree);
    const Reconstruction flat = reconstruct(map, model);
    const auto check = [&](const TypeTree &found, bool is_proved) {
      ASSERT_EQ(flatten(found), map) << cases << to_string(tree) << to_string(found);
      ASSERT_GE(cost(found, model), flat.lower_bound) << cases << to_string(tree) << to_string(found);
      if (is_proved) {
        ASSERT_LE(cost(found, model), flat.cost) << cases << to_string(tree) << to_string(found);
      }
    };
    // The limits are below the number of elements, so that the whole is not flattened.
    const auto elements = static_cast<std::size_t>(tree.element_count());
    const std::size_t most = std::min<std::size_t>(elements - 1, 4000);
    const ReconstructionBudget budget{.small_tree = 20, .shortened_elements = most, .flattened_elements = most};
    const Reconstruction better = normalize(tree, model, budget);
    check(better.tree, better.proved);
    ASSERT_LE(better.lower_bound, flat.cost) << cases << to_string(tree);
    proved += better.proved;
    least += better.cost == flat.cost;
    for (const Shorten shorten : {Shorten::outermost, Shorten::all})
      if (const auto found = tree_with_long_arrays(tree, model, budget, shorten)) {
        check(found->tree, found->proved);
        proved_by_shortening += found->proved;
      }
  }
  // Most optima are found, and many are proved.
  EXPECT_GE(10 * least, 9 * cases) << least << " of " << cases;
  EXPECT_GE(3 * proved, cases) << proved << " of " << cases;
  EXPECT_GE(4 * proved_by_shortening, cases) << proved_by_shortening << " of " << cases;
  RecordProperty("least", static_cast<int>(least));
  RecordProperty("proved", static_cast<int>(proved));
}

} // namespace
} // namespace automap::layout
