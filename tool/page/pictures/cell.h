#pragma once
/*~ AutoMap_Begin */
struct point { double x, y, z; };
struct cell {
    char          tag;
    struct point  centre;
    int           level;
    float         pressure[6];
    struct cell  *cache /*~ AutoMap_Ignore */;
    long          id;
    char          name[12];
    unsigned      open : 1, kind : 5 /*~ AutoMap_Bytes */;
    double        samples[200];
    short         rank;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
