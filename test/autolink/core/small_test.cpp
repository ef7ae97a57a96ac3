// Tests structures that fit into one message.
#include "figure3_routines.h"
#include "support.h"

#include "core/receive/measure.h"
#include "core/receive/spare_nodes.h"
#include "core/small/small.h"
#include "core/small/small_node_table.h"

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <functional>
#include <initializer_list>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace autolink::test {
namespace {

/// Returns the message of a small structure, or nothing if it is not small.
std::vector<std::byte> packed_small(AL_Type type, const void *root, const PackOptions &options = {}) {
  const NodePlan &plan = plan_of(type);
  std::vector<std::byte> out(plan.elements_begin + most_whole_bytes(plan, options.eager_bytes));
  out.resize(pack_small(plan, root, options, out.data()));
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
  const OutgoingBytes message = packer.take();
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
  const NodePlan &plan = plan_of(type);
  std::vector<T *> received;
  Made made;
  for (const std::size_t n : sizes) {
    const T *sent = make(made, n);
    const std::vector<std::byte> message = packed_small(type, sent);
    for (const std::size_t n_waits : waits) {
      for (std::size_t i = 0; i < n_waits; ++i)
        allocate_spare_nodes(plan, {});
      Arena none;
      received.push_back(static_cast<T *>(unpack_small(plan, message.data(), message.size(), {}, none)));
      ASSERT_EQ(difference(sent, received.back()), "");
    }
  }
  for (T *one : received)
    release(plan, one, malloc_allocator());
}

TEST(Small, NodesAreTakenFromMallocBeforeTheyCome) {
  receive_with_nodes_ahead<List>(AutoLink_List, [](Made &made, std::size_t n) { return make_list(made, n, n); },
                                 {10, 20, 3, 47, 10}, {5, 0, 100});
}

TEST(Small, NodesOfSeveralTypesAreTakenFromMallocBeforeTheyCome) {
  receive_with_nodes_ahead<City>(AutoLink_City, [](Made &made, std::size_t n) { return make_map(made, n, n); },
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
  const OutgoingBytes message = packer.take();
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
  const NodePlan &plan = plan_of(type);
  Arena none;
  for (const int waits : {0, 1, 100}) { // none, some or all nodes are allocated in advance
    for (int i = 0; i < waits; ++i)
      allocate_spare_nodes(plan, {});
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
  EXPECT_EQ(packed_long(AutoLink_List, make_list(made, 10, 1)).size(), 357u); // wire-format.md shows it
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
  for (const std::size_t n : {max_freed_nodes + 1, max_small_nodes + 1, max_freed_nodes, 10 * max_freed_nodes}) {
    SCOPED_TRACE(n);
    Made made;
    for (const auto &[type, root] : {std::pair<AL_Type, const void *>(AutoLink_Tree, make_tree(made, n, n)),
                                     {fork_type(), make_forks(made, n)},
                                     {AutoLink_Graph, make_graph(made, n, n)},
                                     {AutoLink_City, make_map(made, n / 4, n)}}) {
      const NodePlan &plan = plan_of(type);
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
  const NodePlan &plan = plan_of(AutoLink_Tree);
  const Bytes bytes(AutoLink_Tree, root);
  CountingAllocator allocator;
  const auto copied = [&] {
    Arena none;
    return unpack(plan, bytes.data, bytes.size, {.allocator = allocator.get()}, none);
  };
  struct Outer {
    std::function<void()> before_first;
    Allocator inner;
  } outer = {[&, other = copied()] { EXPECT_TRUE(release_small(plan, other, allocator.get())); }, allocator.get()};
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
  int error = 0; // the error of the general unpacker
};

Received receive_list(AL_Type type, const std::vector<std::byte> &message, const UnpackOptions &options = {}) {
  const NodePlan &plan = plan_of(type);
  Received out;
  Arena none;
  out.small = static_cast<List *>(unpack_small(plan, message.data(), message.size(), options, none));
  out.error = error_of([&] {
    Unpacker unpacker(plan, options);
    unpacker.receive_first(message.data(), message.size());
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
      measure.measure_first(message.data(), message.size());
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
    SCOPED_TRACE("size " + std::to_string(size) + ", link at " + std::to_string(offset) + ", n " + std::to_string(n));
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
      const Received received = receive_list(type, message, {.allocator = allocator.get(), .limit_bytes = limit});
      EXPECT_EQ(received.error, limit == n * size ? 0 : AL_ERR_LIMIT);
      EXPECT_EQ(allocator.live, limit == n * size ? 2 * n : 0);
      for (void *copy : {received.small, received.general}) {
        ASSERT_EQ(copy != nullptr, limit == n * size);
        if (copy) {
          ASSERT_EQ(packed_small(type, copy, options), message);
        }
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
    measure.measure_first(message.data(), message.size());
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
  std::vector<std::byte> packets = good; // no packets follow
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
  const NodePlan &plan = plan_of(AutoLink_List);
  const auto unpacked = [&](std::size_t node, std::uint64_t word) {
    std::vector<std::byte> changed = message;
    store<std::uint64_t>(changed.data() + plan.elements_begin + node * sizeof(List) + offsetof(List, next), word);
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
    for (const std::uint64_t word : {std::uint64_t{0}, std::uint64_t{1}, node + 1, node + 3, ~std::uint64_t{0}})
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
    const NodePlan &plan = plan_of(type);
    const std::size_t before = plan.elements_begin;
    for (std::size_t times = random() % 4; times > 0; --times) { // mostly at the places of pointers
      const std::size_t at =
          random() % 4 ? before + random() % (message.size() - before) / 8 * 8 : random() % message.size();
      message[at] = static_cast<std::byte>(random() % 2 ? random() % (n + 2) : random());
    }
    if (random() % 8 == 0)
      message.resize(random() % (message.size() + 9));
    CountingAllocator allocator;
    UnpackOptions options = {.use_arena = round % 5 == 0, .allocator = allocator.get(), .limit_bytes = 10 << 20};
    options.check_reachable = true;
    Arena arena;
    void *small = unpack_small(plan, message.data(), message.size(), options, arena);
    Arena arena_too;
    void *other = nullptr;
    error_of([&] {
      Unpacker unpacker(plan, options);
      unpacker.receive_first(message.data(), message.size());
      require(unpacker.complete(), AL_ERR_MESSAGE, "cut");
      other = unpacker.finish(arena_too);
    });
    if (small) {
      ASSERT_NE(other, nullptr) << round;
      ASSERT_EQ(packed_small(type, small), packed_small(type, other)) << round;
    }
    if (other) { // if `small` is null, it was converted or had other labels
      ASSERT_TRUE(small || packed_small(type, other) != message) << round;
    }
    if (!options.use_arena) {
      for (void *one : {small, other})
        release(plan, one, options.allocator);
    }
    ASSERT_EQ(allocator.live, 0u) << round;
  }
}

TEST(SpareNodes, AreAsManyAsTheLastStructureHad) {
  const NodePlan &plan = plan_of(AutoLink_List);
  const Allocator allocator = malloc_allocator();
  SpareNodes &kept = *spare_nodes(allocator);
  Made made;
  for (const std::size_t n : {100, 3000, 10000}) {
    kept.expect(plan_of(AutoLink_City), 0, 0); // discards what other tests left
    const Bytes bytes(AutoLink_List, make_list(made, n, n), PackOptions{});
    unpack_and_release(AutoLink_List, bytes.data, bytes.size);
    EXPECT_EQ(kept.take_one(plan, 0), nullptr);
    for (std::size_t i = 0; i < n; ++i)
      allocate_spare_nodes(plan, {});
    std::size_t found = 0;
    while (std::byte *node = kept.take_one(plan, 0)) {
      allocator.release(node, sizeof(List), allocator.context);
      ++found;
    }
    EXPECT_EQ(found, n * sizeof(List) <= SpareNodes::most_bytes ? n : 0);
  }
}

} // namespace
} // namespace autolink::test
