/*~ AutoMap_Begin */
template <class T, int n> struct Vec { T at[n]; };
using Vec3 = Vec<double, 3>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
