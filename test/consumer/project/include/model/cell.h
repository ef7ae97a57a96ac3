#ifndef MODEL_CELL_H
#define MODEL_CELL_H

#include <model/real.h>

/*~ AutoMap_Begin */
struct cell {
    char name[sizeof TEXT];
    real value[COMPONENTS];
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */

struct unmarked {
    short s;
    real r;
};

#endif
