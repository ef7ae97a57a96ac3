// Features of the processor. See cpu.h.
#include "layout/dataloop/cpu.h"

namespace automap::layout {

CpuFeatures cpu_features() {
#if defined(__x86_64__)
  static const CpuFeatures found = [] {
    __builtin_cpu_init();
    const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
    // Cases without a gain from AVX-512 use the kernels for AVX2.
    if (has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
        __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("bmi2"))
      return CpuFeatures::avx512;
    if (has_avx2)
      return CpuFeatures::avx2;
    return CpuFeatures::portable;
  }();
  return found;
#else
  return CpuFeatures::portable;
#endif
}

bool has_avx2_in_halves() {
#if defined(__x86_64__)
  static const bool found = [] {
    __builtin_cpu_init();
    return __builtin_cpu_is("znver1") != 0;
  }();
  return found;
#else
  return false;
#endif
}

} // namespace automap::layout
