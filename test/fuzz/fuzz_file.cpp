// Takes any bytes as a file, after its checksums are made right, for the types that the first byte selects. There must
// be no crash and no leak. A structure that is read must be the same after it is written and read again, both as it is
// and field by field.
#include "file/memory_file.h"
#include "fuzz_checks.h"
#include "sealed_file.h"

#include "late_kinds_routines.h"
#include "pointer_kinds_routines.h"
#include "weak_kinds_routines.h"

#include "core/file/stored_structure.h"

#include <algorithm>
#include <cstdlib>
#include <new>

using namespace autolink;
using namespace autolink::test;

namespace {

AL_Type type_of(std::uint8_t byte) {
  const AL_Type types[] = {AutoLink_Kinds, AutoLink_List, AutoLink_Graph, AutoLink_Tree,
                           AutoLink_City,  AutoLink_Cell, AutoLink_Twig,
#ifdef HAS_LATE_KINDS
                           AutoLink_Parcel
#endif
  };
  return types[byte % std::size(types)];
}

void check_again(const FileBytes &bytes, const NodePlan &plan, const Counts &counts) {
  const file::Container container = open_memory(bytes);
  file::StructureReader reader(container);
  Arena arena;
  void *copy = nullptr;
  try {
    copy = reader.read(0, plan, {.allocator = counting()}, arena);
  } catch (const Failure &) {
    require_that(false);
  }
  const Counts again = count(plan, copy, Sharing::as_declared);
  require_that(again.nodes == counts.nodes && again.bytes == counts.bytes);
  release(plan, copy, counting());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size == 0)
    return 0;
  const AL_Type type = type_of(data[0]);
  const NodePlan &plan = plan_of(type);
  FileBytes bytes(reinterpret_cast<const std::byte *>(data + 1), reinterpret_cast<const std::byte *>(data + size));
  if (data[0] < 128)
    seal(bytes);
  UnpackOptions options;
  options.limit_bytes = 256 << 10;
  options.check_reachable = true;
  options.use_arena = (data[0] & 64) != 0;
  if (!options.use_arena)
    options.allocator = counting();
  try {
    const file::Container container = open_memory(bytes);
    file::StructureReader reader(container);
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(container.n_structures(), 4); ++i) {
      Arena arena;
      void *root = nullptr;
      try {
        root = reader.read(i, plan, options, arena);
      } catch (const Failure &) {
        require_that(live == 0);
        continue;
      }
      if (options.use_arena)
        continue;
      const Counts counts = count(plan, root, Sharing::as_declared);
      try {
        const FileBytes again = file_of(type, {root});
        check_again(again, plan, counts);
        if (root)
          check_again(with_other_signatures(again), plan, counts);
      } catch (const Failure &) { // one array has two lengths
      }
      release(plan, root, options.allocator);
      require_that(live == 0);
    }
  } catch (const Failure &) {
  } catch (const std::bad_alloc &) {
  }
  require_that(live == 0);
  return 0;
}
