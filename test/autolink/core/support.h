// Support for the tests of AutoLink without MPI.
#pragma once

#include "pointer_kinds_routines.h"
#include "structures.h"

#include "core/plan/planning.h"
#include "core/whole/serial.h"
#include "core/whole/structure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <vector>

namespace autolink::test {

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

inline const PackOptions all_options[] = {
    {.eager_bytes = 8192, .packet_bytes = 262144},    {.eager_bytes = 0, .packet_bytes = 1},
    {.eager_bytes = 0, .packet_bytes = 64},           {.eager_bytes = 100, .packet_bytes = 1000},
    {.eager_bytes = 32768, .packet_bytes = 64 << 20}, {.eager_bytes = 0, .packet_bytes = 10000, .past_caches = true},
};

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

inline void unpack_and_release(AL_Type type, const void *bytes, std::size_t size, UnpackOptions options = {}) {
  Arena arena;
  void *root = unpack(plan_of(type), bytes, size, options, arena);
  if (!options.use_arena)
    release(plan_of(type), root, options.allocator);
}

constexpr int first_id = 0x12345678, second_id = 0x23456789;

/// Returns two nodes whose ids occur nowhere else in their message.
inline Kinds *make_two(Made &made) {
  Kinds *out = make_kinds(made, 2, 3);
  out->id = first_id;
  out->next->id = second_id;
  return out;
}

/// Returns two nodes that point at one array of at most 8 doubles, of which they know the first `n` and `next_n`.
inline Kinds *make_two_of_one_array(Made &made, int n, int next_n) {
  Kinds *out = make_two(made);
  out->numbers = out->next->numbers = made.many<double>(8);
  for (Kinds *kinds : {out, out->next})
    kinds->same_numbers = kinds->cursor = nullptr;
  out->n_numbers = n;
  out->next->n_numbers = next_n;
  return out;
}

/// Expects that a message is refused after a field of the record with second_id is changed.
inline void expect_refused(AL_Type type, const Bytes &bytes, std::size_t field, int value, bool use_arena,
                           const std::string &why) {
  auto *at = static_cast<std::byte *>(bytes.data), *end = at + bytes.size;
  const int id = second_id;
  at = std::search(at, end, reinterpret_cast<const std::byte *>(&id), reinterpret_cast<const std::byte *>(&id + 1));
  ASSERT_NE(at, end);
  store(at + field, value);
  std::string text;
  EXPECT_EQ(error_of([&] { unpack_and_release(type, bytes.data, bytes.size, {.use_arena = use_arena}); }, &text),
            AL_ERR_MESSAGE);
  EXPECT_NE(text.find(why), std::string::npos) << text;
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
    const int out = error_of([&] { unpack_and_release(AutoLink_Kinds, bytes_.data(), bytes_.size(), unpacking); });
    EXPECT_EQ(allocator.live, 0u);
    return out;
  }

private:
  std::vector<std::byte> bytes_;
};

/// Splits a serial form into its messages.
inline std::vector<std::vector<std::byte>> messages_of(const Bytes &bytes) {
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
inline int receive(AL_Type type, std::vector<std::vector<std::byte>> messages, bool use_arena) {
  CountingAllocator allocator;
  UnpackOptions options = {.use_arena = use_arena, .allocator = allocator.get()};
  const int error = error_of([&] {
    Unpacker unpacker(plan_of(type), options);
    unpacker.receive_first(messages[0].data(), messages[0].size());
    for (std::size_t i = 1; i < messages.size(); ++i)
      unpacker.receive_packet(messages[i].data(), messages[i].size());
    require(unpacker.complete(), AL_ERR_MESSAGE, "cut");
  });
  EXPECT_EQ(allocator.live, 0u);
  return error;
}

} // namespace autolink::test
