/* layout: struct s (AutoMap_s): 8/4 | one MPI_CHAR@1, n MPI_INT@4 | 0:1 2:2 | 0 */
/*~ AutoMap_Begin */
#include <array>
struct s { std::array<int, 0> none; std::array<char, 1> one; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
