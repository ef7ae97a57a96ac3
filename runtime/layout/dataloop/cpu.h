// The features of this processor that decide between kernels.
#pragma once

#include <cstdint>

namespace automap::layout {

/// The sets of features. Each includes the previous one.
enum class CpuFeatures : std::uint8_t {
  portable, // the features that the compiler may assume
  avx2,     // AVX2: byte shuffles within lanes of 16 bytes, word shuffles of 32 bytes
  avx512,   // AVX-512 F, BW, VL, VBMI, VBMI2: byte shuffles of 64 bytes, masks
};

/// Returns the best set that this processor and this build have; it is determined once.
CpuFeatures cpu_features();

/// Whether this processor executes AVX2 in halves, so that a shuffle across them takes as long as several.
bool has_avx2_in_halves();

} // namespace automap::layout
