/* layout: union value: 8/8 | d MPI_DOUBLE@0 | | 0 */
/* layout: union value: 8/8 | i MPI_INT@0 | | 0 */
/* layout: struct s (AutoMap_s): 16/8 | a.d MPI_DOUBLE@0, b.i MPI_INT@8 | | 0 */
/*~ AutoMap_Begin */
union value { int i; double d; };
struct s { union value a /*~ AutoMap_Use(d) */; union value b /*~ AutoMap_Use(i) */; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
