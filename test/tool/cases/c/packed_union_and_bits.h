/* bit-fields: s.t.q */
/*~ AutoMap_Begin */
struct __attribute__((packed)) s {
    char c;
    union { int i; double d; } u /*~ AutoMap_Use(i) */;
    struct { short q : 9; } t;
    int n;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
