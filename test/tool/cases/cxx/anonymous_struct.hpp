/*~ AutoMap_Begin */
struct s {
    int a;
    struct { char b; double c; };
    char d;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
