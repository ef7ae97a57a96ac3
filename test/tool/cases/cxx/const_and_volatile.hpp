/* layout: struct fixed (AutoMap_fixed): 24/8 | a MPI_INT@0, b MPI_DOUBLE@8, c MPI_CHAR@16 | 4:4 | 7 */
/*~ AutoMap_Begin */
struct fixed { const int a; volatile double b; mutable char c; explicit fixed(int n) : a(n), b(0), c(0) {} } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
