// Kernels for processors with AVX-512 F, BW, VL, VBMI and VBMI2. They may be made on any processor, and run
// on those alone.
#pragma once

#include "kernel.h"

namespace automap::layout::avx512 {

/// Equal records at a stride, by shuffle programs. Null where a step would move too little.
std::unique_ptr<Kernel> shuffle_kernel(const Records &records);

/// Leaves whose blocks are small, close together and ascending, without a period: by bit masks of windows of
/// 64 bytes.
std::unique_ptr<Kernel> window_kernel(const Dataloop &loop);

/// Leaves whose blocks are neither long nor single elements: each by moves of 64 bytes, the last one under a
/// mask. Null where others are better.
std::unique_ptr<Kernel> masked_kernel(const Dataloop &loop);

/// 8 rows of 8 elements of 8 bytes, `in_row` bytes apart, become columns: 8 rows, `out_row` bytes apart.
void transpose_8x8(const char *in, std::int64_t in_row, char *out, std::int64_t out_row);

} // namespace automap::layout::avx512
