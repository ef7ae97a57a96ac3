/* layout: struct gauss (AutoMap_gauss): 40/8 | z MPI_LONG@0*4+8, tail MPI_SHORT@32 | | 6 */
/*~ AutoMap_Begin */
struct gauss { long _Complex z[2]; short tail; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
