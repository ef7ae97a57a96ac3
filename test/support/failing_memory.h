// Lets memory run out: replaces operator new in a program of one source file that includes this.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>

namespace automap::test {

/// The least bytes that cannot be had.
inline thread_local std::size_t least_refused = std::numeric_limits<std::size_t>::max();

/// Refuses memory of at least `bytes` during its lifetime.
class MemoryRunsOut {
public:
  explicit MemoryRunsOut(std::size_t bytes) { least_refused = bytes; }
  ~MemoryRunsOut() { least_refused = std::numeric_limits<std::size_t>::max(); }
  MemoryRunsOut(const MemoryRunsOut &) = delete;
  MemoryRunsOut &operator=(const MemoryRunsOut &) = delete;
};

inline void *allocate(std::size_t bytes, std::size_t alignment) {
  void *const out =
      bytes >= least_refused ? nullptr : std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (!out)
    throw std::bad_alloc();
  return out;
}

} // namespace automap::test

[[gnu::noinline]] void *operator new(std::size_t bytes) {
  return automap::test::allocate(bytes, alignof(std::max_align_t));
}
[[gnu::noinline]] void *operator new(std::size_t bytes, std::align_val_t alignment) {
  return automap::test::allocate(bytes, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void *memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void *memory, std::align_val_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void *memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
