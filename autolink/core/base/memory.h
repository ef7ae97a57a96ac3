// Where received nodes live: in memory of their own each, from malloc or the caller's allocator, or in an arena.
#pragma once

#include "autolink/al_inline.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace autolink {

/// The caller's allocator. `allocate` gives null when there is no memory.
struct Allocator {
  void *(*allocate)(std::size_t bytes, std::size_t align, void *context) = nullptr;
  void (*release)(void *node, std::size_t bytes, void *context) = nullptr;
  void *context = nullptr;
};

/// Returns the bytes to allocate for an array. An empty array gets a place of its own, too.
inline std::size_t array_bytes(std::uint64_t length, std::uint64_t element_bytes) {
  return length == 0 ? 1 : static_cast<std::size_t>(length * element_bytes);
}

/// Returns the allocator that uses malloc, or aligned_alloc if malloc does not align enough. Its memory may be freed
/// with free().
Allocator malloc_allocator();
bool is_malloc(const Allocator &allocator);

/// Lets the kernel map many of the next pages of malloc's heap at a time. One by one, page faults are most of the cost
/// of making nodes. The first nodes are left out: small structures mostly get memory that was freed, which is mapped.
/// So are the pages of other allocators.
class HeapPrefault {
public:
  void begin() { end_ = 0; }
  void stop() { end_ = UINTPTR_MAX; }

  /// Notes that `node` has just come from malloc.
  void reach(const void *node) {
    if (reinterpret_cast<std::uintptr_t>(node) >= end_) [[unlikely]]
      map_from(reinterpret_cast<std::uintptr_t>(node));
  }

private:
  void map_from(std::uintptr_t node);

  std::uintptr_t end_ = UINTPTR_MAX; // end of the pages that are mapped
};

/// The memory of one structure, freed at once. Mappings are kept for the next structure, up to a limit; the kernel may
/// take them meanwhile.
class Arena {
public:
  Arena() = default;
  Arena(Arena &&other) noexcept : blocks_(std::move(other.blocks_)) { other.blocks_.clear(); }
  Arena &operator=(Arena &&other) noexcept {
    blocks_.swap(other.blocks_);
    return *this;
  }
  ~Arena() {
    if (!blocks_.empty())
      release();
  }

  /// Returns memory with any contents, aligned to `align`. Pages that are never written take no memory.
  std::byte *allocate(std::size_t bytes, std::size_t align);

  void release() noexcept;

private:
  struct Block {
    void *address;
    std::size_t mapped_bytes; // 0: the block comes from malloc
  };
  std::vector<Block> blocks_;
};

/// Gives back the pages that are kept for the next arenas.
void release_kept_pages() noexcept;

struct Unmap {
  std::size_t bytes = 0;
  void operator()(std::byte *pages) const noexcept;
};
using Pages = std::unique_ptr<std::byte, Unmap>;

/// Returns zeroed memory; pages that are never written take only addresses. Null if there is no address space left,
/// even after the kept pages have been given back.
Pages map_pages(std::size_t bytes) noexcept;

/// A growing array whose elements never move. Block k has twice the elements of block k - 1, so that the number of
/// leading zeros of an element's number tells its block. Unused pages take only addresses. Generated code finds the
/// elements, too, through AL_Made.
class GrowingArray : public AL_Made {
public:
  GrowingArray() : AL_Made() { first = place_bytes = 1; }

  /// Empties the array, for elements of `size` bytes aligned to `align`. The first block has 2^first_log2.
  void begin(std::size_t size, std::size_t align, unsigned first_log2) {
    place_bytes = size;
    align_ = align;
    first = std::uint64_t{1} << first_log2;
    capacity_ = 0;
  }

  std::uint64_t capacity() const { return capacity_; }

  /// Adds blocks until there are `n` elements.
  void reserve(std::uint64_t n, Arena &arena);

  /// Uses `memory` as the only block, with exactly `n` elements, at most as many as the first block has.
  void adopt(std::byte *memory, std::uint64_t n) {
    set_block(first, memory);
    capacity_ = n;
  }

  std::byte *operator[](std::uint64_t i) const {
    const std::uint64_t j = i + first;
    return reinterpret_cast<std::byte *>(places[__builtin_clzll(j)] + j * place_bytes);
  }

  /// Returns how many elements are contiguous from this one on.
  std::uint64_t contiguous(std::uint64_t i) const {
    const std::uint64_t j = i + first;
    const std::uint64_t end = (std::uint64_t{2} << (63 - __builtin_clzll(j))) - first;
    return (end < capacity_ ? end : capacity_) - i;
  }

private:
  void set_block(std::uint64_t j, std::byte *memory) {
    places[__builtin_clzll(j)] = reinterpret_cast<std::uintptr_t>(memory) - j * place_bytes;
  }

  std::size_t align_ = 1;
  std::uint64_t capacity_ = 0;
};

} // namespace autolink
