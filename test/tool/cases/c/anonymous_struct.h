/* layout: struct: 16/8 | b MPI_CHAR@0, c MPI_DOUBLE@8 | 1:7 | 0 */
/* layout: struct owner (AutoMap_owner): 32/8 | a MPI_INT@0, b MPI_CHAR@8, c MPI_DOUBLE@16, d MPI_INT@24 | 4:4
   9:7 | 4 */
/*~ AutoMap_Begin */
struct owner {
    int a;
    struct { char b; double c; };
    int d;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
