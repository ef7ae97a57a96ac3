/*~ AutoMap_Begin */
#include <array>
struct s { char c; std::array<double, 3> a; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
