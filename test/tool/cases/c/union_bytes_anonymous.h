/*~ AutoMap_Begin */
struct s {
    short n;
    union { int i; float f; } /*~ AutoMap_Bytes */;
    char c;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
