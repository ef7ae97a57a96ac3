/*~ AutoMap_Begin */
struct owner {
    short s;
    struct {
        char c;
        struct { int x; struct point { float u, v; } at[2]; };
    };
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
