/*~ AutoMap_Begin */
#include "include/vec.hpp"
/*~ AutoMap_End */
/*~ AutoMap_Begin */
struct s { lib::vec<float, 2> v; lib::tagged t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
