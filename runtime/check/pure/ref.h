// Shared ownership like that of std::shared_ptr, for what each message needs. Below MPI_THREAD_MULTIPLE, calls never
// run at the same time. The owners are then counted without atomic operations, each of which takes as long as ten other
// instructions.
#pragma once

#include <atomic>
#include <utility>

namespace automap::check {

/// Whether several threads may have references to one object. Set it before there are any.
inline bool refs_are_shared = false;

template <typename T> class Ref {
public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  Ref(const Ref &other) : owned_(other.owned_) {
    if (owned_)
      add(1);
  }
  Ref(Ref &&other) noexcept : owned_(std::exchange(other.owned_, nullptr)) {}
  Ref &operator=(Ref other) noexcept {
    std::swap(owned_, other.owned_);
    return *this;
  }
  ~Ref() {
    if (owned_ && add(-1) == 0)
      destroy(owned_);
  }

  T *get() const { return owned_ ? &owned_->value : nullptr; }
  T &operator*() const { return owned_->value; }
  T *operator->() const { return &owned_->value; }
  explicit operator bool() const { return owned_ != nullptr; }

  /// Whether nobody else has this object.
  bool is_only() const { return owned_->owners.load(std::memory_order_acquire) == 1; }

  friend bool operator==(const Ref &, const Ref &) = default;

  template <typename... Arguments> static Ref make(Arguments &&...arguments) {
    Ref out;
    out.owned_ = new Owned{T{std::forward<Arguments>(arguments)...}};
    return out;
  }

private:
  struct Owned {
    T value;
    std::atomic<int> owners = 1;
  };

  /// Returns the new number of owners.
  int add(int more) {
    auto &owners = owned_->owners;
    if (refs_are_shared)
      return owners.fetch_add(more, std::memory_order_acq_rel) + more;
    const int out = owners.load(std::memory_order_relaxed) + more;
    owners.store(out, std::memory_order_relaxed);
    return out;
  }

  [[gnu::noinline]] static void destroy(Owned *owned) { delete owned; } // not inlined, so that all else is

  Owned *owned_ = nullptr;
};

} // namespace automap::check
