/* layout: struct sizes (AutoMap_sizes): 48/8 | n MPI_UNSIGNED_LONG@0, d..p MPI_LONG@8*2+8, f
   MPI_UNSIGNED_LONG@24, l MPI_SHORT@32, m MPI_LONG@40 | 34:6 | 0 */
/*~ AutoMap_Begin */
#include <stddef.h>
#include <stdint.h>
struct sizes { size_t n; ptrdiff_t d; intptr_t p; uint_fast16_t f; int_least16_t l; intmax_t m; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
