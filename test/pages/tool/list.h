#pragma once
/*~ AutoMap_Begin */

typedef struct LList *LL;
struct LList {
    int    value;
    LL     next;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
