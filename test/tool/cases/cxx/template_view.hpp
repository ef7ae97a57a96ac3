/*~ AutoMap_Begin */
template <class T> struct vec { T x, y; };
struct body { vec<double> pos; vec<float> uv; int id; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(plane: pos.x, uv) */;
/*~ AutoMap_End */
