/*~ AutoMap_Begin */
struct owner {
    int a;
    struct { char b; double c; };
    int d;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
