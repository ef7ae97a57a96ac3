/*~ AutoMap_Begin */
struct s {
    int kind;
    union { long l; double d; char c; } /*~ AutoMap_Use(d) */;
    short t;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
