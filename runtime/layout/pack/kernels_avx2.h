// Kernels for processors with AVX2. AVX2 has no stores under masks of bytes, and those under masks of words are slow on
// some processors. Therefore these kernels pack by shuffles and unpack by moves. They can be created on any processor
// but run on processors with AVX2 alone.
#pragma once

#include "kernel.h"
#include "tiles.h"

namespace automap::layout::avx2 {

/// Returns a kernel for equal records at a stride that packs them by lane programs (lane_program.h) and unpacks them by
/// `others`; returns `others` if a program would not be faster.
std::unique_ptr<Kernel> shuffle_kernel(const Records &records, std::unique_ptr<Kernel> others);

/// Returns a kernel for leaves of equally spaced blocks. Blocks of 1, 2, 4 or 8 bytes that are every second, third or
/// fourth are packed by shuffles of 16 bytes, others as records.
std::unique_ptr<Kernel> spaced_kernel(const Dataloop &loop, std::unique_ptr<Kernel> others);

/// Returns a kernel for leaves of small blocks of words that are close together, ascending and without a period. It
/// packs by shuffles of windows of 8 words and unpacks by `others`. Returns `others` if it would not be faster.
std::unique_ptr<Kernel> window_kernel(const Dataloop &loop, std::unique_ptr<Kernel> others);

/// Returns a kernel for leaves of equal blocks of 32 to 512 bytes that uses moves of 32 bytes; null for others.
std::unique_ptr<Kernel> wide_kernel(const Dataloop &loop);

/// Functions that turn the rows of each tile into columns.
extern const Transposes transposes;

} // namespace automap::layout::avx2
