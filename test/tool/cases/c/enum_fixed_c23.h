/* arguments: -- -std=c2x */
/* compilers: clang */
/* layout: struct pixel (AutoMap_pixel): 16/8 | shade MPI_UNSIGNED_CHAR@0*3+1, code MPI_INT16_T@4, far
   MPI_LONG@8 | 3:1 6:2 | 0 */
/*~ AutoMap_Begin */
#include <stdint.h>
enum shade : unsigned char { DARK, LIGHT };
enum code : int16_t { NONE };
struct pixel { enum shade shade[3]; enum code code; enum : long { FAR } far; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
