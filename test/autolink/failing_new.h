// Makes operator new fail in tests.
#pragma once

#include <cstddef>
#include <cstdint>

namespace autolink::test {

/// Makes this thread's allocation number `at` by operator new throw std::bad_alloc, counted during the lifetime of the
/// object. With `for_good`, all later ones throw as well. Allocations of fewer than `least_bytes` are not counted and
/// do not fail.
class FailingNew {
public:
  /// Starts counting. `malloc_too` includes allocations by malloc, calloc, realloc and mmap if failing_malloc.cpp is linked.
  explicit FailingNew(std::uint64_t at, bool for_good = false, std::size_t least_bytes = 0, bool malloc_too = false);
  ~FailingNew();
  FailingNew(const FailingNew &) = delete;
  FailingNew &operator=(const FailingNew &) = delete;

  bool has_failed() const;

  /// Counts an allocation by malloc, and returns whether it fails.
  static bool malloc_fails(std::size_t bytes);

  /// Returns the size in bytes of the largest requested allocation.
  std::size_t largest() const;

  /// Suspends counting and failing of allocations during its lifetime.
  struct Pause {
    Pause();
    ~Pause();
    Pause(const Pause &) = delete;
    Pause &operator=(const Pause &) = delete;
  };
};

} // namespace autolink::test
