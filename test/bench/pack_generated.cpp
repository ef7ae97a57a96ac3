// The code that automap generates for the structs of the benchmark, compiled as in programs.
#include "pack_generated.h"

#include "pack_types.h"

namespace automap::bench {

Generated generated_for_packed() { return {AutoMap_pack_bench_packed, AutoMap_unpack_bench_packed}; }
Generated generated_for_padded() { return {AutoMap_pack_bench_padded, AutoMap_unpack_bench_padded}; }
Generated generated_for_mixed() { return {AutoMap_pack_bench_mixed, AutoMap_unpack_bench_mixed}; }
Generated generated_for_sample() { return {AutoMap_pack_bench_sample, AutoMap_unpack_bench_sample}; }

} // namespace automap::bench
