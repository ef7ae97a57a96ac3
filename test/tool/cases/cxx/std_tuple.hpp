/* unnameable: s.t._M_head_impl */
/*~ AutoMap_Begin */
#include <tuple>
struct s { char c; std::tuple<int, char, double> t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
