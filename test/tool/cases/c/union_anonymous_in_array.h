/* bit-fields: s.x[0].a s.x[1].a */
/* layout: union: 4/4 | i MPI_INT@0 | | 0 */
/* layout: struct: 8/4 | a MPI_BYTE@0, i MPI_INT@4 | 1:3 | 0 */
/* remark: 10: bit-field 'a' travels as the byte that holds it */
/* layout: struct s (AutoMap_s): 16/4 | x[0].a MPI_BYTE@0, x[0].i MPI_INT@4, x[1].a MPI_BYTE@8, x[1].i
   MPI_INT@12 | 1:3 9:3 | 0 */
/*~ AutoMap_Begin */
struct s {
    struct {
        unsigned a : 3;
        union { int i; float f; } /*~ AutoMap_Use(i) */;
    } x[2];
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
