/* layout: struct base<double>: 8/8 | b MPI_DOUBLE@0 | | 0 */
/* layout: struct derived_d (AutoMap_derived_d): 16/8 | b MPI_DOUBLE@0, c MPI_CHAR@8 | | 7 */
/*~ AutoMap_Begin */
template <class T> struct base { T b; };
template <class T> struct derived : base<T> { char c; };
using derived_d = derived<double>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
