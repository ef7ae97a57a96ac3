/* layout: struct words (AutoMap_words): 32/8 | a MPI_INT8_T@0, b MPI_UINT8_T@1, c MPI_INT16_T@2, d
   MPI_UINT16_T@4, e MPI_INT32_T@8, f MPI_UINT32_T@12, g MPI_INT64_T@16, h MPI_UINT64_T@24 | 6:2 | 0 */
/*~ AutoMap_Begin */
#include <stdint.h>
struct words {
    int8_t a; uint8_t b; int16_t c; uint16_t d;
    int32_t e; uint32_t f; int64_t g; uint64_t h;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
