/*~ AutoMap_Begin */
struct s {
    int n;
    struct { float x; char c; };
    double d;
} /*~ AutoMap_TpUsed */ /*~ AutoMap_View(some: x, d) */;
/*~ AutoMap_End */
