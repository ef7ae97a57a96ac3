// What each thread keeps.
#pragma once

#include <cstddef>
#include <memory>

namespace autolink {

/// The T of the calling thread, of which there is one for each `Use`. May also be asked for while the thread ends, as by
/// the destructor of a global object: what is gone is made anew, and stays.
template <typename T, typename Use = T> T &of_thread() {
  static thread_local T *one = nullptr;
  if (!one) [[unlikely]] {
    alignas(T) static thread_local std::byte memory[sizeof(T)]; // stays as long as the thread
    struct Keeper {
      ~Keeper() {
        std::destroy_at(one);
        one = nullptr;
      }
    };
    static thread_local const Keeper keeper;
    one = std::construct_at(reinterpret_cast<T *>(memory));
  }
  return *one;
}

} // namespace autolink
