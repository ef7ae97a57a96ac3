#include "layout/compare.h"
#include "layout/mersenne61.h"
#include "layout/signature.h"
#include "layout/type_map.h"

#include "random_tree.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace automap::layout {
namespace {

using Types = std::vector<BasicTypeId>;
constexpr BasicTypeId INT = BasicTypeId::INT, DOUBLE = BasicTypeId::DOUBLE, CHAR = BasicTypeId::CHAR,
                      BYTE = BasicTypeId::BYTE, PACKED = BasicTypeId::PACKED;
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

/// Computes the product modulo 2^61 - 1 by its definition, by adding and doubling.
std::uint64_t slow_multiply(std::uint64_t a, std::uint64_t b) {
  std::uint64_t out = 0;
  for (; b > 0; b >>= 1, a = a * 2 % mersenne61::prime)
    if (b & 1)
      out = (out + a) % mersenne61::prime;
  return out;
}

Signature by_definition(const Types &types) {
  constexpr std::uint64_t base = 0x13c6ef372fe94f8e;
  Signature out;
  for (const BasicTypeId type : types) {
    const Signature one = Signature::of(type);
    const std::uint64_t low = (std::uint64_t{1} << 61) - 1;
    out.hash =
        ((slow_multiply(out.hash & low, base) + (one.hash & low)) % mersenne61::prime) | ((out.hash | one.hash) & ~low);
    ++out.count;
  }
  return out;
}

Types types_of(const TypeTree &tree, std::int64_t count = 1) {
  Types out;
  for (std::int64_t i = 0; i < count; ++i)
    for (const TypeMapEntry &entry : flatten(tree))
      out.push_back(entry.type.id);
  return out;
}

TypeTree leaf(BasicTypeId type) { return TypeTree::leaf({type, type == DOUBLE ? 8u : type == INT ? 4u : 1u}); }

TEST(Signature, ConstantsAreFixed) { // programs store them; computed independently in another language
  EXPECT_EQ(to_string(Signature()), "0:0000000000000000");
  EXPECT_EQ(to_string(Signature::of(INT)), "1:0557fc8ae5107416");
  EXPECT_EQ(to_string(Signature::of(DOUBLE, 3)), "3:0ad838874007a4f3");
  EXPECT_EQ(to_string(Signature::of(BYTE)), "1:5d84a3b5b184d6db");
  EXPECT_EQ(to_string(Signature::of(PACKED)), "1:8642bd43bd5ee86e");
  EXPECT_EQ(to_string(concatenate(Signature::of(INT), Signature::of(DOUBLE))), "2:03462a4baa9b528f");
}

TEST(Signature, EachBasicTypeHasItsOwn) {
  std::set<std::uint64_t> hashes;
  std::size_t types = 0;
  for (; types < 256 && !mpi_name(static_cast<BasicTypeId>(types)).empty(); ++types) {
    const auto type = static_cast<BasicTypeId>(types);
    hashes.insert(Signature::of(type).hash);
    if (type == BasicTypeId::DOUBLE_COMPLEX) // the last one
      break;
  }
  EXPECT_EQ(hashes.size(), types + 1);
}

TEST(Signature, CopiesOfABasicType) {
  Types types;
  for (std::int64_t n = 0; n < 200; ++n, types.push_back(INT)) {
    EXPECT_EQ(Signature::of(INT, n), by_definition(types));
    EXPECT_EQ(Signature::of(INT, n), repeat(Signature::of(INT), n));
  }
  for (const std::int64_t n : {std::int64_t{1} << 31, (std::int64_t{1} << 40) + 12345, largest}) {
    EXPECT_EQ(Signature::of(DOUBLE, n), repeat(Signature::of(DOUBLE), n));
    EXPECT_EQ(concatenate(Signature::of(DOUBLE, n / 3), Signature::of(DOUBLE, n - n / 3)), Signature::of(DOUBLE, n));
    EXPECT_NE(Signature::of(DOUBLE, n), Signature::of(INT, n));
  }
}

TEST(Signature, BytesAndPackedDataShow) {
  const Signature typed = Signature::of(INT, 4), bytes = Signature::of(BYTE, 4), packed = Signature::of(PACKED);
  EXPECT_FALSE(typed.has_bytes() || typed.has_packed());
  EXPECT_TRUE(bytes.has_bytes() && !bytes.has_packed());
  EXPECT_TRUE(!packed.has_bytes() && packed.has_packed());
  const Signature all = repeat(concatenate(concatenate(typed, bytes), packed), 3);
  EXPECT_TRUE(all.has_bytes() && all.has_packed());
  EXPECT_EQ(concatenate(typed, repeat(bytes, 0)), typed);
  EXPECT_EQ(Signature::of(BYTE, 0), Signature());
}

TEST(Signature, Matching) {
  const auto of = [](const Types &types) { return by_definition(types); };
  EXPECT_EQ(match(of({INT, DOUBLE}), of({INT, DOUBLE})), Matching::same);
  EXPECT_EQ(match(of({INT, DOUBLE}), of({DOUBLE, INT})), Matching::different);
  EXPECT_EQ(match(of({INT}), of({INT, INT})), Matching::different);
  EXPECT_EQ(match(of({}), of({})), Matching::same);
  EXPECT_EQ(match(of({INT}), of({BYTE, BYTE, BYTE, BYTE})), Matching::bytes);
  EXPECT_EQ(match(of({BYTE, INT}), of({BYTE, DOUBLE})), Matching::bytes);
  EXPECT_EQ(match(of({BYTE, INT}), of({BYTE, INT})), Matching::same);
  EXPECT_EQ(match(of({PACKED, PACKED}), of({INT})), Matching::packed);
  EXPECT_EQ(match(of({BYTE}), of({INT, PACKED})), Matching::packed);
  EXPECT_EQ(match(of({PACKED}), of({PACKED})), Matching::same);
}

TEST(Signature, Overflow) {
  EXPECT_THROW(concatenate(Signature::of(INT, largest), Signature::of(INT)), std::length_error);
  EXPECT_THROW(repeat(Signature::of(INT, largest / 2), 3), std::length_error);
  EXPECT_THROW(repeat(Signature::of(INT), -1), std::invalid_argument);
  EXPECT_THROW(Signature::of(INT, -1), std::invalid_argument);
  EXPECT_THROW(signature_of(leaf(INT), -1), std::invalid_argument);
  EXPECT_THROW(prefix_signature(leaf(INT), 3, 4), std::invalid_argument);
  EXPECT_THROW(prefix_signature(leaf(INT), 3, -1), std::invalid_argument);
  EXPECT_THROW(prefix_signature(TypeTree::vec(2, 4, leaf(INT)), largest, 1), std::length_error);
  EXPECT_EQ(signature_of(TypeTree::empty(), largest), Signature());
}

TEST(Signature, AlgebraOfRandomParts) {
  RandomTree random(1);
  for (unsigned i = 0; i < random_cases(2000); ++i) {
    SCOPED_TRACE(i);
    const Signature a = signature_of(random(3)), b = signature_of(random(3)), c = signature_of(random(3));
    EXPECT_EQ(concatenate(concatenate(a, b), c), concatenate(a, concatenate(b, c)));
    EXPECT_EQ(concatenate(a, Signature()), a);
    EXPECT_EQ(concatenate(Signature(), a), a);
    Signature times;
    for (int n = 0; n < 9; ++n, times = concatenate(times, a))
      EXPECT_EQ(repeat(a, n), times);
    const std::int64_t m = random.below(1000), n = random.below(1000);
    EXPECT_EQ(repeat(repeat(a, m), n), repeat(a, m * n));
    EXPECT_EQ(concatenate(repeat(a, m), repeat(a, n)), repeat(a, m + n));
  }
}

TEST(Signature, RandomTreesAndAllTheirPrefixes) {
  for (unsigned seed = 0; seed < random_cases(1000); ++seed) {
    SCOPED_TRACE(seed);
    RandomTree random(seed);
    const TypeTree tree = random(4);
    const std::int64_t count = random.below(4);
    const Types types = types_of(tree, count);
    EXPECT_EQ(signature_of(tree, count), by_definition(types));
    if (types.size() > 400)
      continue;
    const PrefixSignatures prefixes(tree);
    for (std::size_t n = 0; n <= types.size(); ++n)
      ASSERT_EQ(prefixes.prefix(count, static_cast<std::int64_t>(n)),
                by_definition({types.begin(), types.begin() + static_cast<std::ptrdiff_t>(n)}));
  }
}

TEST(Signature, SharedSubtreesAreLookedAtOnce) {
  TypeTree tree = leaf(INT);
  Signature expected = Signature::of(INT);
  for (int level = 0; level < 55; ++level) {
    tree = TypeTree::struc({0, 100, 200}, {tree, leaf(CHAR), tree});
    expected = concatenate(concatenate(expected, Signature::of(CHAR)), expected);
  }
  EXPECT_EQ(signature_of(tree), expected);
  EXPECT_EQ(prefix_signature(tree, 3, 2 * expected.count), repeat(expected, 2));
}

TEST(Signature, PrefixesOfHugeCounts) {
  const auto pair = TypeTree::struc({0, 8}, {leaf(INT), TypeTree::vec(3, 8, leaf(DOUBLE))});
  constexpr std::int64_t count = std::int64_t{1} << 60;
  EXPECT_EQ(prefix_signature(pair, count, 4 * (count - 1) + 2),
            concatenate(concatenate(repeat(signature_of(pair), count - 1), Signature::of(INT)), Signature::of(DOUBLE)));
}

/// Returns what compare() must find, by comparing element by element.
Comparison slow_compare(const Types &a, const Types &b) {
  if (a == b)
    return {Relation::same, static_cast<std::int64_t>(a.size()), {}, {}};
  std::size_t i = 0;
  for (; i < a.size() && i < b.size(); ++i) {
    if (a[i] == PACKED || b[i] == PACKED)
      return {Relation::packed, static_cast<std::int64_t>(i), {}, {}};
    if (a[i] != b[i])
      return {Relation::different, static_cast<std::int64_t>(i), {}, {}};
  }
  return {a.size() < b.size() ? Relation::first_is_prefix : Relation::second_is_prefix,
          static_cast<std::int64_t>(i),
          {},
          {}};
}

/// Returns the tree with one leaf replaced, or unchanged.
TypeTree with_changed_leaf(const TypeTree &tree, RandomTree &random, BasicTypeId by) {
  std::vector<TypeTree> children(tree.children().begin(), tree.children().end());
  const std::vector<std::int64_t> places(tree.displacements().begin(), tree.displacements().end());
  if (!children.empty()) {
    TypeTree &child = children[random.below(static_cast<unsigned>(children.size()))];
    child = with_changed_leaf(child, random, by);
  }
  switch (tree.kind()) {
  case TypeTree::Kind::leaf:
    return leaf(by);
  case TypeTree::Kind::vec:
    return TypeTree::vec(tree.count(), tree.stride_bytes(), children[0]);
  case TypeTree::Kind::idx:
    return TypeTree::idx(places, children[0]);
  case TypeTree::Kind::idxbuc:
    return TypeTree::idxbuc(tree.stride_bytes(), places, {tree.bucket_sizes().begin(), tree.bucket_sizes().end()},
                            children[0]);
  case TypeTree::Kind::struc:
    return TypeTree::struc(places, children);
  }
  __builtin_unreachable();
}

TEST(Compare, RandomTrees) {
  int relations[5] = {};
  for (unsigned seed = 0; seed < random_cases(4000); ++seed) {
    SCOPED_TRACE(seed);
    RandomTree random(seed);
    const TypeTree a = random(4);
    const BasicTypeId by = random.below(3) == 0 ? PACKED : random.below(2) == 0 ? BYTE : DOUBLE;
    const TypeTree b = random.below(4) == 0 ? random(4) : with_changed_leaf(a, random, by);
    const std::int64_t m = random.below(3) + 1, n = random.below(2) == 0 ? m : random.below(4);
    const Types types_a = types_of(a, m), types_b = types_of(b, n);
    const Comparison found = compare(a, m, b, n), expected = slow_compare(types_a, types_b);
    ASSERT_EQ(found.relation, expected.relation);
    ASSERT_EQ(found.index, expected.index);
    ++relations[static_cast<int>(found.relation)];
    const auto index = static_cast<std::size_t>(found.index);
    ASSERT_EQ(found.first.has_value(), index < types_a.size());
    ASSERT_EQ(found.second.has_value(), index < types_b.size());
    if (found.first) {
      EXPECT_EQ(found.first->type.id, types_a[index]);
    }
    if (found.second) {
      EXPECT_EQ(found.second->type.id, types_b[index]);
    }
  }
  for (const int times : relations)
    EXPECT_GT(times, 0);
}

TEST(Compare, ElementsAreWhereTheTypeMapHasThem) {
  for (unsigned seed = 0; seed < random_cases(1000); ++seed) {
    SCOPED_TRACE(seed);
    RandomTree random(seed);
    const TypeTree tree = random(4);
    const TypeMap map = flatten(tree);
    std::set<std::string> paths;
    for (std::size_t i = 0; i < map.size(); ++i) {
      const Element element = element_at(tree, static_cast<std::int64_t>(i + map.size()));
      EXPECT_EQ(element.type, map[i].type);
      EXPECT_EQ(element.displacement, map[i].displacement);
      EXPECT_EQ(element.item, 1);
      paths.insert(to_string(element.path));
    }
    EXPECT_EQ(paths.size(), map.size());
  }
  EXPECT_THROW(element_at(leaf(INT), -1), std::invalid_argument);
  EXPECT_THROW(element_at(TypeTree::empty(), 0), std::invalid_argument);
}

TEST(Compare, ExampleOfTheHeader) {
  const auto tree = TypeTree::struc({0, 8}, {leaf(INT), TypeTree::vec(3, 8, leaf(DOUBLE))});
  EXPECT_EQ(to_string(element_at(tree, 3).path), ".1[2]");
  EXPECT_EQ(element_at(tree, 3).displacement, 24);
  const auto buckets = TypeTree::idxbuc(4, {0, 100}, {2, 3}, leaf(INT));
  EXPECT_EQ(to_string(element_at(buckets, 4).path), "[1:2]");
  EXPECT_EQ(to_string(element_at(leaf(INT), 7).path), "");
}

TEST(Compare, AsManyElementsAsThereMayBe) {
  const Comparison first = compare(leaf(INT), largest, leaf(DOUBLE), largest);
  EXPECT_EQ(first.relation, Relation::different);
  EXPECT_EQ(first.index, 0);
  const TypeTree last = TypeTree::struc({0, 0}, {TypeTree::vec(largest - 1, 0, leaf(CHAR)), leaf(BYTE)});
  const Comparison second = compare(leaf(CHAR), largest, last, 1);
  EXPECT_EQ(second.relation, Relation::different);
  EXPECT_EQ(second.index, largest - 1);
}

TEST(Compare, BillionsOfElements) {
  const auto row = TypeTree::vec(std::int64_t{1} << 30, 8, leaf(DOUBLE));
  const auto a = TypeTree::vec(std::int64_t{1} << 20, std::int64_t{1} << 33, row);
  const auto b = TypeTree::struc({0, 8}, {TypeTree::vec((std::int64_t{1} << 50) - 1, 8, leaf(DOUBLE)), leaf(INT)});
  const Comparison found = compare(a, 4, b, 1);
  EXPECT_EQ(found.relation, Relation::different);
  EXPECT_EQ(found.index, (std::int64_t{1} << 50) - 1);
  EXPECT_EQ(found.first->type.id, DOUBLE);
  EXPECT_EQ(found.second->type.id, INT);
  EXPECT_EQ(to_string(found.first->path), "[1048575][1073741823]");
}

} // namespace
} // namespace automap::layout
