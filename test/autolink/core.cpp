// Tests AutoLink without MPI: marks, round trips through memory at all packet sizes, hostile bytes, failing
// allocations.
#include "failing_new.h"
#include "figure3_routines.h"
#include "pointer_kinds_routines.h"
#include "small_stack.h"
#include "structures.h"
#include "tree_called.h"

#include "core/base/array_lengths.h"
#include "core/base/fifo.h"
#include "core/base/made_arrays.h"
#include "core/base/marks.h"
#include "core/base/thread_local_pool.h"
#include "core/plan/planning.h"
#include "core/receive/measure.h"
#include "core/receive/nodes_ahead.h"
#include "core/small/small.h"
#include "core/small/small_node_table.h"
#include "core/whole/serial.h"
#include "core/whole/structure.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <deque>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <map>
#include <numeric>
#include <sstream>
#include <thread>
#include <utility>

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace autolink;
using namespace autolink::test;

namespace {

/// Counts allocations, and fails on request.
struct CountingAllocator {
  std::uint64_t live = 0, fail_at = ~std::uint64_t{0}, calls = 0;
  bool for_good = false;
  std::size_t bytes_live = 0;

  Allocator get() {
    return {[](std::size_t bytes, std::size_t align, void *self) -> void * {
              auto &me = *static_cast<CountingAllocator *>(self);
              const bool is_first = me.calls == me.fail_at;
              if (is_first || (me.for_good && me.calls > me.fail_at)) {
                ++me.calls;
                return nullptr;
              }
              ++me.calls;
              void *out = malloc_allocator().allocate(bytes, align, nullptr);
              if (out) {
                ++me.live;
                me.bytes_live += bytes;
              }
              return out;
            },
            [](void *node, std::size_t bytes, void *self) {
              auto &me = *static_cast<CountingAllocator *>(self);
              --me.live;
              me.bytes_live -= bytes;
              std::free(node);
            },
            this};
  }
};

struct Bytes {
  Bytes(AL_Type type, const void *root, const PackOptions &options = {}) {
    data = pack(plan_of(type), root, options, size);
  }
  ~Bytes() { std::free(data); }
  Bytes(const Bytes &) = delete;
  Bytes &operator=(const Bytes &) = delete;
  void *data = nullptr;
  std::size_t size = 0;
};

template <typename T> void round_trip(const T *root, AL_Type type, const PackOptions &options) {
  const Bytes bytes(type, root, options);
  {
    CountingAllocator allocator;
    UnpackOptions unpacking;
    unpacking.allocator = allocator.get();
    unpacking.check_reachable = true;
    Arena none;
    auto *copy = static_cast<T *>(unpack(plan_of(type), bytes.data, bytes.size, unpacking, none));
    EXPECT_EQ(difference(root, copy), "");
    const Counts sent = count(plan_of(type), root, Sharing::as_declared);
    const Counts received = count(plan_of(type), copy, Sharing::as_declared);
    EXPECT_EQ(sent.nodes, received.nodes);
    EXPECT_EQ(sent.bytes, received.bytes);
    EXPECT_EQ(allocator.live, sent.nodes);
    release(plan_of(type), copy, unpacking.allocator);
    EXPECT_EQ(allocator.live, 0u);
    EXPECT_EQ(allocator.bytes_live, 0u);
  }
  {
    UnpackOptions unpacking;
    unpacking.use_arena = true;
    Arena arena;
    auto *copy = static_cast<T *>(unpack(plan_of(type), bytes.data, bytes.size, unpacking, arena));
    EXPECT_EQ(difference(root, copy), "");
  }
}

const PackOptions all_options[] = {
    {.eager_bytes = 8192, .packet_bytes = 262144},
    {.eager_bytes = 0, .packet_bytes = 1},
    {.eager_bytes = 0, .packet_bytes = 64},
    {.eager_bytes = 100, .packet_bytes = 1000},
    {.eager_bytes = 32768, .packet_bytes = 64 << 20},
    {.eager_bytes = 0, .packet_bytes = 10000, .past_caches = true},
};

template <typename T> void round_trips(const T *root, AL_Type type) {
  for (const PackOptions &options : all_options) {
    SCOPED_TRACE("packets of " + std::to_string(options.packet_bytes));
    round_trip(root, type, options);
  }
}

/// Compares a queue of the values that `next` gives with another queue.
template <typename T, typename Next> void compare_fifos(Next next) {
  std::mt19937_64 random(1);
  Fifo<T> fifo;
  std::deque<T> expected;
  for (int round = 0; round < 40; ++round) {
    for (std::size_t n = random() % 20000; n > 0; --n) {
      const T value = next(random());
      fifo.push(value);
      expected.push_back(value);
    }
    for (std::size_t n = random() % 22000; n > 0 && !expected.empty(); --n) {
      ASSERT_FALSE(fifo.empty());
      ASSERT_EQ(fifo.front(), expected.front());
      if (const T *ahead = fifo.peek(7)) {
        ASSERT_EQ(*ahead, expected.at(7));
      }
      fifo.pop();
      expected.pop_front();
    }
    ASSERT_EQ(fifo.empty(), expected.empty());
    if (round % 10 == 9) {
      fifo.clear();
      expected.clear();
    }
  }
}

TEST(Fifo, KeepsOrderWhateverItsLength) {
  using Random = std::uint64_t;
  compare_fifos<std::uint64_t>([](Random random) { return random; });
  compare_fifos<std::uint64_t>([](Random) { return Random{7}; });
  compare_fifos<std::uint16_t>([](Random random) { return static_cast<std::uint16_t>(random); });
  // Addresses as far apart as 32 bits can express, or slightly farther.
  for (const Random distance : {1u, 16u, 4096u, 1u << 20})
    for (const Random most : {(Random{1} << 31) - 1, Random{1} << 31, (Random{1} << 31) + 1}) {
      bool is_first = false;
      compare_fifos<std::uint64_t>([=](Random random) mutable {
        is_first = !is_first;
        const Random middle = 0x7f0000001000 + (distance << 32);
        return is_first     ? middle
               : random % 2 ? middle + distance * (most - random % 4 / 2)
                            : middle - distance * most;
      });
    }
}

constexpr std::uint64_t no_long_labels = 0x7ffffffe;

/// Marks of a single class of nodes.
struct OneClass : Marks {
  explicit OneClass(std::uint64_t node_size, std::uint64_t between = 0)
      : node_size(node_size), between(between) {
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
      std::vector<std::uintptr_t> nodes; // by label
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
            const std::uintptr_t node =
                0x7f0000001000 + number / 5 * (5 * smallest + 100) + number % 5 * smallest;
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

TEST(Trace, IsFigure3) {
  Made made;
  const Square *a = make_figure3(made);
  std::ostringstream expected;
  expected << "NEXT Square 0, Circle 0, Circle 1, Triangle 0\n"
           << "ADDRESS Square: " << a << "\nADDRESS Circle: " << a->first << ' ' << a->second
           << "\nADDRESS Triangle: " << a->third << "\nLINKS Square: <0 1 0>\nLINKS Circle: <0> <->\n";
  EXPECT_EQ(trace(plan_of(AutoLink_Square), a, Sharing::as_declared), expected.str());
}

TEST(RoundTrip, Figure3) {
  Made made;
  round_trips(make_figure3(made), AutoLink_Square);
}

TEST(RoundTrip, Null) {
  for (const PackOptions &options : all_options) {
    const Bytes bytes(AutoLink_List, nullptr, options);
    Arena arena;
    EXPECT_EQ(unpack(plan_of(AutoLink_List), bytes.data, bytes.size, {}, arena), nullptr);
  }
}

TEST(Packs, SeveralClassesIntoPacketsThatAreTogetherAsLongAsOne) {
  Made made;
  PackOptions options;
  options.packet_bytes = 64 << 10;
  Packer packer;
  packer.begin(plan_of(AutoLink_Kinds), make_kinds(made, 20000, 1), options, 0);
  std::size_t n = 0, longest = 0;
  while (!packer.done() || packer.has_message()) {
    packer.step();
    Message message = packer.take();
    if (n++ > 0 && !(wire::load_footer(message.data(), message.size).flags & wire::packet_inside))
      longest = std::max(longest, message.size);
    packer.give_back(std::move(message));
  }
  EXPECT_GT(n, 20u);
  EXPECT_LT(longest, options.packet_bytes / 2);
}

TEST(RoundTrip, ListsOfAllLengths) {
  Made made;
  for (const std::size_t n : {1, 2, 3, 100, 204, 205, 206, 1000, 20000})
    round_trips(make_list(made, n, n), AutoLink_List);
}

/// The walk along a list, a tree or a graph must not use a stack frame per node.
TEST(RoundTrip, LongListsTreesAndGraphsOnASmallStack) {
  const std::uint64_t n = amount("AUTOLINK_TEST_LIST", 100000);
  Made made;
  const List *list = make_list(made, n, 1);
  Tree *tree = make_tree(made, 1, 0), *last = tree;
  for (std::uint64_t i = 1; i < n; ++i)
    last = (i % 2 ? last->left : last->right) = make_tree(made, 1, i);
  const Graph *graph = make_graph(made, n, 1);
  on_small_stack([&] {
    round_trip(list, AutoLink_List, all_options[0]);
    round_trip(tree, AutoLink_Tree, all_options[0]);
    round_trip(graph, AutoLink_Graph, all_options[0]);
  });
}

TEST(RoundTrip, Trees) {
  Made made;
  for (const std::size_t n : {1, 2, 1000, 20000})
    round_trips(make_tree(made, n, n), AutoLink_Tree);
}

TEST(RoundTrip, Graphs) {
  Made made;
  for (const std::size_t n : {1, 2, 5, 1000, 20000})
    round_trips(make_graph(made, n, n), AutoLink_Graph);
}

TEST(RoundTrip, Maps) {
  Made made;
  for (const std::size_t n : {1, 2, 5, 300, 1000, 20000})
    round_trips(make_map(made, n, n), AutoLink_City);
}

TEST(RoundTrip, AllKindsOfPointers) {
  const std::uint64_t n = amount("AUTOLINK_TEST_RANDOM", 150);
  for (std::uint64_t seed = 0; seed < n; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Made made;
    round_trip(make_kinds(made, 1 + seed % 97, seed), AutoLink_Kinds,
               all_options[seed % std::size(all_options)]);
    Made made_too;
    round_trip(make_graph(made_too, 1 + seed % 301, seed), AutoLink_Graph,
               all_options[(seed / 7) % std::size(all_options)]);
    if (HasFailure())
      break;
  }
}

std::vector<std::byte> packed_with(Packer &packer, AL_Type type, const void *root) {
  std::vector<std::byte> out;
  packer.begin(plan_of(type), root, {}, 0);
  while (!packer.done() || packer.has_message()) {
    packer.step();
    while (packer.has_message()) {
      Message message = packer.take();
      out.insert(out.end(), message.data(), message.data() + message.size);
      packer.give_back(std::move(message));
    }
  }
  packer.end();
  return out;
}

/// Returns what is freed, and its number of bytes. Nothing may be freed twice.
std::map<void *, std::size_t> freed_of(const Kinds *root) {
  std::map<void *, std::size_t> out;
  const auto note = [](void *node, std::size_t bytes, void *freed) {
    EXPECT_TRUE(static_cast<decltype(out) *>(freed)->emplace(node, bytes).second) << "twice";
  };
  release(plan_of(AutoLink_Kinds), const_cast<Kinds *>(root), {nullptr, note, &out});
  return out;
}

TEST(Freeing, OfEmptyArraysThatPointersShare) {
  using Freed = std::map<void *, std::size_t>;
  Made made;
  auto *kinds = made.one<Kinds>();
  *kinds = {};
  kinds->numbers = kinds->same_numbers = made.many<double>(4);
  kinds->records = reinterpret_cast<Leaf *>(kinds->numbers);
  EXPECT_EQ(freed_of(kinds), (Freed{{kinds, sizeof(Kinds)}, {kinds->numbers, 1}}));
  kinds->n_numbers = 4; // while there are still no records
  EXPECT_EQ(freed_of(kinds), (Freed{{kinds, sizeof(Kinds)}, {kinds->numbers, 32}}));
}

TEST(Packer, IsAsGoodAsNewWhenUsedAgain) { // its nodes lie where earlier ones were
  Packer used;
  for (unsigned seed = 0; seed < 200; ++seed) {
    Made made;
    const std::pair<AL_Type, const void *> roots[] = {
        {AutoLink_Graph, make_graph(made, 1 + seed * 7 % 90, seed)},
        {AutoLink_Kinds, make_kinds(made, 1 + seed % 5, seed)}};
    for (const auto &[type, root] : roots) {
      Packer fresh;
      ASSERT_EQ(packed_with(used, type, root), packed_with(fresh, type, root)) << seed;
    }
  }
}

TEST(Packer, WritesTheSamePacketsPastTheCaches) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Made made;
    const std::pair<AL_Type, const void *> roots[] = {
        {AutoLink_List, make_list(made, 900 + seed * 100, seed)},
        {AutoLink_Graph, make_graph(made, 1 + seed * 77, seed)},
        {AutoLink_Kinds, make_kinds(made, 1 + seed * 9, seed)}};
    for (PackOptions options : all_options)
      for (const auto &[type, root] : roots) {
        options.past_caches = false;
        const Bytes through(type, root, options);
        options.past_caches = true;
        const Bytes past(type, root, options);
        ASSERT_EQ(through.size, past.size);
        ASSERT_EQ(std::memcmp(through.data, past.data, past.size), 0) << seed << ' ' << options.packet_bytes;
      }
  }
}

TEST(Packs, NoMorePointersIntoNodesThanAreTaken) {
  Made made;
  auto *const all = made.many<Kinds>(1000);
  for (std::size_t i = 0; i < 1000; ++i) {
    all[i] = {};
    all[i].cursor = &all[i].tagged.number;
    all[i].next = i + 1 < 1000 ? &all[i + 1] : nullptr;
  }
  PackOptions options;
  options.packet_bytes = 1000;
  options.packets_waiting = 2;
  Packer packer;
  packer.begin(plan_of(AutoLink_Kinds), all, options, 0);
  std::size_t n_inside = 0;
  while (!packer.done() || packer.has_message()) {
    packer.step();
    std::size_t n = 0;
    for (; packer.has_message(); ++n) {
      const Message message = packer.take();
      n_inside += message.size >= sizeof(wire::Footer) &&
                  (wire::load_footer(message.data(), message.size).flags & wire::packet_inside);
    }
    EXPECT_LE(n, options.packets_waiting + 1);
  }
  EXPECT_GT(n_inside, 20u);
}

TEST(RoundTrip, LongLabels) {
  Made made;
  const Graph *root = make_graph(made, 3000, 5);
  Packer packer;
  packer.begin(plan_of(AutoLink_Graph), root, {}, 0);
  packer.walk().set_escape_at(1000);
  UnpackOptions options;
  options.use_arena = true;
  Unpacker unpacker(plan_of(AutoLink_Graph), options);
  bool is_first = true;
  while (!packer.done() || packer.has_message()) {
    packer.step();
    Message message = packer.take();
    if (is_first)
      unpacker.first(message.data(), message.size);
    else
      unpacker.packet(message.data(), message.size);
    is_first = false;
    packer.give_back(std::move(message));
  }
  Arena arena;
  EXPECT_EQ(difference(root, static_cast<Graph *>(unpacker.finish(arena))), "");
}

template <typename Body> int error_of(Body body, std::string *text = nullptr) {
  try {
    body();
    return 0;
  } catch (const Failure &failure) {
    if (text)
      *text = failure.message;
    return failure.error;
  } catch (const std::bad_alloc &) {
    return AL_ERR_MEMORY;
  }
}

/// Returns the message of a small structure, or nothing if it is not small.
std::vector<std::byte> packed_small(AL_Type type, const void *root, const PackOptions &options = {}) {
  const Plan &plan = plan_of(type);
  std::vector<std::byte> out(std::min(plan.elements_begin + options.eager_bytes, wire::max_first_bytes));
  out.resize(pack_small(plan, root, options, out.data(), out.size()));
  return out;
}

/// Whether the structure is small. If so, its message must equal the packer's.
bool is_small(AL_Type type, const void *root, const PackOptions &options = {}) {
  const std::vector<std::byte> small = packed_small(type, root, options);
  if (small.empty())
    return false;
  Packer packer;
  packer.begin(plan_of(type), root, options, 0);
  packer.step();
  const Message message = packer.take();
  EXPECT_EQ(small, std::vector<std::byte>(message.data(), message.data() + message.size));
  return true;
}

TEST(Small, StructuresOfOneTypeWithPlainLinks) {
  const PackOptions defaults;
  const auto fits = [&defaults](AL_Type type, const void *root) {
    return count(plan_of(type), root, Sharing::as_declared).bytes <= defaults.eager_bytes;
  };
  for (std::size_t n = 1; n < 350; n += n < 10 ? 1 : 17) {
    SCOPED_TRACE(n);
    Made made;
    const List *list = make_list(made, n, n);
    EXPECT_EQ(is_small(AutoLink_List, list), fits(AutoLink_List, list));
    EXPECT_EQ(is_small(AutoLink_List, list, {.sharing = Sharing::none}), fits(AutoLink_List, list));
    EXPECT_EQ(is_small(AutoLink_List, list, {.eager_bytes = 400}), n <= 10);
    const Tree *tree = make_tree(made, n, n);
    EXPECT_EQ(is_small(AutoLink_Tree, tree), fits(AutoLink_Tree, tree));
    EXPECT_FALSE(is_small(AutoLink_Tree, tree, {.sharing = Sharing::checked}));
    const Graph *graph = make_graph(made, n, n);
    EXPECT_EQ(is_small(AutoLink_Graph, graph), fits(AutoLink_Graph, graph));
    List *ring = make_list(made, n, n), *last = ring;
    while (last->next)
      last = last->next;
    last->next = ring;
    EXPECT_EQ(is_small(AutoLink_List, ring), fits(AutoLink_List, ring));
    EXPECT_TRUE(packed_small(AutoLink_List, ring, {.sharing = Sharing::none}).empty()); // the ring has no end
    last->next = ring->next;
    EXPECT_EQ(is_small(AutoLink_List, ring), n == 1);
  }
  Made made;
  EXPECT_FALSE(is_small(AutoLink_List, nullptr));
  EXPECT_FALSE(is_small(AutoLink_Kinds, make_kinds(made, 1, 1)));
}

TEST(Small, StructuresOfSeveralTypesWithPlainLinks) {
  for (std::size_t n = 1; n < 200; n += n < 10 ? 1 : 7) {
    SCOPED_TRACE(n);
    Made made;
    const City *map = make_map(made, n, n);
    const std::uint64_t bytes = count(plan_of(AutoLink_City), map, Sharing::as_declared).bytes;
    EXPECT_EQ(is_small(AutoLink_City, map), bytes <= PackOptions().eager_bytes);
    EXPECT_TRUE(is_small(AutoLink_City, map, {.eager_bytes = bytes}));
    EXPECT_FALSE(is_small(AutoLink_City, map, {.eager_bytes = bytes - 1}));
    EXPECT_FALSE(is_small(AutoLink_City, map, {.sharing = Sharing::checked}));
  }
  Made made;
  EXPECT_FALSE(is_small(AutoLink_City, nullptr));
  Square *square = make_figure3(made);
  EXPECT_TRUE(is_small(AutoLink_Square, square));
  EXPECT_TRUE(is_small(AutoLink_Square, square, {.sharing = Sharing::none})); // the triangle arrives twice
}

/// Returns a type that leads to another one, which leads to another one, and so on, up to `n` types.
AL_Type chain_of_types(std::size_t n) {
  struct Chain {
    AL_TypeInfo type;
    AL_Pointer next;
    std::string name;
  };
  static std::deque<Chain> chain;
  AL_Type out = nullptr;
  for (; n > 0; --n) {
    Chain &one = chain.emplace_back();
    one.name = "Chain" + std::to_string(n);
    one.next = AutoLink_List[0].pointers[0];
    one.next.target = out;
    one.type = AutoLink_List[0];
    one.type.name = one.name.c_str();
    one.type.pointers = &one.next;
    one.type.n_pointers = out ? 1 : 0;
    one.type.routines = nullptr;
    out = &one.type;
  }
  return out;
}

TEST(Small, StructuresOfFewTypes) {
  for (const std::size_t n : {std::size_t{2}, max_small_types, max_small_types + 1}) {
    Made made;
    const List *list = make_list(made, n, n); // each node has another type
    const AL_Type type = chain_of_types(n);
    EXPECT_EQ(is_small(type, list), n <= max_small_types);
    round_trip(list, type, {});
  }
}

/// Receives structures of these sizes from make(made, size), each after this many `waits`. Then none, some or all of
/// its nodes have been allocated in advance.
template <typename T, typename Make>
void receive_with_nodes_ahead(AL_Type type, Make make, std::initializer_list<std::size_t> sizes,
                              std::initializer_list<std::size_t> waits) {
  const Plan &plan = plan_of(type);
  std::vector<T *> received;
  Made made;
  for (const std::size_t n : sizes) {
    const T *sent = make(made, n);
    const std::vector<std::byte> message = packed_small(type, sent);
    for (const std::size_t n_waits : waits) {
      for (std::size_t i = 0; i < n_waits; ++i)
        make_nodes_ahead(plan, {});
      Arena none;
      received.push_back(static_cast<T *>(unpack_small(plan, message.data(), message.size(), {}, none)));
      ASSERT_EQ(difference(sent, received.back()), "");
    }
  }
  for (T *one : received)
    release(plan, one, malloc_allocator());
}

TEST(Small, NodesAreTakenFromMallocBeforeTheyCome) {
  receive_with_nodes_ahead<List>(AutoLink_List,
                                 [](Made &made, std::size_t n) { return make_list(made, n, n); },
                                 {10, 20, 3, 47, 10}, {5, 0, 100});
}

TEST(Small, NodesOfSeveralTypesAreTakenFromMallocBeforeTheyCome) {
  receive_with_nodes_ahead<City>(AutoLink_City,
                                 [](Made &made, std::size_t n) { return make_map(made, n, n); },
                                 {10, 20, 1, 60, 10}, {5, 0, 1, 100});
}

/// Returns the same for a structure that may be as long as the longest first message.
std::vector<std::byte> packed_long(AL_Type type, const void *root, PackOptions options = {}) {
  options.eager_bytes = wire::max_first_bytes;
  return packed_small(type, root, options);
}

std::vector<std::byte> packed_as_others(AL_Type type, const void *root) {
  Packer packer;
  packer.begin(plan_of(type), root, {.eager_bytes = wire::max_first_bytes}, 0);
  packer.step();
  const Message message = packer.take();
  return {message.data(), message.data() + message.size};
}

/// Returns a type of lists that are promised to end.
AL_Type promised_list() {
  static AL_Pointer next = AutoLink_List[0].pointers[0];
  static AL_TypeInfo promised = AutoLink_List[0];
  next.target = &promised;
  promised.pointers = &next;
  promised.flags = AL_TREE;
  promised.routines = nullptr;
  return &promised;
}

void is_received(AL_Type type, std::uint64_t n, const std::vector<std::byte> &message) {
  const Plan &plan = plan_of(type);
  Arena none;
  for (const int waits : {0, 1, 100}) { // none, some or all nodes are allocated in advance
    for (int i = 0; i < waits; ++i)
      make_nodes_ahead(plan, {});
    void *copy = unpack_small(plan, message.data(), message.size(), {}, none);
    ASSERT_EQ(packed_long(type, copy), message);
    release(plan, copy, malloc_allocator());
  }
  Arena arena;
  void *copy = unpack_small(plan, message.data(), message.size(), {.use_arena = true}, arena);
  ASSERT_EQ(packed_long(type, copy), message);
  for (const std::uint64_t fail_at : {std::uint64_t{0}, std::uint64_t{1}, n / 2, n - 1, n}) {
    CountingAllocator allocator;
    allocator.fail_at = fail_at;
    copy = unpack_small(plan, message.data(), message.size(), {.allocator = allocator.get()}, none);
    EXPECT_EQ(copy == nullptr, fail_at < n);
    EXPECT_TRUE(copy == nullptr || release_small(plan, copy, allocator.get()));
    EXPECT_EQ(allocator.live, 0u);
  }
}

TEST(Small, ListsAsLongAsAMessage) {
  for (const std::size_t n : {52, 128, 129, 204, 205, 1000, 1600})
    for (const bool is_ring : {false, true}) {
      SCOPED_TRACE(n);
      Made made;
      List *list = make_list(made, n, n), *last = list;
      while (last->next)
        last = last->next;
      last->next = is_ring ? list : nullptr;
      const std::vector<std::byte> message = packed_long(AutoLink_List, list);
      EXPECT_EQ(message, packed_as_others(AutoLink_List, list));
      EXPECT_FALSE(is_too_large(plan_of(AutoLink_List), {n, 40 * n}, 40 * n));
      EXPECT_TRUE(is_too_large(plan_of(AutoLink_List), {n, 40 * n}, 40 * n - 1));
      EXPECT_EQ(message, packed_long(AutoLink_List, list, {.past_caches = true}));
      is_received(AutoLink_List, n, message);
      last->next = list->next;
      EXPECT_TRUE(packed_long(AutoLink_List, list).empty());
    }
  Made made;
  EXPECT_EQ(packed_long(AutoLink_List, make_list(made, 10, 1)).size(), 357u); // as in wire-format.md
  EXPECT_TRUE(packed_long(AutoLink_List, make_list(made, 1700, 1)).empty());
  EXPECT_TRUE(is_too_large(plan_of(AutoLink_List), {1700, 40 * 1700}, 6 * wire::max_first_bytes));
  EXPECT_FALSE(is_too_large(plan_of(AutoLink_Kinds), {1700, 40 * 1700}, 0)); // Kinds are never small
}

/// A node so short that a message has room for more nodes than a small structure may have; its type, and a tree of n
/// nodes.
struct Fork {
  Fork *left, *right;
};
AL_Type fork_type() {
  static AL_TypeInfo type;
  static const AL_Pointer pointers[] = {
      {"left", AL_LINK, 0, offsetof(Fork, left), 1, 0, &type, 0, nullptr, nullptr, nullptr},
      {"right", AL_LINK, 0, offsetof(Fork, right), 1, 0, &type, 0, nullptr, nullptr, nullptr}};
  type = {AL_TYPE_ABI, 0, "Fork", sizeof(Fork), sizeof(void *), 0xf0, 0, 0, nullptr, 2, pointers, nullptr};
  return &type;
}
Fork *make_forks(Made &made, std::size_t n) {
  std::vector<Fork *> forks(n);
  for (Fork *&one : forks)
    one = made.one<Fork>();
  for (std::size_t i = 0; i < n; ++i)
    *forks[i] = {2 * i + 1 < n ? forks[2 * i + 1] : nullptr, 2 * i + 2 < n ? forks[2 * i + 2] : nullptr};
  return forks[0];
}

TEST(Small, TreesAndGraphsOfManyNodes) {
  for (const std::size_t n : {127, 128, 129, 130, 300, 1000, 1600, 2048, 2600, 2730, 2731}) {
    SCOPED_TRACE(n);
    Made made;
    for (const auto &[type, root] : {std::pair<AL_Type, const void *>(AutoLink_Tree, make_tree(made, n, n)),
                                     {AutoLink_Graph, make_graph(made, n, n)},
                                     {fork_type(), make_forks(made, n)},
                                     {AutoLink_City, make_map(made, n / 2, n)},
                                     {AutoLink_City, make_map(made, n, n)}}) {
      const std::vector<std::byte> message = packed_long(type, root);
      const Counts counts = count(plan_of(type), root, Sharing::as_declared);
      const bool fits = plan_of(type).elements_begin + counts.bytes <= wire::max_first_bytes;
      ASSERT_EQ(!message.empty(), fits && counts.nodes <= max_small_nodes);
      EXPECT_EQ(is_too_large(plan_of(type), counts, wire::max_first_bytes), message.empty());
      if (fits && message.empty()) {
        const std::vector<std::byte> other = packed_as_others(type, root);
        Arena none;
        EXPECT_EQ(unpack_small(plan_of(type), other.data(), other.size(), {}, none), nullptr);
      }
      if (message.empty())
        continue;
      EXPECT_EQ(message, packed_as_others(type, root));
      EXPECT_EQ(message, packed_long(type, root, {.past_caches = true}));
      is_received(type, counts.nodes, message);
    }
  }
}

TEST(Small, TreesAndGraphsOfMoreNodesAreFreedInOnePass) {
  for (const std::size_t n :
       {max_freed_nodes + 1, max_small_nodes + 1, max_freed_nodes, 10 * max_freed_nodes}) {
    SCOPED_TRACE(n);
    Made made;
    for (const auto &[type, root] : {std::pair<AL_Type, const void *>(AutoLink_Tree, make_tree(made, n, n)),
                                     {fork_type(), make_forks(made, n)},
                                     {AutoLink_Graph, make_graph(made, n, n)},
                                     {AutoLink_City, make_map(made, n / 4, n)}}) {
      const Plan &plan = plan_of(type);
      const Bytes bytes(type, root);
      CountingAllocator allocator;
      const auto copied = [&, type = type] {
        Arena none;
        return unpack(plan_of(type), bytes.data, bytes.size, {.allocator = allocator.get()}, none);
      };
      void *copy = copied();
      const bool is_freed = release_small(plan, copy, allocator.get());
      EXPECT_EQ(is_freed, allocator.live == 0);
      EXPECT_EQ(is_freed, count(plan, root, Sharing::as_declared).nodes <= max_freed_nodes);
      if (!is_freed)
        release(plan, copy, allocator.get());
      release(plan, copied(), allocator.get());
      EXPECT_EQ(allocator.live, 0u);
    }
  }
}

/// The allocator frees another structure when the first node is released, and one more when the thread ends.
TEST(Small, StructuresAreFreedWhileOthersAreAndWhileTheThreadEnds) {
  Made made;
  const void *root = make_tree(made, 100, 1);
  const Plan &plan = plan_of(AutoLink_Tree);
  const Bytes bytes(AutoLink_Tree, root);
  CountingAllocator allocator;
  const auto copied = [&] {
    Arena none;
    return unpack(plan, bytes.data, bytes.size, {.allocator = allocator.get()}, none);
  };
  struct Outer {
    std::function<void()> before_first;
    Allocator inner;
  } outer = {[&, other = copied()] { EXPECT_TRUE(release_small(plan, other, allocator.get())); },
             allocator.get()};
  const Allocator freeing = {nullptr,
                             [](void *node, std::size_t size, void *self) {
                               auto &me = *static_cast<Outer *>(self);
                               if (const auto before = std::exchange(me.before_first, nullptr))
                                 before();
                               me.inner.release(node, size, me.inner.context);
                             },
                             &outer};
  EXPECT_TRUE(release_small(plan, copied(), freeing));
  EXPECT_EQ(allocator.live, 0u);

  struct Last {
    std::function<void()> at_end;
    ~Last() { at_end(); }
  };
  std::thread([&] {
    static thread_local Last last;
    last.at_end = [&, kept = copied()] { release_small(plan, kept, allocator.get()); };
    release_small(plan, copied(), allocator.get());
  }).join();
  EXPECT_EQ(allocator.live, 0u);
}

/// Returns a list's message with explicit links, as if its nodes did not follow each other.
std::vector<std::byte> with_links(const std::vector<std::byte> &message) {
  const std::size_t before = plan_of(AutoLink_List).elements_begin, element = sizeof(List) - sizeof(Word);
  std::vector<std::byte> out(message.begin(), message.begin() + static_cast<std::ptrdiff_t>(before));
  std::byte &flags = out[offsetof(wire::Head, flags)];
  const bool is_ring = (flags & std::byte{wire::flag_ring}) != std::byte{0};
  flags &= ~std::byte{wire::list_flags};
  const std::size_t n = (message.size() - before) / element;
  for (std::size_t i = 0; i < n; ++i) {
    List record;
    static_assert(offsetof(List, next) == element);
    std::memcpy(&record, message.data() + before + i * element, element);
    const Word word = i + 1 < n ? i + 2 : is_ring ? 1 : 0;
    std::memcpy(&record.next, &word, sizeof word);
    const auto *bytes = reinterpret_cast<const std::byte *>(&record);
    out.insert(out.end(), bytes, bytes + sizeof record);
  }
  return out;
}

/// The results of both ways to receive a first message that holds the structure: null if it is refused.
struct Received {
  List *small = nullptr, *general = nullptr;
  int error = 0; // of the general way
};
Received receive_list(AL_Type type, const std::vector<std::byte> &message,
                      const UnpackOptions &options = {}) {
  const Plan &plan = plan_of(type);
  Received out;
  Arena none;
  out.small = static_cast<List *>(unpack_small(plan, message.data(), message.size(), options, none));
  out.error = error_of([&] {
    Unpacker unpacker(plan, options);
    unpacker.first(message.data(), message.size());
    out.general = static_cast<List *>(unpacker.finish(none));
  });
  return out;
}

TEST(Small, ListsWithAndWithoutLinksAreReceived) {
  for (const std::size_t n : {1, 2, 10, 1000})
    for (const bool is_ring : {false, true}) {
      SCOPED_TRACE(n);
      Made made;
      List *list = make_list(made, n, n);
      if (is_ring)
        close_ring(list);
      const std::vector<std::byte> message = packed_long(AutoLink_List, list);
      EXPECT_EQ(message.size(), plan_of(AutoLink_List).elements_begin + n * offsetof(List, next));
      Measure measure;
      measure.first(message.data(), message.size());
      EXPECT_TRUE(measure.is_known());
      EXPECT_EQ(measure.nodes(), n);
      EXPECT_EQ(measure.bytes(), n * sizeof(List));
      if (is_ring)
        open_ring(list, n);
      for (const AL_Type type : {AL_Type{AutoLink_List}, promised_list()})
        for (const auto &each : {message, with_links(message)}) {
          const Received received = receive_list(type, each);
          for (List *copy : {received.small, received.general}) {
            ASSERT_EQ(copy == nullptr, is_ring && type == promised_list());
            if (!copy)
              continue;
            ASSERT_EQ(open_ring(copy, n), is_ring);
            EXPECT_EQ(difference(list, copy), "");
            release(plan_of(type), copy, malloc_allocator());
          }
        }
    }
}

/// A type of lists whose records have `size` bytes and their link at `offset`.
struct ListType {
  AL_Run data = {AL_BYTE, 0, 1, 0};
  AL_Pointer next;
  AL_TypeInfo type;

  ListType(std::size_t size, std::size_t offset, std::uint32_t flags) {
    next = {"next", AL_LINK, 0, offset, 1, 0, &type, 0, nullptr, nullptr, nullptr};
    type = {AL_TYPE_ABI, flags, "Shape", size, 1, 0xabc, 1, 1, &data, 1, &next, nullptr};
    data.offset = offset == 0 ? sizeof(void *) : 0;
  }
  ListType(const ListType &) = delete;
  ListType &operator=(const ListType &) = delete;
};

TEST(Small, ListsOfAllShapes) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 3000; ++round) {
    const std::size_t size = sizeof(void *) + 1 + random() % (round % 3 ? 60 : 700);
    const std::size_t offset = random() % 3 == 0   ? 0
                               : random() % 2 == 0 ? size - sizeof(void *)
                                                   : random() % (size - sizeof(void *) + 1);
    static std::deque<ListType> shapes; // must stay alive, because plans are kept by address
    const AL_Type type = &shapes.emplace_back(size, offset, round % 4 == 0 ? AL_TREE : 0).type;
    const std::size_t n = 1 + random() % (random() % 4 ? 20 : 1600);
    SCOPED_TRACE("size " + std::to_string(size) + ", link at " + std::to_string(offset) + ", n " +
                 std::to_string(n));
    std::vector<std::byte> nodes(n * size);
    for (std::byte &byte : nodes)
      byte = static_cast<std::byte>(random());
    const bool is_ring = round % 4 == 1;
    for (std::size_t i = 0; i < n; ++i)
      store(nodes.data() + i * size + offset, i + 1 < n ? nodes.data() + (i + 1) * size
                                              : is_ring ? nodes.data()
                                                        : nullptr);
    const PackOptions options = {.eager_bytes = n * size,
                                 .sharing = round % 4 == 2 ? Sharing::none : Sharing::as_declared,
                                 .past_caches = round % 2 == 0};
    if (plan_of(type).elements_begin + n * size > wire::max_first_bytes)
      continue;
    ASSERT_TRUE(is_small(type, nodes.data(), options));
    const std::vector<std::byte> message = packed_small(type, nodes.data(), options);
    const std::size_t before = plan_of(type).elements_begin;
    ASSERT_EQ(message.size(), before + n * (size - sizeof(void *)));
    for (const std::uint64_t limit : {n * size, n * size - 1}) { // both exceed the length of the message
      CountingAllocator allocator;
      const Received received =
          receive_list(type, message, {.allocator = allocator.get(), .limit_bytes = limit});
      EXPECT_EQ(received.error, limit == n * size ? 0 : AL_ERR_LIMIT);
      EXPECT_EQ(allocator.live, limit == n * size ? 2 * n : 0);
      for (void *copy : {received.small, received.general}) {
        ASSERT_EQ(copy != nullptr, limit == n * size);
        if (copy)
          ASSERT_EQ(packed_small(type, copy, options), message);
        release(plan_of(type), copy, allocator.get());
      }
      EXPECT_EQ(allocator.live, 0u);
    }
  }
}

TEST(Small, ListsWithoutLinksThatCannotBeAreRefused) {
  Made made;
  const std::vector<std::byte> good = packed_long(AutoLink_List, make_list(made, 10, 1));
  const std::vector<std::byte> tree = packed_long(AutoLink_Tree, make_tree(made, 10, 1));
  const auto with_flags = [](std::vector<std::byte> message, unsigned flags) {
    message[offsetof(wire::Head, flags)] |= static_cast<std::byte>(flags);
    return message;
  };
  const auto expect_refused = [](AL_Type type, const std::vector<std::byte> &message) {
    const Received received = receive_list(type, message);
    EXPECT_EQ(received.small, nullptr);
    EXPECT_EQ(received.general, nullptr);
    Measure measure;
    measure.first(message.data(), message.size());
    EXPECT_FALSE(measure.is_known());
  };
  expect_refused(AutoLink_List, with_flags(good, wire::flag_ring)); // both flags
  expect_refused(AutoLink_List, with_flags(good, wire::flag_null));
  expect_refused(AutoLink_List, with_flags(good, wire::flag_hashed));
  expect_refused(AutoLink_Tree, with_flags(tree, wire::flag_list));
  for (const std::size_t cut : {std::size_t{1}, offsetof(List, next)}) {
    std::vector<std::byte> other = good;
    other.resize(good.size() - cut);
    expect_refused(AutoLink_List, other);
    other.resize(good.size() + cut);
    expect_refused(AutoLink_List, other);
  }
  std::vector<std::byte> packets = good; // but no packets follow
  packets[offsetof(wire::Head, flags)] &= ~std::byte{wire::flag_whole};
  expect_refused(AutoLink_List, packets);
  std::vector<std::byte> empty = good;
  empty.resize(plan_of(AutoLink_List).elements_begin);
  std::memset(empty.data() + empty.size() - sizeof(wire::Count), 0, sizeof(wire::Count));
  expect_refused(AutoLink_List, empty);
}

TEST(Small, ListsOfManyNodesWhoseLabelsAreChangedAreRefused) {
  constexpr std::size_t n = 300;
  Made made;
  const std::vector<std::byte> message = with_links(packed_long(AutoLink_List, make_list(made, n, 1)));
  const Plan &plan = plan_of(AutoLink_List);
  const auto unpacked = [&](std::size_t node, std::uint64_t word) {
    std::vector<std::byte> changed = message;
    store<std::uint64_t>(changed.data() + plan.elements_begin + node * sizeof(List) + offsetof(List, next),
                         word);
    CountingAllocator allocator;
    Arena none;
    void *root = unpack_small(plan, changed.data(), changed.size(), {.allocator = allocator.get()}, none);
    const bool is_unpacked = root != nullptr;
    release(plan, root, allocator.get());
    EXPECT_EQ(allocator.live, 0u);
    return is_unpacked;
  };
  for (const std::size_t node : {std::size_t{0}, n / 2, n - 2}) {
    EXPECT_TRUE(unpacked(node, node + 2));
    for (const std::uint64_t word :
         {std::uint64_t{0}, std::uint64_t{1}, node + 1, node + 3, ~std::uint64_t{0}})
      EXPECT_FALSE(unpacked(node, word)) << node << ", " << word;
  }
  for (const std::uint64_t word : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, n})
    EXPECT_TRUE(unpacked(n - 1, word)) << word;
  for (const std::uint64_t word : {n + 1, ~std::uint64_t{0}})
    EXPECT_FALSE(unpacked(n - 1, word)) << word;
}

TEST(Small, ListsThatArePromisedToEndAndDoNotAreRefused) {
  const AL_Type promised = promised_list();
  for (const std::size_t n : {5, 300}) {
    Made made;
    List *list = make_list(made, n, 1), *last = list;
    while (last->next)
      last = last->next;
    for (const bool is_ring : {false, true}) {
      last->next = is_ring ? list : nullptr;
      const std::vector<std::byte> message = packed_long(AutoLink_List, list);
      Arena none;
      void *small = unpack_small(plan_of(promised), message.data(), message.size(), {}, none);
      EXPECT_EQ(small == nullptr, is_ring);
      release(plan_of(promised), small, malloc_allocator());
    }
  }
}

TEST(Small, MessagesThatAreChangedAnywhereAreRefusedAsOthersAre) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 20000; ++round) {
    Made made;
    const std::size_t n = 1 + random() % 12;
    const auto [type, root] =
        round % 4 == 0   ? std::pair<AL_Type, const void *>(AutoLink_List, make_list(made, n, random()))
        : round % 4 == 1 ? std::pair<AL_Type, const void *>(AutoLink_Tree, make_tree(made, n, random()))
        : round % 4 == 2 ? std::pair<AL_Type, const void *>(AutoLink_City, make_map(made, n, random()))
                         : std::pair<AL_Type, const void *>(AutoLink_Graph, make_graph(made, n, random()));
    std::vector<std::byte> message = packed_small(type, root);
    const Plan &plan = plan_of(type);
    const std::size_t before = plan.elements_begin;
    for (std::size_t times = random() % 4; times > 0; --times) { // mostly at the places of pointers
      const std::size_t at =
          random() % 4 ? before + random() % (message.size() - before) / 8 * 8 : random() % message.size();
      message[at] = static_cast<std::byte>(random() % 2 ? random() % (n + 2) : random());
    }
    if (random() % 8 == 0)
      message.resize(random() % (message.size() + 9));
    CountingAllocator allocator;
    UnpackOptions options = {
        .use_arena = round % 5 == 0, .allocator = allocator.get(), .limit_bytes = 10 << 20};
    options.check_reachable = true;
    Arena arena;
    void *small = unpack_small(plan, message.data(), message.size(), options, arena);
    Arena arena_too;
    void *other = nullptr;
    error_of([&] {
      Unpacker unpacker(plan, options);
      unpacker.first(message.data(), message.size());
      require(unpacker.complete(), AL_ERR_MESSAGE, "cut");
      other = unpacker.finish(arena_too);
    });
    if (small) {
      ASSERT_NE(other, nullptr) << round;
      ASSERT_EQ(packed_small(type, small), packed_small(type, other)) << round;
    }
    if (other) { // without `small`, it was converted or had other labels
      ASSERT_TRUE(small || packed_small(type, other) != message) << round;
    }
    if (!options.use_arena) {
      for (void *one : {small, other})
        release(plan, one, options.allocator);
    }
    ASSERT_EQ(allocator.live, 0u) << round;
  }
}

void unpack_and_release(AL_Type type, const void *bytes, std::size_t size, UnpackOptions options = {}) {
  Arena arena;
  void *root = unpack(plan_of(type), bytes, size, options, arena);
  if (!options.use_arena)
    release(plan_of(type), root, options.allocator);
}

TEST(NodesAhead, AreAsManyAsTheLastStructureHad) {
  const Plan &plan = plan_of(AutoLink_List);
  const Allocator allocator = malloc_allocator();
  Made made;
  for (const std::size_t n : {100, 3000, 10000}) {
    nodes_ahead().expect(plan_of(AutoLink_City), 0, 0); // discards what other tests left
    const Bytes bytes(AutoLink_List, make_list(made, n, n), PackOptions{});
    unpack_and_release(AutoLink_List, bytes.data, bytes.size);
    EXPECT_EQ(nodes_ahead().take_one(plan, 0), nullptr);
    for (std::size_t i = 0; i < n; ++i)
      make_nodes_ahead(plan, {});
    std::size_t found = 0;
    while (std::byte *node = nodes_ahead().take_one(plan, 0)) {
      allocator.release(node, sizeof(List), allocator.context);
      ++found;
    }
    EXPECT_EQ(found, n * sizeof(List) <= NodesAhead::most_bytes ? n : 0);
  }
}

TEST(Refused, StructuresThatAreNotWhatTheyPromise) {
  std::string text;
  Made made;
  auto *kinds = make_kinds(made, 1, 1);
  kinds->numbers = kinds->same_numbers = kinds->cursor = made.many<double>(4);
  kinds->n_numbers = -1;
  EXPECT_EQ(error_of([&] { Bytes(AutoLink_Kinds, kinds); }, &text), AL_ERR_STRUCTURE);
  EXPECT_NE(text.find("Kinds.numbers: the array's length is negative, -1"), std::string::npos) << text;
  kinds->n_numbers = 4;
  EXPECT_EQ(error_of([&] { Bytes(AutoLink_Kinds, kinds); }), 0);
  kinds->cursor = kinds->numbers + 5;
  std::ostringstream place;
  place << "Kinds.cursor: it points to " << kinds->cursor << ", which";
  for (const PackOptions &options : all_options) {
    EXPECT_EQ(error_of([&] { Bytes(AutoLink_Kinds, kinds, options); }, &text), AL_ERR_STRUCTURE);
    EXPECT_NE(text.find(place.str()), std::string::npos) << text;
  }
  kinds->cursor = nullptr;
  kinds->kind = 9;
  kinds->any = kinds;
  EXPECT_EQ(error_of([&] { Bytes(AutoLink_Kinds, kinds); }, &text), AL_ERR_STRUCTURE);
  EXPECT_NE(text.find("Kinds.any: "), std::string::npos) << text;
  EXPECT_NE(text.find("9, is none of its choices"), std::string::npos) << text;

  auto *tree = make_tree(made, 1, 1);
  tree->left = tree->right = make_tree(made, 1, 2);
  EXPECT_EQ(error_of([&] { Bytes(AutoLink_Tree, tree); }), 0);
  EXPECT_EQ(error_of([&] { Bytes(AutoLink_Tree, tree, {.sharing = Sharing::checked}); }, &text),
            AL_ERR_STRUCTURE);
  EXPECT_NE(text.find("Tree"), std::string::npos) << text;
  tree->right = make_tree(made, 5, 2);
  EXPECT_EQ(error_of([&] { Bytes(AutoLink_Tree, tree, {.sharing = Sharing::checked}); }), 0);
}

/// Records in an array, and a link to one of them.
struct Shelf {
  std::int64_t n;
  Leaf *leaves, *best;
  Shelf *next;
};

/// Types of shelves whose leaves may be promised not to be shared, and may have links or only be in arrays.
struct ShelfType {
  ShelfType(bool is_tree, bool has_links) {
    leaf.flags = is_tree ? AL_TREE : 0;
    AL_Pointer *at = pointers;
    *at++ = {"leaves",
             AL_ARRAY,
             0,
             offsetof(Shelf, leaves),
             1,
             0,
             &leaf,
             0,
             [](const void *record, const void *) { return static_cast<const Shelf *>(record)->n; },
             nullptr,
             nullptr};
    if (has_links)
      *at++ = {"best", AL_LINK, 0, offsetof(Shelf, best), 1, 0, &leaf, 0, nullptr, nullptr, nullptr};
    *at++ = {"next", AL_LINK, 0, offsetof(Shelf, next), 1, 0, &shelf, 0, nullptr, nullptr, nullptr};
    shelf = {AL_TYPE_ABI, 0,      "Shelf", sizeof(Shelf), sizeof(void *),
             1,           1,      1,       &data,         static_cast<std::uint64_t>(at - pointers),
             pointers,    nullptr};
  }

  AL_TypeInfo leaf = AutoLink_Leaf[0], shelf;
  AL_Run data = {AL_INT64_T, offsetof(Shelf, n), 1, 0};
  AL_Pointer pointers[3];
};

TEST(Refused, RecordsOfArraysThatAreSharedAgainstAPromise) {
  Made made;
  Shelf second = {3, made.many<Leaf>(3), nullptr, nullptr},
        first = {4, made.many<Leaf>(4), made.one<Leaf>(), &second};
  Leaf leaves[7] = {};
  const auto error = [&](AL_Type type, Sharing sharing) {
    std::string text;
    const int out = error_of([&] { Bytes(type, &first, {.sharing = sharing}); }, &text);
    if (out) {
      EXPECT_NE(text.find("type Leaf, promised to be a tree, is shared"), std::string::npos) << text;
    }
    return out;
  };
  for (const bool has_links : {true, false}) {
    static std::deque<ShelfType> types;
    const AL_Type tree = &types.emplace_back(true, has_links).shelf,
                  any = &types.emplace_back(false, has_links).shelf;
    const auto expect = [&](bool is_shared, bool is_shared_by_a_link) {
      for (const Sharing sharing : {Sharing::as_declared, Sharing::none})
        for (const AL_Type type : {tree, any})
          EXPECT_EQ(error(type, sharing), 0);
      const bool is_seen = is_shared || (is_shared_by_a_link && has_links);
      EXPECT_EQ(error(tree, Sharing::checked) != 0, is_seen);
      EXPECT_EQ(error(tree, Sharing::none_checked) != 0, is_seen);
      EXPECT_EQ(error(any, Sharing::checked), 0);
      EXPECT_EQ(error(any, Sharing::none_checked) != 0,
                is_seen && has_links); // otherwise no two pointers need marks
    };
    const Shelf was = first, was_second = second;
    expect(false, false);
    first.best = &first.leaves[3];
    expect(false, true);
    first.best = &second.leaves[2]; // these leaves come after the link
    expect(false, true);
    first.best = &second.leaves[3]; // after the last of them
    expect(false, false);
    first = was;
    second.best = &first.leaves[0];
    expect(false, true);
    second = was_second;
    second.leaves = first.leaves;
    expect(true, false);
    first.leaves = leaves;
    second.leaves = leaves + 3;
    expect(true, false);
    second.leaves = leaves + 4;
    expect(false, false);
    second.leaves = leaves + 3;
    second.n = 0;
    expect(false, false);
    first = was;
    second = was_second;
  }
}

constexpr int first_id = 0x12345678, second_id = 0x23456789;

/// Returns two nodes whose ids occur nowhere else in their message.
Kinds *make_two(Made &made) {
  Kinds *out = make_kinds(made, 2, 3);
  out->id = first_id;
  out->next->id = second_id;
  return out;
}

/// Returns two nodes that point at one array of at most 8 doubles, of which they know the first `n` and `next_n`.
Kinds *make_two_of_one_array(Made &made, int n, int next_n) {
  Kinds *out = make_two(made);
  out->numbers = out->next->numbers = made.many<double>(8);
  for (Kinds *kinds : {out, out->next})
    kinds->same_numbers = kinds->cursor = nullptr;
  out->n_numbers = n;
  out->next->n_numbers = next_n;
  return out;
}

TEST(RoundTrip, PlacesBehindAnArrayThatLiesInsideOfANode) {
  Made made;
  Kinds *root = make_two(made);
  root->records = reinterpret_cast<Leaf *>(&root->next->n_rows); // the field has the size of a Leaf
  root->n_records = 1;
  root->cursor = &root->next->tagged.number;
  const Bytes bytes(AutoLink_Kinds, root);
  Arena arena;
  const auto *copy = static_cast<Kinds *>(
      unpack(plan_of(AutoLink_Kinds), bytes.data, bytes.size, {.use_arena = true}, arena));
  EXPECT_EQ(copy->cursor, &copy->next->tagged.number);
  EXPECT_NE(static_cast<void *>(copy->records), &copy->next->n_rows);
}

/// Each string is the end of the one before, and two pointers lead to it.
TEST(RoundTrip, StringsThatBeginSideBySide) {
  for (const int n : {100, 1000}) {
    Made made;
    char *const text = made.string(std::string(static_cast<std::size_t>(n), 'x'));
    double(*const rows)[3] = made.many<double[3]>(1);
    std::memset(rows, 0, sizeof *rows);
    Kinds *root = nullptr;
    for (int i = 0; i < 2 * n; ++i) {
      auto *node = made.one<Kinds>();
      std::memset(node, 0, sizeof *node);
      node->n_rows = 1;
      node->rows = rows;
      node->name = text + i % n;
      node->next = std::exchange(root, node);
    }
    round_trips(root, AutoLink_Kinds);
    EXPECT_EQ(count(plan_of(AutoLink_Kinds), root, Sharing::as_declared).nodes,
              3u * static_cast<unsigned>(n) + 1);
  }
}

/// Arrays begin within the same 8 bytes or at the same address, together with records. Several pointers lead to each.
TEST(RoundTrip, ArraysOfSeveralClassesThatBeginSideBySide) {
  for (const std::size_t n : {20, 1000})
    for (const std::size_t distance : {8, 40, 1000}) {
      SCOPED_TRACE(std::to_string(n) + " places, " + std::to_string(distance) + " bytes apart");
      std::mt19937_64 random(n + distance);
      Made made;
      const std::size_t n_bytes = n * distance + sizeof(Leaf);
      char *const bytes = made.many<char>(n_bytes);
      for (std::size_t i = 0; i < n_bytes; ++i)
        bytes[i] = i % 8 == 7 ? '\0' : static_cast<char>('a' + i / 8 % 26); // strings end within the 8 bytes
      const auto any_place = [&](std::size_t align) {
        return bytes + random() % n * distance + random() % (8 / align) * align;
      };
      // None lies inside another.
      const auto any_leaf = [&] { return reinterpret_cast<Leaf *>(any_place(sizeof(Leaf))); };
      double(*const rows)[3] = made.many<double[3]>(1);
      std::memset(rows, 0, sizeof *rows);
      Kinds *root = nullptr;
      for (std::size_t i = 0; i < 3 * n; ++i) {
        auto *node = made.one<Kinds>();
        std::memset(node, 0, sizeof *node);
        node->n_rows = node->n_numbers = node->n_records = node->kind = 1;
        node->rows = rows;
        node->numbers = reinterpret_cast<double *>(any_place(alignof(double)));
        node->records = reinterpret_cast<Leaf *>(any_place(alignof(Leaf)));
        node->name = any_place(1);
        node->any = any_leaf();
        for (Part &part : node->inner)
          part = {any_place(1), 1, reinterpret_cast<float *>(any_place(alignof(float))), any_leaf()};
        node->next = std::exchange(root, node);
      }
      round_trips(root, AutoLink_Kinds);
    }
}

/// uint8_t is unsigned char, and int64_t long or long long.
TEST(RoundTrip, ArraysOfOneTypeWithTwoNames) {
  struct Two {
    std::int64_t n;
    unsigned char *bytes;
    std::uint8_t *same_bytes;
    std::int64_t *longs;
    long *same_longs;
    long long *other_longs;
  };
  static const AL_Run data = {AL_INT64_T, offsetof(Two, n), 1, 0};
  const auto pointer = [](const char *name, std::size_t offset, std::uint32_t basic) {
    return AL_Pointer{name,
                      AL_ARRAY,
                      0,
                      offset,
                      1,
                      0,
                      AL_Basic + basic,
                      0,
                      [](const void *record, const void *) { return static_cast<const Two *>(record)->n; },
                      nullptr,
                      nullptr};
  };
  static const AL_Pointer pointers[] = {pointer("bytes", offsetof(Two, bytes), AL_UNSIGNED_CHAR),
                                        pointer("same_bytes", offsetof(Two, same_bytes), AL_UINT8_T),
                                        pointer("longs", offsetof(Two, longs), AL_INT64_T),
                                        pointer("same_longs", offsetof(Two, same_longs), AL_LONG),
                                        pointer("other_longs", offsetof(Two, other_longs), AL_LONG_LONG)};
  static const AL_TypeInfo type = {AL_TYPE_ABI, 0, "Two", sizeof(Two), alignof(Two), 1,
                                   1,           1, &data, 5,           pointers,     nullptr};
  Made made;
  Two two = {3, made.many<unsigned char>(3), nullptr, made.many<std::int64_t>(3), nullptr, nullptr};
  two.same_bytes = two.bytes;
  two.same_longs = reinterpret_cast<long *>(two.longs);
  two.other_longs = reinterpret_cast<long long *>(two.longs);
  constexpr bool is_long = std::is_same_v<std::int64_t, long>;
  EXPECT_EQ(count(plan_of(&type), &two, Sharing::as_declared).nodes, 4u);
  for (const PackOptions &options : all_options) {
    const Bytes bytes(&type, &two, options);
    Arena none;
    auto *copy = static_cast<Two *>(unpack(plan_of(&type), bytes.data, bytes.size, {}, none));
    EXPECT_EQ(copy->bytes, copy->same_bytes);
    EXPECT_EQ(static_cast<void *>(copy->longs) == copy->same_longs, is_long);
    EXPECT_EQ(static_cast<void *>(copy->longs) == copy->other_longs, !is_long);
    release(plan_of(&type), copy, malloc_allocator());
  }
}

/// An arena puts nothing at the end of an array, even of an empty one. So a pointer to the end still means the end when
/// the structure is sent on.
TEST(RoundTrip, EndsOfArraysFromAnArenaStayTheirEnds) {
  constexpr int n = 30;
  Made made;
  Kinds *const root = make_kinds(made, n, 1);
  int made_so_far = 0;
  for (Kinds *node = root; node; node = node->next) {
    node->n_numbers = made_so_far++ % 3;
    node->numbers = node->same_numbers = made.many<double>(3);
    node->cursor = node->numbers + node->n_numbers;
  }
  ASSERT_EQ(made_so_far, n);
  for (const PackOptions &options : all_options) {
    SCOPED_TRACE("packets of " + std::to_string(options.packet_bytes));
    const Bytes bytes(AutoLink_Kinds, root, options);
    Arena arena;
    const auto *received = static_cast<Kinds *>(
        unpack(plan_of(AutoLink_Kinds), bytes.data, bytes.size, {.use_arena = true}, arena));
    EXPECT_EQ(difference(root, received), "");
    const Bytes again(AutoLink_Kinds, received, options);
    Arena none;
    auto *copy = static_cast<Kinds *>(unpack(plan_of(AutoLink_Kinds), again.data, again.size, {}, none));
    EXPECT_EQ(difference(root, copy), "");
    for (const Kinds *node = copy; node; node = node->next)
      EXPECT_EQ(node->cursor, node->numbers + node->n_numbers);
    release(plan_of(AutoLink_Kinds), copy, malloc_allocator());
  }
}

TEST(Refused, BytesOfAnybody) {
  std::string text;
  for (const std::size_t size : {12, 40, 5000}) {
    const std::vector<std::byte> bytes(size, std::byte{'a'});
    EXPECT_EQ(error_of([&] { unpack_and_release(AutoLink_List, bytes.data(), size); }, &text),
              AL_ERR_MESSAGE);
    EXPECT_NE(text.find("no structure that AL_Pack has packed"), std::string::npos) << text;
  }
}

/// Expects that a message is refused after a field of the record with second_id is changed.
void expect_refused(AL_Type type, const Bytes &bytes, std::size_t field, int value, bool use_arena,
                    const std::string &why) {
  auto *at = static_cast<std::byte *>(bytes.data), *end = at + bytes.size;
  const int id = second_id;
  at = std::search(at, end, reinterpret_cast<const std::byte *>(&id),
                   reinterpret_cast<const std::byte *>(&id + 1));
  ASSERT_NE(at, end);
  store(at + field, value);
  std::string text;
  EXPECT_EQ(
      error_of([&] { unpack_and_release(type, bytes.data, bytes.size, {.use_arena = use_arena}); }, &text),
      AL_ERR_MESSAGE);
  EXPECT_NE(text.find(why), std::string::npos) << text;
}

void expect_no_kind_is_refused(AL_Type type, const Bytes &bytes, bool use_arena) {
  expect_refused(type, bytes, offsetof(Kinds, kind), 77, use_arena,
                 "Kinds.any: what it points at is told by a field whose value, 77, is none of its choices");
}

TEST(Refused, ReceivedArraysOfAnotherLength) {
  Made made;
  Kinds *kinds = make_two(made);
  kinds->next->n_numbers = 3;
  kinds->next->numbers = made.many<double>(3);
  kinds->next->same_numbers = kinds->next->cursor = nullptr;
  for (const PackOptions &options : all_options)
    for (const bool use_arena : {false, true})
      for (const int length : {-1, 0, 4}) {
        Bytes bytes(AutoLink_Kinds, kinds, options);
        expect_refused(AutoLink_Kinds, bytes, offsetof(Kinds, n_numbers), length, use_arena,
                       "Kinds.numbers: its array's length is 3, where its record says " +
                           std::to_string(length));
      }
}

/// AL_Free would take the first null character for the end. In packets, strings arrive in parts, down to single bytes.
TEST(Refused, ReceivedStringsWithAnotherNullCharacter) {
  Made made;
  Kinds *kinds = make_kinds(made, 1, 1);
  const auto expect_refused = [&](const PackOptions &options, std::size_t length, std::size_t place) {
    std::string text(length, 'x');
    kinds->name = made.string(text);
    Bytes bytes(AutoLink_Kinds, kinds, options);
    text[place] = 'y';
    kinds->name = made.string(text);
    const Bytes others(AutoLink_Kinds, kinds, options);
    ASSERT_EQ(bytes.size, others.size);
    auto *at = static_cast<char *>(bytes.data);
    at = std::mismatch(at, at + bytes.size, static_cast<const char *>(others.data)).first;
    ASSERT_EQ(*at, 'x');
    *at = 0;
    for (const bool use_arena : {false, true}) {
      CountingAllocator allocator;
      std::string why;
      const auto receive = [&] {
        unpack_and_release(AutoLink_Kinds, bytes.data, bytes.size,
                           {.use_arena = use_arena, .allocator = allocator.get()});
      };
      EXPECT_EQ(error_of(receive, &why), AL_ERR_MESSAGE);
      EXPECT_NE(why.find("a string has a null character inside"), std::string::npos) << why;
      EXPECT_EQ(allocator.live, 0u);
    }
  };
  for (const PackOptions &options : all_options)
    for (const std::size_t length : {1, 5, 8, 13, 64, 300})
      for (std::size_t place = 0; place < length; place += 1 + length / 13)
        expect_refused(options, length, place);
}

TEST(Refused, ReceivedPointersOfNoKind) {
  Made made;
  Kinds *kinds = make_two(made);
  kinds->next->kind = 2;
  kinds->next->any = kinds;
  for (const PackOptions &options : all_options)
    for (const bool use_arena : {false, true}) {
      Bytes bytes(AutoLink_Kinds, kinds, options);
      expect_no_kind_is_refused(AutoLink_Kinds, bytes, use_arena);
    }
}

/// The same for an array's elements: the pointer determines which element it belongs to.
TEST(Refused, ReceivedPointersOfNoKindInElements) {
  struct Box {
    std::int64_t n;
    Kinds *kinds;
  };
  constexpr int n = 400, bad = 397; // not in the first packet
  Made made;
  Box box = {n, made.many<Kinds>(n)};
  for (int i = 0; i < n; ++i) {
    box.kinds[i] = {};
    box.kinds[i].id = i == bad ? second_id : 0;
    box.kinds[i].kind = 1;
    box.kinds[i].any = made.one<Leaf>();
  }
  static AL_TypeInfo kinds[] = {AutoLink_Kinds[0], AutoLink_Kinds[0]};
  kinds[1].routines = nullptr;
  for (const AL_TypeInfo &element : kinds) {
    static const AL_Run data = {AL_INT64_T, offsetof(Box, n), 1, 0};
    const AL_Pointer pointer = {
        "kinds",
        AL_ARRAY,
        0,
        offsetof(Box, kinds),
        1,
        0,
        &element,
        0,
        [](const void *record, const void *) { return static_cast<const Box *>(record)->n; },
        nullptr,
        nullptr};
    static std::deque<std::pair<AL_Pointer, AL_TypeInfo>> tables; // plans refer to their addresses
    auto &[kept, type] = tables.emplace_back(pointer, AL_TypeInfo());
    type = {AL_TYPE_ABI, 0, "Box", sizeof(Box), alignof(Box), 1, 1, 1, &data, 1, &kept, nullptr};
    for (const PackOptions &options : all_options)
      for (const bool use_arena : {false, true}) {
        Bytes bytes(&type, &box, options);
        unpack_and_release(&type, bytes.data, bytes.size, {.use_arena = use_arena});
        expect_no_kind_is_refused(&type, bytes, use_arena);
      }
  }
}

/// Only the version is read in a message of another version.
TEST(Refused, AnotherVersion) {
  Made made;
  const Bytes bytes(AutoLink_List, make_list(made, 3, 1));
  const auto *begin = static_cast<const std::byte *>(bytes.data);
  constexpr std::size_t message = sizeof(std::uint64_t);
  for (const std::uint8_t version : {wire::version - 1, wire::version + 1})
    for (const std::uint16_t types_bytes : {0, 0xffff}) {
      std::vector<std::byte> other(begin, begin + bytes.size);
      auto head = load<wire::Head>(other.data() + message);
      ASSERT_EQ(head.version, wire::version);
      head.version = version;
      head.types_bytes = types_bytes;
      store(other.data() + message, head);
      std::string text;
      EXPECT_EQ(error_of([&] { unpack_and_release(AutoLink_List, other.data(), other.size()); }, &text),
                AL_ERR_MESSAGE);
      EXPECT_NE(text.find("another version"), std::string::npos) << text;
      EXPECT_FALSE(Unpacker::summary(other.data() + message, other.size() - message));
    }
}

TEST(Refused, OneArrayWithALongerLength) {
  Made made;
  Kinds *first = make_two_of_one_array(made, 8, 5);
  EXPECT_EQ(error_of([&] { Bytes(AutoLink_Kinds, first); }), 0);
  std::swap(first->n_numbers, first->next->n_numbers);
  EXPECT_EQ(error_of([&] { Bytes(AutoLink_Kinds, first); }), AL_ERR_STRUCTURE);
}

/// The tables take up addresses, but hardly any memory.
TEST(Labels, BeyondTwoToThe32AreThoseOfTheirNodes) {
  constexpr std::uint64_t beyond = (std::uint64_t{1} << 32) + 5000;
  for (const bool holds_nodes : {false, true}) {
    Arena arena;
    Pieces nodes;
    nodes.begin(sizeof(void *), sizeof(void *), 10);
    if (error_of([&] { nodes.reserve(beyond, arena); }) == AL_ERR_MEMORY)
      GTEST_SKIP() << "64 GiB of addresses";
    nodes.holds_nodes = holds_nodes;
    nodes.labels = beyond;
    AL_Restore restore = {};
    std::uint64_t made[5];
    const std::uint64_t labels[] = {0, (std::uint64_t{1} << 32) - 1025, (std::uint64_t{1} << 32) - 1,
                                    std::uint64_t{1} << 32, beyond - 1};
    for (std::size_t i = 0; i < std::size(labels); ++i)
      store(nodes[labels[i]], &made[i]);
    for (std::size_t i = 0; i < std::size(labels); ++i) {
      void *const expected = holds_nodes ? static_cast<void *>(nodes[labels[i]]) : &made[i];
      EXPECT_EQ(al_node(&restore, &nodes, labels[i] + 1), expected) << labels[i];
      EXPECT_EQ(load<std::uint64_t *>(nodes[labels[i]]) != &made[i], !holds_nodes) << labels[i];
    }
    EXPECT_EQ(nodes.referenced, holds_nodes ? 0 : std::size(labels));
  }
}

TEST(Refused, OtherTypes) {
  Made made;
  const Bytes bytes(AutoLink_List, make_list(made, 3, 1));
  std::string text;
  EXPECT_EQ(error_of([&] { unpack_and_release(AutoLink_Square, bytes.data, bytes.size); }, &text),
            AL_ERR_TYPES);
  EXPECT_NE(text.find("Square"), std::string::npos) << text;
  AL_TypeInfo moved = AutoLink_List[0];
  AL_Pointer pointer = moved.pointers[0];
  pointer.target = &moved;
  moved.pointers = &pointer;
  EXPECT_EQ(error_of([&] { unpack_and_release(&moved, bytes.data, bytes.size); }), 0);
  AL_TypeInfo other = moved;
  AL_Pointer pointer_too = pointer;
  pointer_too.kind = AL_INSIDE;
  other.pointers = &pointer_too;
  EXPECT_EQ(error_of([&] { unpack_and_release(&other, bytes.data, bytes.size); }, &text), AL_ERR_TYPES);
  EXPECT_NE(text.find("next"), std::string::npos) << text;
  AL_TypeInfo shuffled = moved; // every other double first
  const AL_Run runs[] = {{AL_DOUBLE, 0, 2, 16}, {AL_DOUBLE, 8, 2, 16}};
  shuffled.n_data = 2;
  shuffled.data = runs;
  EXPECT_EQ(error_of([&] { unpack_and_release(&shuffled, bytes.data, bytes.size); }, &text), AL_ERR_TYPES);
  EXPECT_NE(text.find("declared"), std::string::npos) << text;
}

/// Holds whether or not the name is so long that the type is hashed.
TEST(Types, OfAnotherNameAreTakenWithTheirPadding) {
  static const TreeCalled oak("Oak");
  constexpr std::size_t padding = offsetof(Tree, key) + sizeof(Tree::key);
  static_assert(padding < offsetof(Tree, left));
  Made made;
  Tree *tree = made.one<Tree>();
  *tree = Tree();
  reinterpret_cast<std::byte *>(tree)[padding] = std::byte{77};
  for (const AL_Type sender : {AL_Type{AutoLink_Tree}, oak.type(), hashed_tree()})
    for (const AL_Type receiver : {AL_Type{AutoLink_Tree}, oak.type(), hashed_tree()}) {
      const Bytes bytes(sender, tree);
      Arena arena;
      void *copy = unpack(plan_of(receiver), bytes.data, bytes.size, {}, arena);
      EXPECT_EQ(static_cast<std::byte *>(copy)[padding], std::byte{77});
      release(plan_of(receiver), copy, malloc_allocator());
    }
}

TEST(Types, TooLongForAMessageAreHashed) {
  static const std::string another(70000, 'y');
  static const TreeCalled other(another.c_str());
  static TreeCalled greater(another.c_str()), greater_too("Greater");
  greater.grow();
  greater_too.grow();
  Made made;
  const Tree *tree = make_tree(made, 20, 1);
  for (const std::size_t eager_bytes : {std::size_t{0}, std::size_t{8192}}) {
    const Bytes bytes(hashed_tree(), tree, {.eager_bytes = eager_bytes});
    Arena arena;
    for (const AL_Type type : {hashed_tree(), other.type(), AL_Type{AutoLink_Tree}}) {
      void *copy = unpack(plan_of(type), bytes.data, bytes.size, {.use_arena = true}, arena);
      EXPECT_EQ(difference(tree, static_cast<Tree *>(copy)), "");
    }
    std::string text;
    for (const AL_Type type : {greater.type(), greater_too.type()}) {
      EXPECT_EQ(error_of([&] { unpack_and_release(type, bytes.data, bytes.size); }, &text), AL_ERR_TYPES);
      EXPECT_NE(text.find("not described"), std::string::npos) << text;
    }
    EXPECT_EQ(error_of([&] { unpack_and_release(AutoLink_List, bytes.data, bytes.size); }, &text),
              AL_ERR_TYPES);
    EXPECT_NE(text.find("signature"), std::string::npos) << text;
  }
}

/// A record that leads to a tree of the given type.
struct Owner {
  explicit Owner(AL_Type tree) {
    link.kind = AL_LINK;
    link.target = tree;
    type.pointers = &link;
    type.routines = nullptr;
    type.name = "Owner";
    type.size = sizeof(void *);
    type.n_data = 0;
    type.flags = 0;
  }
  AL_Pointer link = {.name = "tree", .count = 1};
  AL_TypeInfo type = AutoLink_List[0];
};

TEST(Types, ThatAreHashedAreToldByName) {
  static TreeCalled greater("Greater");
  greater.grow();
  static const Owner sender(hashed_tree()), receiver(greater.type());
  Made made;
  const Tree *tree = make_tree(made, 20, 1);
  const Bytes bytes(&sender.type, &tree);
  std::string text;
  EXPECT_EQ(error_of([&] { unpack_and_release(&receiver.type, bytes.data, bytes.size); }, &text),
            AL_ERR_TYPES);
  EXPECT_NE(text.find("Greater"), std::string::npos) << text;
}

TEST(Types, OfTheSameSenderAreReadOnce) {
  static const TreeCalled oak("Oak");
  static TreeCalled greater("Greater");
  greater.grow();
  Made made;
  const Tree *tree = make_tree(made, 3, 1);
  Unpacker unpacker;
  const auto expect_taken = [&](AL_Type sender, AL_Type receiver, bool is_known) {
    const Bytes bytes(sender, tree);
    const Plan &plan = plan_of(receiver);
    Arena arena;
    void *copy = nullptr;
    {
      const FailingNew few(5); // a description needs more
      try {
        unpacker.begin(plan, {.use_arena = true});
        unpacker.first(static_cast<std::byte *>(bytes.data) + 8, bytes.size - 8);
        copy = unpacker.finish(arena);
      } catch (const std::bad_alloc &) {
      }
      EXPECT_EQ(few.has_failed(), !is_known);
    }
    EXPECT_EQ(copy ? difference(tree, static_cast<Tree *>(copy)) : "", "");
  };
  const auto take = [&](AL_Type sender, AL_Type receiver) {
    const Bytes bytes(sender, tree);
    Arena arena;
    unpacker.begin(plan_of(receiver), {.use_arena = true});
    unpacker.first(static_cast<std::byte *>(bytes.data) + 8, bytes.size - 8);
    EXPECT_EQ(difference(tree, static_cast<Tree *>(unpacker.finish(arena))), "");
  };
  expect_taken(oak.type(), AutoLink_Tree, false);
  for (const AL_Type receiver : {AL_Type{AutoLink_Tree}, greater.type(), AL_Type{AutoLink_Tree}})
    for (const AL_Type sender : {oak.type(), greater.type(), hashed_tree()}) {
      if (sender == receiver || (sender == hashed_tree() && receiver == greater.type()))
        continue;
      take(sender, receiver);
      expect_taken(sender, receiver, true);
    }
}

TEST(Refused, TablesThatContradictThemselves) {
  static AL_TypeInfo type = AutoLink_List[0];
  const AL_TypeInfo good = type;
  const auto refused = [&] { return error_of([] { plan_of(&type); }); };
  static AL_Pointer pointer = good.pointers[0];
  type.pointers = &pointer;
  type.abi = 77;
  EXPECT_EQ(refused(), AL_ERR_TABLES);
  type.abi = good.abi;
  pointer.offset = sizeof(List);
  EXPECT_EQ(refused(), AL_ERR_TABLES);
  pointer.offset = offsetof(List, next);
  pointer.count = UINT64_MAX;
  pointer.stride = 8;
  EXPECT_EQ(refused(), AL_ERR_TABLES);
  pointer.count = 1;
  pointer.kind = 99;
  EXPECT_EQ(refused(), AL_ERR_TABLES);
  pointer.kind = AL_ARRAY;
  EXPECT_EQ(refused(), AL_ERR_TABLES);
  pointer.kind = AL_LINK;
  pointer.target = nullptr;
  EXPECT_EQ(refused(), AL_ERR_TABLES);
  pointer.target = &type;
  type.align = 3;
  EXPECT_EQ(refused(), AL_ERR_TABLES);
  type.align = good.align;
  EXPECT_EQ(refused(), 0);
}

TEST(Limit, IsKept) {
  Made made;
  const List *root = make_list(made, 10000, 1);
  for (const PackOptions &options : all_options) {
    const Bytes bytes(AutoLink_List, root, options);
    for (const bool use_arena : {false, true}) {
      CountingAllocator allocator;
      UnpackOptions unpacking = {.use_arena = use_arena, .allocator = allocator.get()};
      unpacking.limit_bytes = 10000 * sizeof(List);
      EXPECT_EQ(error_of([&] { unpack_and_release(AutoLink_List, bytes.data, bytes.size, unpacking); }), 0);
      --unpacking.limit_bytes;
      EXPECT_EQ(error_of([&] { unpack_and_release(AutoLink_List, bytes.data, bytes.size, unpacking); }),
                AL_ERR_LIMIT);
      EXPECT_EQ(allocator.live, 0u);
    }
  }
}

TEST(Limit, CountsEmptyArrays) {
  Made made;
  Kinds *root = make_kinds(made, 1, 1);
  *root = Kinds();
  for (Kinds *last = root; root->id < 100; ++root->id, last = last->next) {
    last->next = made.one<Kinds>();
    *last->next = Kinds();
    last->numbers = last->same_numbers = made.one<double>();
  }
  std::uint64_t bytes = 0, arrays = 0;
  for (const Kinds *at = root; at; at = at->next) {
    bytes += sizeof(Kinds);
    arrays += 2u * (at->next != nullptr);
  }
  for (const std::size_t eager_bytes : {std::size_t{0}, std::size_t{1} << 20})
    for (const bool use_arena : {false, true}) { // gaps in the arena do not count
      const Bytes packed(AutoLink_Kinds, root, {.eager_bytes = eager_bytes});
      CountingAllocator allocator;
      UnpackOptions unpacking = {
          .use_arena = use_arena, .allocator = allocator.get(), .limit_bytes = bytes + arrays};
      EXPECT_EQ(error_of([&] { unpack_and_release(AutoLink_Kinds, packed.data, packed.size, unpacking); }),
                0);
      --unpacking.limit_bytes;
      EXPECT_EQ(error_of([&] { unpack_and_release(AutoLink_Kinds, packed.data, packed.size, unpacking); }),
                AL_ERR_LIMIT);
      EXPECT_EQ(allocator.live, 0u);
    }
}

/// A structure's message in which single integers are changed.
class Changed {
public:
  explicit Changed(const Kinds *root) {
    const Bytes bytes(AutoLink_Kinds, root);
    const auto *from = static_cast<const std::byte *>(bytes.data);
    bytes_.assign(from, from + bytes.size);
  }

  /// Sets the integer `offset` bytes after the first one equal to `known`.
  void set(int known, std::size_t offset, int value) {
    auto *at = static_cast<std::byte *>(memmem(bytes_.data(), bytes_.size(), &known, sizeof known));
    ASSERT_TRUE(at);
    store(at + offset, value);
  }

  /// Returns the receiver's error. The receiver must have freed everything.
  int error(bool use_arena = false) const {
    CountingAllocator allocator;
    const UnpackOptions unpacking = {.use_arena = use_arena, .allocator = allocator.get()};
    const int out =
        error_of([&] { unpack_and_release(AutoLink_Kinds, bytes_.data(), bytes_.size(), unpacking); });
    EXPECT_EQ(allocator.live, 0u);
    return out;
  }

private:
  std::vector<std::byte> bytes_;
};

/// AL_Free must find all of an array: of two pointers to it, the one that is met first gives its length.
TEST(Hostile, LengthsOfOneArray) {
  Made made;
  Changed message(make_two_of_one_array(made, 8, 5));
  const auto error_with = [&](int one, int other) {
    message.set(first_id, offsetof(Kinds, n_numbers), one);
    message.set(second_id, offsetof(Kinds, n_numbers), other);
    return message.error();
  };
  EXPECT_EQ(error_with(8, 5), 0);
  EXPECT_EQ(error_with(5, 8), AL_ERR_MESSAGE);
  EXPECT_EQ(error_with(0, 8), AL_ERR_MESSAGE);
}

/// AL_Free does not mark empty arrays, so it would free a shared one twice.
TEST(Hostile, EmptyArraysThatAreShared) {
  Made made;
  Kinds *first = make_two(made), *second = first->next;
  for (Kinds *kinds : {first, second}) {
    kinds->n_numbers = 0;
    kinds->numbers = made.many<double>(1);
    kinds->same_numbers = kinds->cursor = nullptr;
  }
  Changed message(first);
  EXPECT_EQ(message.error(), 0);
  message.set(second_id, offsetof(Kinds, same_numbers), 1); // the first array's label plus one
  EXPECT_EQ(message.error(), AL_ERR_MESSAGE);
}

/// Empty arrays, which AL_Free does not mark, must not stand for an array that it does not reach.
TEST(Hostile, LengthsOfNothing) {
  Made made;
  Kinds *first = make_two(made), *second = first->next;
  first->n_parts = second->n_parts = 2;
  first->parts = second->parts = made.many<Part>(2);
  float *values = made.many<float>(303);
  first->inner[0] = {nullptr, 303, values, nullptr};
  first->parts[0] = {nullptr, 302, values, nullptr};
  first->parts[1] = {nullptr, 1, made.many<float>(1), nullptr}; // nothing else leads to it
  Changed message(first);
  message.set(first_id, offsetof(Kinds, n_parts), 1);
  message.set(second_id, offsetof(Kinds, n_parts), 1);
  message.set(303, 0, 0);
  message.set(302, 0, 0);
  EXPECT_EQ(message.error(), AL_ERR_MESSAGE);
}

/// Lengths and addresses that together fit into 64 bits or do not.
TEST(MadeArrays, AreThoseThatWereSet) {
  std::vector<MadeArrays::Array> expected;
  for (const std::uint64_t address : {0x1ull, 0x7fffffffff10ull, 0xffffffffffffull, 0x1000000000000ull,
                                      0x100007fffffff10ull, 0xfffffffffffffff0ull})
    for (const std::uint64_t length : {0ull, 1ull, 32766ull, 32767ull, 32768ull, 65534ull, 65535ull, 65536ull,
                                       0xffffffffull, 0x123456789abcdull})
      expected.push_back({reinterpret_cast<std::byte *>(address), length});
  std::shuffle(expected.begin(), expected.end(), std::mt19937(1));
  MadeArrays arrays;
  for (int round = 0; round < 2; ++round) {
    Arena arena;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      arrays.reserve(i + 1, arena);
      arrays.set(i, expected[i]);
    }
    for (std::size_t i = 0; i < expected.size(); i += 2)
      EXPECT_TRUE(arrays.refer(i)) << i;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(arrays[i].address, expected[i].address) << i;
      EXPECT_EQ(arrays[i].length, expected[i].length) << i;
      EXPECT_EQ(arrays.refer(i), i % 2 == 1) << i;
    }
    arrays.clear();
  }
}

/// Counts the objects that threads have not given back.
struct Counted {
  static inline int live = 0, made = 0;
  Counted() { ++live, ++made; }
  ~Counted() { --live; }
};

TEST(OfThread, IsGivenBackWhereItIsAskedForWhileTheThreadEnds) {
  struct Older {
    ~Older() { of_thread<Counted>(); } // the objects used by the thread's function are gone by now
  };
  std::thread([] {
    static thread_local Older older;
    (void)&older;
    EXPECT_EQ(&of_thread<Counted>(), &of_thread<Counted>());
    EXPECT_NE(&of_thread<Counted>(), (&of_thread<Counted, Older>()));
    EXPECT_EQ(Counted::live, 2);
  }).join();
  EXPECT_EQ(Counted::made, 3);
  EXPECT_EQ(Counted::live, 0);
}

TEST(ArrayLengths, AreThoseThatWereAdded) {
  ArrayLengths lengths;
  std::vector<std::pair<std::uintptr_t, std::uint64_t>> expected;
  for (const std::uint64_t length : {0ull, 1ull, 0x1ffffffeull, 0x1fffffffull, 0x20000000ull, 0xffffffffull,
                                     0x100000000ull, 0x123456789abcdull})
    for (std::uintptr_t address = 0x7fffffff10; address < 0x7fffffff18; ++address)
      expected.emplace_back(address, length);
  std::shuffle(expected.begin(), expected.end(), std::mt19937(1));
  for (int round = 0; round < 2; ++round) {
    for (const auto &[address, length] : expected)
      lengths.add(address, length);
    ASSERT_EQ(lengths.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(lengths[i], expected[i].second) << i;
      for (unsigned within = 0; within < 8; ++within)
        EXPECT_EQ(lengths.is_at(i, 0x7fffffff10 + within), expected[i].first % 8 == within) << i;
    }
    lengths.clear();
  }
}

/// The arrays are of all kinds and lengths.
TEST(RoundTrip, ArraysThatAreSharedByNodesFarBehind) {
  constexpr int n = 1000, longest = 9000;
  Made made;
  const Kinds *const root = make_sharing_kinds(made, n, longest, 1);
  for (const PackOptions &options : all_options)
    round_trip(root, AutoLink_Kinds, options);
  Changed message(root);
  for (const int node : {n / 2, n - 1}) // its arrays belong to other nodes
    for (const std::size_t length : {offsetof(Kinds, n_numbers), offsetof(Kinds, n_rows)})
      for (const bool use_arena : {false, true}) {
        message = Changed(root);
        EXPECT_EQ(message.error(use_arena), 0);
        message.set(shared_id + node, length, longest + 1);
        EXPECT_EQ(message.error(use_arena), AL_ERR_MESSAGE);
      }
}

/// Arrays of doubles with lengths around the limits of 15 and 16 bits. A second pointer may have at most the array's
/// length.
TEST(RoundTrip, ArraysOfAllLengths) {
  for (const int n : {32766, 32767, 32768, 65534, 65535, 65536}) {
    SCOPED_TRACE(n);
    Made made;
    Kinds *first = make_two(made), *second = first->next;
    for (Kinds *kinds : {first, second})
      kinds->cursor = nullptr;
    auto *numbers = made.many<double>(static_cast<std::size_t>(n));
    std::iota(numbers, numbers + n, 0.5);
    first->numbers = first->same_numbers = second->same_numbers = second->numbers = numbers;
    first->n_numbers = n;
    second->n_numbers = n - 1;
    first->cursor = numbers + n;
    round_trip(first, AutoLink_Kinds, all_options[3]);
    Changed message(first);
    message.set(second_id, offsetof(Kinds, n_numbers), n);
    EXPECT_EQ(message.error(), 0);
    message.set(second_id, offsetof(Kinds, n_numbers), n + 1);
    EXPECT_EQ(message.error(), AL_ERR_MESSAGE);
  }
}

TEST(Hostile, TruncatedAtEveryByte) {
  Made made;
  const Kinds *root = make_kinds(made, 6, 11);
  for (const PackOptions &options : all_options) {
    const Bytes bytes(AutoLink_Kinds, root, options);
    for (std::size_t size = 0; size < bytes.size; size += size < 3000 ? 1 : 37) {
      CountingAllocator allocator;
      UnpackOptions unpacking = {.allocator = allocator.get()};
      ASSERT_EQ(error_of([&] { unpack_and_release(AutoLink_Kinds, bytes.data, size, unpacking); }),
                AL_ERR_MESSAGE)
          << size;
      ASSERT_EQ(allocator.live, 0u) << size;
    }
  }
}

TEST(Hostile, ChangedAnywhere) {
  std::mt19937_64 random(3);
  Made made;
  const Kinds *root = make_kinds(made, 8, 12);
  for (const PackOptions &options : all_options) {
    const Bytes bytes(AutoLink_Kinds, root, options);
    const auto *from = static_cast<const unsigned char *>(bytes.data);
    for (int round = 0; round < 3000; ++round) {
      std::vector<unsigned char> changed(from, from + bytes.size);
      for (std::size_t n = 1 + random() % 3; n > 0; --n) {
        unsigned char &byte =
            changed[random() % (round % 2 ? std::min<std::size_t>(1500, changed.size()) : changed.size())];
        byte = random() % 3 ? static_cast<unsigned char>(random()) : static_cast<unsigned char>(byte + 1);
      }
      CountingAllocator allocator;
      UnpackOptions unpacking = {
          .use_arena = round % 5 == 0, .allocator = allocator.get(), .limit_bytes = 10 << 20};
      unpacking.check_reachable = true;
      error_of([&] { unpack_and_release(AutoLink_Kinds, changed.data(), changed.size(), unpacking); });
      ASSERT_EQ(allocator.live, 0u) << "round " << round;
    }
  }
}

/// Splits a serial form into its messages.
std::vector<std::vector<std::byte>> messages_of(const Bytes &bytes) {
  std::vector<std::vector<std::byte>> out;
  const auto *at = static_cast<const std::byte *>(bytes.data), *end = at + bytes.size;
  while (at != end) {
    const auto size = static_cast<std::size_t>(load<std::uint64_t>(at));
    out.emplace_back(at + 8, at + 8 + size);
    at += 8 + size;
  }
  return out;
}

/// Returns the error of a receiver of these messages, or 0 if it has received a structure.
int receive(AL_Type type, std::vector<std::vector<std::byte>> messages, bool use_arena) {
  CountingAllocator allocator;
  UnpackOptions options = {.use_arena = use_arena, .allocator = allocator.get()};
  const int error = error_of([&] {
    Unpacker unpacker(plan_of(type), options);
    unpacker.first(messages[0].data(), messages[0].size());
    for (std::size_t i = 1; i < messages.size(); ++i)
      unpacker.packet(messages[i].data(), messages[i].size());
    require(unpacker.complete(), AL_ERR_MESSAGE, "cut");
  });
  EXPECT_EQ(allocator.live, 0u);
  return error;
}

TEST(Hostile, PacketsMissingTwiceOrInAnotherOrder) {
  Made made;
  const Bytes bytes(AutoLink_Tree, make_tree(made, 300, 1), {.eager_bytes = 0, .packet_bytes = 200});
  const auto good = messages_of(bytes);
  ASSERT_GT(good.size(), 20u);
  for (const bool use_arena : {false, true}) {
    EXPECT_EQ(receive(AutoLink_Tree, good, use_arena), 0);
    for (std::size_t i = 1; i < good.size(); ++i) {
      auto changed = good;
      changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_EQ(receive(AutoLink_Tree, changed, use_arena), AL_ERR_MESSAGE) << i << " is missing";
      changed = good;
      changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(i), good[i]);
      EXPECT_EQ(receive(AutoLink_Tree, changed, use_arena), AL_ERR_MESSAGE) << i << " comes twice";
      for (std::size_t j = i + 1; j < good.size(); ++j) {
        changed = good;
        std::swap(changed[i], changed[j]);
        EXPECT_EQ(receive(AutoLink_Tree, changed, use_arena), AL_ERR_MESSAGE) << i << ", " << j;
      }
    }
  }
}

/// Fails the library's own allocations one after the other; with `for_good`, all later ones as well.
void fail_each_allocation_of_the_sender(AL_Type type, const void *root, const PackOptions &options,
                                        bool for_good) {
  plan_of(type); // creates the plan once
  std::uint64_t n_told = 0;
  for (std::uint64_t at = 0;; ++at) {
    std::vector<std::vector<std::byte>> messages;
    bool has_begun = false;
    int error = 0;
    {
      Packer packer;
      const FailingNew failing(at, for_good);
      error = error_of([&] {
        packer.begin(plan_of(type), root, options, 0);
        has_begun = true;
        while (!packer.done() || packer.has_message()) {
          packer.step();
          while (packer.has_message()) {
            Message message = packer.take();
            const FailingNew::Pause pause;
            messages.emplace_back(message.data(), message.data() + message.size);
          }
        }
        if (packer.failure())
          throw Failure(*packer.failure());
      });
      if (error == 0 && failing.has_failed())
        error = -1; // it succeeded without that memory
    }
    if (error == 0)
      break;
    if (error == -1) {
      EXPECT_EQ(receive(type, messages, false), 0) << "allocation " << at;
      continue;
    }
    ASSERT_EQ(error, AL_ERR_MEMORY) << "allocation " << at;
    if (has_begun) {
      ++n_told;
      ASSERT_EQ(receive(type, messages, false), AL_ERR_SENDER) << "allocation " << at;
    }
  }
  EXPECT_GT(n_told, 3u);
}

TEST(Memory, OfTheSenderRunsOutAtEveryAllocation) {
  Made made;
  const Kinds *kinds = make_kinds(made, 4, 13);
  const List *list = make_list(made, 300, 5); // about forty packets, which are received one by one
  for (const bool for_good : {false, true}) {
    for (const PackOptions &options : all_options)
      fail_each_allocation_of_the_sender(AutoLink_Kinds, kinds, options, for_good);
    fail_each_allocation_of_the_sender(
        AutoLink_List, list, {.eager_bytes = 0, .packet_bytes = 200, .packets_waiting = 1}, for_good);
  }
}

/// Fails allocations by mmap, and by malloc, which also provides nodes.
void fail_each_allocation_of_the_receiver(AL_Type type, const void *root) {
  for (const PackOptions &options : all_options) {
    const Bytes bytes(type, root, options);
    release_kept_pages();
    for (const bool use_arena : {false, true})
      for (std::uint64_t at = 0;; ++at) {
        CountingAllocator allocator;
        bool has_failed = false;
        const UnpackOptions unpacking = {.use_arena = use_arena, .allocator = allocator.get()};
        const int error = error_of([&] {
          Arena arena;
          void *copy = nullptr;
          {
            const FailingNew failing(at, false, 0, true);
            copy = unpack(plan_of(type), bytes.data, bytes.size, unpacking, arena);
            has_failed = failing.has_failed();
          }
          if (!use_arena)
            release(plan_of(type), copy, unpacking.allocator);
        });
        ASSERT_EQ(allocator.live, 0u) << "allocation " << at;
        if (error == 0 && !has_failed)
          break;
        ASSERT_TRUE(error == 0 || error == AL_ERR_MEMORY) << "allocation " << at;
      }
  }
}

TEST(Memory, OfTheReceiverRunsOutAtEveryAllocation) {
  Made made;
  fail_each_allocation_of_the_receiver(AutoLink_Kinds, make_kinds(made, 4, 13));
  fail_each_allocation_of_the_receiver(AutoLink_List, make_list(made, 10, 1)); // core/small
  fail_each_allocation_of_the_receiver(AutoLink_Tree, make_tree(made, 10, 1));
  fail_each_allocation_of_the_receiver(AutoLink_City, make_map(made, 10, 1));
  auto *long_names = made.one<Kinds>();
  *long_names = {};
  long_names->name = made.string(std::string(33000, 'x'));
  long_names->inner[0].label = made.string(std::string(33000, 'y'));
  fail_each_allocation_of_the_receiver(AutoLink_Kinds, long_names);
  fail_each_allocation_of_the_receiver(AutoLink_Kinds, make_sharing_kinds(made, 140, 500, 1));
}

TEST(Memory, OfAnArenaOfPagesRunsOutAtEveryAllocation) {
  Made made;
  const Bytes bytes(AutoLink_List, make_list(made, 10000, 1), all_options[0]);
  release_kept_pages();
  bool has_failed = true;
  for (std::uint64_t at = 0; has_failed; ++at) {
    release_kept_pages();
    const int error = error_of([&] {
      Arena arena;
      const FailingNew failing(at, true, 0, true);
      unpack(plan_of(AutoLink_List), bytes.data, bytes.size, {.use_arena = true}, arena);
    });
    ASSERT_TRUE(error == 0 || error == AL_ERR_MEMORY) << "allocation " << at;
    has_failed = error != 0;
  }
}

TEST(Memory, OfAPackedStructureRunsOutAtEveryAllocation) {
  Made made;
  const auto fail_each = [](AL_Type type, const void *root) {
    plan_of(type); // creates the plan once
    for (const PackOptions &options : all_options)
      for (const bool for_good : {false, true})
        for (std::uint64_t at = 0;; ++at) {
          std::size_t size = 1;
          void *data = nullptr;
          bool has_failed = false;
          const int error = error_of([&] {
            const FailingNew failing(at, for_good, 0, true);
            struct Ask {
              ~Ask() { has_failed = failing.has_failed(); }
              const FailingNew &failing;
              bool &has_failed;
            } ask{failing, has_failed};
            data = pack(plan_of(type), root, options, size);
          });
          ASSERT_EQ(error == 0, data != nullptr) << "allocation " << at;
          std::free(data);
          if (!has_failed)
            break;
          ASSERT_TRUE(error == 0 || error == AL_ERR_MEMORY) << "allocation " << at;
        }
  };
  fail_each(AutoLink_Kinds, make_kinds(made, 4, 13));
  fail_each(AutoLink_List, make_list(made, 10, 1));
  std::thread([&] {
    fail_each(AutoLink_City, make_map(made, 10, 1));
  }).join(); // a new thread has no memory yet
}

/// If memory runs out before that, other nodes are lost as well.
TEST(Memory, IsNotNeededOnceAllNodesButEmptyArraysAreFreed) {
  const int n = 5;
  Made made;
  Kinds *root = nullptr;
  for (int i = 0; i < n; ++i) {
    auto *node = made.one<Kinds>();
    *node = {};
    node->numbers = i < 2 ? nullptr : made.one<double>(); // the last node is visited after all arrays
    node->next = std::exchange(root, node);
  }
  plan_of(AutoLink_Kinds); // creates the plan once
  std::uint64_t n_failures = 0;
  for (bool has_failed = true; has_failed;) {
    int n_freed = 0;
    const auto note = [](void *, std::size_t, void *freed) { ++*static_cast<int *>(freed); };
    int error = 0;
    {
      const FailingNew failing(n_failures);
      error = error_of([&] { release(plan_of(AutoLink_Kinds), root, {nullptr, note, &n_freed}); });
      has_failed = failing.has_failed();
    }
    if (error == 0)
      EXPECT_EQ(n_freed, 2 * n - 2);
    else
      EXPECT_LT(n_freed, n) << "allocation " << n_failures;
    n_failures += has_failed;
  }
  EXPECT_GT(n_failures, 0u);
}

/// Fails each allocation of a node in turn. `for_good` makes all later ones fail as well; otherwise nodes of small
/// structures are requested a second time.
void fail_each_node(AL_Type type, const void *root, bool for_good) {
  for (const PackOptions &options : all_options) {
    const Bytes bytes(type, root, options);
    for (std::uint64_t at = 0;; ++at) {
      CountingAllocator allocator;
      allocator.fail_at = at;
      allocator.for_good = for_good;
      UnpackOptions unpacking = {.allocator = allocator.get()};
      const int error = error_of([&] { unpack_and_release(type, bytes.data, bytes.size, unpacking); });
      ASSERT_EQ(allocator.live, 0u) << "allocation " << at;
      ASSERT_EQ(allocator.bytes_live, 0u) << "allocation " << at;
      if (allocator.calls <= at)
        break;
      ASSERT_TRUE(error == AL_ERR_MEMORY || (error == 0 && !for_good)) << "allocation " << at;
    }
  }
}

TEST(Memory, OfNodesRunsOutAtEveryAllocation) {
  Made made;
  for (const bool for_good : {false, true}) {
    fail_each_node(AutoLink_Kinds, make_kinds(made, 10, 13), for_good);
    fail_each_node(AutoLink_List, make_list(made, 10, 1), for_good);
    fail_each_node(AutoLink_Tree, make_tree(made, 10, 1), for_good);
    fail_each_node(AutoLink_City, make_map(made, 10, 1), for_good);
  }
}

/// Returns the number of bytes that this process has in memory.
std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/smaps_rollup");
  std::uint64_t kb = 0;
  for (std::string word; file >> word;)
    if (word == "Rss:" && file >> kb)
      break;
  return kb << 10;
}

/// Allocates nodes from memory that exists already.
struct Room {
  explicit Room(std::size_t bytes) : bytes(bytes, std::byte{1}) {}
  Allocator get() {
    return {[](std::size_t bytes, std::size_t align, void *self) -> void * {
              auto &me = *static_cast<Room *>(self);
              const std::size_t at = (me.used + align - 1) / align * align;
              me.used = at + bytes;
              return me.used <= me.bytes.size() ? me.bytes.data() + at : nullptr;
            },
            [](void *, std::size_t, void *) {}, this};
  }
  std::vector<std::byte> bytes;
  std::size_t used = 0;
};

TEST(Memory, OfTheReceiverIs8BytesAnArray) {
  constexpr std::size_t n = 524160; // fills the receiver's tables completely
  Made made;
  auto *root = made.one<Kinds>();
  *root = {};
  root->n_parts = n;
  root->parts = made.many<Part>(n);
  auto *values = made.many<float>(n);
  for (std::size_t i = 0; i < n; ++i)
    root->parts[i] = {nullptr, 1, values + i, nullptr};
  const Bytes bytes(AutoLink_Kinds, root, {.eager_bytes = 0});
  auto messages = messages_of(bytes);
  release_kept_pages();
  Room room(n * (sizeof(Part) + 8) + 4096);
  const std::uint64_t before = resident_bytes();
  if (before == 0)
    GTEST_SKIP() << "/proc does not tell";
  Unpacker unpacker(plan_of(AutoLink_Kinds), {.allocator = room.get()});
  unpacker.first(messages[0].data(), messages[0].size());
  for (std::size_t i = 1; i < messages.size(); ++i)
    unpacker.packet(messages[i].data(), messages[i].size());
  ASSERT_TRUE(unpacker.complete());
  EXPECT_LT(resident_bytes() - before, 9 * n);
}

/// Returns the state of a page: 1 if it is in memory, 0 if it is only an address, -1 if it is not mapped.
int page_state(const std::byte *page) {
  unsigned char is_there = 0;
  const auto begin = reinterpret_cast<std::uintptr_t>(page) & ~std::uintptr_t{4095};
  return mincore(reinterpret_cast<void *>(begin), 4096, &is_there) == 0 ? is_there & 1 : -1;
}

TEST(Memory, OfFreedArenasIsKeptForTheNextUpToALimit) {
  constexpr std::size_t bytes = (50 << 20) + 4096;
  std::vector<const std::byte *> freed;
  {
    Arena arenas[8];
    for (Arena &arena : arenas) {
      std::byte *memory = arena.allocate(bytes, 64);
      memory[bytes - 1] = std::byte{1};
      freed.push_back(memory);
    }
  }
  const auto kept =
      std::count_if(freed.begin(), freed.end(), [](auto page) { return page_state(page) >= 0; });
  EXPECT_GT(kept, 0);
  EXPECT_LE(kept, 5); // 256 MB
  Arena next;
  std::byte *memory = next.allocate(bytes, 64);
  EXPECT_NE(std::find(freed.begin(), freed.end(), memory), freed.end());
}

/// Kept memory is freed for another arena, and for a packet that is received only to be dropped.
TEST(Memory, OfFreedArenasIsGivenBackWhereThereIsNoOther) {
  for (const bool is_arena : {true, false}) {
    constexpr std::size_t bytes = 40 << 20;
    Arena().allocate(bytes, 64);
    rlimit before = {};
    ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlimit all_is_used = {pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)), before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_AS, &all_is_used), 0);
    Arena smaller; // smaller by more than half, so that it cannot reuse the same pages
    Pages taken;
    std::byte *memory = nullptr;
    const int error = error_of([&] {
      if (!is_arena)
        taken = map_pages(bytes / 3);
      memory = is_arena ? smaller.allocate(bytes / 3, 64) : taken.get();
    });
    setrlimit(RLIMIT_AS, &before);
    EXPECT_EQ(error, 0);
    EXPECT_TRUE(memory);
  }
}

#ifdef MADV_POPULATE_WRITE
TEST(Memory, OfTheHeapIsMappedAheadOfNodes) {
  constexpr std::intptr_t bytes = 1 << 20;
  const auto *heap_end = static_cast<const std::byte *>(sbrk(bytes));
  HeapAhead ahead;
  ahead.begin();
  for (const std::intptr_t few : {0, 100000}) {
    ahead.reach(heap_end + few);
    EXPECT_EQ(page_state(heap_end + 110000), 0);
  }
  ahead.reach(heap_end + 200000);
  EXPECT_EQ(page_state(heap_end + 110000), 0);
  EXPECT_EQ(page_state(heap_end + 300000), 1);
  EXPECT_EQ(page_state(heap_end + 500000), 0);
  ahead.reach(heap_end + 300000); // known already
  EXPECT_EQ(page_state(heap_end + 400000), 0);
  ahead.reach(&ahead); // not in the heap
  ahead.reach(heap_end + 500000);
  EXPECT_EQ(page_state(heap_end + 600000), 0);
  EXPECT_EQ(sbrk(-bytes), heap_end + bytes);
}
#endif

} // namespace

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
