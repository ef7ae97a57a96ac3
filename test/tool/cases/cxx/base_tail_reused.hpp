/* layout: struct base: 8/4 | i MPI_INT@0, c..d MPI_CHAR@4*2+1 | | 2 */
/* layout: struct derived (AutoMap_derived): 12/4 | i MPI_INT@0, c..e MPI_CHAR@4*3+1, f MPI_SHORT@8 | 7:1 | 2
   */
/*~ AutoMap_Begin */
struct base { int i; char c; protected: char d; };
struct derived : base { char e; short f; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
