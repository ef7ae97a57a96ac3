#pragma once
/*~ AutoMap_Begin */
typedef struct {
    char kind;
    double value;
} cell /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
