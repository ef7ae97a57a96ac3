/* layout: struct spread (AutoMap_spread): 64/32 | c MPI_CHAR@0, d MPI_DOUBLE@32 | 1:31 | 24 */
/*~ AutoMap_Begin */
typedef double aligned_double __attribute__((aligned(32)));
struct spread { char c; aligned_double d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
