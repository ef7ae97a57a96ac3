/*~ AutoMap_Begin */
#include <bitset>
struct s { char c; std::bitset<40> b; std::bitset<100> d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
