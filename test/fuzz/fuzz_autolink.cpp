// Any bytes as AutoLink's messages, for the type whose first byte says: no crash, no leak; what is received
// can be packed again, and then received as the same.
#include "foreign.h"
#include "pointer_kinds_routines.h"

#include "core/serial.h"
#include "core/structure.h"

#include <cstdlib>

using namespace autolink;

namespace {

void require_that(bool condition) {
  if (!condition)
    std::abort();
}

long live = 0;

Allocator counting() {
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

AL_Type type_of(std::uint8_t byte) {
  switch (byte % 8) {
  case 0:
    return AutoLink_Kinds;
  case 1:
    return AutoLink_List;
  case 2:
    return AutoLink_Graph;
  case 3:
    return AutoLink_Tree;
  default:
    return test::AutoLink_Values;
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size == 0)
    return 0;
  const Plan &plan = plan_of(type_of(data[0]));
  UnpackOptions options;
  options.limit_bytes = 256 << 10;
  options.allocator = counting();
  options.check_reachable = true;
  options.use_arena = (data[0] & 8) != 0;
  void *root = nullptr;
  Arena arena;
  try {
    root = unpack(plan, data + 1, size - 1, options, arena);
  } catch (const Failure &) {
    require_that(live == 0);
    return 0;
  } catch (const std::bad_alloc &) {
    require_that(live == 0);
    return 0;
  }
  try {
    std::size_t packed_size = 0;
    void *packed = pack(plan, root, {}, packed_size);
    Arena arena_too;
    void *copy = nullptr;
    options.limit_bytes = PTRDIFF_MAX;
    try {
      copy = unpack(plan, packed, packed_size, options, arena_too);
    } catch (const Failure &) {
      require_that(false);
    }
    std::free(packed);
    const Counts a = count(plan, root, Sharing::as_declared), b = count(plan, copy, Sharing::as_declared);
    require_that(a.nodes == b.nodes && a.bytes == b.bytes);
    if (!options.use_arena)
      release(plan, copy, options.allocator);
  } catch (const Failure &) { // one array with two lengths
  }
  if (!options.use_arena) {
    release(plan, root, options.allocator);
    require_that(live == 0);
  }
  return 0;
}
