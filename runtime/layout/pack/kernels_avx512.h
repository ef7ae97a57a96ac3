// Kernels for processors with AVX-512 F, BW, VL, VBMI and VBMI2. They may be made on any processor, and run
// on those alone.
#pragma once

#include "kernel.h"
#include "tiles.h"

namespace automap::layout::avx512 {

/// Equal records: at a stride by shuffle programs for groups of them, and few or far ones one by one; or just `others`,
/// where a step would move too little, which also do what such programs are not better at.
std::unique_ptr<Kernel> shuffle_kernel(const Records &records, std::unique_ptr<Kernel> others);

/// Leaves whose blocks are small, close together and ascending, without a period: by bit masks of windows of
/// 64 bytes.
std::unique_ptr<Kernel> window_kernel(const Dataloop &loop);

/// Leaves whose blocks differ in length, but are neither long nor single elements: each by moves of 64 bytes,
/// the last one under a mask. Null where others are better.
std::unique_ptr<Kernel> masked_kernel(const Dataloop &loop);

/// A leaf of few small blocks, as one record where it is packed as a whole, by `parts` where not; or just `parts`.
std::unique_ptr<Kernel> whole_kernel(const Dataloop &loop, std::unique_ptr<Kernel> parts);

/// The rows of each tile become columns.
extern const Transposes transposes;

} // namespace automap::layout::avx512
