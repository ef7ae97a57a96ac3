/* layout: struct base: 16/8 | a MPI_INT@0, b MPI_DOUBLE@8 | 4:4 | 0 */
/* layout: struct derived (AutoMap_derived): 24/8 | a MPI_INT@0, b MPI_DOUBLE@8, c MPI_CHAR@16 | 4:4 | 7 */
/*~ AutoMap_Begin */
struct base { int a; double b; };
struct derived : base { char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
