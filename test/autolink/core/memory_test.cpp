// Lets memory run out at each allocation in turn, and checks what is freed.
#include "failing_new.h"
#include "support.h"

#include "core/base/memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace autolink::test {
namespace {

/// Fails the library's own allocations one after the other; with `for_good`, all later ones as well.
void fail_each_allocation_of_the_sender(AL_Type type, const void *root, const PackOptions &options, bool for_good) {
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
            OutgoingBytes message = packer.take();
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
    fail_each_allocation_of_the_sender(AutoLink_List, list,
                                       {.eager_bytes = 0, .packet_bytes = 200, .packets_waiting = 1}, for_good);
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
  std::thread([&] { fail_each(AutoLink_City, make_map(made, 10, 1)); }).join(); // a new thread has no memory yet
}

/// The C library needs memory for the values of keys after the first 32. The library's key is made later.
const bool has_taken_cheap_keys = [] {
  for (pthread_key_t key = 0; key < 32;)
    if (pthread_key_create(&key, nullptr) != 0)
      return false;
  return true;
}();

/// Runs body() in new threads, in each of which another allocation fails, and after() when one has ended.
template <typename Body, typename After> void fail_each_in_new_threads(Body body, After after) {
  std::uint64_t n_failures = 0;
  for (bool has_failed = true; has_failed; ++n_failures) {
    int error = 0;
    std::thread([&] {
      const FailingNew failing(n_failures, false, 0, true);
      error = error_of(body);
      has_failed = failing.has_failed();
    }).join();
    after();
    ASSERT_TRUE(error == 0 || (error == AL_ERR_MEMORY && has_failed)) << "allocation " << n_failures << ": " << error;
  }
  EXPECT_GT(n_failures, AUTOMAP_IS_SANITIZED ? 0u : 1u); // there, only operator new fails
}

/// What a thread keeps for the next structure needs memory to be destroyed at the thread's end.
TEST(Memory, OfANewThreadRunsOutAtEveryAllocation) {
  ASSERT_TRUE(has_taken_cheap_keys);
  Made made;
  const auto fail_each = [](AL_Type type, const void *root) {
    const NodePlan &plan = plan_of(type); // creates the plan once
    const Bytes bytes(type, root, PackOptions{});
    const auto nothing = [] {};
    const auto pack_it = [&] {
      std::size_t size = 0;
      std::free(pack(plan, root, PackOptions{}, size));
    };
    fail_each_in_new_threads(pack_it, nothing);
    void *copy = nullptr;
    const auto unpack_it = [&] {
      Arena arena;
      copy = unpack(plan, bytes.data, bytes.size, UnpackOptions{}, arena);
    };
    fail_each_in_new_threads(unpack_it, [&] {
      if (copy)
        release(plan, std::exchange(copy, nullptr), malloc_allocator());
    });
    fail_each_in_new_threads([&] { count(plan, root, Sharing::as_declared); }, nothing);
  };
  fail_each(AutoLink_Kinds, make_kinds(made, 4, 13));
  fail_each(AutoLink_List, make_list(made, 10, 1));
  fail_each(AutoLink_Tree, make_tree(made, 10, 1));
  fail_each(AutoLink_City, make_map(made, 10, 1));
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
  unpacker.receive_first(messages[0].data(), messages[0].size());
  for (std::size_t i = 1; i < messages.size(); ++i)
    unpacker.receive_packet(messages[i].data(), messages[i].size());
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
  const auto kept = std::count_if(freed.begin(), freed.end(), [](auto page) { return page_state(page) >= 0; });
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
    Pages mapped;
    std::byte *memory = nullptr;
    const int error = error_of([&] {
      if (!is_arena)
        mapped = map_pages(bytes / 3);
      memory = is_arena ? smaller.allocate(bytes / 3, 64) : mapped.get();
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
  HeapPrefault prefault;
  prefault.begin();
  for (const std::intptr_t few : {0, 100000}) {
    prefault.reach(heap_end + few);
    EXPECT_EQ(page_state(heap_end + 110000), 0);
  }
  prefault.reach(heap_end + 200000);
  EXPECT_EQ(page_state(heap_end + 110000), 0);
  EXPECT_EQ(page_state(heap_end + 300000), 1);
  EXPECT_EQ(page_state(heap_end + 500000), 0);
  prefault.reach(heap_end + 300000); // known already
  EXPECT_EQ(page_state(heap_end + 400000), 0);
  prefault.reach(&prefault); // not in the heap
  prefault.reach(heap_end + 500000);
  EXPECT_EQ(page_state(heap_end + 600000), 0);
  EXPECT_EQ(sbrk(-bytes), heap_end + bytes);
}
#endif

} // namespace
} // namespace autolink::test
