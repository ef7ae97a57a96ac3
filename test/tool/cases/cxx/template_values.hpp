/* layout: struct thin (AutoMap_thin): 32/8 | at MPI_DOUBLE@0*4+8 | | 0 */
/* layout: struct wide (AutoMap_wide): 32/8 | at MPI_DOUBLE@0*4+8 | | 0 */
/*~ AutoMap_Begin */
enum class axis { x, y };
template <unsigned rows, bool wide, axis a, char c = 'c'> struct matrix { double at[rows][wide ? 4 : 2]; };
using thin = matrix<2, false, axis::y>; /*~ AutoMap_TpUsed */
using wide = matrix<1, true, axis::x, 'd'>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
