// Tests weak pointers: what they lead to arrives if other pointers lead there, too.
#include "amount.h"
#include "support.h"
#include "weak_kinds_routines.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace autolink::test {
namespace {

TEST(Weak, RandomStructures) {
  weak_fates() = {};
  const std::uint64_t rounds = amount("AUTOLINK_TEST_ROUNDS", 40);
  for (std::uint64_t seed = 0; seed < rounds && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Made made;
    const Cell *cells = make_cells(made, 1 + seed * seed % 301, seed);
    const Twig *twigs = make_twigs(made, 1 + 3 * seed * seed % 407, seed);
    for (const PackOptions &options : all_options) {
      SCOPED_TRACE("packets of " + std::to_string(options.packet_bytes));
      round_trip(cells, AutoLink_Cell, options);
      round_trip(twigs, AutoLink_Twig, options);
    }
  }
  EXPECT_GT(weak_fates().arrived, 1000u);
  EXPECT_GT(weak_fates().lost, 1000u);
}

/// Structures for which marks are in the shadow, and labels beside it.
TEST(Weak, LargeStructures) {
  constexpr std::size_t n = AUTOMAP_IS_SANITIZED ? 3000 : 20000;
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    Made made;
    const Cell *cells = make_cells(made, n, seed);
    const Twig *twigs = make_twigs(made, n, seed);
    round_trip(cells, AutoLink_Cell, {});
    round_trip(twigs, AutoLink_Twig, {});
    round_trip(twigs, AutoLink_Twig, {.packet_bytes = 1000, .sharing = Sharing::none});
    for (const std::uint64_t long_from : {std::uint64_t{0}, std::uint64_t{200}, std::uint64_t{n / 2}}) {
      Packer packer;
      packer.begin(plan_of(AutoLink_Twig), twigs, {}, 0);
      packer.walk().set_escape_at(long_from);
      Unpacker unpacker(plan_of(AutoLink_Twig), {});
      bool is_first = true;
      while (!packer.done() || packer.has_message()) {
        packer.step();
        while (packer.has_message()) {
          OutgoingBytes message = packer.take();
          if (std::exchange(is_first, false))
            unpacker.receive_first(message.data(), message.size);
          else
            unpacker.receive_packet(message.data(), message.size);
        }
      }
      ASSERT_TRUE(unpacker.complete());
      Arena none;
      auto *copy = static_cast<Twig *>(unpacker.finish(none));
      EXPECT_EQ(difference(twigs, copy), "") << long_from;
      release(plan_of(AutoLink_Twig), copy, malloc_allocator());
    }
  }
}

/// A promise that nothing is shared is about strong pointers.
TEST(Weak, PointersBreakNoPromise) {
  for (const Sharing sharing : {Sharing::none, Sharing::checked, Sharing::none_checked})
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      Made made;
      const Twig *twigs = make_twigs(made, 1 + 40 * seed, seed);
      for (PackOptions options : all_options) {
        options.sharing = sharing;
        round_trip(twigs, AutoLink_Twig, options);
      }
    }
  Made made;
  Twig *twigs = make_twigs(made, 300, 1);
  twigs->left->left = twigs;
  EXPECT_EQ(error_of([&] { const Bytes bytes(AutoLink_Twig, twigs, {.sharing = Sharing::checked}); }),
            AL_ERR_STRUCTURE);
}

/// Only the beginning of a node of the right type counts, wherever the pointer leads.
TEST(Weak, PlacesThatAreNoNodes) {
  for (const std::size_t n : {3, 1000}) {
    Made made;
    std::vector<Cell *> cells;
    auto *room = made.many<char>((2 * n + 2) * sizeof(Cell));
    for (std::size_t i = 0; i < n; ++i) {
      cells.push_back(reinterpret_cast<Cell *>(room + 2 * i * sizeof(Cell)));
      *cells[i] = Cell();
      cells[i]->kind = 1;
      if (i > 0)
        cells[(i - 1) / 2]->child[i % 2] = cells[i];
    }
    const auto lead_to = [&](std::ptrdiff_t offset) {
      for (std::size_t i = 0; i < n; ++i) { // to nodes that come earlier and later
        cells[i]->parent = reinterpret_cast<Cell *>(reinterpret_cast<char *>(cells[n - 1 - i]) + offset);
        cells[i]->favourite = reinterpret_cast<Spot *>(cells[i]);
      }
      const Bytes bytes(AutoLink_Cell, cells[0]);
      Arena arena;
      auto *copy =
          static_cast<Cell *>(unpack(plan_of(AutoLink_Cell), bytes.data, bytes.size, {.use_arena = true}, arena));
      std::size_t n_parents = 0;
      std::vector<const Cell *> found{copy};
      for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i]->favourite, nullptr);
        n_parents += found[i]->parent != nullptr;
        for (const Cell *child : found[i]->child)
          if (child)
            found.push_back(child);
      }
      EXPECT_EQ(found.size(), n);
      return n_parents;
    };
    EXPECT_EQ(lead_to(0), n);
    for (const std::ptrdiff_t offset : {1, 4, 7, 8, 16, 24, 64, 128, static_cast<int>(sizeof(Cell)), -1, -8, -32})
      EXPECT_EQ(lead_to(offset), 0u) << offset;
  }
}

/// Weak pointers are compared and never followed, so they may lead to memory that has been freed.
TEST(Weak, PointersAreNotFollowed) {
  Made made;
  Cell *root = made.one<Cell>();
  *root = Cell();
  root->parent = root->near[0] = reinterpret_cast<Cell *>(std::uintptr_t{16});
  root->cursor = reinterpret_cast<void *>(~std::uintptr_t{0});
  root->favourite = reinterpret_cast<Spot *>(std::uintptr_t{1});
  root->strap.previous = reinterpret_cast<Strap *>(std::uintptr_t{8});
  for (const PackOptions &options : all_options) {
    const Bytes bytes(AutoLink_Cell, root, options);
    Arena arena;
    auto *copy =
        static_cast<Cell *>(unpack(plan_of(AutoLink_Cell), bytes.data, bytes.size, {.use_arena = true}, arena));
    EXPECT_TRUE(!copy->parent && !copy->near[0] && !copy->cursor && !copy->favourite && !copy->strap.previous);
  }
  EXPECT_EQ(count(plan_of(AutoLink_Cell), root, Sharing::as_declared).nodes, 1u);
}

TEST(Weak, TraceShowsThem) {
  Made made;
  Twig *root = made.one<Twig>(), *left = made.one<Twig>(), *outside = made.one<Twig>();
  *root = {'r', left, nullptr, outside, left};
  *left = {'l', nullptr, nullptr, root, left};
  *outside = {'o', root, nullptr, nullptr, nullptr};
  const std::string text = trace(plan_of(AutoLink_Twig), root, Sharing::as_declared);
  EXPECT_NE(text.find("LINKS Twig: <1 - @0 1> <- - 0 1>\nINSIDE -\n"), std::string::npos) << text;
  root->right = made.one<Twig>();
  *root->right = Twig();
  left->left = made.one<Twig>();
  *left->left = Twig();
  root->other = left->left; // which is met later
  EXPECT_NE(trace(plan_of(AutoLink_Twig), root, Sharing::as_declared)
                .find("LINKS Twig: <1 2 @0 @1> <3 - 0 1> <- - - -> <- - - ->\nINSIDE -\nINSIDE Twig 3 + 0\n"),
            std::string::npos);
}

/// An inside pointer that is not weak is refused as ever, and named, though weak ones come before it.
TEST(Weak, StrictInsidePointersAreRefused) {
  Made made;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Cell *root = make_cells(made, 30, seed);
    root->strict = made.many<double>(3) + 1;
    std::string text;
    EXPECT_EQ(error_of([&] { const Bytes bytes(AutoLink_Cell, root); }, &text), AL_ERR_STRUCTURE);
    EXPECT_NE(text.find("Cell.strict: it points to"), std::string::npos) << text;
  }
}

/// Returns the message of two Cells, of which the second is the first one's child.
struct TwoCells {
  TwoCells() {
    for (Cell *&cell : cells) {
      cell = made.one<Cell>();
      *cell = Cell();
    }
    cells[0]->id = first;
    cells[0]->child[0] = cells[1];
    cells[1]->id = second;
    cells[0]->spots = made.many<Spot>(3);
    cells[0]->n_spots = 3;
    for (int i = 0; i < 3; ++i)
      cells[0]->spots[i] = {static_cast<short>(i), nullptr};
    cells[0]->parent = cells[0];                  // a label
    cells[0]->near[0] = cells[2];                 // an entry, of nothing
    cells[0]->favourite = cells[0]->spots + 1;    // an entry, of an element
    cells[0]->cursor = &cells[0]->spots[1].owner; // an entry, of a place
  }
  static constexpr std::int64_t first = 0x1122334455667788, second = 0x0102030405060708;
  Made made;
  Cell *cells[3];
};

/// Bytes of a hostile sender: no weak pointer may lead to something of another type, or out of a node.
TEST(Weak, HostileWordsAndEntries) {
  TwoCells two;
  const Bytes bytes(AutoLink_Cell, two.cells[0]);
  const auto *from = static_cast<const char *>(bytes.data);
  const std::string good(from, from + bytes.size);
  const std::size_t at = good.find(std::string(reinterpret_cast<const char *>(&TwoCells::first), 8));
  ASSERT_NE(at, std::string::npos);
  const std::size_t entries = good.size() - 3 * sizeof(InsideEntry);
  Cell *copy = nullptr;
  Arena arena;
  const auto error = [&](std::size_t place, auto value) {
    std::string changed = good;
    std::memcpy(changed.data() + place, &value, sizeof value);
    copy = nullptr;
    int out = 0;
    for (const bool use_arena : {false, true}) {
      CountingAllocator allocator;
      out = error_of([&] {
        void *root = unpack(plan_of(AutoLink_Cell), changed.data(), changed.size(),
                            {.use_arena = use_arena, .allocator = allocator.get()}, arena);
        copy = static_cast<Cell *>(root);
        if (!use_arena)
          release(plan_of(AutoLink_Cell), root, allocator.get());
      });
      EXPECT_EQ(allocator.live, 0u);
    }
    return out;
  };
  const auto word = [&](std::size_t offset, std::uint64_t value) { return error(at + offset, value); };
  EXPECT_EQ(word(offsetof(Cell, parent), 2), 0);
  EXPECT_EQ(copy->parent, copy);
  EXPECT_EQ(word(offsetof(Cell, parent), 4), 0);
  EXPECT_EQ(copy->parent, copy->child[0]);
  EXPECT_EQ(copy->favourite, copy->spots + 1);
  EXPECT_EQ(copy->cursor, &copy->spots[1].owner);
  EXPECT_EQ(copy->near[0], nullptr);
  for (const std::uint64_t value : {6ull, 8ull, ~0ull - 1, 1ull << 63}) // labels that do not exist
    EXPECT_EQ(word(offsetof(Cell, parent), value), AL_ERR_MESSAGE) << value;
  for (const std::uint64_t value : {1ull, 3ull, 5ull, 7ull, ~0ull}) // entries that are another's, or do not exist
    EXPECT_EQ(word(offsetof(Cell, parent), value), AL_ERR_MESSAGE) << value;
  for (const std::uint64_t value : {1ull, 2ull, 4ull, 6ull}) // of records to which no other pointers lead
    EXPECT_EQ(word(offsetof(Cell, world), value), AL_ERR_MESSAGE) << value;
  for (const std::uint64_t value : {2ull, 4ull}) // of records of which there are none
    EXPECT_EQ(word(offsetof(Cell, favourite), value), AL_ERR_MESSAGE) << value;
  for (const std::uint64_t value : {0ull, 1ull, 4ull, ~0ull})
    EXPECT_EQ(word(offsetof(Cell, cursor), value), AL_ERR_MESSAGE) << value;
  // The entries, in the order of the pointers: nothing, an element, a place.
  InsideEntry entry[3];
  std::memcpy(entry, good.data() + entries, sizeof entry);
  EXPECT_EQ(entry[0].node_class, no_class);
  const auto with = [&](std::size_t i, std::uint32_t node_class, std::uint64_t label, std::uint64_t offset) {
    return error(entries + i * sizeof(InsideEntry), InsideEntry{node_class, 0, label, offset});
  };
  const std::uint32_t spots = entry[1].node_class;
  EXPECT_EQ(with(0, 0, 1, 0), 0);
  EXPECT_EQ(copy->near[0], copy->child[0]);
  EXPECT_EQ(with(0, 0, 2, 0), AL_ERR_MESSAGE);
  EXPECT_EQ(with(0, 0, 0, 8), AL_ERR_MESSAGE);
  EXPECT_EQ(with(0, 0, 0, sizeof(Cell)), AL_ERR_MESSAGE);
  EXPECT_EQ(with(0, spots, 0, 0), AL_ERR_MESSAGE);
  EXPECT_EQ(with(0, 77, 0, 0), AL_ERR_MESSAGE);
  EXPECT_EQ(with(1, spots, 0, 2 * sizeof(Spot)), 0);
  EXPECT_EQ(copy->favourite, copy->spots + 2);
  EXPECT_EQ(with(1, spots, 0, 3 * sizeof(Spot)), AL_ERR_MESSAGE);
  EXPECT_EQ(with(1, spots, 0, ~std::uint64_t{0} / sizeof(Spot) * sizeof(Spot)), AL_ERR_MESSAGE);
  EXPECT_EQ(with(1, spots, 0, 8), AL_ERR_MESSAGE);
  EXPECT_EQ(with(1, 0, 0, 0), AL_ERR_MESSAGE);
  EXPECT_EQ(with(1, no_class, 0, 0), 0);
  EXPECT_EQ(copy->favourite, nullptr);
  EXPECT_EQ(with(2, no_class, 0, 0), 0);
  EXPECT_EQ(copy->cursor, nullptr);
  EXPECT_EQ(with(2, spots, 0, 3 * sizeof(Spot)), 0);
  EXPECT_EQ(with(2, spots, 0, 3 * sizeof(Spot) + 1), AL_ERR_MESSAGE);
}

/// A record that only weak pointers lead to is refused, because AL_Free would not find it.
TEST(Weak, HostileNodesOfWeakPointersAlone) {
  Made made;
  Twig *root = made.one<Twig>(), *left = made.one<Twig>();
  *root = {'r', left, nullptr, nullptr, nullptr};
  *left = {'l', nullptr, nullptr, root, root};
  const Bytes bytes(AutoLink_Twig, root);
  std::string message(static_cast<const char *>(bytes.data), bytes.size);
  const std::size_t first = message.size() - 2 * sizeof(Twig);
  const std::uint64_t word = 4, none = 0;
  std::memcpy(message.data() + first + offsetof(Twig, other), &word, sizeof word);
  EXPECT_EQ(error_of([&] { unpack_and_release(AutoLink_Twig, message.data(), message.size()); }), 0);
  std::memcpy(message.data() + first + offsetof(Twig, left), &none, sizeof none);
  CountingAllocator allocator;
  EXPECT_EQ(error_of([&] {
              unpack_and_release(AutoLink_Twig, message.data(), message.size(), {.allocator = allocator.get()});
            }),
            AL_ERR_MESSAGE);
  EXPECT_EQ(allocator.live, 0u);
}

TEST(Weak, HostileBytesAnywhere) {
  std::mt19937_64 random(7);
  Made made;
  const Cell *cells = make_cells(made, 8, 12);
  const Twig *twigs = make_twigs(made, 40, 3);
  for (const auto &[type, root] : {std::pair<AL_Type, const void *>{AutoLink_Cell, cells}, {AutoLink_Twig, twigs}})
    for (const PackOptions &options : all_options) {
      const Bytes bytes(type, root, options);
      const auto *from = static_cast<const unsigned char *>(bytes.data);
      for (int round = 0; round < 2000; ++round) {
        std::vector<unsigned char> changed(from, from + bytes.size);
        for (std::size_t n = 1 + random() % 3; n > 0; --n) {
          unsigned char &byte = changed[random() % changed.size()];
          byte = random() % 3 ? static_cast<unsigned char>(random()) : static_cast<unsigned char>(byte + 1);
        }
        CountingAllocator allocator;
        UnpackOptions unpacking = {.use_arena = round % 5 == 0, .allocator = allocator.get(), .limit_bytes = 10 << 20};
        unpacking.check_reachable = true;
        error_of([&] { unpack_and_release(type, changed.data(), changed.size(), unpacking); });
        ASSERT_EQ(allocator.live, 0u) << "round " << round;
      }
    }
}

TEST(Weak, MemoryRunsOut) {
  Made made;
  const Cell *cells = make_cells(made, 20, 5);
  const Bytes bytes(AutoLink_Cell, cells, {.eager_bytes = 0, .packet_bytes = 1000});
  for (std::uint64_t fail_at = 0;; ++fail_at) {
    CountingAllocator allocator;
    allocator.fail_at = fail_at;
    const int error =
        error_of([&] { unpack_and_release(AutoLink_Cell, bytes.data, bytes.size, {.allocator = allocator.get()}); });
    EXPECT_EQ(allocator.live, 0u);
    if (error == 0)
      break;
    EXPECT_EQ(error, AL_ERR_MEMORY);
  }
}

} // namespace
} // namespace autolink::test
