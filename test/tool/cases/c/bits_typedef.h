/* bit-fields: s.a s.b s.c */
/*~ AutoMap_Begin */
#include <stdint.h>
struct s { uint16_t a : 10; uint16_t b : 10; int8_t c : 4; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
