/*~ AutoMap_Begin */
#include <string>
struct s { int n; std::string name; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
