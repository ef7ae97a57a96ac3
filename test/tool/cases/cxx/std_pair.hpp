/* layout: struct s (AutoMap_s): 32/8 | p.first MPI_INT@0, p.second MPI_DOUBLE@8, q[0].first MPI_CHAR@16,
   q[0].second.first MPI_SHORT@18, q[0].second.second..q[1].first MPI_CHAR@20*2+2, q[1].second.first
   MPI_SHORT@24, q[1].second.second MPI_CHAR@26 | 4:4 17:1 21:1 23:1 | 5 */
/*~ AutoMap_Begin */
#include <utility>
struct s { std::pair<int, double> p; std::pair<char, std::pair<short, char>> q[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
