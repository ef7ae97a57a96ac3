/*~ AutoMap_Begin */
#include <stddef.h>
#include <stdint.h>
struct sizes { size_t n; ptrdiff_t d; intptr_t p; uint_fast16_t f; int_least16_t l; intmax_t m; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
