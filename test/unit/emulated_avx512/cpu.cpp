// The processor of a program whose AVX-512 is emulated, in place of the library's cpu.cpp.
#include "layout/dataloop/cpu.h"

namespace automap::layout {

CpuFeatures cpu_features() { return CpuFeatures::avx512; }

} // namespace automap::layout
