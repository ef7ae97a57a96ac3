/*~ AutoMap_Begin */
template <class T> struct body { T pos[2]; int id; T *cache /*~ AutoMap_Ignore */; };
using body_d = body<double>; /*~ AutoMap_TpUsed */ /*~ AutoMap_View(where: pos) */
/*~ AutoMap_End */
