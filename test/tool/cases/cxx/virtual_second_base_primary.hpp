/* layout: struct plain: 4/4 | a MPI_INT@0 | | 0 */
/* layout: struct poly: 16/8 | d MPI_DOUBLE@8 | | 0 */
/* layout: struct both (AutoMap_both): 24/8 | a MPI_INT@16, d MPI_DOUBLE@8, c MPI_CHAR@20 | | 3 */
/*~ AutoMap_Begin */
struct plain { int a; };
struct poly { double d; virtual void f() {} };
struct both : plain, poly { char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
