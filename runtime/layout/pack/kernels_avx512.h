// Kernels for processors with AVX-512 F, BW, VL, VBMI and VBMI2. They can be created on any processor but run on these
// processors alone.
#pragma once

#include "kernel.h"
#include "tiles.h"

namespace automap::layout::avx512 {

/// Returns a kernel for equal records. It uses shuffle programs for groups of records at a stride, and moves few or
/// distant records one by one. It calls `others` where these programs are no better; returns `others` if a step would
/// move too little.
std::unique_ptr<Kernel> shuffle_kernel(const Records &records, std::unique_ptr<Kernel> others);

/// Returns a kernel for leaves whose blocks are small, close together, ascending and without a period. It uses bit
/// masks of windows of 64 bytes.
std::unique_ptr<Kernel> window_kernel(const Dataloop &loop);

/// Returns a kernel for leaves whose blocks differ in length but are neither long nor single elements. It moves 64
/// bytes at once, the last ones of a block under a mask. Returns null if others are better.
std::unique_ptr<Kernel> masked_kernel(const Dataloop &loop);

/// Returns a kernel for a leaf of few small blocks, which packs the whole leaf as one record and anything else by
/// `parts`; or returns `parts`.
std::unique_ptr<Kernel> whole_kernel(const Dataloop &loop, std::unique_ptr<Kernel> parts);

/// Functions that turn the rows of each tile into columns.
extern const Transposes transposes;

} // namespace automap::layout::avx512
