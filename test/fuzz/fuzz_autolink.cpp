// Takes any bytes as AutoLink's messages, for the type that the first byte selects. There must be no crash and no leak.
// A received structure must have as many nodes as its messages say, and must be the same after it is packed and
// received again. Small structures must be packed and unpacked like others.
#include "foreign.h"
#include "fuzz_checks.h"
#include "late_kinds_routines.h"
#include "pointer_kinds_routines.h"
#include "tree_called.h"
#include "weak_kinds_routines.h"

#include "core/plan/planning.h"
#include "core/receive/measure.h"
#include "core/small/small.h"
#include "core/whole/serial.h"
#include "core/whole/structure.h"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <vector>

using namespace autolink;
using autolink::test::counting, autolink::test::live, autolink::test::require_that;

namespace {

AL_Type type_of(std::uint8_t byte) {
  if (byte & 64)
    return byte % 2 ? AutoLink_Twig : AutoLink_Cell;
  switch (byte % 8) {
  case 0:
    return AutoLink_Kinds;
  case 1:
    return AutoLink_List;
  case 2:
    return AutoLink_Graph;
  case 3:
    return AutoLink_Tree;
  case 4:
    return test::hashed_tree();
  case 6:
    return AutoLink_City;
#ifdef HAS_LATE_KINDS
  case 7:
    return AutoLink_Parcel;
#endif
  default:
    return test::AutoLink_Values;
  }
}

Measure measure(const std::byte *at, std::size_t size) {
  Measure out;
  const auto head = size > 8 ? wire::load_head(at + 8, size - 8) : std::nullopt;
  for (bool is_first = true; size >= 8; is_first = false) {
    const std::uint64_t length = wire::load_number(at, head && head->other_order);
    if (length > size - 8)
      break;
    const auto message_bytes = static_cast<std::size_t>(length);
    if (is_first)
      out.measure_first(at + 8, message_bytes);
    else
      out.measure_packet(at + 8, message_bytes);
    at += 8 + message_bytes;
    size -= 8 + message_bytes;
  }
  return out;
}

std::vector<std::byte> packed(const NodePlan &plan, const void *root, const PackOptions &options) {
  std::vector<std::byte> out;
  Packer packer;
  for (packer.begin(plan, root, options, 0); !packer.done() || packer.has_message();)
    if (packer.has_message()) {
      OutgoingBytes message = packer.take();
      out.insert(out.end(), message.data(), message.data() + message.size);
      packer.give_back(std::move(message));
    } else {
      packer.step();
    }
  return out;
}

/// Checks that the Unpacker accepts what unpack_small() accepts, for the same structure. unpack_small() must accept
/// what pack_small() makes, which must equal the Packer's message.
void check_small(const NodePlan &plan, const std::byte *message, std::size_t size, const UnpackOptions &options) {
  if (!plan.has_small)
    return;
  constexpr PackOptions whole = {.eager_bytes = wire::max_first_bytes};
  Arena arena, small_arena;
  void *root = nullptr;
  allocate_spare_nodes(plan, options);
  void *const small = unpack_small(plan, message, size, options, small_arena);
  try {
    Unpacker unpacker(plan, options);
    unpacker.receive_first(message, size);
    if (unpacker.complete())
      root = unpacker.finish(arena);
  } catch (const Failure &) {
  }
  require_that(root || !small);
  if (!root)
    return;
  const auto general = packed(plan, root, whole);
  static std::byte room[wire::max_first_bytes];
  const std::span again(room, pack_small(plan, root, whole, room));
  require_that(again.empty() || std::ranges::equal(again, general));
  require_that(small ? packed(plan, small, whole) == general : !std::ranges::equal(again, std::span(message, size)));
  if (options.use_arena)
    return;
  release(plan, root, options.allocator);
  if (small)
    release(plan, small, options.allocator);
  require_that(live == 0);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size == 0)
    return 0;
  const NodePlan &plan = plan_of(type_of(data[0]));
  UnpackOptions options;
  options.limit_bytes = (data[0] & 32) == 0 ? 256 << 10 : 4 << 10;
  if ((data[0] & 16) == 0)
    options.allocator = counting();
  options.check_reachable = true;
  options.use_arena = (data[0] & 8) != 0;
  const auto *bytes = reinterpret_cast<const std::byte *>(data + 1);
  const Measure measured = measure(bytes, size - 1);
  if (size > 9)
    check_small(plan, bytes + 8, size - 9, options);
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
    if (!options.use_arena) // an arena accepts unreachable nodes
      require_that(!measured.is_known() || measured.nodes() == a.nodes);
    if (!options.use_arena)
      release(plan, copy, options.allocator);
  } catch (const Failure &) { // one array has two lengths
  }
  if (!options.use_arena) {
    release(plan, root, options.allocator);
    require_that(live == 0);
  }
  return 0;
}
