/* layout: union number: 12/4 | f MPI_FLOAT@0*3+4 | | 0 */
/* layout: struct s (AutoMap_s): 16/4 | c MPI_CHAR@0, n.f MPI_FLOAT@4*3+4 | 1:3 | 0 */
/*~ AutoMap_Begin */
typedef union { int i; float f[3]; } number /*~ AutoMap_Use(f) */;
struct s { char c; number n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
