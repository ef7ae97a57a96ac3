// Arenas by root. See arenas.h.
#include "arenas.h"

#include <atomic>
#include <mutex>
#include <unordered_map>

namespace autolink {
namespace {

std::mutex mutex;
std::unordered_map<void *, Arena> &arenas() {
  static auto *out = new std::unordered_map<void *, Arena>; // never destroyed
  return *out;
}
std::atomic<std::size_t> n_arenas = 0; // lets structures from malloc be freed without the mutex

} // namespace

void keep_arena(void *root, Arena arena) {
  const std::lock_guard lock(mutex);
  arenas().insert_or_assign(root, std::move(arena));
  n_arenas.store(arenas().size(), std::memory_order_relaxed);
}

void move_arena(void *from, void *to) {
  const std::lock_guard lock(mutex);
  if (auto entry = arenas().extract(from)) {
    entry.key() = to;
    arenas().insert(std::move(entry));
  }
}

bool free_arena(void *root) {
  if (n_arenas.load(std::memory_order_relaxed) == 0)
    return false;
  Arena freed; // is destroyed after the mutex is unlocked
  const std::lock_guard lock(mutex);
  const auto found = arenas().find(root);
  if (found == arenas().end())
    return false;
  freed = std::move(found->second);
  arenas().erase(found);
  n_arenas.store(arenas().size(), std::memory_order_relaxed);
  return true;
}

} // namespace autolink
