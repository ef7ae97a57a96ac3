/* bit-fields: s.a s.b */
/* layout: struct: 4/4 | a MPI_BYTE@0*2+1 | | 2 */
/* remark: 8: bit-fields 'a' to 'b' travel as the 2 bytes that hold them */
/* layout: struct s (AutoMap_s): 12/4 | n MPI_INT@0, a MPI_BYTE@4*2+1, c MPI_CHAR@8 | 6:2 | 3 */
/*~ AutoMap_Begin */
struct s {
    int n;
    struct { unsigned a : 9; unsigned b : 3; };
    char c;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
