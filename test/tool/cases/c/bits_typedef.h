/* bit-fields: s.a s.b s.c */
/* layout: struct s (AutoMap_s): 4/2 | a..b MPI_BYTE@0*4+1 | | 0 */
/* remark: 6: bit-fields 'a' to 'c' travel as the 4 bytes that hold them */
/*~ AutoMap_Begin */
#include <stdint.h>
struct s { uint16_t a : 10; uint16_t b : 10; int8_t c : 4; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
