/* layout: union block: 40/8 | d MPI_DOUBLE@0*4+8 | | 0 */
/* layout: struct s (AutoMap_s): 48/8 | b.d MPI_DOUBLE@0*4+8, i MPI_INT@40 | | 4 */
/*~ AutoMap_Begin */
union block { double d[2][2]; char bytes[40]; } /*~ AutoMap_Use(d) */;
struct s { union block b; int i; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
