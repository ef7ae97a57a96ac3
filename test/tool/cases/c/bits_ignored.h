/* bit-fields: s.b */
/*~ AutoMap_Begin */
struct s {
    unsigned a : 8 /*~ AutoMap_Ignore */;
    unsigned b : 6;
    unsigned : 2;
    unsigned c : 6; /*~ AutoMap_Ignore */
    int d;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
