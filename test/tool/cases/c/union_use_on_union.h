/* layout: union value: 16/8 | d MPI_DOUBLE@0 | | 4 */
/* layout: struct s (AutoMap_s): 24/8 | kind MPI_INT@0, v.d MPI_DOUBLE@8 | 4:4 | 4 */
/*~ AutoMap_Begin */
union value { int i; double d; char bytes[12]; } /*~ AutoMap_Use(d) */;
struct s { int kind; union value v; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
