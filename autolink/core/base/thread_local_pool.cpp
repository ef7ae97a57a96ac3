// What threads do when they end. See thread_local_pool.h.
#include "thread_local_pool.h"

#include <atomic>

#include <pthread.h>

namespace autolink {
namespace {

thread_local ThreadEnd *ends = nullptr; // the last one first
std::atomic<bool> is_unloading = false;

void act_at_end(void *) {
  while (ends)
    std::exchange(ends, ends->next)->act();
}

/// The key whose destructor threads call. It must be gone when the library is unloaded, or when the program ends.
struct Key {
  Key() : is_there(pthread_key_create(&key, act_at_end) == 0) {}
  ~Key() {
    is_unloading = true;
    if (is_there)
      pthread_key_delete(key);
    act_at_end(nullptr); // main's thread calls no destructors of keys
  }
  Key(const Key &) = delete;
  Key &operator=(const Key &) = delete;

  pthread_key_t key{};
  bool is_there;
};

} // namespace

bool at_thread_end(ThreadEnd &end) noexcept {
  static const Key key;
  if (!is_unloading && (!key.is_there || pthread_setspecific(key.key, &ends) != 0))
    return false;
  end.next = std::exchange(ends, &end);
  return true;
}

} // namespace autolink
