/* layout: struct base: 16/8 | n MPI_INT@0 | 4:4 | 0 */
/* layout: struct derived (AutoMap_derived): 24/8 | n MPI_INT@0, c MPI_CHAR@16 | 4:4 | 7 */
/*~ AutoMap_Begin */
struct base { int n; base *next /*~ AutoMap_Ignore */; };
struct derived : base { char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
