// Sends structures of all kinds through memory, at all packet sizes.
#include "amount.h"
#include "figure3_routines.h"
#include "small_stack.h"
#include "support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace autolink::test {
namespace {

template <typename T> void round_trips(const T *root, AL_Type type) {
  for (const PackOptions &options : all_options) {
    SCOPED_TRACE("packets of " + std::to_string(options.packet_bytes));
    round_trip(root, type, options);
  }
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
    OutgoingBytes message = packer.take();
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
    round_trip(make_kinds(made, 1 + seed % 97, seed), AutoLink_Kinds, all_options[seed % std::size(all_options)]);
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
      OutgoingBytes message = packer.take();
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
    const std::pair<AL_Type, const void *> roots[] = {{AutoLink_Graph, make_graph(made, 1 + seed * 7 % 90, seed)},
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
    const std::pair<AL_Type, const void *> roots[] = {{AutoLink_List, make_list(made, 900 + seed * 100, seed)},
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
      const OutgoingBytes message = packer.take();
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
    OutgoingBytes message = packer.take();
    if (is_first)
      unpacker.receive_first(message.data(), message.size);
    else
      unpacker.receive_packet(message.data(), message.size);
    is_first = false;
    packer.give_back(std::move(message));
  }
  Arena arena;
  EXPECT_EQ(difference(root, static_cast<Graph *>(unpacker.finish(arena))), "");
}

TEST(RoundTrip, PlacesBehindAnArrayThatLiesInsideOfANode) {
  Made made;
  Kinds *root = make_two(made);
  root->records = reinterpret_cast<Leaf *>(&root->next->n_rows); // the field has the size of a Leaf
  root->n_records = 1;
  root->cursor = &root->next->tagged.number;
  const Bytes bytes(AutoLink_Kinds, root);
  Arena arena;
  const auto *copy =
      static_cast<Kinds *>(unpack(plan_of(AutoLink_Kinds), bytes.data, bytes.size, {.use_arena = true}, arena));
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
    EXPECT_EQ(count(plan_of(AutoLink_Kinds), root, Sharing::as_declared).nodes, 3u * static_cast<unsigned>(n) + 1);
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
    const auto *received =
        static_cast<Kinds *>(unpack(plan_of(AutoLink_Kinds), bytes.data, bytes.size, {.use_arena = true}, arena));
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

/// The tables take up addresses, but hardly any memory.
TEST(Labels, BeyondTwoToThe32AreThoseOfTheirNodes) {
  constexpr std::uint64_t beyond = (std::uint64_t{1} << 32) + 5000;
  for (const bool holds_nodes : {false, true}) {
    Arena arena;
    GrowingArray nodes;
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

} // namespace
} // namespace autolink::test
