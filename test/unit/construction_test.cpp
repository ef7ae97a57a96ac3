#include "layout/construction.h"
#include "layout/type_map.h"

#include "random_tree.h"

#include <gtest/gtest.h>

namespace automap::layout {
namespace {

using Call = ConstructionStep::Call;

const auto one_int = TypeTree::leaf({BasicTypeId::INT, 4});
const auto one_char = TypeTree::leaf({BasicTypeId::CHAR, 1});
const auto one_double = TypeTree::leaf({BasicTypeId::DOUBLE, 8});

/// What the MPI standard says a construction describes: a type map with an extent. Extents that depend
/// on the alignment of a struct are left unknown, and must not be used.
struct Described {
  TypeMap map;
  std::optional<std::int64_t> extent;
};

Described interpret(const Construction &steps) {
  std::vector<Described> made;
  for (const ConstructionStep &step : steps) {
    const auto operand = [&](std::size_t i) {
      if (const auto *basic = std::get_if<BasicType>(&step.operands[i]))
        return Described{{{*basic, 0}}, basic->size_bytes};
      return made.at(std::get<std::size_t>(step.operands[i]));
    };
    Described out;
    const auto add_block = [&](const Described &type, std::int64_t at, std::int64_t blocklength) {
      for (std::int64_t i = 0; i < blocklength; ++i)
        for (const auto &[basic, displacement] : type.map)
          out.map.push_back({basic, at + displacement + (i == 0 ? 0 : i * type.extent.value())});
    };
    switch (step.call) {
    case Call::contiguous:
      add_block(operand(0), 0, step.count);
      if (step.count > 0)
        out.extent = step.count * operand(0).extent.value();
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
      out.extent = step.extent;
      break;
    }
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
  const Construction steps = construct(tree, 32);
  ASSERT_EQ(calls(steps), (std::vector{Call::create_struct, Call::resized}));
  EXPECT_EQ(steps[0].blocklengths, (std::vector<std::int64_t>{1, 3}));
  EXPECT_EQ(steps[0].displacements, (std::vector<std::int64_t>{0, 8}));
  EXPECT_EQ(steps[1].extent, 32);
}

TEST(Construction, DenseBlocksNeedNoResizing) {
  EXPECT_EQ(calls(construct(TypeTree::vec(3, 8, one_double), 24)), std::vector{Call::contiguous});
  EXPECT_EQ(calls(construct(one_int, 4)), std::vector{Call::contiguous});
}

TEST(Construction, PaddedScalarIsResized) {
  EXPECT_EQ(calls(construct(one_int, 16)), std::vector{Call::resized});
}

TEST(Construction, EmptyLayoutHasTheExtentOfItsRecord) {
  const Construction steps = construct(TypeTree::empty(), 1);
  EXPECT_EQ(interpret(steps).map, TypeMap{});
  EXPECT_EQ(interpret(steps).extent, 1);
}

TEST(Construction, StridedBlocksAreOneHvector) {
  const Construction steps = construct(TypeTree::vec(4, 32, TypeTree::vec(2, 8, one_double)), 128);
  ASSERT_EQ(calls(steps), (std::vector{Call::hvector, Call::resized}));
  EXPECT_EQ(steps[0].blocklengths, std::vector<std::int64_t>{2});
}

TEST(Construction, AdjacentElementsOfAStrucAreOneBlock) {
  const Construction steps = construct(
      TypeTree::struc({0, 4, 16, 24}, {one_int, one_int, one_double, TypeTree::vec(3, 8, one_double)}), 48);
  ASSERT_EQ(calls(steps), (std::vector{Call::create_struct, Call::resized}));
  EXPECT_EQ(steps[0].blocklengths, (std::vector<std::int64_t>{2, 4}));
  EXPECT_EQ(steps[0].displacements, (std::vector<std::int64_t>{0, 16}));
  // Neither in another order, nor of another type.
  EXPECT_EQ(construct(TypeTree::struc({4, 0}, {one_int, one_int}), 8)[0].count, 2);
  EXPECT_EQ(construct(TypeTree::struc({0, 1}, {one_char, one_int}), 8)[0].count, 2);
}

TEST(Construction, SharedSubtreesAreBuiltOnce) {
  const auto shared = TypeTree::vec(3, 16, one_double);
  const auto tree = TypeTree::struc({0, 100, 200}, {shared, one_char, shared});
  EXPECT_EQ(calls(construct(tree, 300)), (std::vector{Call::hvector, Call::create_struct, Call::resized}));
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
  // chunks of INT_MAX, how many, the rest, both together, the extent
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
      const Described made = interpret(construct(tree, 1000, max_count));
      ASSERT_EQ(made.map, flatten(tree)) << to_string(tree) << " at most " << max_count;
      ASSERT_EQ(made.extent, 1000);
    }
  }
}

} // namespace
} // namespace automap::layout
