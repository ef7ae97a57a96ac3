/* layout: union view real: 8/8 | d MPI_DOUBLE@0 | | 0 */
/* layout: struct s view real (AutoMap_s_real): 16/8 | kind MPI_INT@0, u.d MPI_DOUBLE@8 | 4:4 | 0 */
/*~ AutoMap_Begin */
struct s {
    int kind;
    union { int i; double d; } u;
} /*~ AutoMap_View(real: kind, u.d) */;
/*~ AutoMap_End */
