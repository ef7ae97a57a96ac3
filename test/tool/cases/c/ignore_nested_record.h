/* layout: struct s (AutoMap_s): 48/8 | d MPI_DOUBLE@0, i MPI_INT@40 | | 4 */
/*~ AutoMap_Begin */
struct cache { void *p; int n; };
struct s { double d; struct cache cache[2] /*~ AutoMap_Ignore */; int i; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
