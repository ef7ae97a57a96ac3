/* layout: struct plain: 8/4 | a MPI_INT@0, b MPI_CHAR@4 | | 3 */
/* layout: struct poly (AutoMap_poly): 24/8 | a MPI_INT@8, b MPI_CHAR@12, d MPI_DOUBLE@16 | 13:3 | 0 */
/*~ AutoMap_Begin */
struct plain { int a; char b; };
struct poly : plain { double d; virtual void f() {} } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
