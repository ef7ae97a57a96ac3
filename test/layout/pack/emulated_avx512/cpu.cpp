// Describes the processor of a program that emulates AVX-512, in place of the library's cpu.cpp.
#include "layout/dataloop/cpu.h"

namespace automap::layout {

/// Selects AVX-512; data that gains nothing from it uses the kernels for AVX2, which are not emulated.
CpuFeatures cpu_features() { return __builtin_cpu_supports("avx2") ? CpuFeatures::avx512 : CpuFeatures::portable; }

bool has_avx2_in_halves() { return false; }

} // namespace automap::layout
