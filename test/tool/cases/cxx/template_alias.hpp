/* layout: struct Vec3 (AutoMap_Vec3): 24/8 | at MPI_DOUBLE@0*3+8 | | 0 */
/*~ AutoMap_Begin */
template <class T, int n> struct Vec { T at[n]; };
using Vec3 = Vec<double, 3>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
