#pragma once
/*~ AutoMap_Begin */
typedef struct {
    char   species;
    double position[3];
    int    id;
} particle /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
