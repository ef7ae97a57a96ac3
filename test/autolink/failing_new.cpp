// operator new that fails on request. See failing_new.h.
#include "failing_new.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

struct State {
  bool is_armed = false, has_failed = false;
  std::uint64_t left = 0;
  bool for_good = false;
  std::size_t least_bytes = 0, largest = 0;
  bool malloc_too = false;
};
thread_local State state;

bool fails(std::size_t bytes) {
  if (!state.is_armed || bytes < state.least_bytes)
    return false;
  state.largest = std::max(state.largest, bytes);
  if (!(state.has_failed && state.for_good) && state.left-- > 0)
    return false;
  state.has_failed = true;
  return true;
}

void *allocate(std::size_t bytes, std::size_t align) {
  if (fails(bytes))
    throw std::bad_alloc();
  void *out = nullptr;
  if (posix_memalign(&out, std::max(align, sizeof(void *)), std::max<std::size_t>(bytes, 1)) != 0)
    throw std::bad_alloc();
  return out;
}

} // namespace

void *operator new(std::size_t bytes) { return allocate(bytes, alignof(std::max_align_t)); }
void *operator new[](std::size_t bytes) { return allocate(bytes, alignof(std::max_align_t)); }
void *operator new(std::size_t bytes, std::align_val_t align) {
  return allocate(bytes, static_cast<std::size_t>(align));
}
void *operator new[](std::size_t bytes, const std::nothrow_t &) noexcept {
  try {
    return operator new[](bytes);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete[](void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace autolink::test {

FailingNew::FailingNew(std::uint64_t at, bool for_good, std::size_t least_bytes, bool malloc_too) {
  state = {true, false, at, for_good, least_bytes, 0, malloc_too};
}
FailingNew::~FailingNew() { state.is_armed = false; }
bool FailingNew::has_failed() const { return state.has_failed; }
bool FailingNew::malloc_fails(std::size_t bytes) { return state.malloc_too && fails(bytes); }
std::size_t FailingNew::largest() const { return state.largest; }

FailingNew::Pause::Pause() { state.is_armed = false; }
FailingNew::Pause::~Pause() { state.is_armed = !state.has_failed || state.for_good; }

} // namespace autolink::test
