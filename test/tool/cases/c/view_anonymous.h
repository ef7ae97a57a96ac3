/* layout: struct: 8/4 | x MPI_FLOAT@0, c MPI_CHAR@4 | | 3 */
/* layout: struct s (AutoMap_s): 24/8 | n MPI_INT@0, x MPI_FLOAT@4, c MPI_CHAR@8, d MPI_DOUBLE@16 | 9:7 | 0 */
/* layout: struct view some: 8/4 | x MPI_FLOAT@0 | | 3 */
/* layout: struct s view some (AutoMap_s_some): 24/8 | x MPI_FLOAT@4, d MPI_DOUBLE@16 | 9:7 | 0 */
/*~ AutoMap_Begin */
struct s {
    int n;
    struct { float x; char c; };
    double d;
} /*~ AutoMap_TpUsed */ /*~ AutoMap_View(some: x, d) */;
/*~ AutoMap_End */
