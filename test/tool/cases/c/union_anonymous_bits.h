/* bit-fields: s.lo s.hi */
/*~ AutoMap_Begin */
struct s {
    union {
        struct { unsigned lo : 4, hi : 9; };
        unsigned u;
    } /*~ AutoMap_Use(lo) */;
    int t;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
