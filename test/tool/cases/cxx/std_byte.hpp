/*~ AutoMap_Begin */
#include <cstddef>
struct s { int n; std::byte b; std::byte raw[5]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
