// Takes any text as a --from-typemap file. There must be no crash, and what is read must be within its ranges. For
// small maps, the tree and the code are made, and the tree must have the type map.
#include "code/map.h"
#include "typemap/make_map_type.h"
#include "typemap/type_map_reader.h"

#include <cstdlib>

using namespace automap;

namespace {

void require(bool condition) {
  if (!condition)
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const auto file =
      parse_type_map(llvm::MemoryBuffer::getMemBufferCopy({reinterpret_cast<const char *>(data), size}, "fuzz.map"));
  if (!file)
    return 0;
  require(!file->runs.empty());
  std::int64_t elements = 0;
  for (const layout::Run &run : file->runs) {
    require(run.count > 0 && run.type.size_bytes > 0);
    require(!__builtin_add_overflow(elements, run.count, &elements));
  }
  if (elements > 64)
    return 0;
  MapType map;
  try {
    map = make_map_type(*file, {});
  } catch (const std::length_error &) { // the extent may leave the 64-bit range
    return 0;
  }
  map.name = "fuzz";
  layout::TypeMap expected;
  for (const layout::Run &run : file->runs)
    for (std::int64_t i = 0; i < run.count; ++i)
      expected.push_back({run.type, run.offset + i * run.stride});
  require(layout::flatten(map.naive) == expected);
  require(layout::flatten(map.optimal.tree) == expected);
  require(map.optimal.cost <= map.optimal.naive_cost);
  std::string text;
  llvm::raw_string_ostream out(text);
  try {
    emit_map_json(map, out);
    emit_map_text(map, out);
    emit_map_source(map, {}, true, out);
  } catch (const std::length_error &) { // packing's offsets may, too; the command reports it like the extent
  }
  return 0;
}
