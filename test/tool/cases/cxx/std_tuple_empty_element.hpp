/* unnameable: s.t._M_head_impl */
/* layout: struct s (AutoMap_s): 12/4 | t._M_head_impl MPI_INT@0, t._M_head_impl MPI_SHORT@4, c MPI_CHAR@8 |
   6:2 | 3 */
/*~ AutoMap_Begin */
#include <tuple>
struct none { };
struct s { std::tuple<none, short, int> t; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
