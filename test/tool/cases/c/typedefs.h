/* layout: struct named (AutoMap_named): 48/8 | k MPI_INT32_T@0, p MPI_DOUBLE@8*2+8, a..c MPI_INT@24*4+4, t
   MPI_DOUBLE@40 | 4:4 | 0 */
/*~ AutoMap_Begin */
#include <stdint.h>
typedef int32_t id;
typedef const id key;
typedef double real;
typedef real coordinate;
typedef coordinate point[2];
struct named { key k; point p; int a, b[2], c; __typeof__(1.0) t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
