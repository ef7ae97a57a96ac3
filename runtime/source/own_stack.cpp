// The stack. See own_stack.h.
#include "own_stack.h"

#include <sys/mman.h>
#include <ucontext.h>

#include <cstddef>
#include <exception>

namespace automap::source {
namespace {

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define AUTOMAP_HAS_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define AUTOMAP_HAS_SANITIZER 1
#endif

#ifdef AUTOMAP_HAS_SANITIZER // which knows only the stacks of threads
constexpr bool may_switch = false;
#else
constexpr bool may_switch = true;
#endif

constexpr std::size_t guard_bytes = 1 << 16, stack_bytes = 1 << 20; // the guard is below; a multiple of any page size

/// The work of this thread on a stack that is not its own; null: none.
struct Work {
  const std::function<void()> &function;
  std::exception_ptr failure;
};
thread_local Work *current __attribute__((tls_model("initial-exec"))) = nullptr;

void run() {
  Work &work = *current;
  try {
    work.function();
  } catch (...) {
    work.failure = std::current_exception();
  }
}

} // namespace

void on_own_stack(const std::function<void()> &work) {
  void *const memory = may_switch && !current ? mmap(nullptr, guard_bytes + stack_bytes, PROT_READ | PROT_WRITE,
                                                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0)
                                              : MAP_FAILED;
  if (memory == MAP_FAILED) {
    work();
    return;
  }
  mprotect(memory, guard_bytes, PROT_NONE);
  ucontext_t here, there;
  getcontext(&there);
  there.uc_stack.ss_sp = static_cast<char *>(memory) + guard_bytes;
  there.uc_stack.ss_size = stack_bytes;
  there.uc_link = &here;
  makecontext(&there, run, 0);
  Work mine{work, nullptr};
  current = &mine;
  swapcontext(&here, &there);
  current = nullptr;
  munmap(memory, guard_bytes + stack_bytes);
  if (mine.failure)
    std::rethrow_exception(mine.failure);
}

} // namespace automap::source
