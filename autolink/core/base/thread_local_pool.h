// What each thread keeps.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include <cxxabi.h>

namespace autolink {

/// The T of the calling thread, of which there is one for each `Use`. May also be asked for while the thread ends, as by
/// the destructor of a global object: what is gone is made anew. What is made after main's thread has ended stays.
template <typename T, typename Use = T> T &of_thread() {
  static thread_local T *one = nullptr;
  if (!one) [[unlikely]] {
    alignas(T) static thread_local std::byte memory[sizeof(T)];
    static char here; // lies in the library that has to stay loaded until the thread has ended
    one = std::construct_at(reinterpret_cast<T *>(memory));
    // An object with a destructor would be made once in a thread, and may have gone.
    const auto end = [](void *) { std::destroy_at(std::exchange(one, nullptr)); };
    abi::__cxa_thread_atexit(end, nullptr, &here);
  }
  return *one;
}

} // namespace autolink
