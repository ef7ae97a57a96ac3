/* unnameable: s.t._M_head_impl.x s.t._M_head_impl.y s.u._M_head_impl s.u._M_head_impl.x s.u._M_head_impl.y */
/*~ AutoMap_Begin */
#include <tuple>
struct point { float x, y; };
struct s { std::tuple<point> t; std::tuple<point, short> u; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
