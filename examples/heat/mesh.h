#pragma once

/*~ AutoMap_Begin */
typedef struct cell {
    double heat, flow;
    int n_near;
    struct cell **near /*~ AutoMap_Len(n_near) */;
    struct cell *next;                          /* the list of all cells */
} cell /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
