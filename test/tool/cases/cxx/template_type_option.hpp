/* arguments: --type 'Vec<double, 3>' */
/* layout: struct Vec<double, 3> (AutoMap_Vec_double_3): 24/8 | at MPI_DOUBLE@0*3+8 | | 0 */
template <class T, int n> struct Vec { T at[n]; };
inline Vec<double, 3> origin;
