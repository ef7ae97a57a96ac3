// What the processor at hand can do, as far as kernels differ by it.
#pragma once

#include <cstdint>

namespace automap::layout {

/// Each includes those before it.
enum class CpuFeatures : std::uint8_t {
  portable, // what the compiler was told to count on
  avx2,     // AVX2: byte shuffles within lanes of 16 bytes, word shuffles of 32 bytes
  avx512,   // AVX-512 F, BW, VL, VBMI, VBMI2: byte shuffles of 64 bytes, masks
};

/// The best that this processor and this build have; found once.
CpuFeatures cpu_features();

/// Whether this processor carries out AVX2 in halves, so that a shuffle across them takes as long as several.
bool has_avx2_in_halves();

} // namespace automap::layout
