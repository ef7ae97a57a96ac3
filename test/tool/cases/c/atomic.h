/*~ AutoMap_Begin */
#include <stdatomic.h>
struct counters { _Atomic int a; atomic_long b; _Atomic(char) c; _Atomic double d[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
