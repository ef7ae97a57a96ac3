/* layout: union w: 8/8 | d MPI_DOUBLE@0 | | 0 */
/* layout: struct s (AutoMap_s): 40/8 | w[0][0].d..w[1][1].d MPI_DOUBLE@0*4+8, b MPI_C_BOOL@32*3+1 | | 5 */
/*~ AutoMap_Begin */
union w { int *p /*~ AutoMap_Ignore */; double d; } /*~ AutoMap_Use(d) */;
struct s { union w w[2][2]; _Bool b[3]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
