/*~ AutoMap_Begin */
struct s {
    char c;
    struct {
        int n;
        union { double d; float f[4]; } /*~ AutoMap_Use(f) */;
    };
    short t;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
