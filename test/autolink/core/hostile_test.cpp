// Tests messages from untrusted senders, and the limit on the memory that they may use.
#include "amount.h"
#include "support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

namespace autolink::test {
namespace {

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
      EXPECT_EQ(error_of([&] { unpack_and_release(AutoLink_List, bytes.data, bytes.size, unpacking); }), AL_ERR_LIMIT);
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
      UnpackOptions unpacking = {.use_arena = use_arena, .allocator = allocator.get(), .limit_bytes = bytes + arrays};
      EXPECT_EQ(error_of([&] { unpack_and_release(AutoLink_Kinds, packed.data, packed.size, unpacking); }), 0);
      --unpacking.limit_bytes;
      EXPECT_EQ(error_of([&] { unpack_and_release(AutoLink_Kinds, packed.data, packed.size, unpacking); }),
                AL_ERR_LIMIT);
      EXPECT_EQ(allocator.live, 0u);
    }
}

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

TEST(Hostile, TruncatedAtEveryByte) {
  Made made;
  const Kinds *root = make_kinds(made, 6, 11);
  for (const PackOptions &options : all_options) {
    const Bytes bytes(AutoLink_Kinds, root, options);
    for (std::size_t size = 0; size < bytes.size; size += size < 3000 ? 1 : 37) {
      CountingAllocator allocator;
      UnpackOptions unpacking = {.allocator = allocator.get()};
      ASSERT_EQ(error_of([&] { unpack_and_release(AutoLink_Kinds, bytes.data, size, unpacking); }), AL_ERR_MESSAGE)
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
    for (unsigned round = 0; round < amount("AUTOLINK_ROUNDS", 3000); ++round) {
      std::vector<unsigned char> changed(from, from + bytes.size);
      for (std::size_t n = 1 + random() % 3; n > 0; --n) {
        unsigned char &byte =
            changed[random() % (round % 2 ? std::min<std::size_t>(1500, changed.size()) : changed.size())];
        byte = random() % 3 ? static_cast<unsigned char>(random()) : static_cast<unsigned char>(byte + 1);
      }
      CountingAllocator allocator;
      UnpackOptions unpacking = {.use_arena = round % 5 == 0, .allocator = allocator.get(), .limit_bytes = 10 << 20};
      unpacking.check_reachable = true;
      error_of([&] { unpack_and_release(AutoLink_Kinds, changed.data(), changed.size(), unpacking); });
      ASSERT_EQ(allocator.live, 0u) << "round " << round;
    }
  }
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

} // namespace
} // namespace autolink::test
