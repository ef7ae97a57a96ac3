/* layout: struct base: 8/4 | i MPI_INT@0, c MPI_CHAR@4 | | 3 */
/* layout: struct derived (AutoMap_derived): 12/4 | i MPI_INT@0, c..d MPI_CHAR@4*2+4 | 5:3 | 3 */
/*~ AutoMap_Begin */
struct base { int i; char c; };
struct derived : base { char d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
