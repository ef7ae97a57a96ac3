/* layout: union value: 8/4 | s MPI_SHORT@0 | | 2 */
/* layout: struct s (AutoMap_s): 28/4 | n MPI_CHAR@0, v[0].s..v[2].s MPI_SHORT@4*3+8 | 1:3 10:2 18:2 | 2 */
/*~ AutoMap_Begin */
union value { short s; int i; char c[6]; } /*~ AutoMap_Use(s) */;
struct s { char n; union value v[3]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
