/* bit-fields: s.x[0].a s.x[1].a */
/*~ AutoMap_Begin */
struct s {
    struct {
        unsigned a : 3;
        union { int i; float f; } /*~ AutoMap_Use(i) */;
    } x[2];
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
