// operator new and delete that count. See peak_memory.h.
#include "peak_memory.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <new>

namespace {

std::atomic<std::ptrdiff_t> held = 0, peak = 0;
std::ptrdiff_t held_at_start = 0;

void *counted(void *memory) {
  if (!memory)
    throw std::bad_alloc();
  const auto bytes = static_cast<std::ptrdiff_t>(malloc_usable_size(memory));
  const std::ptrdiff_t now = held.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  if (now > peak.load(std::memory_order_relaxed))
    peak.store(now, std::memory_order_relaxed);
  return memory;
}

void release(void *memory) {
  held.fetch_sub(static_cast<std::ptrdiff_t>(malloc_usable_size(memory)), std::memory_order_relaxed);
  std::free(memory);
}

} // namespace

// The other forms of the standard library call these.
void *operator new(std::size_t size) { return counted(std::malloc(std::max<std::size_t>(size, 1))); }
void *operator new(std::size_t size, std::align_val_t alignment) {
  const auto unit = static_cast<std::size_t>(alignment);
  return counted(std::aligned_alloc(unit, (size + unit - 1) / unit * unit));
}
void operator delete(void *memory) noexcept { release(memory); }
void operator delete(void *memory, std::size_t) noexcept { release(memory); }
void operator delete(void *memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void *memory, std::size_t, std::align_val_t) noexcept { release(memory); }

namespace automap::test {

void start_peak_memory() { peak = held_at_start = held; }

std::size_t peak_memory() { return static_cast<std::size_t>(peak - held_at_start); }

} // namespace automap::test
