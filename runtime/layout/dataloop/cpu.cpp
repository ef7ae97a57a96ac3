// Features of the processor. See cpu.h.
#include "cpu.h"

namespace automap::layout {

CpuFeatures cpu_features() {
#if defined(__x86_64__)
  static const CpuFeatures found = [] {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
        __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("bmi2"))
      return CpuFeatures::avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt"))
      return CpuFeatures::avx2;
    return CpuFeatures::portable;
  }();
  return found;
#else
  return CpuFeatures::portable;
#endif
}

} // namespace automap::layout
