/* layout: struct s (AutoMap_s): 32/8 | c MPI_CHAR@0, b._M_w..d._M_w[1] MPI_UNSIGNED_LONG@8*3+8 | 1:7 | 0 */
/*~ AutoMap_Begin */
#include <bitset>
struct s { char c; std::bitset<40> b; std::bitset<100> d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
