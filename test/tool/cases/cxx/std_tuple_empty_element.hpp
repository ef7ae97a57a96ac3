/* unnameable: s.t._M_head_impl */
/*~ AutoMap_Begin */
#include <tuple>
struct none { };
struct s { std::tuple<none, short, int> t; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
