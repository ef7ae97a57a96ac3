/*~ AutoMap_Begin */
#include <complex.h>
struct waves {
    float _Complex f;
    double complex d[2];
    long double _Complex ld;
    _Complex double plain;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
