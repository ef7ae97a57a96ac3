/* layout: struct waves (AutoMap_waves): 96/16 | f MPI_C_FLOAT_COMPLEX@0, d MPI_C_DOUBLE_COMPLEX@8*2+16, ld
   MPI_C_LONG_DOUBLE_COMPLEX@48, plain MPI_C_DOUBLE_COMPLEX@80 | 40:8 | 0 */
/*~ AutoMap_Begin */
#include <complex.h>
struct waves {
    float _Complex f;
    double complex d[2];
    long double _Complex ld;
    _Complex double plain;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
