/* layout: struct s (AutoMap_s): 24/8 | n MPI_INT@0, d MPI_DOUBLE@16 | 4:4 | 0 */
/*~ AutoMap_Begin */
struct s {
    int n; // a comment
    char *p; //~ AutoMap_Ignore
    double d;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
