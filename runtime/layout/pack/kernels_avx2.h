// Kernels for processors with AVX2, which has no stores under masks of bytes, and where those of words are slow
// on some processors: so these shuffle what they pack, and unpack by moves. They may be made on any processor,
// and run on those alone.
#pragma once

#include "kernel.h"
#include "tiles.h"

namespace automap::layout::avx2 {

/// Equal records at a stride, packed by lane programs (lane_program.h), unpacked by `others`; or just `others`,
/// where a program would not be faster.
std::unique_ptr<Kernel> shuffle_kernel(const Records &records, std::unique_ptr<Kernel> others);

/// Leaves of equally spaced blocks: of 1, 2, 4 or 8 bytes that are every second, third or fourth, packed by shuffles of
/// 16 bytes; others as records.
std::unique_ptr<Kernel> spaced_kernel(const Dataloop &loop, std::unique_ptr<Kernel> others);

/// Leaves of small blocks of words, close together and ascending, without a period: packed by shuffles of
/// windows of 8 words, unpacked by `others`; or just `others`, where that would not be faster.
std::unique_ptr<Kernel> window_kernel(const Dataloop &loop, std::unique_ptr<Kernel> others);

/// Leaves of equal blocks of 32 to 512 bytes, by moves of 32 bytes. Null for others.
std::unique_ptr<Kernel> wide_kernel(const Dataloop &loop);

/// The rows of each tile become columns.
extern const Transposes transposes;

} // namespace automap::layout::avx2
