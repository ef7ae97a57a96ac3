// How records are packed. See packing.h.
#include "packing.h"

#include "model/quoted.h"

#include "layout/dataloop/dataloop.h"
#include "layout/pack/kernel.h"

namespace automap {
namespace {

using layout::Dataloop;

/// Whether the kernel for arrays of the layout is a shuffle.
bool is_packed_by_shuffles(const layout::Dataloops &loops, layout::CpuFeatures features) {
  layout::Kernels known;
  for (Dataloop::Id id = 0; id <= loops.array().loop; ++id)
    known.push_back(layout::kernel_for(loops, id, known, features));
  return known.back() && known.back()->packs_by_shuffles();
}

std::string in_bytes(std::int64_t bytes) { return plural(static_cast<std::uint64_t>(bytes), "byte"); }

} // namespace

std::string name_of(Packing::Kind kind) {
  constexpr const char *names[] = {"nothing", "contiguous", "shuffle", "strided", "indexed"};
  return names[static_cast<std::size_t>(kind)];
}

Packing packing_of(const Record &record) {
  using Kind = Packing::Kind;
  if (record.optimal.tree.data_bytes() == 0)
    return {Kind::nothing, 0, "There is nothing to pack."};
  const layout::Dataloops loops(record.optimal.tree, {0, static_cast<std::int64_t>(record.size_bytes)},
                                layout::Dataloops::Types::erased);
  const Dataloop &one = loops[loops.one().loop], &array = loops[loops.array().loop];
  const std::int64_t blocks = one.pieces;
  if (array.leaf && array.kind == Dataloop::Kind::contig)
    return {Kind::contiguous, blocks, "One copy packs any number of them: no byte is left out."};
  const std::string packed = "In each element, " +
                             (blocks == 1 ? "one block of " + in_bytes(loops.size()) + " is"
                                          : std::to_string(blocks) + " blocks of bytes are") +
                             " packed";
  for (const auto features : {layout::CpuFeatures::avx2, layout::CpuFeatures::avx512})
    if (is_packed_by_shuffles(loops, features))
      return {Kind::shuffle, blocks,
              packed + ". With " + (features == layout::CpuFeatures::avx2 ? "AVX2" : "AVX-512") +
                  ", one instruction moves bytes of several blocks; other processors copy them block by block."};
  for (const Dataloop *loop : {&array, &one})
    if (loop->leaf && loop->kind == Dataloop::Kind::vector)
      return {Kind::strided, blocks,
              "A loop copies blocks of " + in_bytes(loop->block_bytes) + ", " + in_bytes(loop->stride) + " apart."};
  return {Kind::indexed, blocks, packed + (blocks == 1 ? "." : ", one after the other.")};
}

} // namespace automap
