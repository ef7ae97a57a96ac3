/* bit-fields: s.t.q */
/* layout: union: 8/8 | i MPI_INT@0 | | 0 */
/* layout: struct: 2/2 | q MPI_BYTE@0*2+1 | | 0 */
/* remark: 10: bit-field 'q' travels as the 2 bytes that hold it */
/* layout: struct s (AutoMap_s): 15/1 | c MPI_CHAR@0, u.i MPI_INT@1, t.q MPI_BYTE@9*2+1, n MPI_INT@11 | | 0 */
/*~ AutoMap_Begin */
struct __attribute__((packed)) s {
    char c;
    union { int i; double d; } u /*~ AutoMap_Use(i) */;
    struct { short q : 9; } t;
    int n;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
