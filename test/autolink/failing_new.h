// Makes operator new fail in tests.
#pragma once

#include <cstddef>
#include <cstdint>

namespace autolink::test {

/// While it lives, this thread's allocation number `at` from now on, by operator new, throws std::bad_alloc; with
/// `for_good` all that follow too. Those of less than `least_bytes` are not counted and do not fail.
class FailingNew {
public:
  /// With `malloc_too`, those by malloc, realloc and mmap are among them, where failing_malloc.cpp is linked to.
  explicit FailingNew(std::uint64_t at, bool for_good = false, std::size_t least_bytes = 0,
                      bool malloc_too = false);
  ~FailingNew();
  FailingNew(const FailingNew &) = delete;
  FailingNew &operator=(const FailingNew &) = delete;

  bool has_failed() const;

  /// Counts an allocation by malloc, and says whether it fails.
  static bool malloc_fails(std::size_t bytes);

  /// The largest allocation that has been asked for, bytes.
  std::size_t largest() const;

  /// While it lives, allocations are not counted and do not fail.
  struct Pause {
    Pause();
    ~Pause();
    Pause(const Pause &) = delete;
    Pause &operator=(const Pause &) = delete;
  };
};

} // namespace autolink::test
