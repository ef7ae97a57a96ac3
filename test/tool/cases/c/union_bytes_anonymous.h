/* layout: union: 4/4 | MPI_BYTE@0*4+1 | | 0 */
/* layout: struct s (AutoMap_s): 12/4 | n MPI_SHORT@0, MPI_BYTE@4*4+1, c MPI_CHAR@8 | 2:2 | 3 */
/*~ AutoMap_Begin */
struct s {
    short n;
    union { int i; float f; } /*~ AutoMap_Bytes */;
    char c;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
