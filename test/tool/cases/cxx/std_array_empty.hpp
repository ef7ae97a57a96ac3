/*~ AutoMap_Begin */
#include <array>
struct s { std::array<int, 0> none; std::array<char, 1> one; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
