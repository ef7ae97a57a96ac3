// Objects that each thread keeps.
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>

namespace autolink {

/// What a thread does when it ends.
struct ThreadEnd {
  void (*act)();
  ThreadEnd *next = nullptr;
};

/// Has the calling thread act as `end` says when it ends. Returns false if there is no memory for that. Takes none in
/// most programs. (For a thread_local object with a destructor, glibc ends the process if there is no memory.)
bool at_thread_end(ThreadEnd &end) noexcept;

/// Returns the calling thread's T for this `Use`; null if there is no memory to note that the thread has to destroy it.
/// It may be called while the thread ends, as by the destructor of a global object: an object that is gone is made
/// anew. One that is made after main's thread has ended stays.
template <typename T, typename Use = T> T *thread_local_object() noexcept {
  static thread_local T *one = nullptr;
  if (!one) [[unlikely]] {
    alignas(T) static thread_local std::byte memory[sizeof(T)];
    static thread_local ThreadEnd end{[] { std::destroy_at(std::exchange(one, nullptr)); }};
    if (at_thread_end(end))
      one = std::construct_at(reinterpret_cast<T *>(memory)); // allocates nothing
  }
  return one;
}

/// Objects that have been used and are used again, because growing their memory anew costs more than a small transfer.
/// Each thread keeps a few.
template <typename T> class Pool {
public:
  static std::unique_ptr<T> get() {
    Kept *const kept = thread_local_object<Kept>();
    return !kept || kept->n == 0 ? std::make_unique_for_overwrite<T>() : std::move(kept->one[--kept->n]);
  }
  static void put(std::unique_ptr<T> used) noexcept {
    Kept *const kept = thread_local_object<Kept>();
    if (used && kept && kept->n < std::size(kept->one))
      kept->one[kept->n++] = std::move(used);
  }

private:
  struct Kept {
    std::unique_ptr<T> one[4];
    std::size_t n = 0;
  };
};

} // namespace autolink
