/* unnameable: derived.x */
/* layout: struct base: 4/4 | x MPI_INT@0 | | 0 */
/* layout: struct derived (AutoMap_derived): 16/8 | x MPI_INT@0, x MPI_DOUBLE@8 | 4:4 | 0 */
/*~ AutoMap_Begin */
struct base { int x; };
struct derived : base { double x; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
