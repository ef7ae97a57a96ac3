/*~ AutoMap_Begin */
#include <array>
struct cell { char c; int i; };
struct s { std::array<cell, 2> cells; short t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
