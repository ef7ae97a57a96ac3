/*~ AutoMap_Begin */
#include <array>
#include <utility>
struct s { std::array<std::pair<char, int>, 2> p; short t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
