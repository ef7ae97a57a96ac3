#include "layout/type_map.h"

#include "paper_signature.h"
#include "random_tree.h"

#include <gtest/gtest.h>

#include <limits>

namespace automap::layout::paper {
namespace {

constexpr Operators all_operators[] = {{Plus::exclusive_or, 1}, {Plus::exclusive_or, 3},   {Plus::add, 1},
                                       {Plus::add, 3},          {Plus::add_end_around, 1}, {Plus::add_end_around, 3}};

/// The operators that have the paper's properties (1) to (3).
constexpr Operators associative[] = {
    {Plus::exclusive_or, 1}, {Plus::exclusive_or, 3}, {Plus::add_end_around, 1}, {Plus::add_end_around, 3}};

std::uint32_t number(BasicTypeId type) { return 40503u * (static_cast<std::uint32_t>(type) + 1) % 65536; }

/// Rotates one bit at a time.
std::uint32_t rotated(std::uint32_t word, std::int64_t bits) {
  for (; bits > 0; --bits)
    word = word << 1 | word >> 31;
  return word;
}

TEST(PaperSignature, TheOperation) {
  EXPECT_EQ(combine({Plus::exclusive_or, 1}, {5, 1}, {7, 2}), (Signature{5 ^ 14, 3}));
  EXPECT_EQ(combine({Plus::exclusive_or, 3}, {5, 1}, {7, 2}), (Signature{5 ^ 56, 3}));
  EXPECT_EQ(combine({Plus::add, 1}, {5, 2}, {7, 1}), (Signature{5 + 28, 3}));
  EXPECT_EQ(combine({Plus::add, 1}, {0xffffffff, 1}, {1, 1}), (Signature{1, 2}));
  EXPECT_EQ(combine({Plus::add_end_around, 1}, {0xffffffff, 1}, {1, 1}), (Signature{2, 2}));
  for (std::int64_t n = 0; n < 100; ++n)
    EXPECT_EQ(combine({Plus::exclusive_or, 3}, {0, n}, {0x80000001, 1}).word, rotated(0x80000001, 3 * n));
}

TEST(PaperSignature, AssociativeAndNotCommutative) {
  std::mt19937 random(7);
  const auto any = [&] {
    return Signature{static_cast<std::uint32_t>(random()), static_cast<std::int64_t>(random() % 100)};
  };
  for (const Operators &operators : associative)
    for (int i = 0; i < 10'000; ++i) {
      const Signature a = any(), b = any(), c = any();
      ASSERT_EQ(combine(operators, combine(operators, a, b), c), combine(operators, a, combine(operators, b, c)));
    }
  for (const Operators &operators : all_operators)
    EXPECT_NE(combine(operators, {1, 1}, {2, 1}), combine(operators, {2, 1}, {1, 1}));
}

/// Integer addition modulo 2^32 loses the carry that a rotation would bring back.
TEST(PaperSignature, AdditionModuloAPowerOfTwoIsNotAssociative) {
  const Signature a{0, 1}, b{0x80000000, 1}, c{0x40000000, 1};
  for (const auto &[plus, left, right] : {std::tuple{Plus::add, 2u, 0u}, {Plus::add_end_around, 2u, 2u}}) {
    const Operators operators{plus, 1};
    EXPECT_EQ(combine(operators, combine(operators, a, b), c).word, left);
    EXPECT_EQ(combine(operators, a, combine(operators, b, c)).word, right);
  }
}

TEST(PaperSignature, RepetitionIsConcatenation) {
  for (const Operators &operators : associative) {
    const Signature pair{0x1234567, 2};
    Signature expected;
    for (std::int64_t m = 0; m < 300; ++m, expected = combine(operators, expected, pair))
      ASSERT_EQ(repeat(operators, pair, m), expected);
  }
  for (const Operators &operators : all_operators) { // 62 doublings
    EXPECT_EQ(repeat(operators, {3, 1}, std::int64_t{1} << 62).n, std::int64_t{1} << 62);
    EXPECT_EQ(repeat(operators, {3, 1}, 0), Signature());
  }
  EXPECT_THROW(repeat({}, {3, 1}, -1), std::invalid_argument);
  EXPECT_THROW(repeat({}, {3, 4}, std::numeric_limits<std::int64_t>::max()), std::length_error);
}

TEST(PaperSignature, TreesAreTheirElements) {
  for (unsigned seed = 0; seed < random_cases(500); ++seed) {
    SCOPED_TRACE(seed);
    const TypeTree tree = RandomTree(seed)(4);
    for (const Operators &operators : associative) {
      Signature expected;
      for (const TypeMapEntry &entry : flatten(tree))
        expected = combine(operators, expected, {number(entry.type.id), 1});
      ASSERT_EQ(signature_of(operators, number, tree), expected);
    }
  }
}

TEST(PaperSignature, BytesAndPackedDataAreNotChecked) {
  const auto leaf = [](BasicTypeId type) { return TypeTree::leaf({type, 1}); };
  for (const BasicTypeId type : {BasicTypeId::BYTE, BasicTypeId::PACKED}) {
    const auto mixed =
        TypeTree::vec(3, 8, TypeTree::struc({0, 1, 2}, {leaf(BasicTypeId::CHAR), leaf(type), leaf(BasicTypeId::CHAR)}));
    EXPECT_EQ(signature_of({}, number, mixed), unchecked);
    EXPECT_FALSE(is_mismatch({}, {1, unchecked, false}, {5, {17, 1}, true}));
    EXPECT_FALSE(is_mismatch({}, {5, {17, 1}, true}, {1, unchecked, true}));
  }
}

TEST(PaperSignature, Figure1) {
  const Operators operators{Plus::exclusive_or, 1};
  const Signature a{17, 1}, b{23, 1}, pair = combine(operators, a, b);
  // Basic types are compared exactly, though 64 copies of each have the value 0.
  EXPECT_EQ(repeat(operators, a, 64), repeat(operators, b, 64));
  EXPECT_TRUE(is_mismatch(operators, {64, a, true}, {64, b, true}));
  EXPECT_FALSE(is_mismatch(operators, {64, a, true}, {64, a, true}));
  // Other types are compared by value.
  EXPECT_FALSE(is_mismatch(operators, {4, pair, false}, {2, repeat(operators, pair, 2), false}));
  EXPECT_FALSE(is_mismatch(operators, {2, a, true}, {1, repeat(operators, a, 2), false}));
  EXPECT_TRUE(is_mismatch(operators, {2, a, true}, {1, pair, false}));
  EXPECT_FALSE(is_mismatch(operators, {64, a, true}, {1, repeat(operators, b, 64), false})); // a collision
}

} // namespace
} // namespace automap::layout::paper
