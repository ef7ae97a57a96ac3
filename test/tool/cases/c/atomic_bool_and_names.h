/*~ AutoMap_Begin */
#include <stdatomic.h>
#include <stdint.h>
struct counters { atomic_bool on; _Atomic uint16_t n; _Atomic(int64_t) m; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
