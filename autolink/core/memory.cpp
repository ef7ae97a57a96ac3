// Memory of received nodes. See memory.h.
#include "memory.h"

#include "failure.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>

#include <sys/mman.h>

namespace autolink {
namespace {

constexpr std::size_t huge_page = 2 << 20;
constexpr std::size_t least_mapped = 1 << 20; // below, malloc's memory is as good

void *allocate_node(std::size_t bytes, std::size_t align, void *) {
  if (align <= alignof(std::max_align_t))
    return std::malloc(bytes);
  void *out = nullptr;
  return posix_memalign(&out, align, bytes) == 0 ? out : nullptr;
}

void release_node(void *node, std::size_t, void *) { std::free(node); }

} // namespace

Allocator malloc_allocator() { return {allocate_node, release_node, nullptr}; }

void Arena::release() noexcept {
  for (const Block &block : blocks_)
    if (block.mapped_bytes > 0)
      munmap(block.address, block.mapped_bytes);
    else
      std::free(block.address);
  blocks_.clear();
}

std::byte *Arena::allocate(std::size_t bytes, std::size_t align) {
  blocks_.reserve(blocks_.size() + 1);
  if (bytes < least_mapped) {
    void *address = nullptr;
    if (posix_memalign(&address, std::max<std::size_t>(align, 64), std::max<std::size_t>(bytes, 1)) != 0)
      throw std::bad_alloc();
    blocks_.push_back({address, 0});
    return static_cast<std::byte *>(address);
  }
  if (bytes > PTRDIFF_MAX - huge_page)
    throw std::bad_alloc();
  // Pages begin at multiples of 4096 at least, which is the greatest alignment of a type. Aligned to huge
  // pages, so that all of it can be such.
  const std::size_t mapped = (bytes + 4095) / 4096 * 4096 + (bytes >= huge_page ? huge_page : 0);
  void *address =
      mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (address == MAP_FAILED)
    throw std::bad_alloc();
  blocks_.push_back({address, mapped});
  auto at = reinterpret_cast<std::uintptr_t>(address);
  if (bytes >= huge_page) {
    at = (at + huge_page - 1) / huge_page * huge_page;
#ifdef MADV_HUGEPAGE
    madvise(reinterpret_cast<void *>(at), bytes, MADV_HUGEPAGE);
#endif
  }
  return reinterpret_cast<std::byte *>(at);
}

void Pieces::reserve(std::uint64_t n, Arena &arena) {
  while (capacity_ < n) {
    const std::uint64_t j = capacity_ + first; // a power of two: pieces so far have been filled up
    std::size_t bytes = 0;
    if (__builtin_mul_overflow(j, place_bytes, &bytes) || bytes > PTRDIFF_MAX)
      throw std::bad_alloc();
    set_piece(j, arena.allocate(bytes, align_));
    capacity_ += j;
  }
}

} // namespace autolink
