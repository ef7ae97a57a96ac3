/* layout: struct tagged<owner::low>: 4/4 | x MPI_INT@0 | | 0 */
/* layout: class owner (AutoMap_owner): 8/4 | t.x MPI_INT@0, c MPI_CHAR@4 | | 3 */
/*~ AutoMap_Begin */
template <auto v> struct tagged { int x; };
class owner { enum level { low }; tagged<low> t; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
