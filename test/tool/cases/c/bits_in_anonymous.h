/* bit-fields: s.a s.b */
/*~ AutoMap_Begin */
struct s {
    int n;
    struct { unsigned a : 9; unsigned b : 3; };
    char c;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
