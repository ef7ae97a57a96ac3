/*~ AutoMap_Begin */
#include <utility>
struct s { std::pair<int, double> p; std::pair<char, std::pair<short, char>> q[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
