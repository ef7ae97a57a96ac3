/* layout: struct: 16/8 | b MPI_CHAR@0, c MPI_DOUBLE@8 | 1:7 | 0 */
/* layout: struct s (AutoMap_s): 32/8 | a MPI_INT@0, b MPI_CHAR@8, c MPI_DOUBLE@16, d MPI_CHAR@24 | 4:4 9:7 |
   7 */
/*~ AutoMap_Begin */
struct s {
    int a;
    struct { char b; double c; };
    char d;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
