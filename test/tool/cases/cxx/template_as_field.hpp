/*~ AutoMap_Begin */
template <class T, int n> struct Vec { T at[n]; };
struct body { Vec<double, 3> pos; Vec<float, 2> uv[2]; int id; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
