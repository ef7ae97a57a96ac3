/*~ AutoMap_Begin */
struct owner {
    char c;
    struct { int k; float f; } in[2];
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
