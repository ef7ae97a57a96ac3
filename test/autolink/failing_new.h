// Makes operator new fail in tests.
#pragma once

#include <cstdint>

namespace autolink::test {

/// While it lives, this thread's allocation number `at` from now on, by operator new, throws std::bad_alloc.
class FailingNew {
public:
  explicit FailingNew(std::uint64_t at);
  ~FailingNew();
  FailingNew(const FailingNew &) = delete;
  FailingNew &operator=(const FailingNew &) = delete;

  bool has_failed() const;

  /// While it lives, allocations are not counted and do not fail.
  struct Pause {
    Pause();
    ~Pause();
    Pause(const Pause &) = delete;
    Pause &operator=(const Pause &) = delete;
  };
};

} // namespace autolink::test
