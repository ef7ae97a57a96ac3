// Objects that each thread keeps.
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>

#include <cxxabi.h>

namespace autolink {

/// Returns the calling thread's T for this `Use`. It may be called while the thread ends, as by the destructor of a
/// global object: an object that is gone is made anew. One that is made after main's thread has ended stays.
template <typename T, typename Use = T> T &thread_local_object() {
  static thread_local T *one = nullptr;
  if (!one) [[unlikely]] {
    alignas(T) static thread_local std::byte memory[sizeof(T)];
    static char here; // lies in the library, which has to stay loaded until the thread has ended
    one = std::construct_at(reinterpret_cast<T *>(memory));
    // A thread_local object with a destructor would be made only once in a thread, and could be gone.
    const auto end = [](void *) { std::destroy_at(std::exchange(one, nullptr)); };
    abi::__cxa_thread_atexit(end, nullptr, &here);
  }
  return *one;
}

/// Objects that have been used and are used again, because growing their memory anew costs more than a small transfer.
/// Each thread keeps a few.
template <typename T> class Pool {
public:
  static std::unique_ptr<T> get() {
    Kept &kept = thread_local_object<Kept>();
    return kept.n == 0 ? std::make_unique_for_overwrite<T>() : std::move(kept.one[--kept.n]);
  }
  static void put(std::unique_ptr<T> used) noexcept {
    Kept &kept = thread_local_object<Kept>();
    if (used && kept.n < std::size(kept.one))
      kept.one[kept.n++] = std::move(used);
  }

private:
  struct Kept {
    std::unique_ptr<T> one[4];
    std::size_t n = 0;
  };
};

} // namespace autolink
