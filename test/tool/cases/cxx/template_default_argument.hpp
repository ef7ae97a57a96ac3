/* layout: struct standard (AutoMap_standard): 16/8 | at MPI_DOUBLE@0*2+8 | | 0 */
/*~ AutoMap_Begin */
template <class T = double, int n = 2> struct Vec { T at[n]; };
using standard = Vec<>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
