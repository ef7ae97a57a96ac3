/*~ AutoMap_Begin */
#include <array>
template <class T, std::size_t n> class Vec { std::array<T, n> at; int used; };
using Vec4 = Vec<float, 4>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
