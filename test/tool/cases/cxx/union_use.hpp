/* layout: union value: 8/8 | d MPI_DOUBLE@0 | | 0 */
/* layout: struct s (AutoMap_s): 16/8 | kind MPI_INT@0, v.d MPI_DOUBLE@8 | 4:4 | 0 */
/*~ AutoMap_Begin */
union value { int i; double d; value() : i(0) {} } /*~ AutoMap_Use(d) */;
struct s { int kind; value v; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
