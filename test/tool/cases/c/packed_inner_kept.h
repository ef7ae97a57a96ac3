/* layout: struct inner: 8/4 | c MPI_CHAR@0, i MPI_INT@4 | 1:3 | 0 */
/* layout: struct outer (AutoMap_outer): 11/1 | tag..in.c MPI_CHAR@0*2+1, in.i MPI_INT@5, s MPI_SHORT@9 | 2:3
   | 0 */
/*~ AutoMap_Begin */
struct inner { char c; int i; };
struct __attribute__((packed)) outer { char tag; struct inner in; short s; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
