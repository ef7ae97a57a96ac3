/*~ AutoMap_Begin */
#include <vector>
struct s { int n; std::vector<double> v; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
