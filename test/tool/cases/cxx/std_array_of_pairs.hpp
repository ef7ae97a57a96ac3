/* layout: struct s (AutoMap_s): 20/4 | p[0].first MPI_CHAR@0, p[0].second MPI_INT@4, p[1].first MPI_CHAR@8,
   p[1].second MPI_INT@12, t MPI_SHORT@16 | 1:3 9:3 | 2 */
/*~ AutoMap_Begin */
#include <array>
#include <utility>
struct s { std::array<std::pair<char, int>, 2> p; short t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
