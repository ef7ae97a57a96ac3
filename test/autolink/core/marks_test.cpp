// Tests marks, which give nodes labels by their addresses.
#include "failing_new.h"
#include "structures.h"

#include "core/base/marks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <new>
#include <random>
#include <vector>

namespace autolink::test {
namespace {

constexpr std::uint64_t no_long_labels = 0x7ffffffe;

/// Marks of a single class of nodes.
struct OneClass : Marks {
  explicit OneClass(std::uint64_t node_size, std::uint64_t between = 0) : node_size(node_size), between(between) {
    clear();
  }
  void clear() {
    shadow.begin(node_size, 1, between);
    begin(shadow, 0);
  }
  std::uint64_t node_size, between;
  Shadow shadow;
};

/// Compares marks with a map, for nodes `least` to `most` bytes apart, in order and shuffled.
void compare_marks(std::uint64_t node_size, std::uint64_t least, std::uint64_t most, std::uint64_t escape_at,
                   std::uint64_t first_label = 0) {
  std::mt19937_64 random(node_size * 1000 + most);
  std::vector<std::uintptr_t> nodes;
  std::uintptr_t at = 0x7f0000001000;
  for (int i = 0; i < 20000; ++i)
    nodes.push_back(at += least + random() % (most - least + 1));
  for (const bool shuffled : {false, true}) {
    if (shuffled)
      std::shuffle(nodes.begin(), nodes.end(), random);
    OneClass marks(node_size);
    marks.set_escape_at(std::min(escape_at, marks.long_from));
    std::map<std::uintptr_t, std::uint64_t> expected;
    std::uint64_t next = first_label;
    for (int i = 0; i < 60000; ++i) {
      const std::uintptr_t node = nodes[shuffled ? random() % nodes.size() : static_cast<std::size_t>(i) / 3];
      marks.prefetch(node);
      const auto [known, is_new] = expected.try_emplace(node, next + 1);
      const std::uint64_t found = marks.mark(node, next);
      ASSERT_EQ(found, is_new ? 0 : known->second) << "node " << i;
      next += is_new;
    }
  }
}

/// Marks arrays, which lie between records.
TEST(Marks, TakeFewBytesWhereNodesAreApart) {
  constexpr std::size_t n = 100000;
  for (const std::uint64_t distance : {64, 80, 128, 320}) {
    OneClass marks(8, 32);
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_EQ(marks.mark(0x7f0000000010 + i * distance, i), 0u);
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_EQ(marks.mark(0x7f0000000010 + i * distance, n), i + 1);
    EXPECT_LT(marks.shadow.bytes(), (distance == 320 ? 12 : 6) * n) << distance;
  }
}

TEST(Marks, AreThoseOfAMap) {
  for (const std::uint64_t node_size : {1, 8, 24, 40, 4008})
    for (const std::uint64_t most :
         {node_size, node_size + 8, 4 * node_size + 64, node_size + 2048, node_size + (1u << 20)})
      compare_marks(node_size, node_size, most, no_long_labels);
  for (const std::uint64_t most : {32, 48, 200})
    compare_marks(24, 32, most, no_long_labels);
}

TEST(Marks, HoldLabelsOf64Bits) {
  compare_marks(40, 40, 60, 5000);
  compare_marks(40, 40, 4000, 0);
  compare_marks(24, 32, 32, 5000);
  compare_marks(24, 24, 160, 5000);
  for (const std::uint64_t most : {60, 4000}) {
    compare_marks(40, 40, most, no_long_labels, no_long_labels - 5000);
    compare_marks(40, 40, most, no_long_labels, (std::uint64_t{1} << 40) - 5000);
  }
  compare_marks(24, 32, 32, no_long_labels, no_long_labels - 5000);
}

/// mark_beside() gives the label of a node that shares its granule with another.
TEST(Marks, OfNodesThatBeginInOneGranule) {
  for (const std::uint64_t most : {1, 3, 8, 20})
    for (const std::uint64_t escape_at : {std::uint64_t{100}, std::uint64_t{500}, no_long_labels}) {
      std::mt19937_64 random(most);
      OneClass marks(8);
      marks.set_escape_at(std::min(escape_at, marks.long_from));
      std::map<std::uintptr_t, std::uint64_t> expected;
      std::vector<std::uintptr_t> nodes; // their addresses by label
      std::uintptr_t last = 0x7f0000001000;
      for (int i = 0; i < 5000; ++i) {
        const bool is_new = i % 2 == 0;
        const std::uintptr_t node = is_new ? last += 1 + random() % most : nodes[random() % nodes.size()];
        std::uint64_t found = marks.mark(node, nodes.size());
        if (found != 0 && nodes[found - 1] != node)
          found = marks.mark_beside(node, nodes.size());
        ASSERT_EQ(found, is_new ? 0 : expected[node]) << "node " << i;
        if (is_new) {
          nodes.push_back(node);
          expected[node] = nodes.size();
        }
      }
    }
}

TEST(Marks, AreEmptyAfterMemoryRanOutAndClear) {
  const std::uint64_t n = 3000;
  for (const std::uintptr_t distance : {16, 100, 2048, 1 << 20}) {
    std::uint64_t n_failures = 0;
    for (bool fails = true; fails; ++n_failures) {
      OneClass marks(16);
      const auto address = [distance](std::uint64_t i) { return 0x7f0000001000 + distance * i; };
      {
        const FailingNew failing(n_failures);
        try {
          for (std::uint64_t i = 0; i < n; ++i)
            marks.mark(address(i), i);
        } catch (const std::bad_alloc &) {
        }
        fails = failing.has_failed();
      }
      marks.clear();
      for (std::uint64_t i = 0; i < n; ++i)
        ASSERT_EQ(marks.mark(address(n - 1 - i), i), 0u) << "allocation " << n_failures << ", node " << i;
      for (std::uint64_t i = 0; i < n; ++i)
        ASSERT_EQ(marks.mark(address(n - 1 - i), n), i + 1) << "allocation " << n_failures;
    }
    EXPECT_GT(n_failures, 3u);
  }
}

/// Marks nodes of several classes, from malloc and elsewhere. Some begin where nodes of other classes begin.
TEST(Marks, OfClassesOfOneHeapAreThoseOfMaps) {
  for (const std::uint32_t n_classes : {2, 3, 40})
    for (const std::uint64_t smallest : {1, 12, 16, 40})
      for (const std::uint64_t escape_at : {std::uint64_t{500}, no_long_labels})
        for (const bool shuffled : {false, true}) {
          std::mt19937_64 random(smallest);
          Shadow shadow;
          shadow.begin(smallest, n_classes, shuffled ? 32 : 0);
          std::vector<Marks> marks(n_classes);
          std::vector<std::map<std::uintptr_t, std::uint64_t>> expected(n_classes);
          for (std::uint32_t i = 0; i < n_classes; ++i) {
            marks[i].begin(shadow, i);
            marks[i].set_escape_at(std::min(escape_at, marks[i].long_from));
          }
          for (int i = 0; i < 12000; ++i) {
            const std::size_t number = shuffled ? random() % 3000 : static_cast<std::size_t>(i / 4);
            const std::uintptr_t node = 0x7f0000001000 + number / 5 * (5 * smallest + 100) + number % 5 * smallest;
            const std::size_t c = (number + (random() % 8 == 0)) % n_classes;
            const std::uint64_t label = expected[c].size();
            const auto [known, is_new] = expected[c].try_emplace(node, label + 1);
            ASSERT_EQ(marks[c].mark(node, label), is_new ? 0 : known->second)
                << n_classes << " classes, " << smallest << " bytes, node " << i;
          }
        }
}

TEST(Marks, ComeToHandOnceTheClassHasMany) {
  constexpr std::uintptr_t begin = 0x7f0000000000;
  Shadow shadow;
  shadow.begin(32, 2);
  Marks few, many;
  few.begin(shadow, 0);
  many.begin(shadow, 1);
  few.is_marked = many.is_marked = 1;
  few.mark(begin + 32, 0);
  for (std::uint64_t i = 0; i < 2000; ++i)
    many.mark(begin + 64 * i, i);
  EXPECT_TRUE(many.change_region(begin));
  EXPECT_FALSE(many.change_region(begin + 64)); // it exists already
  EXPECT_FALSE(few.change_region(begin + 32));  // its mark is in the small table
  EXPECT_EQ(few.mark(begin + 32, 1), 1u);
}

/// Returns the bytes of marks for `n` nodes of `size` bytes from `begin` on.
std::uint64_t bytes_of_marks(std::size_t size, std::uint64_t n, std::uint64_t begin, std::uint64_t distance) {
  OneClass marks(size);
  for (std::uint64_t i = 0; i < n; ++i)
    marks.mark(begin + distance * i, i);
  return marks.shadow.bytes();
}

TEST(Marks, OfSparseHeapsTakeFewBytes) {
  const std::uint64_t n = 200000;
  EXPECT_LT(bytes_of_marks(40, n, 0x7f0000001000, 2048), 24 * n);
}

TEST(Marks, OfNodesFromMallocTake4BytesANode) {
  const std::uint64_t n = 1000000;
  EXPECT_LT(bytes_of_marks(24, n, 0x7f0000001010, 32), 9 * n / 2);
}

/// The types of Figure 3: a triangle, two circles, and a square with one more link.
TEST(Marks, OfThreeTypesFromMallocTake5BytesANode) {
  const std::uint64_t n = 100000;
  Shadow shadow;
  shadow.begin(sizeof(Triangle), 3);
  Marks triangles, circles, squares;
  triangles.begin(shadow, 0);
  circles.begin(shadow, 1);
  squares.begin(shadow, 2);
  std::uintptr_t at = 0x7f0000001010;
  for (std::uint64_t i = 0; i < n; ++i, at += 3 * 32 + 48) {
    triangles.mark(at, i);
    circles.mark(at + 32, 2 * i);
    circles.mark(at + 64, 2 * i + 1);
    squares.mark(at + 96, i);
  }
  EXPECT_LT(shadow.bytes(), 20 * n);
}

} // namespace
} // namespace autolink::test
