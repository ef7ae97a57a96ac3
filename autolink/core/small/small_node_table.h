// The nodes of a small structure in the order in which they are met. See small.h.
#pragma once

#include "core/base/thread_local_pool.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace autolink {

/// The most nodes of a small structure that is no list: as many as fit into a first message if they have 24 bytes.
inline constexpr unsigned max_small_nodes = 2730;

/// The most nodes of a structure that is no list and is freed in one pass. They and their marks stay in the cache.
inline constexpr unsigned max_freed_nodes = 8192;

/// The bytes of a message that MPI libraries send at once and copy from the cache. If a message is longer, the
/// receiver's processor reads the message's own memory.
inline constexpr std::size_t copied_bytes = 8 << 10;

inline const std::byte *address_of(const std::byte *node) { return node; }

/// NEXT, which has all nodes at the end, and the nodes' marks: a hash table of their numbers. A node is an address, or
/// has one; two are the same if operator== says so.
template <typename Node, unsigned max_nodes> class SmallNodeTable {
public:
  unsigned size() const { return n_; }
  const Node &operator[](unsigned number) const { return nodes_[number]; }

  explicit SmallNodeTable(const Node &root) {
    first_table_[hash(root)] = 1;
    nodes_[0] = root;
  }

  /// Returns the number of the node plus one. A node without a number gets the next one. Returns 0 if there are too
  /// many.
  unsigned visit(const Node &node) {
    std::uint16_t &place = place_of(node);
    if (place != 0)
      return place;
    const unsigned added = add(node);
    place = static_cast<std::uint16_t>(added);
    if (n_ >= few && number_plus_1_ == first_table_)
      begin_large_table();
    return added;
  }

  /// Does the same for a node that is promised to be met only once.
  unsigned add(const Node &node) {
    if (n_ == max_nodes)
      return 0;
    nodes_[n_] = node;
    return ++n_;
  }

private:
  static constexpr unsigned few = 128, slots_log2 = 8;
  static constexpr unsigned large_log2 = std::bit_width(max_nodes + max_nodes / 2); // no more than two thirds are used
  static_assert(max_nodes < 1 << 16);

  std::size_t hash(const Node &node) const {
    return reinterpret_cast<std::uintptr_t>(address_of(node)) * 0x9e3779b97f4a7c15 >> (64 - table_log2_);
  }

  /// Returns the place of the node's number plus one. It is 0 if the node has none.
  std::uint16_t &place_of(const Node &node) {
    std::size_t at = hash(node);
    while (number_plus_1_[at] != 0 && !(nodes_[number_plus_1_[at] - 1] == node))
      at = (at + 1) & ((std::size_t{1} << table_log2_) - 1);
    return number_plus_1_[at];
  }

  [[gnu::noinline]] void begin_large_table() {
    number_plus_1_ = large_table_;
    table_log2_ = large_log2;
    std::memset(large_table_, 0, sizeof large_table_);
    for (unsigned i = 0; i < n_; ++i)
      place_of(nodes_[i]) = static_cast<std::uint16_t>(i + 1);
  }

  unsigned n_ = 1, table_log2_ = slots_log2;
  std::uint16_t *number_plus_1_ = first_table_;
  std::uint16_t first_table_[1 << slots_log2] = {};
  std::uint16_t large_table_[1 << large_log2]; // is not even cleared while there are few nodes
  Node nodes_[max_nodes];
};

/// A T that is too large for the stack, in memory that the thread keeps for the next one. Pages that are not written
/// take no memory. There may be several at once, also while the thread ends.
template <typename T> class InThreadMemory {
public:
  template <typename... Arguments> explicit InThreadMemory(const Arguments &...arguments) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (auto *const kept = thread_local_object<Memory, T>())
      memory_ = std::move(*kept);
    if (!memory_)
      memory_.reset(new (std::nothrow) std::byte[sizeof(T)]);
    if (memory_)
      object_ = new (memory_.get()) T(arguments...);
  }
  ~InThreadMemory() {
    if (auto *const kept = thread_local_object<Memory, T>(); kept && !*kept)
      *kept = std::move(memory_);
  }
  InThreadMemory(const InThreadMemory &) = delete;
  InThreadMemory &operator=(const InThreadMemory &) = delete;

  /// Returns null if there is no memory.
  T *get() const { return object_; }

private:
  using Memory = std::unique_ptr<std::byte[]>;

  Memory memory_;
  T *object_ = nullptr;
};

} // namespace autolink
