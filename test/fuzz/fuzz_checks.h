// What the fuzz targets of AutoLink have in common.
#pragma once

#include "core/base/memory.h"

#include <cstddef>
#include <cstdlib>

namespace autolink::test {

inline void require_that(bool condition) {
  if (!condition)
    std::abort();
}

/// The nodes that counting() has allocated and not got back.
inline long live = 0;

inline Allocator counting() {
  return {[](std::size_t bytes, std::size_t align, void *) {
            void *out = malloc_allocator().allocate(bytes, align, nullptr);
            live += out != nullptr;
            return out;
          },
          [](void *node, std::size_t, void *) {
            --live;
            std::free(node);
          },
          nullptr};
}

} // namespace autolink::test
