/* layout: class Vec4 (AutoMap_Vec4): 20/4 | at MPI_FLOAT@0*4+4, used MPI_INT@16 | | 0 */
/*~ AutoMap_Begin */
#include <array>
template <class T, std::size_t n> class Vec { std::array<T, n> at; int used; };
using Vec4 = Vec<float, 4>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
