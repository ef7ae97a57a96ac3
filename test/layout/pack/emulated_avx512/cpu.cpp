// The processor of a program whose AVX-512 is emulated, in place of the library's cpu.cpp.
#include "layout/dataloop/cpu.h"

namespace automap::layout {

/// What AVX-512 gains nothing for goes to the kernels for AVX2, which are not emulated.
CpuFeatures cpu_features() {
  return __builtin_cpu_supports("avx2") ? CpuFeatures::avx512 : CpuFeatures::portable;
}

bool has_avx2_in_halves() { return false; }

} // namespace automap::layout
