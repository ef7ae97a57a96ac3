/* unnameable: s.t._M_head_impl.x s.t._M_head_impl.y s.u._M_head_impl s.u._M_head_impl.x s.u._M_head_impl.y */
/* layout: struct point: 8/4 | x..y MPI_FLOAT@0*2+4 | | 0 */
/* layout: struct s (AutoMap_s): 20/4 | t._M_head_impl.x..t._M_head_impl.y MPI_FLOAT@0*2+4, u._M_head_impl
   MPI_SHORT@8, u._M_head_impl.x..u._M_head_impl.y MPI_FLOAT@12*2+4 | 10:2 | 0 */
/*~ AutoMap_Begin */
#include <tuple>
struct point { float x, y; };
struct s { std::tuple<point> t; std::tuple<point, short> u; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
