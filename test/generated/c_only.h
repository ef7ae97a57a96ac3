/* Basic types that C and C++ spell differently. */
#ifndef C_ONLY_H
#define C_ONLY_H

#include <complex.h>
#include <stdbool.h>

/*~ AutoMap_Begin */
struct c_only {
    _Bool b;
    bool flags[3];
    float _Complex f;
    double complex d[2];
    long double complex l;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */

#endif
