/*~ AutoMap_Begin */
struct s {
    int kind;
    union {
        long l;
        struct { float x, y; };
    } /*~ AutoMap_Use(x) */;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
