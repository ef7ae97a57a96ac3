/*~ AutoMap_Begin */
union top {
    struct {
        int a;
        union { float f; long l; } u /*~ AutoMap_Use(f) */;
    } s;
    char c[40];
} /*~ AutoMap_Use(s) */ /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
