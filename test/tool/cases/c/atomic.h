/* layout: struct counters (AutoMap_counters): 40/8 | a MPI_INT@0, b MPI_LONG@8, c MPI_CHAR@16, d
   MPI_DOUBLE@24*2+8 | 4:4 17:7 | 0 */
/*~ AutoMap_Begin */
#include <stdatomic.h>
struct counters { _Atomic int a; atomic_long b; _Atomic(char) c; _Atomic double d[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
