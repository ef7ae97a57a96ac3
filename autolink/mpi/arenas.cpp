// Arenas by root. See arenas.h.
#include "arenas.h"

#include <mutex>
#include <unordered_map>

namespace autolink {
namespace {

std::mutex mutex;
std::unordered_map<void *, Arena> &arenas() {
  static auto *out = new std::unordered_map<void *, Arena>; // for as long as the program runs
  return *out;
}

} // namespace

void keep_arena(void *root, Arena arena) {
  const std::lock_guard lock(mutex);
  arenas().insert_or_assign(root, std::move(arena));
}

bool free_arena(void *root) {
  Arena freed; // after the mutex
  const std::lock_guard lock(mutex);
  const auto found = arenas().find(root);
  if (found == arenas().end())
    return false;
  freed = std::move(found->second);
  arenas().erase(found);
  return true;
}

} // namespace autolink
