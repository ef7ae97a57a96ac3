/* layout: union value: 8/8 | c MPI_CHAR@0*3+1 | | 0 */
/* layout: struct s (AutoMap_s): 24/8 | v[0].c MPI_CHAR@0*3+1, v[1].c MPI_CHAR@8*3+1, n MPI_INT@16 | | 4 */
/*~ AutoMap_Begin */
union value { long l; char c[3]; };
struct s { union value v[2] /*~ AutoMap_Use(c) */; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
