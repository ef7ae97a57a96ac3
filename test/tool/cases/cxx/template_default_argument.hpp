/*~ AutoMap_Begin */
template <class T = double, int n = 2> struct Vec { T at[n]; };
using standard = Vec<>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
