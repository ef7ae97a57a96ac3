/* layout: union: 16/8 | f MPI_FLOAT@0*4+4 | | 0 */
/* layout: struct: 24/8 | n MPI_INT@0, f MPI_FLOAT@8*4+4 | 4:4 | 0 */
/* layout: struct s (AutoMap_s): 40/8 | c MPI_CHAR@0, n MPI_INT@8, f MPI_FLOAT@16*4+4, t MPI_SHORT@32 | 1:7
   12:4 | 6 */
/*~ AutoMap_Begin */
struct s {
    char c;
    struct {
        int n;
        union { double d; float f[4]; } /*~ AutoMap_Use(f) */;
    };
    short t;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
