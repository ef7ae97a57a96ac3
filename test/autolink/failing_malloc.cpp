// malloc, calloc, realloc and mmap for a test, which fail like operator new; not if a sanitizer replaces them.
#include "failing_new.h"

#if defined __GLIBC__ && !AUTOMAP_IS_SANITIZED

#include <cerrno>

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

using autolink::test::FailingNew;

extern "C" void *__libc_malloc(std::size_t bytes);
extern "C" void *__libc_calloc(std::size_t n, std::size_t bytes);
extern "C" void *__libc_realloc(void *memory, std::size_t bytes);

extern "C" void *malloc(std::size_t bytes) noexcept {
  if (!FailingNew::malloc_fails(bytes))
    return __libc_malloc(bytes);
  errno = ENOMEM;
  return nullptr;
}

extern "C" void *calloc(std::size_t n, std::size_t bytes) noexcept {
  if (!FailingNew::malloc_fails(n * bytes))
    return __libc_calloc(n, bytes);
  errno = ENOMEM;
  return nullptr;
}

extern "C" void *realloc(void *memory, std::size_t bytes) noexcept {
  if (!FailingNew::malloc_fails(bytes))
    return __libc_realloc(memory, bytes);
  errno = ENOMEM;
  return nullptr;
}

extern "C" void *mmap(void *at, std::size_t bytes, int protection, int flags, int file, off_t offset) noexcept {
  if (!FailingNew::malloc_fails(bytes))
    return reinterpret_cast<void *>(syscall(SYS_mmap, at, bytes, protection, flags, file, offset));
  errno = ENOMEM;
  return MAP_FAILED;
}

#endif
