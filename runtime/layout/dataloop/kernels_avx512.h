// Kernels for processors with AVX-512 F, BW, VL, VBMI and VBMI2. They may be made on any processor, and run
// on those alone.
#pragma once

#include "kernel.h"
#include "tiles.h"

namespace automap::layout::avx512 {

/// Equal records at a stride, by shuffle programs. Null where a step would move too little.
std::unique_ptr<Kernel> shuffle_kernel(const Records &records);

/// Leaves whose blocks are small, close together and ascending, without a period: by bit masks of windows of
/// 64 bytes.
std::unique_ptr<Kernel> window_kernel(const Dataloop &loop);

/// Leaves whose blocks differ in length, but are neither long nor single elements: each by moves of 64 bytes,
/// the last one under a mask. Null where others are better.
std::unique_ptr<Kernel> masked_kernel(const Dataloop &loop);

/// Leaves of equal parts at offsets (equal_parts.h) that two wide moves copy. Null for others.
std::unique_ptr<Kernel> pair_kernel(const Dataloop &loop);

/// The rows of each tile become columns.
extern const Transposes transposes;

} // namespace automap::layout::avx512
