// The choice of a loop's kernel. See kernel.h.
#include "kernel.h"
#include "kernels_avx2.h"
#include "kernels_avx512.h"
#include "layout/dataloop/actions.h"
#include "layout/dataloop/equal_parts.h"

#include <algorithm>

namespace automap::layout {
namespace {

/// The sizes above which records are as fast if each of them is passed to a kernel of its own.
constexpr std::int64_t record_pieces = 64, record_bytes = 2048;

/// Whether the kernel of a record's loop copies its long pieces, or its many short ones, faster than moves one by one,
/// even with a call for each record.
bool is_best_by_its_own_kernel(const Dataloop &record) {
  constexpr std::int64_t long_piece = 64, bytes = 512, short_piece = 8, many = 24;
  if (!record.leaf || !record.uniform())
    return false;
  return record.block_bytes >= long_piece ? record.size >= bytes
                                          : record.block_bytes <= short_piece && record.count >= many;
}

std::vector<ByteRange> pieces_of(const Dataloops &loops, Dataloop::Id id) {
  ListAction all;
  walk(loops, {id, 0}, loops[id].count, 0, 0, loops[id].size, all);
  return all.ranges();
}

std::unique_ptr<Kernel> kernel_for_records(const Dataloops &loops, const Dataloop &loop, const Kernels &known,
                                           CpuFeatures features) {
  const Dataloop &record = loops[loop.children.front()];
  if (features == CpuFeatures::portable) // other processors have wider moves
    if (auto long_rows = long_rows_kernel(loop, record))
      return long_rows;
  if (record.pieces > record_pieces || record.size > record_bytes)
    return each_kernel(loops, loop, known);
  const std::vector<ByteRange> pieces = pieces_of(loops, loop.children.front());
  const Records records = {pieces, loop.stride, loop.offsets};
  std::unique_ptr<Kernel> out;
  if (is_best_by_its_own_kernel(record))
    out = each_kernel(loops, loop, known);
  if (!out)
    out = record_kernel(records);
  if (features >= CpuFeatures::avx2 && loop.offsets.empty())
    out = avx2::shuffle_kernel(records, std::move(out));
  if (features == CpuFeatures::avx512)
    out = avx512::shuffle_kernel(records, std::move(out));
  return out;
}

std::unique_ptr<Kernel> avx2_kernel_for_blocks(const Dataloop &loop) {
  if (auto wide = avx2::wide_kernel(loop))
    return wide;
  if (loop.kind == Dataloop::Kind::contig)
    return block_kernel(loop);
  if (loop.kind != Dataloop::Kind::vector)
    return avx2::window_kernel(loop, block_kernel(loop));
  return avx2::spaced_kernel(loop, block_kernel(loop));
}

std::unique_ptr<Kernel> avx512_kernel_for_blocks(const Dataloop &loop) {
  if (auto wide = avx2::wide_kernel(loop))
    return wide;
  if (loop.kind == Dataloop::Kind::contig)
    return block_kernel(loop);
  std::unique_ptr<Kernel> out = avx2_kernel_for_blocks(loop);
  if (loop.kind == Dataloop::Kind::vector) {
    const ByteRange piece = {0, loop.block_bytes};
    out = avx512::shuffle_kernel({{&piece, 1}, loop.stride, {}}, std::move(out));
  } else if (auto windows = avx512::window_kernel(loop)) {
    out = std::move(windows);
  } else if (EqualParts::length_in(loop) == 0) {
    if (auto masked = avx512::masked_kernel(loop))
      out = std::move(masked);
  }
  return avx512::whole_kernel(loop, std::move(out));
}

std::unique_ptr<Kernel> kernel_for_blocks(const Dataloop &loop, CpuFeatures features) {
  switch (features) {
  case CpuFeatures::avx512:
    return avx512_kernel_for_blocks(loop);
  case CpuFeatures::avx2:
    return avx2_kernel_for_blocks(loop);
  default:
    return block_kernel(loop);
  }
}

} // namespace

std::int64_t size_of(const Records &records) {
  std::int64_t size = 0;
  for (const ByteRange &piece : records.pieces)
    size += piece.length;
  return size;
}

bool in_words(const Records &records) {
  return records.stride % 4 == 0 && std::ranges::all_of(records.pieces, [](const ByteRange &piece) {
           return piece.offset % 4 == 0 && piece.length % 4 == 0;
         });
}

std::unique_ptr<Kernel> kernel_for(const Dataloops &loops, Dataloop::Id id, const Kernels &known,
                                   CpuFeatures features) {
  const Dataloop &loop = loops[id];
  if (loop.leaf)
    return kernel_for_blocks(loop, features);
  if (loop.kind == Dataloop::Kind::struc)
    return struct_kernel(loops, loop, known);
  if (auto nest = nest_kernel(loops, id, features))
    return nest;
  return kernel_for_records(loops, loop, known, features);
}

} // namespace automap::layout
