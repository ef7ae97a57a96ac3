/* layout: struct inner: 8/4 | i MPI_INT@0, c MPI_CHAR@4 | | 3 */
/* layout: struct: 2/2 | h MPI_SHORT@0 | | 0 */
/* layout: struct s (AutoMap_s): 28/4 | ci.i MPI_INT@0, ci.c MPI_CHAR@4, vi[0].i MPI_INT@8, vi[0].c
   MPI_CHAR@12, vi[1].i MPI_INT@16, vi[1].c MPI_CHAR@20, cu.h MPI_SHORT@24 | 5:3 13:3 21:3 | 2 */
/*~ AutoMap_Begin */
struct inner { int i; char c; };
struct s { const struct inner ci; volatile struct inner vi[2]; const struct { short h; } cu; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
