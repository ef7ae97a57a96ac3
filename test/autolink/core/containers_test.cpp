// Compares AutoLink's queues, tables and per-thread objects with containers of the standard library.
#include "core/base/array_lengths.h"
#include "core/base/fifo.h"
#include "core/base/received_arrays.h"
#include "core/base/thread_local_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include <pthread.h>

namespace autolink::test {
namespace {

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
      if (const T *later = fifo.peek(7)) {
        ASSERT_EQ(*later, expected.at(7));
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
        return is_first ? middle : random % 2 ? middle + distance * (most - random % 4 / 2) : middle - distance * most;
      });
    }
}

/// Lengths and addresses that together fit into 64 bits or do not.
TEST(ReceivedArrays, AreThoseThatWereSet) {
  std::vector<ReceivedArrays::Array> expected;
  for (const std::uint64_t address :
       {0x1ull, 0x7fffffffff10ull, 0xffffffffffffull, 0x1000000000000ull, 0x100007fffffff10ull, 0xfffffffffffffff0ull})
    for (const std::uint64_t length :
         {0ull, 1ull, 32766ull, 32767ull, 32768ull, 65534ull, 65535ull, 65536ull, 0xffffffffull, 0x123456789abcdull})
      expected.push_back({reinterpret_cast<std::byte *>(address), length});
  std::shuffle(expected.begin(), expected.end(), std::mt19937(1));
  ReceivedArrays arrays;
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
  thread_local_object<int>(); // the library has its key before this test
  pthread_key_t key{};
  const auto ask_again = [](void *) { thread_local_object<Counted>(); };
  ASSERT_EQ(pthread_key_create(&key, ask_again),
            0); // is called when the objects used by the thread's function are gone
  std::thread([key] {
    pthread_setspecific(key, &key);
    struct Other;
    EXPECT_EQ(thread_local_object<Counted>(), thread_local_object<Counted>());
    EXPECT_NE(thread_local_object<Counted>(), (thread_local_object<Counted, Other>()));
    EXPECT_EQ(Counted::live, 2);
  }).join();
  pthread_key_delete(key);
  EXPECT_EQ(Counted::made, 3);
  EXPECT_EQ(Counted::live, 0);
}

TEST(ArrayLengths, AreThoseThatWereAdded) {
  ArrayLengths lengths;
  std::vector<std::pair<std::uintptr_t, std::uint64_t>> expected;
  for (const std::uint64_t length :
       {0ull, 1ull, 0x1ffffffeull, 0x1fffffffull, 0x20000000ull, 0xffffffffull, 0x100000000ull, 0x123456789abcdull})
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

} // namespace
} // namespace autolink::test
