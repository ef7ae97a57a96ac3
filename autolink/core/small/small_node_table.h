// The nodes of a small structure in the order in which they are met. See small.h.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace autolink {

/// No more nodes are small, but in a list: as many as fit into a first message where they have 24 bytes.
inline constexpr unsigned max_small_nodes = 2730;

/// No more are freed in one pass, but of a list. They and their marks stay in the cache.
inline constexpr unsigned max_freed_nodes = 8192;

/// What MPI libraries send at once they copy, from the cache; of what is longer, the receiver's processor reads the
/// memory of the message.
inline constexpr std::size_t copied_bytes = 8 << 10;

inline const std::byte *address_of(const std::byte *node) { return node; }

/// NEXT, which at the end has all nodes, and their marks: a hash table of their numbers. Nodes are addresses, or have one
/// and are compared in all that tells them apart.
template <typename Node, unsigned max_nodes> class SmallNodeTable {
public:
  unsigned size() const { return n_; }
  const Node &operator[](unsigned number) const { return nodes_[number]; }

  explicit SmallNodeTable(const Node &root) {
    first_table_[hash(root)] = 1;
    nodes_[0] = root;
  }

  /// The number of the node plus one: the next one if it has none. 0 if there are too many.
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

  /// The same, of a node that is promised to be met once.
  unsigned add(const Node &node) {
    if (n_ == max_nodes)
      return 0;
    nodes_[n_] = node;
    return ++n_;
  }

private:
  static constexpr unsigned few = 128, slots_log2 = 8;
  static constexpr unsigned large_log2 =
      std::bit_width(max_nodes + max_nodes / 2); // at most two thirds are taken
  static_assert(max_nodes < 1 << 16);

  std::size_t hash(const Node &node) const {
    return reinterpret_cast<std::uintptr_t>(address_of(node)) * 0x9e3779b97f4a7c15 >> (64 - table_log2_);
  }

  /// Of its number plus one, or, if it is 0, for that.
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
  std::uint16_t large_table_[1 << large_log2]; // not even cleared while the nodes are few
  Node nodes_[max_nodes];
};

/// A T in memory that the thread keeps for the next one, for it is too large for the stack. Pages that are not written
/// take no memory. There may be several at once, and while the thread ends.
template <typename T> class InThreadMemory {
public:
  template <typename... Arguments>
  explicit InThreadMemory(const Arguments &...arguments) : memory_(std::exchange(kept, nullptr)) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (!memory_)
      memory_ = new (std::nothrow) std::byte[sizeof(T)];
    if (memory_)
      made_ = new (memory_) T(arguments...);
  }
  ~InThreadMemory() {
    static thread_local const Keeper keeper;
    if (kept || has_ended)
      delete[] memory_;
    else
      kept = memory_;
  }
  InThreadMemory(const InThreadMemory &) = delete;
  InThreadMemory &operator=(const InThreadMemory &) = delete;

  /// Null if there is no memory.
  T *get() const { return made_; }

private:
  struct Keeper {
    ~Keeper() {
      delete[] std::exchange(kept, nullptr);
      has_ended = true;
    }
  };
  // Without destructors of their own: they may be used when those of the thread have run.
  static inline thread_local std::byte *kept = nullptr;
  static inline thread_local bool has_ended = false;

  std::byte *memory_;
  T *made_ = nullptr;
};

} // namespace autolink
