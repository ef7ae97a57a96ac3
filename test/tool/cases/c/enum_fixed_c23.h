/* arguments: -- -std=c2x */
/* compilers: clang */
/*~ AutoMap_Begin */
#include <stdint.h>
enum shade : unsigned char { DARK, LIGHT };
enum code : int16_t { NONE };
struct pixel { enum shade shade[3]; enum code code; enum : long { FAR } far; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
