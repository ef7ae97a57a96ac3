/* layout: struct base: 8/4 | x MPI_INT@0, c MPI_CHAR@4 | | 3 */
/* layout: class twice_base (AutoMap_twice_base): 20/4 | x MPI_INT@0, c MPI_CHAR@4, t.x MPI_INT@8, t.c
   MPI_CHAR@12, q MPI_INT@16 | 5:3 13:3 | 0 */
/*~ AutoMap_Begin */
struct base { int x; char c; };
template <class T> class twice : T { T t; int q; };
using twice_base = twice<base>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
