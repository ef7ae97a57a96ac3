/* layout: struct owner::own<int>: 4/4 | t MPI_INT@0 | | 0 */
/* layout: struct user<owner::own>: 4/4 | x.t MPI_INT@0 | | 0 */
/* layout: class owner (AutoMap_owner): 8/4 | u.x.t MPI_INT@0, c MPI_CHAR@4 | | 3 */
/*~ AutoMap_Begin */
template <template <class> class P> struct user { P<int> x; };
class owner { template <class T> struct own { T t; }; user<own> u; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
