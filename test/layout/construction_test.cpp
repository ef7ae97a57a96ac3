#include "layout/construction.h"
#include "layout/type_map.h"

#include "basic_trees.h"
#include "random_tree.h"

#include <gtest/gtest.h>

namespace automap::layout {
namespace {

using Call = ConstructionStep::Call;

/// The type map and bounds that the MPI standard gives to a construction. Bounds that depend on the alignment of basic
/// types (none, or their size) stay unknown and must not be used.
struct Described {
  TypeMap map;
  std::optional<Bounds> bounds;
  std::int64_t alignment = 1;
  bool resized = false;
};

/// MPI 4.0, sections 5.1.6 and 5.1.7, on bounds: the bounds of resized types hide all others, and are not padded.
void add_bounds(Described &out, const std::vector<std::pair<std::int64_t, Described>> &placed) {
  bool known = !placed.empty();
  std::int64_t low = INT64_MAX, high = INT64_MIN;
  for (const auto &[displacement, type] : placed)
    out.resized = out.resized || type.resized;
  for (const auto &[displacement, type] : placed) {
    out.alignment = std::max(out.alignment, type.alignment);
    if (out.resized && !type.resized)
      continue;
    known = known && type.bounds;
    if (known) {
      low = std::min(low, displacement + type.bounds->lower_bound);
      high = std::max(high, displacement + type.bounds->lower_bound + type.bounds->extent);
    }
  }
  if (known && (out.resized || (high - low) % out.alignment == 0))
    out.bounds = {low, high - low};
}

Described interpret(const Construction &steps) {
  std::vector<Described> made;
  for (const ConstructionStep &step : steps) {
    const auto operand = [&](std::size_t i) {
      if (const auto *basic = std::get_if<BasicType>(&step.operands[i]))
        return Described{{{*basic, 0}}, Bounds{0, basic->size_bytes}, basic->size_bytes};
      return made.at(std::get<std::size_t>(step.operands[i]));
    };
    Described out;
    std::vector<std::pair<std::int64_t, Described>> placed;
    const auto add_block = [&](const Described &type, std::int64_t at, std::int64_t blocklength) {
      for (std::int64_t i = 0; i < blocklength; ++i) {
        const std::int64_t here = at + (i == 0 ? 0 : i * type.bounds.value().extent);
        for (const auto &[basic, displacement] : type.map)
          out.map.push_back({basic, here + displacement});
        placed.emplace_back(here, type);
      }
    };
    switch (step.call) {
    case Call::contiguous:
      add_block(operand(0), 0, step.count);
      break;
    case Call::hvector:
      for (std::int64_t i = 0; i < step.count; ++i)
        add_block(operand(0), i * step.stride, step.blocklengths[0]);
      break;
    case Call::hindexed_block:
    case Call::hindexed:
    case Call::create_struct:
      EXPECT_EQ(step.count, std::ssize(step.displacements));
      for (std::size_t i = 0; i < step.displacements.size(); ++i)
        add_block(operand(step.call == Call::create_struct ? i : 0), step.displacements[i],
                  step.blocklengths[step.call == Call::hindexed_block ? 0 : i]);
      break;
    case Call::resized:
      out = operand(0);
      out.bounds = {step.lower_bound, step.extent};
      out.resized = true;
      break;
    }
    if (step.call != Call::resized)
      add_bounds(out, placed);
    made.push_back(std::move(out));
  }
  return made.back();
}

std::vector<Call> calls(const Construction &steps) {
  std::vector<Call> out;
  for (const auto &step : steps)
    out.push_back(step.call);
  return out;
}

TEST(Construction, ExampleOfTheHeader) {
  const auto tree = TypeTree::struc({0, 8}, {one_char, TypeTree::vec(3, 8, one_double)});
  const Construction steps = construct(tree, 40);
  ASSERT_EQ(calls(steps), (std::vector{Call::create_struct, Call::resized}));
  EXPECT_EQ(steps[0].blocklengths, (std::vector<std::int64_t>{1, 3}));
  EXPECT_EQ(steps[0].displacements, (std::vector<std::int64_t>{0, 8}));
  EXPECT_EQ(steps[1].extent, 40);
}

TEST(Construction, DenseBlocksNeedNoResizing) {
  EXPECT_EQ(calls(construct(TypeTree::vec(3, 8, one_double), 24)), std::vector{Call::contiguous});
  EXPECT_EQ(calls(construct(one_int, 4)), std::vector{Call::contiguous});
}

TEST(Construction, PaddedScalarIsResized) { EXPECT_EQ(calls(construct(one_int, 16)), std::vector{Call::resized}); }

TEST(Construction, EmptyLayoutHasTheExtentOfItsRecord) {
  const Construction steps = construct(TypeTree::empty(), 1);
  EXPECT_EQ(interpret(steps).map, TypeMap{});
  EXPECT_EQ(interpret(steps).bounds, (Bounds{0, 1}));
}

TEST(Construction, StridedBlocksAreOneHvector) {
  const Construction steps = construct(TypeTree::vec(4, 32, TypeTree::vec(2, 8, one_double)), 128);
  ASSERT_EQ(calls(steps), (std::vector{Call::hvector, Call::resized}));
  EXPECT_EQ(steps[0].blocklengths, std::vector<std::int64_t>{2});
}

TEST(Construction, AdjacentElementsOfAStrucAreOneBlock) {
  const Construction steps =
      construct(TypeTree::struc({0, 4, 16, 24}, {one_int, one_int, one_double, TypeTree::vec(3, 8, one_double)}), 48);
  ASSERT_EQ(steps[0].call, Call::create_struct);
  EXPECT_EQ(steps[0].blocklengths, (std::vector<std::int64_t>{2, 4}));
  EXPECT_EQ(steps[0].displacements, (std::vector<std::int64_t>{0, 16}));
  // Neither another order nor another type is merged.
  EXPECT_EQ(construct(TypeTree::struc({4, 0}, {one_int, one_int}), 8)[0].count, 2);
  EXPECT_EQ(construct(TypeTree::struc({0, 1}, {one_char, one_int}), 8)[0].count, 2);
}

TEST(Construction, SharedSubtreesAreBuiltOnce) {
  const auto shared = TypeTree::vec(3, 16, one_double);
  const auto tree = TypeTree::struc({0, 100, 200}, {shared, one_char, shared});
  EXPECT_EQ(calls(construct(tree, 300)), (std::vector{Call::hvector, Call::create_struct, Call::resized}));
}

TEST(Construction, TypesAreResizedOnlyWhereMpiWouldGiveThemOtherBounds) {
  const auto pair = TypeTree::struc({0, 4}, {one_int, one_int});
  EXPECT_EQ(calls(construct(pair, {0, 8})), std::vector{Call::create_struct});
  EXPECT_EQ(calls(construct(TypeTree::idx({8, 0, 20}, one_int), {0, 24})), std::vector{Call::hindexed_block});
  EXPECT_EQ(calls(construct(TypeTree::idx({8, 4, 20}, one_int), {4, 20})), std::vector{Call::hindexed_block});
  EXPECT_EQ(calls(construct(TypeTree::idx({8, 4, 20}, one_int), {0, 24})),
            (std::vector{Call::hindexed_block, Call::resized}));
  // MPI may or may not pad a char after an int.
  const auto padded = TypeTree::struc({0, 4}, {one_int, one_char});
  for (const std::int64_t extent : {5, 8})
    EXPECT_EQ(calls(construct(padded, extent)), (std::vector{Call::create_struct, Call::resized}));
}

TEST(Construction, CopiesThatAreAdjacentAreBlocks) {
  const auto record = TypeTree::struc({0, 8}, {one_double, TypeTree::vec(2, 4, one_int)});
  const Construction array = construct(TypeTree::vec(5, 16, record), 80);
  EXPECT_EQ(calls(array), (std::vector{Call::create_struct, Call::contiguous}));
  const Construction rows = construct(TypeTree::vec(3, 100, TypeTree::vec(5, 16, record)), {0, 280});
  EXPECT_EQ(calls(rows), (std::vector{Call::create_struct, Call::hvector}));
  EXPECT_EQ(rows[1].blocklengths, std::vector<std::int64_t>{5});
  const Construction buckets =
      construct(TypeTree::idxbuc(16, {0, 100}, {3, 1}, TypeTree::vec(4, 4, one_int)), {0, 116});
  EXPECT_EQ(calls(buckets), std::vector{Call::hindexed});
  EXPECT_EQ(buckets[0].blocklengths, (std::vector<std::int64_t>{12, 4}));
}

TEST(Construction, WrappersOfOneCopyCostNoCall) {
  const auto column = TypeTree::vec(4, 100, one_int);
  for (const TypeTree &tree : {TypeTree::idx({0}, column), TypeTree::struc({0}, {column}), TypeTree::vec(1, 5, column),
                               TypeTree::struc({0, 7}, {column, TypeTree::empty()})})
    EXPECT_EQ(construct(tree, {0, 304}), construct(column, {0, 304})) << to_string(tree);
}

TEST(Construction, CountsBeyondTheLimitAreNested) {
  const auto check = [](const TypeTree &tree) {
    const Construction steps = construct(tree, 10'000, 7);
    EXPECT_EQ(interpret(steps).map, flatten(tree)) << to_string(tree);
    for (const ConstructionStep &step : steps) {
      EXPECT_LE(step.count, 7);
      for (const std::int64_t blocklength : step.blocklengths)
        EXPECT_LE(blocklength, 7);
    }
  };
  check(TypeTree::vec(500, 8, one_double));
  check(TypeTree::vec(49, 8, one_double));
  check(TypeTree::vec(23, 12, TypeTree::vec(8, 4, one_int)));
  check(TypeTree::idxbuc(4, {0, 100}, {9, 2}, one_int));
  std::vector<std::int64_t> displacements;
  std::vector<TypeTree> children;
  for (int i = 0; i < 60; ++i) {
    displacements.push_back(i * i);
    children.push_back(i % 2 ? one_char : one_int);
  }
  check(TypeTree::idx(displacements, one_char));
  check(TypeTree::struc(displacements, children));
}

TEST(Construction, RecordsBeyondIntCountsAreDescribedExactly) {
  const std::int64_t count = 5'000'000'000;
  const Construction steps = construct(TypeTree::vec(count, 1, one_char), count);
  // chunks of INT_MAX, their array, the rest, both together, the extent
  std::int64_t elements = 0;
  std::vector<std::int64_t> sizes;
  for (const ConstructionStep &step : steps) {
    const auto size = [&](const Operand &operand) {
      const auto *made = std::get_if<std::size_t>(&operand);
      return made ? sizes[*made] : 1;
    };
    elements = 0;
    if (step.call == Call::create_struct)
      for (std::size_t i = 0; i < step.operands.size(); ++i)
        elements += step.blocklengths[i] * size(step.operands[i]);
    else
      elements = (step.call == Call::resized ? 1 : step.count) *
                 (step.call == Call::hvector ? step.blocklengths[0] : 1) * size(step.operands[0]);
    sizes.push_back(elements);
  }
  EXPECT_EQ(elements, count);
}

TEST(Construction, RandomTreesKeepTypeMapAndExtent) {
  for (unsigned seed = 0; seed < 5000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const TypeTree tree = RandomTree(seed)(4);
    for (const std::int64_t max_count : {std::int64_t{2}, std::int64_t{3}, std::int64_t{INT32_MAX}}) {
      for (const Bounds bounds : {Bounds{0, 1000}, Bounds{-16, 36},
                                  Bounds{tree.true_lower_bound(), tree.true_upper_bound() - tree.true_lower_bound()}}) {
        const Described made = interpret(construct(tree, bounds, max_count));
        ASSERT_EQ(made.map, flatten(tree)) << to_string(tree) << " at most " << max_count;
        ASSERT_EQ(made.bounds, bounds) << to_string(tree) << " at most " << max_count;
      }
    }
  }
}

} // namespace
} // namespace automap::layout
