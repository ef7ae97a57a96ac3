/*~ AutoMap_Begin */
struct owner {
    char c;
    struct { short s; } __attribute__((aligned(16)));
    char d;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
