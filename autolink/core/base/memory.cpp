// Memory of received nodes. See memory.h.
#include "memory.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <new>

#include <sys/mman.h>
#include <unistd.h>

namespace autolink {
namespace {

constexpr std::size_t huge_page = 2 << 20;
constexpr std::size_t least_mapped = 128 << 10; // smaller ones are from malloc

/// Pages of freed arenas, kept for the next ones. Fresh pages, which the kernel clears, cost about as much as receiving
/// into them. The kernel takes kept pages if memory becomes scarce (MADV_FREE).
class KeptPages {
public:
  struct Mapping {
    void *address;
    std::size_t bytes;
  };

  /// Returns at least so many bytes, but not many more; a null address if there are none.
  Mapping take(std::size_t bytes) noexcept {
    const std::lock_guard lock(mutex_);
    Mapping *best = nullptr;
    for (std::size_t i = 0; i < n_; ++i)
      if (kept_[i].bytes >= bytes && kept_[i].bytes / 2 <= bytes && (!best || kept_[i].bytes < best->bytes))
        best = &kept_[i];
    if (!best)
      return {nullptr, 0};
    const Mapping out = *best;
    *best = kept_[--n_];
    bytes_ -= out.bytes;
    return out;
  }

  /// Keeps the pages. Returns false if they are too many.
  bool put(Mapping pages) noexcept {
#ifdef MADV_FREE
    if (pages.bytes > max_bytes || madvise(pages.address, pages.bytes, MADV_FREE) != 0)
      return false;
    const std::lock_guard lock(mutex_);
    if (n_ == max_mappings || pages.bytes > max_bytes - bytes_)
      return false;
    kept_[n_++] = pages;
    bytes_ += pages.bytes;
    return true;
#else
    return false;
#endif
  }

  /// Gives all pages back, and returns whether there were any.
  bool release() noexcept {
    const std::lock_guard lock(mutex_);
    const bool any = n_ > 0;
    for (; n_ > 0; --n_)
      munmap(kept_[n_ - 1].address, kept_[n_ - 1].bytes);
    bytes_ = 0;
    return any;
  }

private:
  static constexpr std::size_t max_mappings = 64, max_bytes = 256 << 20;

  std::mutex mutex_;
  Mapping kept_[max_mappings] = {};
  std::size_t n_ = 0, bytes_ = 0;
};

constinit KeptPages kept_pages; // never destroyed: arenas may be freed as long as the program runs

void *allocate_node(std::size_t bytes, std::size_t align, void *) {
  if (align <= alignof(std::max_align_t))
    return std::malloc(bytes);
  void *out = nullptr;
  return posix_memalign(&out, align, bytes) == 0 ? out : nullptr;
}

void release_node(void *node, std::size_t, void *) { std::free(node); }

} // namespace

void HeapPrefault::map_from(std::uintptr_t node) {
#ifdef MADV_POPULATE_WRITE
  constexpr std::uintptr_t page = 4096, step = 128 << 10;
  if (end_ == 0) {
    end_ = node + step;
    return;
  }
  const auto heap_end = reinterpret_cast<std::uintptr_t>(sbrk(0)) & ~(page - 1);
  const std::uintptr_t next = (node + page - 1) & ~(page - 1);
  if (next <= heap_end) {
    end_ = std::min(next + step, heap_end);
    if (end_ == next || madvise(reinterpret_cast<void *>(next), end_ - next, MADV_POPULATE_WRITE) == 0)
      return;
  }
#endif
  stop();
}

Allocator malloc_allocator() { return {allocate_node, release_node, nullptr}; }
bool is_malloc(const Allocator &allocator) { return allocator.allocate == allocate_node; }

void Arena::release() noexcept {
  for (const Block &block : blocks_)
    if (block.mapped_bytes == 0)
      std::free(block.address);
    else if (!kept_pages.put({block.address, block.mapped_bytes}))
      munmap(block.address, block.mapped_bytes);
  blocks_.clear();
}

std::byte *Arena::allocate(std::size_t bytes, std::size_t align) {
  blocks_.reserve(blocks_.size() + 1);
  if (bytes < least_mapped) {
    void *address = allocate_node(std::max<std::size_t>(bytes, 1), align, nullptr);
    if (!address)
      throw std::bad_alloc();
    blocks_.push_back({address, 0});
    return static_cast<std::byte *>(address);
  }
  if (bytes > PTRDIFF_MAX - huge_page)
    throw std::bad_alloc();
  // Pages begin at multiples of at least 4096, which is the greatest alignment of a type. Large blocks are aligned to
  // huge pages, so that all of a block can be on such pages.
  const std::size_t wanted = (bytes + 4095) / 4096 * 4096 + (bytes >= huge_page ? huge_page : 0);
  KeptPages::Mapping pages = kept_pages.take(wanted);
  const bool is_new = !pages.address;
  if (is_new) {
    pages = {map_pages(wanted).release(), wanted};
    if (!pages.address)
      throw std::bad_alloc();
  }
  blocks_.push_back({pages.address, pages.bytes});
  auto at = reinterpret_cast<std::uintptr_t>(pages.address);
  if (bytes >= huge_page) {
    at = (at + huge_page - 1) / huge_page * huge_page;
#ifdef MADV_HUGEPAGE
    if (is_new)
      madvise(reinterpret_cast<void *>(at), bytes, MADV_HUGEPAGE);
#endif
  }
  return reinterpret_cast<std::byte *>(at);
}

void release_kept_pages() noexcept { kept_pages.release(); }

void Unmap::operator()(std::byte *pages) const noexcept { munmap(pages, bytes); }

Pages map_pages(std::size_t bytes) noexcept {
  void *address = MAP_FAILED;
  do
    address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  while (address == MAP_FAILED && kept_pages.release());
  return Pages(address == MAP_FAILED ? nullptr : static_cast<std::byte *>(address), {bytes});
}

void GrowingArray::reserve(std::uint64_t n, Arena &arena) {
  while (capacity_ < n) {
    const std::uint64_t j = capacity_ + first; // a power of two, because all blocks so far are full
    std::size_t bytes = 0;
    if (__builtin_mul_overflow(j, place_bytes, &bytes) || bytes > PTRDIFF_MAX)
      throw std::bad_alloc();
    set_block(j, arena.allocate(bytes, align_));
    capacity_ += j;
  }
}

} // namespace autolink
