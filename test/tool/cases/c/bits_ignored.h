/* bit-fields: s.b */
/* layout: struct s (AutoMap_s): 8/4 | b MPI_BYTE@1, d MPI_INT@4 | 3:1 | 0 */
/* remark: 7: bit-field 'b' travels as the byte that holds it */
/*~ AutoMap_Begin */
struct s {
    unsigned a : 8 /*~ AutoMap_Ignore */;
    unsigned b : 6;
    unsigned : 2;
    unsigned c : 6; /*~ AutoMap_Ignore */
    int d;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
