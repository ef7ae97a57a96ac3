/* layout: struct counters (AutoMap_counters): 16/8 | on MPI_C_BOOL@0, n MPI_UINT16_T@2, m MPI_INT64_T@8 | 1:1
   4:4 | 0 */
/*~ AutoMap_Begin */
#include <stdatomic.h>
#include <stdint.h>
struct counters { atomic_bool on; _Atomic uint16_t n; _Atomic(int64_t) m; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
